import { actorText } from "#lib/i18n/actor-text.ts";
import { actionText, objectName } from "#components/audit/sentence.ts";
import type { AuditRecord } from "#lib/audit/contract.ts";
import { type Hand, moment } from "./amounts.ts";
import { add, addText, type Figure, figuresOf, type Sheet, unaccounted } from "./figures.ts";
import { givenAwayTable } from "./given-away.ts";
import type { Hands } from "./hands.ts";

type Read = { hands: Hands; now: number; hand: Hand };

/** What rules where an account says nothing (rulebook 4.10, 6.5, 12.1), and how a page writes it; the fee is the world's. */
const RULES = { Spread: "1.00 %", "Explicit fee": "1.20 %", "Transaction fee": "0.50 %", Tolerance: "0.00 %" };
const SPANS = {
  "Bill lifetime": ["20", "minutes"],
  Guarantee: ["120", "minutes"],
  "Quote lifetime": ["10", "seconds"],
};
const PAIRS = ["BTC/EUR", "BCH/EUR", "USDT/EUR", "USDC/EUR"];
const NAMES: Readonly<Record<string, string>> = {
  "depositLimit.BCH": "Deposit limit BCH",
  "openExposureLimit.GBP": "Open-bill limit GBP",
  "quoteLifetimeMs.BTC.CAD": "Quote lifetime BTC/CAD",
};

/** A setting as a person reads it. */
function spoken(name: string, value: string, hand: Hand): string {
  const [, unit = ""] = name.split(".");
  if (name.startsWith("quoteLifetimeMs")) return `${BigInt(value) / 1000n}`;
  return `${hand.rate(value)} ${unit}`;
}

/** The rules that hold, and who changed which of them from what to what. */
export async function rulesPage({ hands, now, hand }: Read): Promise<Sheet> {
  const rows =
    await hands.rows(`select s.name, s.value, s.valid_from from setting s join account a on a.id = s.account_id
    where a.name = 'demo' order by s.valid_from desc, s.id desc`);
  const sheet: Sheet = new Map();
  for (const [name, value] of Object.entries(RULES)) {
    add(sheet, `For every pair | [${name}] Value`, value);
    add(sheet, `For every pair | named Change ${name}:#%`, value);
    for (const pair of PAIRS) {
      add(sheet, `Pairs | [${pair}] ${name}`, value);
      add(sheet, `Pairs | named Change ${name} ${pair}:#%`, value);
    }
  }
  for (const [name, [count = "", unit]] of Object.entries(SPANS)) {
    add(sheet, `For every pair | [${name}] Value`, count);
    add(sheet, `For every pair | named Change ${name}:#${unit}`, count);
  }
  for (const [name, unit] of [
    ["openExposureLimit.GBP", "GBP"],
    ["depositLimit.BCH", "BCH"],
  ] as const) {
    const value = spoken(name, rows.find((row) => row["name"] === name)?.["value"] ?? "0", hand);
    const [, title, symbol] = /^(.*) (\w+)$/.exec(NAMES[name] ?? "") ?? [];
    const part = `Exposure and deposits > Limits by ${symbol === unit && unit === "GBP" ? "fiat" : "crypto"}`;
    add(sheet, `${part} | [${symbol}] ${title}`, value);
    add(sheet, `${part} | named Change ${NAMES[name]}:#${unit}`, value);
  }
  for (const row of rows) {
    const title = NAMES[row["name"]] ?? row["name"];
    add(sheet, `Changes | [${title}] Time`, ...changedAt(new Date(row["valid_from"]).getTime(), now, hand));
    add(sheet, `Changes | [${title}] Before → after`, spoken(row["name"], row["value"], hand));
  }
  return sheet;
}

/** What the house rules where it says nothing (rulebook 4.10, 6.5, 7.17, 3.2), as the page writes it; the fee is the world's. */
const OF_HOUSE: readonly (readonly [part: string, name: string, value: string, unit: string])[] = [
  ["The operator’s rules", "Spread", "1.00 %", "%"],
  ["The operator’s rules", "Explicit fee", "1.20 %", "%"],
  ["The operator’s rules", "Transaction fee", "0.50 %", "%"],
  ["The operator’s rules", "Bill lifetime", "20", "minutes"],
  ["The operator’s rules", "Guarantee", "120", "minutes"],
  ["The operator’s rules", "Quote lifetime", "10", "seconds"],
  ["The operator’s rules", "Hold grace period", "10", "minutes"],
  ["The operator’s rules", "Price depth", "2.00 %", "%"],
  ["Limits", "Network fee, share", "10.00 %", "%"],
  ["Limits", "Network fee per byte", "200", "sat/B"],
  ["Limits", "Network fee per gas", "100", "gwei"],
  ["Limits", "Network fee per energy", "420", "sun"],
  ["Two persons and sign-in", "Re-authenticate after", "15", "minutes"],
  ["Cases", "Urgent cases", "240", "minutes"],
  ["Cases", "Other cases", "1'440", "minutes"],
  ["Cases", "Low-priority cases", "7'200", "minutes"],
];

/** Per crypto: what bills promise, what of it was seen or is held, the house's book, and what is out to be hedged. */
export const EXPOSURE = `
  select c.crypto, coalesce((select sum(promised_units) from bill where crypto = c.crypto), 0)::text as promised,
    coalesce((select sum(d.quantity_units) from deposit d join bill b on b.id = d.bill_id
      where b.crypto = c.crypto and b.promised_units > 0 and d.status = 'UNCONFIRMED' and not d.wrong_asset), 0)::text as seen,
    coalesce((select sum(d.quantity_units) from deposit d join bill b on b.id = d.bill_id
      where b.crypto = c.crypto and b.promised_units > 0 and d.status = 'HELD' and not d.wrong_asset), 0)::text as held,
    coalesce((select sum(quantity_units) from venue_order where purpose = 'HEDGE' and status = 'OPEN' and asset = c.crypto), 0)::text as hedged,
    coalesce((select sum(units) from book_position where split_part(asset, '@', 1) = c.crypto), 0)::text as book
  from unnest(array['BTC', 'BCH', 'USDT', 'USDC']) c(crypto)`;

