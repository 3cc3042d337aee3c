import { daysText, readDays } from "./bank-days.ts";
import { standardConfirmations } from "./confirmations.ts";
import { isCrypto, isFiat, NETWORKS, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, type Refusal } from "#lib/kernel/errors.ts";
import { isTimeZone } from "#lib/kernel/time-zone.ts";
import { isPrice } from "#lib/pricing/price.ts";
import {
  type Definition,
  definitionOf,
  type NameOf,
  SETTINGS,
  type SettingName,
  type WholeName,
} from "./definitions.ts";
import { readTiers, tiersText, tighterTiers } from "./tiers.ts";

/** Values by name, as text. */
export type Values = Readonly<Record<string, string>>;

/** What the house has set for an account, for all or for it alone, and what the account has set for itself. */
export type Settings = { readonly house: Values; readonly account: Values };

export const NOTHING_SET: Settings = { house: {}, account: {} };

/** Values that are known already to rule, such as those the API shows. */
export const ruling = (values: Values): Settings => ({ house: values, account: values });

/** What one of the two has set for a pair: its own value, then the crypto's, the fiat's, the plain one. */
function setFor(values: Values, name: string, crypto: string, fiat: string): string | undefined {
  return (
    values[`${name}.${crypto}.${fiat}`] ?? values[`${name}.${crypto}`] ?? values[`${name}.${fiat}`] ?? values[name]
  );
}

/** The value that rules for a pair: its owner's, of two owners the tighter one, then the default. */
export function settingFor(settings: Settings, name: SettingName, crypto: string, fiat: string): string | undefined {
  const definition: Definition = SETTINGS[name];
  const { owner } = definition;
  const [ofHouse, ofAccount] = [settings.house, settings.account].map((values) => setFor(values, name, crypto, fiat));
  if (owner === "account") return ofAccount ?? definition.standard;
  if (owner !== "both") return ofHouse ?? definition.standard;
  return tighterOf(definition, ofHouse, ofAccount) ?? definition.standard;
}

