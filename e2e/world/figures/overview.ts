import { balancesOf, type Movement, rowOf } from "./accounts.ts";
import { type Hand, literal, moment, symbolOf } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { type Case, needs } from "./cases.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import { judge, standing } from "./judge.ts";
import { livePromise } from "./live-promise.ts";
import { performanceTables, type Shown } from "./performance.ts";
import { EXPOSURE_LIMIT } from "./states.ts";
import { type StoredPrice, worthNow, worthThen } from "./worth.ts";

export type OverviewFacts = Shown & {
  movements: Movement[];
  stored: StoredPrice[];
  cases: Case[];
  heights: Map<string, number>;
  events: Event[];
};
export type Event = { type: string; at: number; data: Record<string, unknown> };

const ACTIVITY = 12;

export async function readEvents({ rows }: Hands): Promise<Event[]> {
  const found =
    await rows(`select e.type, e.at, e.data from event e join account a on a.id = e.account_id where a.name = 'demo'
    order by e.tx desc, e.seq desc limit ${ACTIVITY}`);
  return found.map((row) => ({
    type: row["type"],
    at: new Date(row["at"]).getTime(),
    data: JSON.parse(row["data"], asText),
  }));
}

/** Numbers as they are written, never through a float. */
const asText = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? String(value)) : value;

export async function readHeights({ rows }: Hands): Promise<Map<string, number>> {
  const found = await rows(
    "select network, max(height)::int as height from sandbox_block where active group by network",
  );
  return new Map(found.map((row) => [row["network"], row["height"]]));
}

/** The overview in EUR with its pictures turned into tables. */
export function overviewPage(facts: OverviewFacts): Sheet {
  const { now, hand } = facts;
  const sheet: Sheet = new Map([[" | ", [hand.day(now)]]]);
  needs(sheet, facts.cases, now, hand);
  holdings(sheet, facts);
  history(sheet, facts);
  expiring(sheet, facts);
  exposure(sheet, facts);
  outcomes(sheet, facts);
  performanceTables(sheet, facts);
  connections(sheet, facts);
  for (const event of facts.events) activity(sheet, event, now, hand);
  return sheet;
}

const young: Figure = { named: "some seconds", holds: (token) => /^\d{1,2} s$/.test(token) };

/** Every currency in the one order of the page. */
const ORDER = ["EUR", "USD", "GBP", "JPY", "CAD", "BTC", "BCH", "USDT", "USDC"];
const isCash = (symbol: string) => ORDER.indexOf(symbol) < 5;

/** What is held of each currency, on all networks, with its worth by `worthOf`; nothing of it is not there. */
function held(movements: readonly Movement[], worthOf: (units: bigint, asset: string) => bigint | undefined) {
  return ORDER.flatMap((symbol) => {
    const own = balancesOf(movements).filter(({ asset }) => symbolOf(asset) === symbol);
    const units = (one: (typeof own)[number]) => one.available + one.locked + one.pending + one.reserved - one.owed;
    const quantity = own.reduce((sum, one) => sum + units(one), 0n);
    const worths = own.map((one) => worthOf(units(one), one.asset));
    const value = worths.every((one) => one !== undefined)
      ? worths.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
      : undefined;
    return quantity === 0n ? [] : [{ symbol, quantity, value }];
  });
}

/** All that is held as one figure, its parts, and each currency with its worth. */
function holdings(sheet: Sheet, { movements, hand }: OverviewFacts): void {
  const where = "Cash and crypto";
  const found = held(movements, worthNow);
  const sum = (of: (symbol: string) => boolean) =>
    found.filter(({ symbol }) => of(symbol)).reduce((all, { value }) => all + (value ?? 0n), 0n);
  const total = sum(() => true);
  add(sheet, `${where} | `, hand.sum(total, "EUR"), young);
  add(sheet, `${where} | Cash`, hand.money(sum(isCash), "EUR"));
  add(
    sheet,
    `${where} | Crypto`,
    hand.money(
      sum((symbol) => !isCash(symbol)),
      "EUR",
    ),
  );
  for (const { asset, owed } of balancesOf(movements))
    if (owed !== 0n) add(sheet, `${where} | Owed to the operator, deducted`, hand.sum(owed, asset));
  for (const { symbol, quantity, value = 0n } of found) {
    if (value > 0n) add(sheet, `${where} | picture`, `${hand.rate(tenthsOf(value, total))} %`);
    const worth = symbol === "EUR" ? [] : [hand.money(value, "EUR")];
    const mark = symbol === "EUR" ? "" : value < 0n ? "≈ −#" : "≈#";
    add(sheet, `${where} | a ${symbol}${quantity < 0n ? "−" : ""}#${mark}`, hand.money(quantity, symbol), ...worth);
  }
}

