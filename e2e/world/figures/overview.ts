import { balancesOf, type Movement, rowOf } from "./accounts.ts";
import { clock, type Hand, symbolOf } from "./amounts.ts";
import { type Bill, worth } from "./books.ts";
import { type Case, needs } from "./cases.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import { judge } from "./judge.ts";
import { livePromise } from "./live-promise.ts";
import { performanceTables, type Shown } from "./performance.ts";
import { BIDS, EXPOSURE_LIMIT } from "./states.ts";

export type Told = Shown & { movements: Movement[]; cases: Case[]; heights: Map<string, number>; events: Event[] };
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
export function overviewPage(told: Told): Sheet {
  const { now, hand } = told;
  const sheet: Sheet = new Map([[" | ", [hand.day(now)]]]);
  needs(sheet, told.cases, now, hand);
  positions(sheet, told);
  exposure(sheet, told);
  connections(sheet, told);
  performanceTables(sheet, told);
  for (const event of told.events) activity(sheet, event, hand);
  return sheet;
}

const young: Figure = { named: "some seconds", holds: (token) => /^\d{1,2} s$/.test(token) };

function positions(sheet: Sheet, { movements, hand }: Told): void {
  let all = 0n;
  for (const { asset, available, locked, pending } of balancesOf(movements)) {
    const row = `Positions | [${rowOf(asset)}]`;
    const bids = (BIDS as Readonly<Record<string, Readonly<Record<string, string>>>>)[symbolOf(asset)];
    if (!bids) {
      add(sheet, `Positions > Fiat available | a ${asset}#`, hand.money(available, asset));
      continue;
    }
    const value = worth(available + locked + pending, asset, bids["EUR"] ?? "0", "EUR");
    all += value;
    add(sheet, `${row} Available`, hand.money(available, asset));
    add(sheet, `${row} Locked`, hand.money(locked, asset));
    add(sheet, `${row} Pending`, hand.money(pending, asset));
    add(sheet, `${row} Bid, EUR`, young, hand.rate(bids["EUR"] ?? "0"));
    add(sheet, `${row} Value, EUR`, hand.money(value, "EUR"));
    if (available > 0n) add(sheet, `Received, free to convert | ${rowOf(asset)}`, hand.money(available, asset));
  }
  add(sheet, "Positions | ", hand.sum(all, "EUR"));
}

const ENDING_MS = 5 * 60_000;

/** What live promises may still bring by fiat, and how much of the limit that is. */
function exposure(sheet: Sheet, { bills, now, hand }: Told): void {
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
  add(sheet, "Received, free to convert | ", "5 min");
  add(sheet, "Received, free to convert | Bills ending within 5 min", `${ending.length}`);
}

const shareOf = (part: bigint, all: bigint): bigint => (part * 200n + all) / (all * 2n);

function connections(sheet: Sheet, { heights }: Told): void {
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
};

/** What happened last, with the amount that it is about. */
function activity(sheet: Sheet, { type, at, data }: Event, hand: Hand): void {
  const told = (name: string) => (typeof data[name] === "string" ? String(data[name]) : undefined);
  const isTrade = type.startsWith("conversion.");
  const about = isTrade
    ? `${told("baseSymbol")} to ${told("quoteSymbol")}`
    : `for ${told("subaccount")}, ${told("strategy")}`;
  const [amount, asset] =
    type === "payment.created"
      ? [told("fiatReceivable"), told("fiat") ?? ""]
      : [told(isTrade ? "quantity" : "quantityReceived"), told(isTrade ? "baseSymbol" : "cryptoType") ?? ""];
  const shown = amount && amount !== "0" ? hand.sum(unitsOf(amount, asset), asset) : undefined;
  const where = `Activity | a #${TITLES[type] ?? type} ${about}${shown ? `#${asset}` : ""}`;
  add(sheet, where, clock(at), ...(shown ? [shown] : []));
}

function unitsOf(decimal: string, asset: string): bigint {
  const places = { BTC: 8, BCH: 8, USDT: 6, USDC: 6, JPY: 0 }[asset] ?? 2;
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}
