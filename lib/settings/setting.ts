import { isCrypto, isFiat, NETWORKS, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, type Refusal } from "#lib/kernel/errors.ts";
import { isPrice } from "#lib/pricing/price.ts";
import { readTiers, tiersText } from "./tiers.ts";

/** All settings of an account by name, house settings beneath; values are text as stored. */
export type Settings = Readonly<Record<string, string>>;

type Kind = "bps" | "milliseconds" | "choice" | "price" | "fiat" | "crypto" | "tiers" | "link";
type Definition = {
  kind: Kind;
  /** Whose it is: what the house promises and guards, or how an account wants its own money treated. */
  owner: "house" | "account";
  /**
   * Which way weakens a guard or widens a promise: a higher value, a lower one, the absence of any, a word, or every
   * change. `never`: it moves no money.
   */
  looser: "higher" | "lower" | "any" | "never" | { word: string };
  standard?: string;
  least?: number;
  most?: number;
  choices?: readonly string[];
  /** A change waits for a second person, where the account's rules require one. */
  risky?: true;
};

const DAY_MS = 86_400_000;

const rate = { kind: "bps", owner: "house", looser: "any", most: 5_000, risky: true } as const;
/** A span that widens what the house promises. */
const span = { kind: "milliseconds", owner: "house", looser: "higher" } as const;
const link = { kind: "link", owner: "house", looser: "never" } as const;

/**
 * Every setting there is, with unit, owner, default and bounds (rulebook 12.1); one that lacks any of them does not
 * compile. Most can be narrowed to a pair: `spreadBps.BTC.EUR`.
 */
export const SETTINGS = {
  spreadBps: { ...rate, standard: "100" },
  explicitFeeBps: { ...rate, standard: "100" },
  transactionFeeBps: { ...rate, standard: "50" },
  toleranceBps: { kind: "bps", owner: "account", looser: "higher", standard: "0", most: 5_000 },
  overpayment: {
    kind: "choice",
    owner: "account",
    looser: { word: "CONVERT" },
    standard: "CONVERT",
    choices: ["CONVERT", "KEEP"],
  },
  guaranteeMs: { ...span, standard: "7200000", least: 0, most: 7 * DAY_MS },
  holdGraceMs: { ...span, standard: "600000", least: 0, most: 7 * DAY_MS },
  lifetimeMs: { ...span, standard: "1200000", least: 1_000, most: 7 * DAY_MS },
  quoteLifetimeMs: { ...span, standard: "10000", least: 5_000, most: 60_000 },
  maxDepthBps: { kind: "bps", owner: "house", looser: "higher", standard: "200", most: 5_000 },
  limitPrice: { kind: "price", owner: "account", looser: "lower", risky: true },
  openExposureLimit: { kind: "fiat", owner: "account", looser: "higher" },
  houseExposureLimit: { kind: "crypto", owner: "house", looser: "higher" },
  depositLimit: { kind: "crypto", owner: "account", looser: "higher" },
  typedAbove: { kind: "crypto", owner: "account", looser: "higher" },
  confirmations: { kind: "tiers", owner: "account", looser: "lower" },
  confirmationsPerBlock: { kind: "tiers", owner: "house", looser: "lower" },
  secondFactor: { kind: "choice", owner: "house", looser: { word: "OPTIONAL" }, choices: ["OPTIONAL", "REQUIRED"] },
  secondPerson: {
    kind: "choice",
    owner: "house",
    looser: { word: "live" },
    choices: ["live", "always"],
    risky: true,
  },
  stepUpMs: { kind: "milliseconds", owner: "house", looser: "higher", least: 60_000, most: DAY_MS / 2 },
  explorerTx: link,
  explorerAddress: link,
} as const satisfies Readonly<Record<string, Definition>>;

export type SettingName = keyof typeof SETTINGS;
/** Settings of a unit, by their names: a misspelt one, or one of another unit, does not compile. */
type NameOf<K extends Kind> = {
  [Name in SettingName]: (typeof SETTINGS)[Name]["kind"] extends K ? Name : never;
}[SettingName];
/** Whole numbers that have a default, so that they always have a value. */
export type WholeName = {
  [Name in NameOf<"bps" | "milliseconds">]: (typeof SETTINGS)[Name] extends { standard: string } ? Name : never;
}[NameOf<"bps" | "milliseconds">];

/** A setting by the first part of a stored or requested name; undefined when there is none. */
export function definitionOf(name: string): Definition | undefined {
  const [stem = ""] = name.split(".");
  return Object.hasOwn(SETTINGS, stem) ? SETTINGS[stem as SettingName] : undefined;
}

/** The value that rules for a pair: its own, then the crypto's, the fiat's, the plain one, then the default. */
export function settingFor(settings: Settings, name: SettingName, crypto: string, fiat: string): string | undefined {
  return (
    settings[`${name}.${crypto}.${fiat}`] ??
    settings[`${name}.${crypto}`] ??
    settings[`${name}.${fiat}`] ??
    settings[name] ??
    definitionOf(name)?.standard
  );
}