/** A share in percent with one decimal, rounded down. */
const tenthsOf = (part: bigint, whole: bigint): string => literal(whole === 0n ? 0n : (part * 1000n) / whole, 1);

const DAYS = 30;

/** What was held at the close of each day at the prices of that moment, and what is held now. */
function history(sheet: Sheet, { movements, stored, now, hand }: OverviewFacts): void {
  const where = "Balance over time";
  // A hint beside a heading is read under the heading before it.
  add(sheet, "Cash and crypto | ", `${DAYS}`);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let back = 0; back < DAYS; back += 1) {
    const close = today - (back - 1) * DAY_MS;
    const day = hand.day(close - 1);
    const then = movements.filter(({ at }) => at < close);
    const found = held(then, (units, asset) =>
      back === 0 ? worthNow(units, asset) : worthThen(units, asset, stored, close),
    );
    add(sheet, `${where} | [${day}] Day, UTC`, day);
    for (const { symbol, value } of found)
      if (value !== undefined) add(sheet, `${where} | [${day}] ${symbol}`, hand.money(value, "EUR"));
    const total = found.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
    add(sheet, `${where} | [${day}] Total, EUR`, hand.money(total, "EUR"));
  }
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SOON_MINUTES = 20;

/** Each fiat's bills are valued together and rounded down. */
export function requested(bills: readonly Bill[]): bigint {
  return [...Map.groupBy(bills, ({ fiatSymbol }) => fiatSymbol)].reduce(
    (sum, [fiat, same]) =>
      sum +
      worthNow(
        same.reduce((all, { fiatUnits }) => all + fiatUnits, 0n),
        fiat,
      ),
    0n,
  );
}

/** Unpaid bills that expire within 20 minutes, by the minute. */
function expiring(sheet: Sheet, { bills, now, hand }: OverviewFacts): void {
  const soon = bills.filter(
    (bill) => standing(bill).length === 0 && bill.expiresAt > now && bill.expiresAt < now + SOON_MINUTES * MINUTE_MS,
  );
  const minutes = Map.groupBy(soon, ({ expiresAt }) => Math.floor((expiresAt - now) / MINUTE_MS));
  const total = [...minutes.values()].reduce((sum, same) => sum + requested(same), 0n);
  const many = soon.length === 1 ? "unpaid bill within" : "unpaid bills within";
  add(sheet, `Expiring soon | a #${many}#min,#EUR`, `${soon.length}`, "20 min", hand.sum(total, "EUR"));
  for (const [minute, same] of minutes) {
    const row = `Expiring soon | [${minute}–${minute + 1} min]`;
    add(sheet, `${row} Minute`, `${minute}`, `${minute + 1} min`);
    add(sheet, `${row} Bills`, `${same.length}`);
    add(sheet, `${row} Value, EUR`, hand.money(requested(same), "EUR"));
  }
}

export const OUTCOMES = ["Paid in time", "Late", "Underpaid", "Overpaid", "Unpaid, expired", "Still open"] as const;

export function outcomeOf(bill: Bill, now: number): (typeof OUTCOMES)[number] {
  if (standing(bill).some(({ late }) => late)) return "Late";
  const { status, amountStatus } = judge(bill, now);
  if (amountStatus === "PAID") return "Paid in time";
  if (amountStatus === "UNDERPAID") return "Underpaid";
  if (amountStatus === "OVERPAID") return "Overpaid";
  return status === "EXPIRED" ? "Unpaid, expired" : "Still open";
}