/** The house's exposure, and its rules, of which the world has changed none. */
export async function housePage(read: Read): Promise<Sheet> {
  const { hands, hand } = read;
  const sheet: Sheet = new Map();
  // One pair of the world has no price: none of the sources it needs is fresh.
  add(sheet, "Health | [No price] Why", "0", "1");
  await givenAwayTable(sheet, read);
  for (const { crypto, promised, seen, held, hedged, book } of await hands.rows(EXPOSURE)) {
    const cell = (column: string, units: bigint) =>
      add(sheet, `Exposure | [${crypto}] ${column}`, hand.money(units, crypto));
    const parts = { Promised: promised, Unconfirmed: seen, Held: held, "Being sold": hedged };
    // Of what there is none stands a dash.
    for (const [column, units] of Object.entries(parts)) if (BigInt(units) !== 0n) cell(column, BigInt(units));
    cell("Open position", BigInt(book) - BigInt(hedged));
    if (BigInt(book) > 0n)
      add(sheet, `Exposure | [${crypto}] Open for`, ...unaccounted(1, "its oldest sale ages while the page is read"));
  }
  for (const [part, name, value, unit] of OF_HOUSE) {
    add(sheet, `${part} | [${name}] Value`, value);
    add(sheet, `${part} | named Change ${name}:#${unit}`, value);
  }
  return sheet;
}

/** The line of the audit is written a moment after the row. */
function changedAt(at: number, now: number, hand: Hand): Figure[] {
  return moment(at, now, hand).map((_text, place) => ({
    named: moment(at, now, hand)[place] ?? "",
    holds: (token) => [0, 1, 2, 3].some((later) => moment(at + later * 1000, now, hand)[place] === token),
  }));
}

const LINES = 40;

/** The newest lines of the audit: when, who, what about, by which request. */
export async function auditPage({ hands, now, hand }: Read): Promise<Sheet> {
  const rows = await hands.rows(
    `select u.* from audit u join account a on a.id = u.account_id where a.name = 'demo' order by u.at desc, u.seq desc limit ${LINES}`,
  );
  // Said by the foot of the page and by its table to who cannot see it.
  const sheet: Sheet = new Map([["Audit | ", [`${LINES}`, `${LINES}`]]]);
  for (const row of rows) {
    const { action, object_id: objectId, detail } = row;
    const sentence = actionText({ action, objectId, detail } as AuditRecord);
    const cell = (column: string, ...figures: Figure[]) => add(sheet, `Audit | [${sentence}] ${column}`, ...figures);
    cell("What", ...figuresOf(sentence));
    cell("Time", ...moment(new Date(row["at"]).getTime(), now, hand));
    cell("Who", ...figuresOf(actorText(row["actor"])));
    cell("Object", ...figuresOf(`${objectName(row["object_kind"])} ${row["object_id"]}`));
    cell("Request", ...figuresOf(row["request_id"]));
  }
  return sheet;
}

/** Endpoints with how much waits for each. */
export async function webhooksTable({ hands, now, hand }: Read): Promise<Sheet> {
  const endpoints = await hands.rows(`select w.*, (select count(*)::int from webhook_delivery d
    where d.endpoint_id = w.id and d.next_at is not null) as waiting from webhook_endpoint w where deleted_at is null`);
  const sheet: Sheet = new Map();
  for (const { url, description, waiting, created_at } of endpoints) {
    const row = ` | [${url}${description}]`;
    addText(sheet, `${row} URL`, url);
    add(sheet, `${row} Queued`, `${waiting}`);
    add(sheet, `${row} Created`, ...moment(new Date(created_at).getTime(), now, hand));
    addText(sheet, `${row} Actions`, url);
    addText(sheet, ` | named Send test: ${url.replace(/\d[\d.,:/]*/, "#")}`, url);
  }
  return sheet;
}

const CHAINS = { Bitcoin: "bitcoin", "Bitcoin Cash": "bitcoincash", Ethereum: "eth", Tron: "tron" };

/** How far each chain is followed: with nothing behind, our block is the tip. */
export function chainsPage(heights: ReadonlyMap<string, number>): Sheet {
  const sheet: Sheet = new Map();
  for (const [name, network] of Object.entries(CHAINS)) {
    const height = `${heights.get(network)}`;
    add(sheet, `Chains | [${name}] Complete to block`, height);
    add(sheet, `Chains | [${name}] Our block / tip`, height, height);
    add(sheet, `Chains | [${name}] Lag`, "0");
    add(sheet, `Chains | [${name}] Last seen`, ...unaccounted(2, "the scan goes on while the page is read"));
  }
  return sheet;
}

/** The keys of the account with their rate and when each was last used. */
export async function keysPage({ hands, now, hand }: Read): Promise<Sheet> {
  const keys = await hands.rows(
    "select k.* from api_key k join account a on a.id = k.account_id where a.name = 'demo' and revoked_at is null",
  );
  const sheet: Sheet = new Map([["Developers | ", [`${keys.length}`, "5"]]]);
  for (const key of keys) {
    const row = `API keys | [${key["name"]} ${key["id"]}]`;
    add(sheet, `${row} Name`, key["id"]);
    addText(sheet, `${row} Rate`, `${key["rate_per_second"]}/s`);
    add(sheet, `${row} Last used`, ...moment(new Date(key["last_used_at"]).getTime(), now, hand));
  }
  return sheet;
}
