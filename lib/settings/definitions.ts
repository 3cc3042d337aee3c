type Kind =
  | "bps"
  | "milliseconds"
  | "choice"
  | "price"
  | "fiat"
  | "crypto"
  | "tiers"
  | "link"
  | "zone"
  | "days"
  | "text"
  | "url";
export type Definition = {
  kind: Kind;
  /**
   * Whose it is (rulebook 12.3): the house's, one for all; the house's, for all or one account; the house's and the
   * account's own, of which the tighter rules; or the account's alone.
   */
  owner: "house" | "house-per-account" | "both" | "account";
  /**
   * Which way weakens a guard or widens a promise, and so needs a second person: a higher value, a lower one, a word, or
   * every change. `never`: it moves no money.
   */
  looser: "higher" | "lower" | "any" | "never" | { word: string };
  /** No account's to know: how much the house takes on in all, and how it guards itself. */
  hidden?: true;
  standard?: string;
  least?: number;
  /** In live. */
  leastInLive?: number;
  /** Of a text, its characters. */
  most?: number;
  choices?: readonly string[];
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const rate = { kind: "bps", owner: "house-per-account", looser: "any", most: 5_000 } as const;
/** A span that shapes what the house promises: whether longer or shorter favours it depends on the market. */
const span = { kind: "milliseconds", owner: "house-per-account", looser: "any" } as const;
/** How long staff may leave something: it orders their inbox, and guards nothing. */
const answerTime = { kind: "milliseconds", owner: "house", looser: "never", least: 60_000, most: 30 * DAY_MS } as const;
const link = { kind: "link", owner: "house", looser: "any" } as const;
const limit = { owner: "both", looser: "higher" } as const;

/**
 * Every setting there is, with unit, owner, default and bounds (rulebook 12.2); one that lacks any of them does not
 * compile. Most can be narrowed to a pair: `spreadBps.BTC.EUR`.
 */
export const SETTINGS = {
  spreadBps: { ...rate, standard: "100" },
  explicitFeeBps: { ...rate, standard: "100" },
  transactionFeeBps: { ...rate, standard: "50" },
  toleranceBps: { kind: "bps", owner: "account", looser: "any", standard: "0", most: 5_000 },
  overpayment: {
    kind: "choice",
    owner: "account",
    looser: { word: "CONVERT" },
    standard: "CONVERT",
    choices: ["CONVERT", "KEEP"],
  },
  guaranteeMs: { ...span, standard: "7200000", least: 0, most: 7 * DAY_MS },
  holdGraceMs: { ...span, standard: "600000", least: 0, most: 7 * DAY_MS },
  lifetimeMs: { ...span, standard: "1200000", least: 1_000, leastInLive: 300_000, most: 7 * DAY_MS },
  quoteLifetimeMs: { ...span, standard: "10000", least: 5_000, most: 60_000 },
  maxDepthBps: { kind: "bps", owner: "house-per-account", looser: "any", standard: "200", most: 5_000 },
  limitPrice: { kind: "price", owner: "account", looser: "any" },
  openExposureLimit: { kind: "fiat", ...limit },
  executionLimit: { kind: "fiat", owner: "house-per-account", looser: "higher" },
  houseExposureLimit: { kind: "crypto", owner: "house", looser: "higher", hidden: true },
  hedgeAgeLimitMs: {
    kind: "milliseconds",
    owner: "house",
    looser: "higher",
    least: 1_000,
    most: 7 * DAY_MS,
    hidden: true,
  },
  /** What an open hedge may be worth in EUR. */
  hedgeSizeLimit: { kind: "fiat", owner: "house", looser: "higher", hidden: true },
  hedgeAt: {
    kind: "choice",
    owner: "house",
    looser: { word: "SEEN" },
    standard: "CONFIRMED",
    choices: ["CONFIRMED", "SEEN"],
    hidden: true,
  },
  /** The most that may be the network's fee of what a transaction pays, and what a byte, a gas, a unit of energy may cost. */
  networkFeeBps: { kind: "bps", owner: "house", looser: "higher", standard: "1000", most: 10_000, hidden: true },
  networkFeeRate: { kind: "price", owner: "house", looser: "higher", standard: "200", hidden: true },
  gasPrice: { kind: "price", owner: "house", looser: "higher", standard: "100", hidden: true },
  energyPrice: { kind: "price", owner: "house", looser: "higher", standard: "420", hidden: true },
  depositLimit: { kind: "crypto", ...limit },
  typedAbove: { kind: "crypto", owner: "account", looser: "higher" },
  confirmations: { kind: "tiers", owner: "both", looser: "lower" },
  confirmationsPerBlock: { kind: "tiers", owner: "house", looser: "lower", hidden: true },
  secondFactor: {
    kind: "choice",
    owner: "house",
    looser: { word: "OPTIONAL" },
    choices: ["OPTIONAL", "REQUIRED"],
  },
  secondPerson: { kind: "choice", owner: "house", looser: { word: "never" }, choices: ["never", "always"] },
  approverAgeMs: { kind: "milliseconds", owner: "house", looser: "lower", least: 0, most: 30 * DAY_MS, hidden: true },
  stepUpMs: { kind: "milliseconds", owner: "house", looser: "higher", least: 60_000, most: DAY_MS / 2 },
  idleMs: { kind: "milliseconds", owner: "house", looser: "higher", least: 60_000, most: DAY_MS / 2 },
  /** How long a case may wait, by its grade, where nothing of its own runs out sooner. */
  urgentCaseMs: { ...answerTime, standard: `${4 * HOUR_MS}` },
  normalCaseMs: { ...answerTime, standard: `${24 * HOUR_MS}` },
  lowCaseMs: { ...answerTime, standard: `${5 * 24 * HOUR_MS}` },
  /** Whose midnight ends the house's days: of settlements and their statements, and of its own result. */
  zone: { kind: "zone", owner: "house", looser: "any", standard: "UTC" },
  /** Which days banks work on, beside the days that the house lists: TARGET's for EUR. */
  bankCalendar: {
    kind: "choice",
    owner: "house",
    looser: "any",
    standard: "WEEKDAYS",
    choices: ["WEEKDAYS", "TARGET"],
    hidden: true,
  },
  bankHolidays: { kind: "days", owner: "house", looser: "any", hidden: true },
  /** Who issues the house's papers. */
  issuerName: { kind: "text", owner: "house", looser: "any", most: 80 },
  issuerAddress: { kind: "text", owner: "house", looser: "any", most: 200 },
  issuerTaxId: { kind: "text", owner: "house", looser: "any", most: 40 },
  /** What invoices of fees say about tax: that they are exempt and by which law, or what the fees include. */
  feeTaxNote: { kind: "text", owner: "house", looser: "any", most: 200 },
  /** What the payer's page calls the account, and where it leads back to. */
  merchantName: { kind: "text", owner: "account", looser: "any", most: 60 },
  returnUrl: { kind: "url", owner: "account", looser: "any", most: 500 },
  explorerTx: link,
  explorerAddress: link,
} as const satisfies Readonly<Record<string, Definition>>;

export type SettingName = keyof typeof SETTINGS;
/** Settings of a unit, by their names: a misspelt one, or one of another unit, does not compile. */
export type NameOf<K extends Kind> = {
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