/** How the bills of the month came out: each in one line, and all of them in the first. */
function outcomes(sheet: Sheet, { bills, now, hand }: OverviewFacts): void {
  const where = "Bills by outcome";
  add(sheet, "Received, available to convert | ", `${DAYS}`);
  add(sheet, "Overview > Period | a #days", "7", `${DAYS}`);
  const begin = Math.floor(now / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;
  const month = bills.filter(({ createdAt }) => createdAt >= begin);
  const lines = OUTCOMES.map((name) => month.filter((bill) => outcomeOf(bill, now) === name));
  const created = lines.reduce((sum, same) => sum + requested(same), 0n);
  const line = (name: string, count: number, value: bigint) => {
    add(sheet, `${where} | [${name}] Bills`, `${count}`);
    add(sheet, `${where} | [${name}] Value, EUR`, hand.money(value, "EUR"));
    add(sheet, `${where} | [${name}] Share`, `${tenthsOf(value, created)} %`);
  };
  line("Created", month.length, created);
  for (const [at, name] of OUTCOMES.entries()) line(name, lines[at]?.length ?? 0, requested(lines[at] ?? []));
}

const ENDING_MS = 5 * 60_000;

/** What live promises may still bring by fiat, and how much of the limit that is. */
function exposure(sheet: Sheet, { bills, movements, now, hand }: OverviewFacts): void {
  for (const { asset, available } of balancesOf(movements))
    if (available > 0n && !isCash(symbolOf(asset)))
      add(sheet, `Received, available to convert | ${rowOf(asset)}`, hand.money(available, asset));
  const open = bills.filter((bill) => judge(bill, now).status === "PENDING");
  const live = bills.filter((bill) => livePromise(bill, now) > 0n);
  for (const [fiat, same] of Map.groupBy(live, ({ fiatSymbol }) => fiatSymbol)) {
    const promised = same.reduce((sum, bill) => sum + livePromise(bill, now), 0n);
    const limit = fiat === EXPOSURE_LIMIT.fiat ? EXPOSURE_LIMIT.units : undefined;
    const many = same.length === 1 ? "bill" : "bills";
    if (limit === undefined) {
      add(sheet, `Exposure | a ${fiat}#${many}#no limit`, `${same.length}`, hand.money(promised, fiat));
      continue;
    }
    const share = shareOf(promised, limit);
    add(sheet, `Exposure | a ${fiat}#${many}#%`, `${same.length}`, hand.money(promised, fiat), `${share} %`);
    add(sheet, "Exposure | picture", `${share} percent`);
  }
  const ending = open.filter((bill: Bill) => bill.expiresAt < now + ENDING_MS);
  add(sheet, "Received, available to convert | ", "5 min");
  add(sheet, "Received, available to convert | Bills expiring within 5 min", `${ending.length}`);
}

const shareOf = (part: bigint, all: bigint): bigint => (part * 200n + all) / (all * 2n);

function connections(sheet: Sheet, { heights }: OverviewFacts): void {
  add(sheet, "Connections | ", "1");
  add(sheet, "Connections | a #pair stale", "1");
  add(sheet, "Connections | a #failing", "1");
  for (const network of ["bitcoin", "bitcoincash", "eth", "tron"])
    add(sheet, "Connections | ", `${heights.get(network)}`);
}

const TITLES: Readonly<Record<string, string>> = {
  "payment.created": "Bill",
  "payment.detected": "Deposit seen",
  "payment.deposit.confirmed": "Deposit confirmed",
  "conversion.executing": "Conversion executing",
  "conversion.quoted": "Conversion quoted",
  "conversion.cancelled": "Conversion cancelled",
  "payout.requested": "Payout requested",
  "payout.approved": "Payout approved",
  "payout.rejected": "Payout declined",
  "payout.cancelled": "Payout cancelled",
  "settlement.created": "Settlement",
};

/** What happened last, with the amount that it is about. */
function activity(sheet: Sheet, { type, at, data }: Event, now: number, hand: Hand): void {
  const fact = (...names: string[]) =>
    String(names.map((name) => data[name]).find((one) => typeof one === "string") ?? "");
  const { about, amount, asset } = factsOf(type, fact);
  const shown = amount && amount !== "0" ? hand.sum(unitsOf(amount, asset), asset) : undefined;
  const where = `Activity | a #${TITLES[type] ?? type} ${about}${shown ? `#${asset}` : ""}`;
  add(sheet, where, ...moment(at, now, hand), ...(shown ? [shown] : []));
}

function factsOf(type: string, fact: (...names: string[]) => string): { about: string; amount: string; asset: string } {
  if (type.startsWith("payment.")) {
    const about = `for ${fact("subaccount")}, ${fact("strategy")}`;
    return type === "payment.created"
      ? { about, amount: fact("fiatReceivable"), asset: fact("fiat") }
      : { about, amount: fact("quantityReceived"), asset: fact("cryptoType") };
  }
  const [trade, receiver] = [fact("baseSymbol"), fact("beneficiary")];
  return {
    about: trade ? `${trade} to ${fact("quoteSymbol")}` : receiver ? `to ${receiver}` : fact("reference"),
    amount: fact("quantity", "due"),
    asset: trade || fact("asset", "currency"),
  };
}

function unitsOf(decimal: string, asset: string): bigint {
  const places = { BTC: 8, BCH: 8, USDT: 6, USDC: 6, JPY: 0 }[asset] ?? 2;
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}
