import type { Movement } from "./accounts.ts";
import { clock, decimalsOf, type Hand, isSameDay, literal, moment, symbolOf } from "./amounts.ts";
import { worth } from "./books.ts";
import { add, type Held, type Sheet } from "./figures.ts";
import type { Quote, Trade } from "./trades.ts";
import { bidNow, midNow, type StoredPrice } from "./worth.ts";

/** What the drawer says of a conversion's cost, and of what it changes. */
export type Costed = {
  trade: Trade;
  now: number;
  hand: Hand;
  movements: readonly Movement[];
  stored: readonly StoredPrice[];
};

const TABLE = "Prices and what each step takes";
const BEFORE_MS = 600_000;
const SLACK_S = 15;
const MARKET_POINTS = 60;

/** The cost, the line of prices, and the balances before and after; answers under which heading what follows stands. */
export function costOf(sheet: Sheet, costed: Costed): string {
  const { quote, status } = costed.trade;
  if (quote && ["QUOTED", "EXECUTING", "EXECUTED"].includes(status)) steps(sheet, costed, quote);
  line(sheet, costed);
  if (!quote || !["QUOTED", "EXECUTED"].includes(status)) return "Price";
  changes(sheet, costed, quote);
  return "Before and after";
}

/** Prices from the mid to what is credited, then what the venue paid. */
function steps(sheet: Sheet, { trade, hand }: Costed, quote: Quote): void {
  const { status, fiat, base, units, sold, venue } = trade;
  const title = `From the market to what you ${status === "EXECUTED" ? "received" : "receive"}`;
  const put = (row: string, column: string, text: string) =>
    add(sheet, `${title} > ${TABLE} | [${row}] ${column}`, text);
  const price = (row: string, one: string) => put(row, `${fiat} per ${base}`, hand.rate(one));
  const value = (row: string, cents: bigint) => put(row, `Value, ${fiat}`, hand.money(cents, fiat));
  const credited = sold?.fiat ?? quote.get;
  const [atMid, atBid] = [worth(units, base, quote.mid, fiat), worth(units, base, quote.bid, fiat)];
  const afterFee = worth(units - quote.fee, base, quote.bid, fiat);
  const step = (row: string, took: bigint) => {
    put(row, `Step, ${fiat}`, hand.money(took, fiat));
    put(row, `Step, ${fiat}`, tenths(bps(took, atMid)));
  };
  add(sheet, `${title} | `, hand.sum(atMid - credited, fiat), tenths(bps(atMid - credited, atMid)));
  price("Mid", quote.mid);
  value("Mid", atMid);
  price("Bid", quote.bid);
  value("Bid", atBid);
  step("Bid", atBid - atMid);
  if (quote.fee > 0n) step("Explicit fee", afterFee - atBid);
  step("Spread", credited - afterFee);
  price("Credited", sold?.price ?? quote.price);
  value("Credited", credited);
  step("Credited", credited - atMid);
  if (!sold || !venue) return;
  const whole = 10n ** BigInt(decimalsOf(base));
  const proceeds = digitsOf(venue.proceeds);
  price(
    "Venue price, against the bid",
    literal((proceeds.units * whole * 10n ** 8n) / (venue.filled * 10n ** BigInt(proceeds.places)), 8),
  );
  put("Venue price, against the bid", `Step, ${fiat}`, tenths(-slippage(venue, whole, quote.bid)));
  put("Venue fee", `Step, ${fiat}`, costText(venue.fee, fiat, hand));
}

const digitsOf = (decimal: string) => {
  const [one = "0", fraction = ""] = decimal.split(".");
  return { units: BigInt(one + fraction), places: fraction.length };
};

/** All digits of a cost, and no fewer than the fiat has. */
function costText(fee: string, fiat: string, hand: Hand): string {
  const { units, places } = digitsOf(fee);
  return places > decimalsOf(fiat)
    ? hand.rate(`-${fee}`)
    : hand.money(-units * 10n ** BigInt(decimalsOf(fiat) - places), fiat);
}

/** Tenths of a basis point of a whole, towards zero. */
const bps = (took: bigint, whole: bigint): bigint => (took * 100_000n) / whole;
const tenths = (value: bigint): string => literal(value, 1).replace("-", "−");

/** How far the venue's price lay below the bid, in tenths of a basis point, half of one away from zero. */
function slippage({ filled, proceeds }: NonNullable<Trade["venue"]>, whole: bigint, bid: string): bigint {
  const [paidFor, bidFor] = [digitsOf(proceeds), digitsOf(bid)];
  const paid = paidFor.units * whole * 10n ** BigInt(bidFor.places);
  const promised = filled * bidFor.units * 10n ** BigInt(paidFor.places);
  const twice = 2n * 100_000n * (promised - paid);
  const half = twice < 0n ? -promised : promised;
  return (twice + half) / (2n * promised);
}