function tighterOf(definition: Definition, one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (definition.kind === "tiers") return tighterTiers(one, other);
  const isLooser = Decimal.from(one).compare(Decimal.from(other)) > 0 === (definition.looser === "higher");
  return isLooser ? other : one;
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

/** The least a limit allows by each of the names it was set with, by house or account: all of them apply (rulebook 4.17). */
export function leastSetting(
  { house, account }: Settings,
  name: NameOf<"fiat" | "crypto" | "milliseconds">,
  narrowed: readonly string[],
): Decimal | undefined {
  const layers = SETTINGS[name].owner === "both" ? [house, account] : [house];
  const values = layers.flatMap((layer) => narrowed.map((narrow) => layer[`${name}${narrow}`]));
  return values.reduce<Decimal | undefined>((least, text) => {
    if (text === undefined) return least;
    const value = Decimal.from(text);
    return least && least.compare(value) <= 0 ? least : value;
  }, undefined);
}

type Mode = "sandbox" | "live";

/** Whether what weakens a guard waits for a second person: as the house has set, else in live (rulebook 3.21). */
export const asksSecondPerson = (mode: Mode, { house }: Settings): boolean =>
  (house["secondPerson"] ?? (mode === "live" ? "always" : "never")) === "always";

/** The value that rules where a name stands, be it set for itself or further up: of `spreadBps.BTC.EUR` the pair's. */
export function rulingValue(settings: Settings, name: string): string | undefined {
  const [stem = "", crypto = "", fiat = ""] = name.split(".");
  return definitionOf(stem) && settingFor(settings, stem as SettingName, crypto, fiat);
}

/** What live promises an account of a fiat at most where the house has set nothing (rulebook 4.17). */
export const openLimitInLive = (fiat: string): string => (fiat === "JPY" ? "10000000" : "100000");

/** What live allows where the house has set nothing: the networks' confirmations, as what comes back is the house's loss. */
function allowedInLive(stem: string, first: string, second: string): string | undefined {
  if (stem === "confirmations") return `${standardConfirmations(first)}`;
  return stem === "openExposureLimit" ? openLimitInLive(second === "" ? first : second) : undefined;
}

/** Refuses a value that is looser than the house, or live's default, allows this account; tighter ones are its own to choose. */
export function refuseBeyond(settings: Settings, name: string, value: string, mode: Mode): void {
  const definition = definitionOf(name);
  if (definition?.owner !== "both" || value === UNSET) return;
  const [stem = "", crypto = "", fiat = ""] = name.split(".");
  const standard = mode === "live" ? allowedInLive(stem, crypto, fiat) : undefined;
  const bound = setFor(settings.house, stem, crypto, fiat) ?? standard;
  if (bound === undefined || tighterOf(definition, bound, value) === value) return;
  throw invalid(name, `The operator allows ${name} ${definition.looser === "higher" ? "up to" : "from"} ${bound} on.`);
}

/** Said instead of a value, it takes an account's own value back. */
export const DEFAULT = "default";
/** How that is stored: the rows before it stay. */
export const UNSET = "";

/** How values of some kinds are checked, each by what it is. */
const CHECKS: Partial<Record<string, (name: string, value: string, narrowed: readonly string[]) => string>> = {
  zone: checkZone,
  days: checkDays,
  link: checkLink,
};

/** Refuses a name that is no setting and a value outside its bounds; answers the value as it is stored. */
export function checkSetting(name: string, value: string, mode: Mode = "sandbox"): string {
  const [, ...narrowed] = name.split(".");
  const definition = definitionOf(name);
  if (!definition) throw invalid(name, `There is no setting named ${name}.`);
  const ofKind = CHECKS[definition.kind];
  if (ofKind) return ofKind(name, value, narrowed);
  if (definition.kind === "text" || definition.kind === "url")
    return checkText(name, value, narrowed, definition, mode);
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
  const fault = boundsFault(name, definition, number, { narrowed, mode });
  if (fault) throw fault;
  return number.toString();
}

/** A place of the IANA time zone database, by a name of its own. */
function checkZone(name: string, value: string, narrowed: readonly string[]): string {
  if (narrowed.length > 0) throw invalid(name, `${name} is one for the operator.`);
  if (value === DEFAULT) return UNSET;
  if (!isTimeZone(value)) throw invalid(name, `${name} must be a time zone such as Europe/Berlin.`);
  return value;
}

/** Bank holidays, in their order. */
function checkDays(name: string, value: string, narrowed: readonly string[]): string {
  if (narrowed.length > 0) throw invalid(name, `${name} is one list for the operator.`);
  if (value === DEFAULT) return UNSET;
  const days = readDays(value);
  if (!days)
    throw invalid(
      name,
      `${name} must be up to 400 dates, each once and with a name, such as 2026-12-24 Christmas Eve.`,
    );
  return daysText(days);
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

/** Control characters, line breaks, and marks that turn a text around or hide in it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

/** One line of text, or a web address; the address is https in live. */
function checkText(
  name: string,
  value: string,
  narrowed: readonly string[],
  { kind, most = 0 }: Definition,
  mode: Mode,
): string {
  if (narrowed.length > 0) throw invalid(name, `${name} is one for all pairs.`);
  if (value === DEFAULT) return UNSET;
  const text = value.trim();
  if (text === "" || [...text].length > most || UNSEEN.test(text))
    throw invalid(name, `${name} must be one line of 1 to ${most} characters.`);
  if (kind === "url" && !isWebAddress(text, mode))
    throw invalid(name, `${name} must be a web address such as https://shop.example/thanks.`);
  return text;
}

function isWebAddress(text: string, mode: Mode): boolean {
  if (!/^https?:\/\/[^\s<>"]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return username === "" && password === "" && (mode === "sandbox" || protocol === "https:");
}

function boundsFault(
  name: string,
  definition: Definition,
  number: Decimal,
  { narrowed, mode }: { narrowed: readonly string[]; mode: Mode },
): Refusal | undefined {
  if (definition.kind === "bps" || definition.kind === "milliseconds") {
    const least = mode === "live" ? definition.leastInLive : undefined;
    return wholeFault(name, least === undefined ? definition : { ...definition, least }, number);
  }
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
