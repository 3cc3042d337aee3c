import { assetOf, type Crypto, cryptoOf, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { type HedgeState, lockHedge, type Position, readHedges } from "./hedge-store.ts";
import { positionsToHedge, type ToHedge } from "./open-position.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { concludeOrder, type FinalOutcome, type OrderRow, placeOrder, REFUSAL_MS, sendOrder } from "./place-order.ts";
import { postFill } from "./post-fill.ts";
import { canRoute, findRoute } from "./route.ts";
import { venuesRefusing } from "./store.ts";
import { shareFill } from "./share-fill.ts";
import { isSteady } from "./steady.ts";
import type { Side } from "./venue.ts";

/** A crypto against the fiat that the house has paid for it. */
export type HedgePair = { base: Crypto; fiat: Fiat };

/** In live the position of a pair is pooled this long between two orders; in the sandbox a hedge is due at once. */
const POOL_MS = 30_000;
/** A refused hedge is tried again after this, at another venue at once. */
const RETRY_MS = REFUSAL_MS;

/**
 * Pairs of which the house is long by at least a venue's minimum, and no hedge is under way. A position belongs to the
 * fiat it was bought with, so that the fiat that was paid out comes back. Short positions wait for the next deposits to
 * fill them, but where the pair is hedged at sight: there a payment has vanished, and its sale is bought back.
 */
export async function findHedgesDue(ctx: Ctx): Promise<HedgePair[]> {
  const positions = await positionsToHedge(ctx);
  const pairs = pairsOf(positions).filter((pair) => isEnough(ctx, pair, needOf(positions, pair)));
  if (pairs.length === 0) return [];
  const hedges = await readHedges(ctx.db);
  const due: HedgePair[] = [];
  for (const pair of pairs)
    if (isDue(ctx, hedgeOf(hedges, pair)) || (await hasOther(ctx, hedgeOf(hedges, pair), needOf(positions, pair))))
      due.push(pair);
  return due;
}

/** Whether a refused hedge may go to another venue at once: one that takes it and has not just refused the pair. */
async function hasOther(ctx: Ctx, last: HedgeState | undefined, { units }: Need): Promise<boolean> {
  if (!last || last.openUnits > 0n || last.sinceRefusalMs === undefined) return false;
  const { base, fiat } = last;
  const refusedBy = await venuesRefusing(ctx.db, base, fiat, REFUSAL_MS);
  if (refusedBy.length === 0) return false;
  const next = findRoute(ctx, { base, fiat, quantity: Decimal.of(units, scaleOf(base)), refusedBy });
  return next !== undefined && !refusedBy.includes(next.name);
}

/**
 * Sells what a pair is long of, or buys back what was sold for a payment that vanished: reserved in one transaction, sent outside of any, recorded in another. Invoices
 * and market orders are booked together with their own sale, so the book never shows what they sell. Answers whether an
 * order was placed; without a fresh reference near the venue's bid it waits for one.
 */
export async function hedge(ctx: Ctx, pair: HedgePair): Promise<boolean> {
  if (!(await isSteady(ctx, pair.base, pair.fiat))) return false;
  const order = await ctx.transaction((tx) => reserve(tx, pair));
  if (order) await sendOrder(ctx, order, recordHedge);
  return order !== undefined;
}

async function reserve(ctx: Ctx, pair: HedgePair): Promise<OrderRow | undefined> {
  await lockHedge(ctx.db, pair.base, pair.fiat);
  const last = hedgeOf(await readHedges(ctx.db), pair);
  const need = needOf(await positionsToHedge(ctx), pair);
  if (!isDue(ctx, last) && !(await hasOther(ctx, last, need))) return undefined;
  if (!isEnough(ctx, pair, need)) return undefined;
  return placeOrder(ctx, { purpose: "HEDGE", ...pair, ...need });
}

/** Books what became of a hedge, once; what it did not trade is still in the book and goes with the next one. */
export async function recordHedge(ctx: Ctx, { id }: OrderRow, finalOutcome: FinalOutcome): Promise<void> {
  await ctx.transaction(async (tx) => {
    const order = await concludeOrder(tx, id, finalOutcome);
    if (!order || finalOutcome.state === "REFUSED") return;
    await postFill(tx, order, finalOutcome.fill, {
      shares: shareFill(order.filledUnits, partsOf(await positionsToHedge(tx), order)),
      about: {},
    });
  });
}

const isOf =
  ({ base, fiat }: HedgePair) =>
  (position: Position): boolean =>
    cryptoOf(position.asset) === base && position.fiat === fiat;

function pairsOf(positions: readonly Position[]): HedgePair[] {
  const pairs = new Map(
    positions.map(({ asset, fiat }) => [`${cryptoOf(asset)}/${fiat}`, { base: cryptoOf(asset), fiat }]),
  );
  return [...pairs.values()];
}

/** What a pair's hedge has to trade; nothing is zero units. */
type Need = { side: Side; units: bigint };

/** A venue knows no networks: what is short on one is set off against what is long on another. */
function needOf(positions: readonly ToHedge[], pair: HedgePair): Need {
  const own = positions.filter(isOf(pair));
  const net = sumOf(own.map(({ units }) => units));
  if (net >= 0n) return { side: "SELL", units: net };
  return { side: "BUY", units: own.some(({ isAtSight }) => isAtSight) ? -net : 0n };
}

/** The ledger assets a hedge is booked on, the long ones of a sale and the short ones of a purchase; there is always one. */
export function partsOf(
  positions: readonly Position[],
  { side, ...pair }: HedgePair & { side: Side },
): { asset: Position["asset"]; soldUnits: bigint }[] {
  const parts = positions
    .filter(isOf(pair))
    .map(({ asset, units }) => ({ asset, soldUnits: side === "SELL" ? units : -units }))
    .filter(({ soldUnits }) => soldUnits > 0n);
  return parts.length === 0 ? [{ asset: assetOf(pair.base), soldUnits: 0n }] : parts;
}

function isEnough(ctx: Ctx, { base, fiat }: HedgePair, { units }: Need): boolean {
  return units > 0n && canRoute(ctx, base, fiat, units);
}

const hedgeOf = (hedges: readonly HedgeState[], { base, fiat }: HedgePair): HedgeState | undefined =>
  hedges.find((each) => each.base === base && each.fiat === fiat);

function isDue(ctx: Ctx, last: HedgeState | undefined): boolean {
  if (!last) return true;
  if (last.openUnits > 0n) return false;
  if (last.sinceRefusalMs !== undefined && last.sinceRefusalMs < RETRY_MS) return false;
  return ctx.app.mode === "sandbox" || last.sinceLastMs >= POOL_MS;
}
