import { ceilDiv, Decimal, floorDiv } from "#lib/kernel/decimal.ts";
import { must } from "#lib/kernel/errors.ts";
import { maxOf, minOf } from "#lib/kernel/money.ts";
import { roundPrice, WHOLE_BPS } from "./price.ts";

/** One price at which a market buys, and how much of the crypto at it. */
export type Level = { price: Decimal; quantity: Decimal };

/** A market's bids, best first; no two at one price. Made as they are read, so that a small sale reads one of them. */
export type Bids = Iterable<Level>;

/**
 * What a bid is wanted for. A bill: the fiat asked for, before the rate that is taken off it, so `fiat / (1 − lessBps)`.
 * Anything else: a quantity of crypto, sold after `behind`, which the house has to sell before it.
 */
export type Size = { fiat: Decimal; lessBps: number } | { quantity: Decimal; behind?: Decimal };

/** What a size brings per whole crypto, and the levels it takes, the last one as far as it takes it, rounded up. */
export type Walk = { bid: Decimal; levels: readonly Level[] };

/** Prices and quantities are walked in units of 10^-8, their products in 10^-16. */
const SCALE = 8;
const WORTH_SCALE = 2 * SCALE;

/** A level in those units. */
type Step = { price: bigint; quantity: bigint };

/**
 * The bid by size (rulebook 4.14): walks the bids from the best down, none worse than the best less `maxDepthBps`, that
 * one included, and rounds what a whole crypto brings down as every price. Undefined when they do not take all of it.
 */
export function walk(bids: Bids, size: Size, maxDepthBps: number): Walk | undefined {
  return "fiat" in size ? walkFiat(bids, size, maxDepthBps) : walkQuantity(bids, size, maxDepthBps);
}

/** The exact quantity q* at which Σ price × quantity reaches G; the bid is G / q*, without rounding q*. */
function walkFiat(
  bids: Bids,
  { fiat, lessBps }: { fiat: Decimal; lessBps: number },
  maxDepthBps: number,
): Walk | undefined {
  const share = BigInt(WHOLE_BPS - lessBps);
  must(share > 0n && fiat.units > 0n, "a bill asks for something, and its rate leaves something");
  const wanted = fiat.floorUnits(WORTH_SCALE) * BigInt(WHOLE_BPS);
  const levels: Level[] = [];
  let left = wanted;
  let taken = 0n;
  for (const step of steps(bids, maxDepthBps)) {
    const worth = step.price * step.quantity * share;
    if (left <= worth) {
      const bid = floorDiv(wanted * step.price, share * taken * step.price + left);
      levels.push(levelOf(step.price, ceilDiv(left, share * step.price)));
      return { bid: roundPrice(Decimal.of(bid, SCALE)), levels };
    }
    levels.push(levelOf(step.price, step.quantity));
    left -= worth;
    taken += step.quantity;
  }
  return undefined;
}

function walkQuantity(
  bids: Bids,
  { quantity, behind = Decimal.ZERO }: { quantity: Decimal; behind?: Decimal },
  maxDepthBps: number,
): Walk | undefined {
  const wanted = quantity.floorUnits(SCALE);
  must(wanted > 0n, "a quantity to be sold is above zero");
  const levels: Level[] = [];
  let left = wanted;
  let worth = 0n;
  for (const { price, quantity: there } of beyond(steps(bids, maxDepthBps), behind)) {
    const taken = minOf(left, there);
    levels.push(levelOf(price, taken));
    worth += price * taken;
    left -= taken;
    if (left === 0n) return { bid: roundPrice(Decimal.of(floorDiv(worth, wanted), SCALE)), levels };
  }
  return undefined;
}

/** How much of a crypto the bids take in all, within `maxDepthBps` and after `behind`. */
export function takenBy(bids: Bids, maxDepthBps: number, behind: Decimal = Decimal.ZERO): Decimal {
  let total = 0n;
  for (const { quantity } of beyond(steps(bids, maxDepthBps), behind)) total += quantity;
  return Decimal.of(total, SCALE);
}

function* steps(bids: Bids, maxDepthBps: number): Generator<Step> {
  let least: bigint | undefined;
  for (const level of bids) {
    const price = level.price.floorUnits(SCALE);
    least ??= price * BigInt(WHOLE_BPS - maxDepthBps);
    if (price <= 0n || price * BigInt(WHOLE_BPS) < least) return;
    yield { price, quantity: level.quantity.floorUnits(SCALE) };
  }
}

/** What is left of the levels once a quantity has been sold into them. */
function* beyond(all: Iterable<Step>, sold: Decimal): Generator<Step> {
  let before = sold.floorUnits(SCALE);
  for (const { price, quantity } of all) {
    const left = quantity - before;
    before = maxOf(before - quantity, 0n);
    if (left > 0n) yield { price, quantity: left };
  }
}

const levelOf = (price: bigint, quantity: bigint): Level => ({
  price: Decimal.of(price, SCALE),
  quantity: Decimal.of(quantity, SCALE),
});

/** Levels as they are stored, and read again by {@link levelsFrom}. */
export const levelTexts = (levels: readonly Level[]): [price: string, quantity: string][] =>
  levels.map(({ price, quantity }) => [price.toString(), quantity.toString()]);

export const levelsFrom = (stored: unknown): Level[] =>
  (stored as readonly (readonly [string, string])[]).map(([price, quantity]) => ({
    price: Decimal.from(price),
    quantity: Decimal.from(quantity),
  }));

/** Levels as a book shows them: best first, equal prices summed. */
export function sortedBids(levels: readonly Level[]): Level[] {
  const byPrice = new Map<string, Level>();
  for (const level of levels) {
    const known = byPrice.get(level.price.toString());
    byPrice.set(level.price.toString(), known ? { ...known, quantity: known.quantity.plus(level.quantity) } : level);
  }
  return [...byPrice.values()].sort((a, b) => b.price.compare(a.price));
}
