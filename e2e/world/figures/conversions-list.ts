import { decimalsOf, type Hand, moment, moving } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { add, addText, type Figure, type Sheet } from "./figures.ts";
import { isOwn } from "./judge.ts";
import type { Trade } from "./trades.ts";

const CRYPTOS = ["BTC", "BCH", "USDT", "USDC"];
const FIATS = ["EUR", "USD", "GBP", "CAD", "JPY"];

/** What the conversions list must show of these conversions: every row, what they hold locked, what they brought. */
export function conversionsList(trades: readonly Trade[], now: number, hand: Hand): Sheet {
  const sheet: Sheet = new Map([["Conversions | button Created Last#days Change the range", ["90"]]]);
  conversionRows(sheet, "Conversions", { trades, now, hand, ticks: true });
  const open = trades.filter(({ status }) => ["CREATED", "QUOTED", "EXECUTING"].includes(status));
  for (const [view, count] of [
    ["Open", open.length],
    ["Cancelled or failed", trades.filter(isUnsold).length],
  ] as const)
    if (count > 0) add(sheet, `Conversions > Views | a ${view}#`, `${count}`);
  const locked = CRYPTOS.flatMap((asset) => total(asset, open, (one) => (one.base === asset ? one.units : 0n), hand));
  const brought = FIATS.flatMap((asset) =>
    total(asset, trades, (one) => (one.fiat === asset ? (one.sold?.fiat ?? 0n) : 0n), hand),
  );
  add(sheet, "Conversions | ", `${trades.length}`, `${trades.length}`, ...locked, ...brought);
  return sheet;
}

type Rows = { trades: readonly Trade[]; now: number; hand: Hand; ticks: boolean };

/** The rows of conversions alone, wherever they stand, with what ticks each where they can be ticked. */
export function conversionRows(sheet: Sheet, over: string, { trades, now, hand, ticks }: Rows): void {
  for (const trade of trades) {
    const cell = (column: string, ...figures: Figure[]) => add(sheet, `${over} | [${trade.id}] ${column}`, ...figures);
    if (ticks) addText(sheet, `${over} | [${trade.id}] Select all rows shown`, `…${trade.id.slice(-6)}`);
    cell("Created", ...moment(trade.createdAt, now, hand));
    cell("Invoice", trade.id);
    cell("Sell", hand.money(trade.units, trade.base));
    const terms = termsOf(trade, now);
    if (terms) cell("Price", hand.rate(terms.price));
    if (terms) cell("Receive", hand.sum(terms.get, trade.fiat));
    if (trade.status === "EXECUTING") cell("Status", ...moment(trade.updatedAt, now, hand));
    if (trade.status === "QUOTED" && terms) cell("Status", moving(trade.quote?.until ?? 0, now));
    addText(sheet, `${over} | [${trade.id}] By`, trade.maker);
    cell("Bills", `${trade.bills}`);
  }
}

const isUnsold = ({ status }: Trade) => ["CANCELLED", "FAILED"].includes(status);

function termsOf({ status, sold, quote }: Trade, now: number): { price: string; get: bigint } | undefined {
  if (sold) return { price: sold.price, get: sold.fiat };
  return quote && (status === "EXECUTING" || (status === "QUOTED" && quote.until > now)) ? quote : undefined;
}

function total<Row>(asset: string, rows: readonly Row[], of: (row: Row) => bigint, hand: Hand): string[] {
  const units = rows.reduce((sum, row) => sum + of(row), 0n);
  return units === 0n ? [] : [hand.sum(units, asset)];
}

/** Bills with available crypto by pair: the pair with most bills first, then by name; the oldest bill first within one. */
export function pairsOf(bills: readonly Bill[]): { pair: string; base: string; bills: Bill[]; free: bigint }[] {
  const free = bills.filter((bill) => bill.free > 0n && bill.deposits.some((one) => isOwn(bill, one)));
  return [...Map.groupBy(free, (bill) => `${bill.crypto} to ${bill.fiatSymbol}`)]
    .map(([pair, of]) => ({
      pair,
      base: pair.split(" ")[0] ?? "",
      bills: of.toSorted((a, b) => a.createdAt - b.createdAt),
      free: of.reduce((sum, bill) => sum + bill.free, 0n),
    }))
    .toSorted((a, b) => b.bills.length - a.bills.length || a.pair.localeCompare(b.pair));
}

/** The drawer of a new conversion: every pair, the bills of the chosen one, and the sum of those that are ticked. */
export function newConversion(
  bills: readonly Bill[],
  chosen: string,
  left: readonly string[],
  now: number,
  hand: Hand,
): Sheet {
  const sheet: Sheet = new Map();
  for (const { pair, base, bills: own, free } of pairsOf(bills))
    add(
      sheet,
      `Pair | label ${pair}#bill${own.length === 1 ? "" : "s"}#${base}`,
      `${own.length}`,
      hand.sum(free, base),
    );
  const group = pairsOf(bills).find(({ pair }) => pair === chosen);
  if (!group) return sheet;
  const list = "Bills with available crypto";
  for (const bill of group.bills) {
    addText(sheet, `${list} | [${bill.id}] All of them`, `…${bill.id.slice(-6)}`);
    add(sheet, `${list} | [${bill.id}] All of them`, hand.bareSum(bill.free, group.base));
    add(sheet, `${list} | [${bill.id}] Payment`, bill.id);
    addText(sheet, `${list} | [${bill.id}] Customer`, bill.subaccount);
    add(sheet, `${list} | [${bill.id}] Created`, ...moment(bill.createdAt, now, hand));
    add(sheet, `${list} | [${bill.id}] Quantity, ${group.base}`, hand.money(bill.free, group.base));
  }
  plan(
    sheet,
    list,
    group.bills.filter(({ id }) => !left.includes(id)),
    group.base,
    hand,
  );
  return sheet;
}

/** What would be locked: the exact sum of these bills alone. */
export function plan(sheet: Sheet, over: string, ticked: readonly Bill[], base: string, hand: Hand): void {
  const units = ticked.reduce((sum, bill) => sum + bill.free, 0n);
  const explicit = ticked.filter(({ feeModel }) => feeModel === "EXPLICIT").length;
  if (decimalsOf(base) === 0) throw new Error(`${base} is no crypto`);
  add(sheet, `${over} | To sell`, hand.sum(units, base), `${ticked.length}`);
  add(sheet, `${over} | Then`, "24 h");
  if (explicit > 0 && explicit < ticked.length) add(sheet, `${over} | `, `${explicit}`);
  add(sheet, `${over} | button Create conversion of#${base}`, hand.bareSum(units, base));
}
