import { exactSpan, type Hand, moment, moving, timeLeft } from "./amounts.ts";
import { type Costed, costOf } from "./conversion-cost.ts";
import { add, addText, type Figure, figuresOf, type Sheet } from "./figures.ts";
import { course, type Happened } from "./payment-drawer.ts";
import { type Trade, turned } from "./trades.ts";

/** What a conversion's drawer must show, from its rows and postings alone. */
export type Traded = { trade: Trade; now: number; hand: Hand };
type Whole = Traded & Costed;

const CARD: Readonly<Record<string, string>> = {
  EXECUTING: "Executing…",
  EXECUTED: "Executed",
  CANCELLED: "Cancelled",
  FAILED: "Failed",
};

export function conversionDrawer(traded: Whole): Sheet {
  const { trade, hand, now } = traded;
  const { base, status } = trade;
  const sheet: Sheet = new Map();
  const card = CARD[status] ?? "Quote";
  add(sheet, " | heading", hand.bareSum(trade.units, base));
  deal(sheet, card, traded);
  items(sheet, costOf(sheet, traded), traded);
  add(sheet, "History | ", ...history(traded));
  add(sheet, "Facts | Invoice", trade.id);
  addText(sheet, "Facts | Created by", trade.maker);
  add(sheet, "Facts | Created", ...moment(trade.createdAt, now, hand));
  add(sheet, "Facts | Changed", ...moment(trade.updatedAt, now, hand));
  return sheet;
}

const isLive = ({ trade, now }: Traded): boolean => trade.status === "QUOTED" && (trade.quote?.until ?? 0) > now;

/** The card in which money is decided: what goes out, what comes in, at which price, and what the house takes. */
function deal(sheet: Sheet, card: string, traded: Traded): void {
  const { trade, hand, now } = traded;
  const { base, fiat, quote, sold, status, units } = trade;
  if (status === "EXECUTED" && sold) {
    add(
      sheet,
      `${card} | `,
      hand.bareSum(units, base),
      hand.sum(sold.fiat, fiat),
      `1 ${fiat}`,
      hand.sum(sold.fiat, fiat),
    );
    priced(sheet, card, trade, hand, sold);
    return;
  }
  if (status === "EXECUTING" && quote) {
    add(sheet, `${card} | heading`, ...moment(trade.updatedAt, now, hand));
    add(sheet, `${card} | `, hand.bareSum(units, base), hand.sum(quote.get, fiat), ...silent(trade.updatedAt, now));
    return;
  }
  if (status === "QUOTED" && quote) {
    const clockLeft: Figure[] = isLive(traded) ? timeLeft(quote.until, now) : ["00:00"];
    add(sheet, `${card} | `, ...clockLeft, hand.bareSum(units, base), hand.sum(quote.get, fiat), `1 ${fiat}`);
    priced(sheet, card, trade, hand, quote);
    if (isLive(traded))
      add(sheet, `${card} | button Sell#${base} for#${fiat}…`, hand.bareSum(units, base), hand.sum(quote.get, fiat));
    return;
  }
  if (status !== "FAILED") add(sheet, `${card} | `, hand.bareSum(units, base));
}

const SILENT_MS = 15_000;

/** For how long nobody has answered; nothing is said of that at first. */
function silent(since: number, now: number): Figure[] {
  if (now - since <= SILENT_MS) return [];
  if (now - since < 60_000) return [moving(since, now)];
  return exactSpan(now - since).map((one, at) =>
    at === 0 ? moving(since, now) : { named: one, holds: (token) => /^\d+ s$/.test(token) },
  );
}

type Price = { price: string; fee: bigint };

export function priced(
  sheet: Sheet,
  card: string,
  { base, fiat, units }: Trade,
  hand: Hand,
  { price, fee }: Price,
): void {
  add(sheet, `${card} | Price, ${fiat} per ${base}`, hand.rate(price));
  add(sheet, `${card} | 1 ${fiat}`, `${hand.rate(turned(price, base))} ${base}`);
  if (fee === 0n) return;
  add(sheet, `${card} | Explicit fee`, `−${hand.sum(fee, base)}`);
  add(sheet, `${card} | Sold after the fee`, hand.sum(units - fee, base));
}

function items(sheet: Sheet, over: string, { trade, hand }: Traded): void {
  const { base, fiat, sold } = trade;
  addText(sheet, `${over} | heading`, `${trade.bills} bills`);
  for (const item of trade.items) {
    const cell = (column: string, ...figures: Figure[]) => add(sheet, ` | [${item.billId}] ${column}`, ...figures);
    cell("Payment", item.billId);
    cell("Customer", ...figuresOf(item.subaccount));
    cell(`Quantity, ${base}`, hand.money(item.units, base));
    if (sold) cell(`Credited, ${fiat}`, hand.money(item.fiat, fiat));
    if (sold && item.fee > 0n) cell(`Credited, ${fiat} hint`, hand.bareSum(item.fee, base));
  }
  add(sheet, ` | [Matches the conversion] Quantity, ${base}`, hand.money(trade.units, base));
  if (sold) add(sheet, ` | [Matches the conversion] Credited, ${fiat}`, hand.money(sold.fiat, fiat));
}

function history({ trade, now, hand }: Traded): Figure[] {
  const { base, fiat, quotes, sold } = trade;
  const list: Happened[] = [
    { at: trade.createdAt, figures: [...figuresOf(trade.maker), `${trade.bills}`, hand.bareSum(trade.units, base)] },
  ];
  for (const quote of quotes)
    list.push({
      at: quote.at,
      figures: [hand.sum(quote.get, fiat), hand.rate(quote.price), ...moment(quote.until, quote.at, hand)],
    });
  if (trade.executedAt && sold) list.push({ at: trade.executedAt, figures: [hand.sum(sold.fiat, fiat)] });
  else if (trade.cancelledAt) list.push({ at: trade.cancelledAt, figures: [] });
  else if (trade.status === "EXECUTING" || trade.lastError) list.push({ at: trade.updatedAt, figures: [] });
  return course(list, now, hand);
}

/** The step before crypto is sold for good: what goes, at which price, and what comes. */
export function executeDialog({ trade, now, hand }: Traded): Sheet {
  const { base, fiat, quote, units } = trade;
  const sheet: Sheet = new Map();
  if (!quote) return sheet;
  const [sell, get] = [hand.bareSum(units, base), hand.sum(quote.get, fiat)];
  add(sheet, " | heading", sell, get);
  add(sheet, " | You sell", hand.sum(units, base), `${trade.bills}`);
  add(sheet, " | Price", `${hand.rate(quote.price)} ${fiat}`);
  add(sheet, " | ", `1 ${fiat}`, `${hand.rate(turned(quote.price, base))} ${base}`, ...timeLeft(quote.until, now));
  if (quote.fee > 0n) add(sheet, " | Explicit fee", hand.sum(quote.fee, base));
  add(sheet, " | You receive", get);
  add(sheet, ` | button Sell#${base} for#${fiat}`, sell, get);
  return sheet;
}

export function cancelDialog({ trade, hand }: Traded): Sheet {
  const amount = hand.bareSum(trade.units, trade.base);
  return new Map([
    [" | heading", [amount]],
    [" | ", [amount, `${trade.bills}`]],
  ]);
}
