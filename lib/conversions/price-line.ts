import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { isId } from "#lib/kernel/ids.ts";
import { findReference, midOf } from "#lib/pricing/reference.ts";
import { pairPricesAt } from "#lib/pricing/worth.ts";
import type { getConversionPricesEndpoint, PricePoint } from "./contract.ts";
import { unknownInvoice } from "./get-conversions.ts";
import { type ConversionMarks, marksOf } from "./store.ts";

/** The market is shown from so long before the first quote. */
const BEFORE_MS = 600_000;
const POINTS = 60;

/**
 * The price of a conversion's pair on one line (rulebook 6.14): the stored prices, what each quote was made from,
 * the last one before the execution, and the present one. Refuses with NOT_FOUND.
 */
export async function getConversionPrices(
  ctx: Ctx,
  { invoiceId }: { invoiceId: string },
): Promise<OutputOf<typeof getConversionPricesEndpoint>> {
  const marks = isId(invoiceId) ? await marksOf(ctx.db, accountOf(ctx).id, invoiceId) : undefined;
  if (!marks) throw unknownInvoice();
  const now = await ctx.now();
  const known = [...(await marketOf(ctx, marks, now)), ...marks.quotes.map(pointOfQuote)].sort(byTime);
  const atExecution = marks.executedAt && executionOf(known, marks.executedAt.getTime());
  const present = await presentOf(ctx, marks, now, known);
  return { points: [...known, ...(atExecution ? [atExecution] : []), ...present].sort(byTime) };
}

const byTime = (one: PricePoint, other: PricePoint): number => one.at - other.at;

const pointOfQuote = ({ bid, mid, at }: ConversionMarks["quotes"][number]): PricePoint => ({
  kind: "QUOTE",
  at: at.getTime(),
  bid,
  mid,
  priceTime: at.getTime(),
});

/** What was stored before evenly spaced instants; one price that stood at several of them is one point, at its own time. */
async function marketOf(
  ctx: Ctx,
  { base, fiat, createdAt, quotes }: ConversionMarks,
  now: Date,
): Promise<PricePoint[]> {
  const start = (quotes[0]?.at ?? createdAt).getTime() - BEFORE_MS;
  const step = (now.getTime() - start) / POINTS;
  const instants = Array.from({ length: POINTS }, (_, at) => new Date(start + Math.round((at + 1) * step)));
  const stored = await pairPricesAt(ctx, { base, fiat }, instants);
  const byAt = new Map(stored.filter(({ at }) => at.getTime() >= start).map((one) => [one.at.getTime(), one]));
  return [...byAt].map(([at, one]) => ({ kind: "MARKET", at, bid: one.bid, mid: midOf(one), priceTime: at }));
}

/** The last price known before an execution: a later one had not been said. */
function executionOf(known: readonly PricePoint[], at: number): PricePoint | undefined {
  const last = known.findLast((point) => point.at <= at);
  return last && { ...last, kind: "EXECUTION", at };
}

/** The fresh price; without one the last that is known, at its own time. */
async function presentOf(
  ctx: Ctx,
  { base, fiat }: ConversionMarks,
  now: Date,
  known: readonly PricePoint[],
): Promise<PricePoint[]> {
  const fresh = await findReference(ctx.app, base, fiat, now);
  const at = now.getTime();
  if (fresh) return [{ kind: "NOW", at, bid: fresh.bid, mid: midOf(fresh), priceTime: fresh.at.getTime() }];
  const last = known.at(-1);
  return last ? [{ ...last, kind: "NOW", at }] : [];
}
