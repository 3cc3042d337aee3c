import { exactSpan, type Hand } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { add, type Figure, later, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import type { Trade } from "./trades.ts";

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

type Order = { trade: string; units: bigint; proceeds: string; fee: string; bid: string };

/** What orders for conversions brought at the venue, and the bid their quotes were made of. */
export async function readOrders({ rows }: Hands): Promise<Order[]> {
  const found =
    await rows(`select o.conversion_id, o.filled_units::text as units, o.proceeds::text as proceeds, o.fee::text as fee, q.price_inputs ->> 'bid' as bid
    from venue_order o join conversion v on v.id = o.conversion_id join quote q on q.id = v.live_quote_id where o.status = 'FILLED'`);
  return found.map((row) => ({
    trade: row["conversion_id"],
    units: BigInt(row["units"]),
    proceeds: row["proceeds"],
    fee: row["fee"],
    bid: row["bid"],
  }));
}

const PLACES = 30;
const exact = (decimal: string): bigint => {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(PLACES, "0").slice(0, PLACES));
};
const ONE = 10n ** BigInt(PLACES);

/** Half away from zero. */
const rounded = (value: bigint, by: bigint): bigint =>
  value < 0n ? -((-value * 2n + by) / (by * 2n)) : (value * 2n + by) / (by * 2n);

/** Of values in order, the one that so many of a hundred do not exceed: one that occurred, nothing between two. */
const quantile = <Value>(ordered: readonly Value[], percent: number): Value | undefined =>
  ordered[Math.ceil((ordered.length * percent) / 100) - 1];

export type Shown = { bills: Bill[]; trades: Trade[]; orders: Order[]; now: number; hand: Hand };

/** The tables beneath the overview's pictures, valued in EUR. */
export function performanceTables(sheet: Sheet, shown: Shown): void {
  received(sheet, shown);
  results(sheet, shown);
  deliveries(sheet, shown);
}

const DAYS = 30;

/** What bills of each day brought: only bills in EUR are counted until issue 19. */
function received(sheet: Sheet, { bills, now, hand }: Shown): void {
  for (let back = 0; back < DAYS; back += 1) {
    const day = dayOf(now - back * DAY_MS);
    const all = bills.filter((bill) => bill.received > 0n && dayOf(bill.createdAt) === day);
    const own = all.filter(({ fiatSymbol }) => fiatSymbol === "EUR");
    const cell = (column: string, figure: Figure) =>
      add(sheet, `Received | [${hand.day(noon(day))}] ${column}`, figure);
    cell("Day, UTC", hand.day(noon(day)));
    cell("Bills", later(19, `${own.length}`, `${all.length}`));
    cell(
      "converted, EUR",
      hand.money(
        own.reduce((sum, bill) => sum + bill.fiat, 0n),
        "EUR",
      ),
    );
    cell("kept as crypto, EUR", hand.money(keptWorth(own), "EUR"));
  }
}

/** By asset, as the bills' prices have it: each asset's sum is rounded down once. */
function keptWorth(bills: readonly Bill[]): bigint {
  return [...Map.groupBy(bills, ({ asset }) => asset).values()].reduce((all, same) => {
    const scale = same[0]?.crypto.startsWith("USD") ? 10n ** 6n : 10n ** 8n;
    const exactly = same.reduce((sum, bill) => sum + (bill.unconverted + ownPending(bill)) * exact(bill.price), 0n);
    return all + (exactly * 100n) / (scale * ONE);
  }, 0n);
}

const ownPending = ({ pending }: Bill): bigint => pending;

/** Conversions of each day in EUR: what they credited, what the house kept of the venue's proceeds, and how far off the bid. */
function results(sheet: Sheet, { trades, orders, now, hand }: Shown): void {
  const sold = trades.filter((one) => one.executedAt && one.executedAt > now - DAYS * DAY_MS);
  const own = sold.filter(({ fiat }) => fiat === "EUR");
  for (const [day, same] of Map.groupBy(own, (one) => dayOf(one.executedAt ?? 0))) {
    const found = same.map((trade) => ({ trade, order: orders.find((one) => one.trade === trade.id) }));
    const credited = same.reduce((sum, one) => sum + (one.sold?.fiat ?? 0n), 0n);
    const brought = found.reduce((sum, { order }) => sum + (order ? exact(order.proceeds) - exact(order.fee) : 0n), 0n);
    const slips = found
      .flatMap(({ trade, order }) => (order ? [slippage(order, trade.base)] : []))
      .toSorted((a, b) => Number(a - b));
    const cell = (column: string, figure: Figure) =>
      add(sheet, `Conversion result | [${hand.day(noon(day))}] ${column}`, figure);
    const all = sold.filter((one) => dayOf(one.executedAt ?? 0) === day).length;
    cell("Day, UTC", hand.day(noon(day)));
    cell("Conversions", later(19, `${same.length}`, `${all}`));
    cell("Credited, EUR", hand.money(credited, "EUR"));
    cell("Result, EUR", hand.money(rounded(brought * 100n - credited * ONE, ONE), "EUR"));
    cell("Slippage median, bps", tenths(quantile(slips, 50) ?? 0n));
    cell("Worst of twenty, bps", tenths(quantile(slips, 95) ?? 0n));
  }
}

/** Tenths of basis points that the venue's price lay below the quote's bid. */
function slippage({ units, proceeds, bid }: Order, base: string): bigint {
  const scale = base.startsWith("USD") ? 10n ** 6n : 10n ** 8n;
  const atBid = units * exact(bid);
  return rounded((atBid - exact(proceeds) * scale) * 100_000n, atBid);
}

const tenths = (value: bigint): string => {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? "−" : ""}${size / 10n}${size % 10n === 0n ? "" : `.${size % 10n}`}`;
};

/** From the first sighting of a deposit to its fiat, of what was sold without a person. */
function deliveries(sheet: Sheet, { bills, now, hand }: Shown): void {
  const sales = bills.flatMap(({ deposits }) =>
    deposits.flatMap((one) =>
      one.fills
        .filter(({ method }) => method !== "CONVERSION")
        .map(({ at }) => ({ at, ms: Math.max(0, at - one.firstSeen) })),
    ),
  );
  for (const [day, same] of Map.groupBy(
    sales.filter(({ at }) => at > now - DAYS * DAY_MS),
    ({ at }) => dayOf(at),
  )) {
    const spans = same.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const cell = (column: string, ...figures: Figure[]) =>
      add(sheet, `Deposit to fiat | [${hand.day(noon(day))}] ${column}`, ...figures);
    // The page says "under 1 s" of what took less.
    const spoken = (ms = 0) => (ms < 1000 ? ["1 s"] : exactSpan(ms));
    cell("Day, UTC", hand.day(noon(day)));
    cell("Sales", `${same.length}`);
    cell("Median", ...spoken(quantile(spans, 50)));
    cell("Slowest of twenty", ...spoken(quantile(spans, 95)));
  }
}
