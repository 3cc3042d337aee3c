import { decimalsOf, exactSpan, type Hand, literal } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { add, type Figure, type Sheet } from "./figures.ts";
import type { Hands } from "./hands.ts";
import type { Trade } from "./trades.ts";
import { worthTogether } from "./worth.ts";

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

/** What bills of each day brought, whatever fiat they are in, at the rates of now; each day is rounded down once. */
function received(sheet: Sheet, { bills, now, hand }: Shown): void {
  for (let back = 0; back < DAYS; back += 1) {
    const day = dayOf(now - back * DAY_MS);
    const own = bills.filter((bill) => bill.received > 0n && dayOf(bill.createdAt) === day);
    const cell = (column: string, figure: Figure) =>
      add(sheet, `Received | [${hand.day(noon(day))}] ${column}`, figure);
    cell("Day, UTC", hand.day(noon(day)));
    cell("Bills", `${own.length}`);
    const converted = own.map((bill) => [exactUnits(bill.fiat, bill.fiatSymbol), bill.fiatSymbol] as const);
    cell("converted, EUR", hand.money(worthTogether(converted), "EUR"));
    const worth = (unitsOf: (bill: Bill) => bigint) => hand.money(worthTogether(worthOf(own, unitsOf)), "EUR");
    cell(
      "kept as crypto, EUR",
      worth(({ unconverted, paidOut }) => unconverted + paidOut),
    );
    cell(
      "pending or held, EUR",
      worth(({ pending }) => pending),
    );
  }
}

const exactUnits = (units: bigint, asset: string): bigint => units * 10n ** BigInt(PLACES - decimalsOf(asset));

/** By asset and fiat, as the bills' prices have it: each sum is cut to the fiat's unit once. */
function worthOf(bills: readonly Bill[], unitsOf: (bill: Bill) => bigint): (readonly [bigint, string])[] {
  return [...Map.groupBy(bills, ({ asset, fiatSymbol }) => `${asset} ${fiatSymbol}`).values()].map((same) => {
    const [{ crypto = "BTC", fiatSymbol: fiat = "EUR" } = {}] = same;
    const exactly = same.reduce((sum, bill) => sum + unitsOf(bill) * exact(bill.price), 0n);
    const units = (exactly * 10n ** BigInt(decimalsOf(fiat))) / (10n ** BigInt(decimalsOf(crypto)) * ONE);
    return [exactUnits(units, fiat), fiat] as const;
  });
}

/** Conversions of each day into every fiat, valued in EUR: what they credited, what the house kept of the venue's proceeds and of what, and how far off the bid. */
function results(sheet: Sheet, { trades, orders, now, hand }: Shown): void {
  const sold = trades.filter((one) => one.executedAt && one.executedAt > now - DAYS * DAY_MS);
  const sums = { sold: 0n, result: 0n, spread: 0n, fees: 0n };
  for (const [day, same] of Map.groupBy(sold, (one) => dayOf(one.executedAt ?? 0))) {
    const found = same.map((trade) => ({ trade, order: orders.find((one) => one.trade === trade.id) }));
    const credited = (trade: Trade) => exactUnits(trade.sold?.fiat ?? 0n, trade.fiat);
    const atBid = ({ units, bid }: Order, base: string) => (units * exact(bid)) / 10n ** BigInt(decimalsOf(base));
    const valued = (of: (trade: Trade, order: Order) => bigint) =>
      worthTogether(found.flatMap(({ trade, order }) => (order ? [[of(trade, order), trade.fiat] as const] : [])));
    const own = {
      sold: worthTogether(same.map((trade) => [credited(trade), trade.fiat])),
      result: valued((trade, order) => exact(order.proceeds) - exact(order.fee) - credited(trade)),
      spread: valued((trade, order) => atBid(order, trade.base) - credited(trade)),
      fees: valued((_, order) => exact(order.fee)),
    };
    for (const kind of ["sold", "result", "spread", "fees"] as const) sums[kind] += own[kind];
    const slips = found
      .flatMap(({ trade, order }) => (order ? [slippage(order, trade.base)] : []))
      .toSorted((a, b) => Number(a - b));
    const cell = (column: string, figure: Figure) =>
      add(sheet, `Conversion result | [${hand.day(noon(day))}] ${column}`, figure);
    cell("Day, UTC", hand.day(noon(day)));
    cell("Conversions", `${same.length}`);
    cell("Credited, EUR", hand.money(own.sold, "EUR"));
    cell("Result, EUR", hand.money(own.result, "EUR"));
    cell("Slippage median, bps", tenths(quantile(slips, 50) ?? 0n));
    cell("Slippage p95, bps", tenths(quantile(slips, 95) ?? 0n));
  }
  const figure = (name: string, value: Figure) => add(sheet, `Conversion result | ${name}`, value);
  figure("", `${DAYS}`);
  figure("Result, EUR", hand.money(sums.result, "EUR"));
  figure(
    "Result, bps of credited",
    hand.rate(literal((sums.result * 100_000n) / (sums.sold || 1n), 1)).replace(/^(\d+)$/, "$1.0"),
  );
  figure("Conversions", `${sold.length}`);
  figure("Credited, EUR", hand.money(sums.sold, "EUR"));
  figure("Spread charged", hand.money(sums.spread, "EUR"));
  figure("Slippage against the quote’s bid", hand.money(sums.result - sums.spread + sums.fees, "EUR"));
  figure("Venue fees", hand.money(-sums.fees, "EUR"));
  figure("Result, EUR", hand.money(sums.result, "EUR"));
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
      add(sheet, `Time to fiat | [${hand.day(noon(day))}] ${column}`, ...figures);
    // The page says "under 1 s" of what took less.
    const spoken = (ms = 0) => (ms < 1000 ? ["1 s"] : exactSpan(ms));
    cell("Day, UTC", hand.day(noon(day)));
    cell("Sales", `${same.length}`);
    cell("Median", ...spoken(quantile(spans, 50)));
    cell("p95", ...spoken(quantile(spans, 95)));
  }
}
