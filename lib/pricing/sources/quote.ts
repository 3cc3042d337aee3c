import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type Level, sortedBids } from "../book.ts";
import { FeedFault, type Quote, type Quoted } from "../market.ts";

/** No exchange writes a longer price; a long one would take its time to be read. */
const MAX_TEXT = 40;

/** A price as exchanges write it: a JSON number, or a text like one. Kept exact; anything else is malformed. */
export const price: z.ZodType<Decimal> = z.unknown().transform((value, ctx): Decimal => {
  const read = typeof value === "string" && value.length <= MAX_TEXT ? Decimal.parse(value) : value;
  if (read instanceof Decimal) return read;
  ctx.addIssue({ code: "custom", message: "no number" });
  return z.NEVER;
});

/** Stored prices have 8 decimals and stay below this. */
const PRICE_DECIMALS = 8;
const MAX_PRICE = Decimal.from(1_000_000_000_000);
/** An ask further above its bid than this is no market. */
const MAX_SPREAD = Decimal.from("1.05");

/** The shape of an answer, or a MALFORMED fault naming where it is not as documented. */
export function shaped<T>(schema: z.ZodType<T>, answer: unknown, source: string): T {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const [issue] = error.issues;
  throw new FeedFault("MALFORMED", `${source}: ${issue?.path.join(".") || "the answer"} is not as documented.`);
}

/** A quote within bounds, bid rounded down and ask up to 8 decimals; throws BOUNDS for what can be no price. */
export function bounded(
  source: string,
  pair: Quoted,
  quoted: { bid: Decimal; ask: Decimal; at?: Date | undefined },
): Quote {
  const bid = Decimal.of(quoted.bid.floorUnits(PRICE_DECIMALS), PRICE_DECIMALS);
  const ask = Decimal.of(-minus(quoted.ask).floorUnits(PRICE_DECIMALS), PRICE_DECIMALS);
  const fault = boundsFault(bid, ask);
  if (fault)
    throw new FeedFault(
      "BOUNDS",
      `${source} says ${quoted.bid} / ${quoted.ask} for ${pair.base}/${pair.fiat}: ${fault}.`,
    );
  return { ...pair, bid, ask, at: quoted.at };
}

/** How far from a rate that is told without bid and ask both are taken to lie, in basis points. */
const RATE_SPREAD_BPS = 10n;

export const aroundRate = (rate: Decimal): { bid: Decimal; ask: Decimal } => ({
  bid: rate.times(Decimal.of(10_000n - RATE_SPREAD_BPS, 4)),
  ask: rate.times(Decimal.of(10_000n + RATE_SPREAD_BPS, 4)),
});

/** A level as exchanges write it: price, quantity, and more that is not looked at. */
export const level = z.tuple([price, price], z.unknown());
/** The book of a bill of a million is walked through far fewer; the rest of an answer is not kept. */
const MOST_LEVELS = 200;

/** The bids of a book, best first, rounded down to what is stored; a level of nothing is none. */
export function bidsOf(rows: readonly (readonly [price: Decimal, quantity: Decimal, ...rest: unknown[]])[]): Level[] {
  const levels = rows.slice(0, MOST_LEVELS).map(([at, quantity]) => ({
    price: Decimal.of(at.floorUnits(PRICE_DECIMALS), PRICE_DECIMALS),
    quantity: Decimal.of(quantity.floorUnits(PRICE_DECIMALS), PRICE_DECIMALS),
  }));
  return sortedBids(levels.filter((each) => each.price.units > 0n && each.quantity.units > 0n));
}

function boundsFault(bid: Decimal, ask: Decimal): string | undefined {
  if (bid.units <= 0n) return "the bid is not above zero";
  if (ask.compare(bid) < 0) return "bid and ask are crossed";
  if (ask.compare(MAX_PRICE) >= 0) return "the ask is beyond all prices";
  return ask.compare(bid.times(MAX_SPREAD)) > 0 ? "bid and ask are too far apart" : undefined;
}

const minus = (value: Decimal): Decimal => Decimal.ZERO.minus(value);

/** Reads each pair for itself: one that is out of bounds or missing takes nothing from the others. */
export function quotesOf(
  pairs: readonly Quoted[],
  read: (pair: Quoted) => Quote,
): { quotes: Quote[]; faults: readonly FeedFault[] } {
  const quotes: Quote[] = [];
  const faults: FeedFault[] = [];
  for (const pair of pairs) {
    try {
      quotes.push(read(pair));
    } catch (fault) {
      if (!(fault instanceof FeedFault)) throw fault;
      faults.push(fault);
    }
  }
  return { quotes, faults };
}

/** A time of an exchange that may be missing or nonsense. */
export function timeOf(ms: number): Date {
  if (!Number.isSafeInteger(ms) || ms < 0 || ms > 8e15) throw new FeedFault("MALFORMED", "The time is no time.");
  return new Date(ms);
}