/** What was kept of the pair before evenly spaced instants, from before the first quote on. */
function storedIn({ trade, now, stored }: Pick<Costed, "trade" | "now" | "stored">): StoredPrice[] {
  const { base, fiat, quotes, createdAt } = trade;
  const start = (quotes[0]?.at ?? createdAt) - BEFORE_MS;
  const own = stored.filter((one) => one.base === base && one.fiat === fiat);
  const step = (now - start) / MARKET_POINTS;
  const instants = Array.from({ length: MARKET_POINTS }, (_, at) => start + Math.round((at + 1) * step));
  return instants.flatMap((at) => own.findLast((one) => one.at < at && one.at >= start) ?? []);
}

/** The same as a table, newest first: what was kept, each quote, the last price before the execution, and the present one. */
export function priceTable(costed: Costed): Sheet {
  const { trade, now, hand } = costed;
  const { base, fiat, executedAt } = trade;
  const known = [
    ...[...new Set(storedIn(costed))].map(({ at, bid, mid }) => ({ kind: "Market", at, bid, mid })),
    ...trade.quotes.map(({ at, bid, mid }) => ({ kind: "Quote", at, bid, mid })),
  ].toSorted((one, other) => one.at - other.at);
  const before = executedAt === null ? undefined : known.findLast(({ at }) => at <= executedAt);
  const execution = before && executedAt !== null ? [{ ...before, kind: "Execution", at: executedAt }] : [];
  const present = { kind: "Now", at: now, bid: bidNow(base, fiat), mid: midNow(base, fiat) };
  const points = [...known, ...execution, present].toSorted((one, other) => one.at - other.at);
  const sheet: Sheet = new Map();
  for (const { kind, at, bid, mid } of points.toReversed()) {
    add(sheet, `Price | [${kind}] When`, ...(kind === "Now" ? [running(now)] : moment(at, now, hand)));
    add(sheet, `Price | [${kind}] Bid, ${fiat} per ${base}`, hand.rate(bid));
    add(sheet, `Price | [${kind}] Mid, ${fiat} per ${base}`, hand.rate(mid));
  }
  return sheet;
}

/** The present price, which is the one that is chosen, and the ends of both axes. */
function line(sheet: Sheet, costed: Costed): void {
  const { trade, hand, now } = costed;
  const { base, fiat, quotes } = trade;
  const pair = storedIn(costed);
  const mid = midNow(base, fiat);
  const known = [...pair.map((one) => one.mid), ...quotes.map((one) => one.mid), mid].sort(
    (a, b) => Number(a) - Number(b),
  );
  const [low = mid, high = mid] = [known.at(0), known.at(-1)];
  const first = Math.min(now, ...pair.map(({ at }) => at), ...quotes.map(({ at }) => at));
  const present = [hand.day(now), running(now), `${hand.rate(mid)} ${fiat}`];
  const name = `Price of ${base} in ${fiat}, from before the quote until now. Left and right arrows step through the points.`;
  add(sheet, `Price > ${name} | `, hand.rate(high), ...(low === high ? [] : [hand.rate(low)]));
  const isLong = !isSameDay(first, now);
  add(
    sheet,
    "Price | ",
    ...(isLong ? [hand.day(first)] : []),
    clock(first),
    ...(isLong ? [hand.day(now)] : []),
    running(now),
    ...present,
  );
  add(sheet, "Price | chosen", ...present);
}

/** A clock that runs, on a page that was read some seconds before or after. */
const running = (now: number): Held => ({
  named: `about ${clock(now)}`,
  holds: (token) =>
    Array.from({ length: 2 * SLACK_S + 1 }, (_, at) => clock(now + (at - SLACK_S) * 1000)).includes(token),
});

/** The crypto bound to conversions and the free fiat, before and after: as the execution left them, else as they are now. */
function changes(sheet: Sheet, { trade, hand, movements }: Costed, quote: Quote): void {
  const { base, fiat, units, executedAt, sold } = trade;
  const known = movements.filter(({ at }) => executedAt === null || at <= executedAt);
  const sum = (kind: Movement["kind"], symbol: string) =>
    known
      .filter((one) => one.kind === kind && symbolOf(one.asset) === symbol)
      .reduce((all, one) => all + one.units, 0n);
  const owed = sum("owed", fiat);
  const [locked, free] = [sum("locked", base), sum("available", fiat) - owed];
  const put = (row: string, column: string, amount: bigint, asset: string) =>
    add(sheet, `Before and after | [${row}] ${column}`, hand.money(amount, asset));
  const around = (balance: bigint, change: bigint) =>
    executedAt === null ? [balance, balance + change] : [balance - change, balance];
  const both = (row: string, [was = 0n, is = 0n]: bigint[], asset: string) => {
    put(row, "Before", was, asset);
    put(row, "After", is, asset);
  };
  both(`${base}, in conversions`, around(locked, -units), base);
  const freeName = `${fiat}, available${owed === 0n ? "" : " less owed"}`;
  both(freeName, around(free, sold?.fiat ?? quote.get), fiat);
}