/** A whole-number setting that always has a value. */
export function wholeSetting(settings: Settings, name: WholeName, crypto: string, fiat: string): number {
  const value = Number(settingFor(settings, name, crypto, fiat));
  if (!Number.isSafeInteger(value)) throw new Error(`the setting ${name} is no whole number`);
  return value;
}

/** An amount or price, undefined when it is not set: then there is no limit. */
export function exactSetting(
  settings: Settings,
  name: NameOf<"price" | "fiat" | "crypto">,
  crypto: string,
  fiat: string,
): Decimal | undefined {
  const value = settingFor(settings, name, crypto, fiat);
  return value === undefined ? undefined : Decimal.from(value);
}

/**
 * Whether a change waits for a second person where one is required: rates, limit prices, and that rule itself. A
 * tolerance only changes words, never money.
 */
export const isRisky = (name: string): boolean => definitionOf(name)?.risky === true;

/** Whether risky actions wait for a second person: always in live, and in a sandbox whose settings say so. */
export const asksSecondPerson = (mode: "sandbox" | "live", settings: Settings): boolean =>
  mode === "live" || settings["secondPerson"] === "always";

/** The value that rules where a name stands, be it set for itself or further up: of `spreadBps.BTC.EUR` the pair's. */
export function rulingValue(settings: Settings, name: string): string | undefined {
  const [stem = "", crypto = "", fiat = ""] = name.split(".");
  return definitionOf(stem) && settingFor(settings, stem as SettingName, crypto, fiat);
}

/** Said instead of a value, it takes an account's own value back. */
export const DEFAULT = "default";
/** How that is stored: the rows before it stay. */
export const UNSET = "";

/** Refuses a name that is no setting and a value outside its bounds; answers the value as it is stored. */
export function checkSetting(name: string, value: string): string {
  const [, ...narrowed] = name.split(".");
  const definition = definitionOf(name);
  if (!definition) throw invalid(name, `There is no setting named ${name}.`);
  if (definition.kind === "link") return checkLink(name, value, narrowed);
  checkNarrowing(name, narrowed);
  if (value === DEFAULT) return UNSET;
  if (definition.kind === "choice") {
    if (!definition.choices?.includes(value))
      throw invalid(name, `${name} must be one of ${definition.choices?.join(", ")}.`);
    return value;
  }
  if (definition.kind === "tiers") {
    const tiers = readTiers(value);
    if (!tiers) throw invalid(name, `${name} must be a number of confirmations, or tiers such as 2,1000:3,50000:6.`);
    return tiersText(tiers);
  }
  const number = Decimal.parse(value);
  if (!number || number.units < 0n) throw invalid(name, `${name} must be a number that is not negative.`);
  const fault = boundsFault(name, definition, number, narrowed);
  if (fault) throw fault;
  return number.toString();
}

/** Where an explorer shows a transaction or an address of one network: a web address with `{}` in the place of it. */
function checkLink(name: string, value: string, narrowed: readonly string[]): string {
  const [network = "", ...more] = narrowed;
  if (more.length > 0 || !(NETWORKS as readonly string[]).includes(network))
    throw invalid(name, `${name} must name one network, such as explorerTx.bitcoin.`);
  if (value === DEFAULT) return UNSET;
  if (!/^https?:\/\/[^\s{}]+\{\}[^\s{}]*$/.test(value) || !URL.canParse(value))
    throw invalid(name, `${name} must be a web address with {} in it, such as https://explorer.example/tx/{}.`);
  return value;
}

function boundsFault(
  name: string,
  definition: Definition,
  number: Decimal,
  narrowed: readonly string[],
): Refusal | undefined {
  if (definition.kind === "bps" || definition.kind === "milliseconds") return wholeFault(name, definition, number);
  if (number.isZero()) return invalid(name, `${name} must be above zero.`);
  if (definition.kind === "price" && !isPrice(number))
    return invalid(name, `${name} takes at most 8 decimals and 15 significant digits.`);
  const scale = scaleOfSetting(definition, narrowed);
  return number.scale <= scale ? undefined : invalid(name, `${name} takes at most ${scale} decimals.`);
}

function wholeFault(
  name: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER }: Definition,
  number: Decimal,
): Refusal | undefined {
  const inside = number.scale === 0 && number.units >= BigInt(least) && number.units <= BigInt(most);
  return inside ? undefined : invalid(name, `${name} must be a whole number from ${least} to ${most}.`);
}

function scaleOfSetting({ kind }: Definition, narrowed: readonly string[]): number {
  if (kind === "fiat") return 2;
  const [symbol = ""] = narrowed;
  return kind === "crypto" && isCrypto(symbol) ? scaleOf(symbol) : 8;
}

/** Nothing, a crypto, a fiat, or a pair: a crypto and then a fiat. Any other order would be stored and never rule. */
function checkNarrowing(name: string, narrowed: readonly string[]): void {
  const [first, second, ...more] = narrowed;
  const isSymbol = first === undefined || isCrypto(first) || isFiat(first);
  const isPair = first !== undefined && second !== undefined && isCrypto(first) && isFiat(second);
  if (more.length > 0 || !(second === undefined ? isSymbol : isPair))
    throw invalid(name, `${name} names a crypto or fiat that is not supported.`);
}
