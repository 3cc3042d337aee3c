import { slot } from "#lib/kernel/slots.ts";
import { cryptoOf, FIATS, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { feesSwept, fractionsSwept, resultSwept } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { isSwept, lockSweep, type Position, readBook } from "./hedge-store.ts";
import { dayToSweep, fiatOfFees, insertSweep, readFees, venueHoldings } from "./sweep-store.ts";

/** The result is swept in this first part of each day of the house, by its zone; a day without a worker there goes with the next. */
const WINDOW_MS = 3_600_000;
/** The day each fiat was last looked at by this process. */
export const LOOKED_AT = slot<Map<Fiat, string>>("result swept");
/** The day whose fees and fractions this process has swept last. */
const SWEPT_AT = slot<{ day?: string }>("fees swept");

/**
 * What a day's end brings into the books (rulebook 8.11): what crypto fees have brought and cost goes into the house's
 * book, whole units of the venues' fractions to its result, and then the result itself. Answers how much was swept.
 */
export async function sweepDay(ctx: Ctx): Promise<number> {
  const day = await dayToSweep(ctx.db, WINDOW_MS);
  if (day === undefined) return 0;
  const looked = ctx.app.slots.of(SWEPT_AT, (): { day?: string } => ({}));
  let swept = 0;
  if (looked.day !== day) {
    swept += (await sweepFees(ctx, day)) + (await sweepFractions(ctx, day));
    looked.day = day;
  }
  return swept + (await sweepResults(ctx));
}

/** Moves what fees have brought and cost of each crypto into the book, where it is hedged as all that the house owns. */
export async function sweepFees(ctx: Ctx, day: string): Promise<number> {
  const held = Map.groupBy(await readFees(ctx.db), ({ asset }) => asset);
  let swept = 0;
  for (const asset of held.keys())
    swept += await ctx.transaction(async (tx) => {
      await lockSweep(tx.db, asset);
      const fees = (await readFees(tx.db)).filter((fee) => fee.asset === asset);
      const effectKey = `fees:${asset}:${await fiatOfFees(tx.db, asset)}:${day}`;
      if (fees.length === 0 || (await isSwept(tx.db, effectKey))) return 0;
      await post(tx, feesSwept({ effectKey, asset, held: fees }), {});
      return 1;
    });
  return swept;
}

/** Books whole units of what the venues' own figures have beyond the books, each venue and asset once a day. */
export async function sweepFractions(ctx: Ctx, day: string): Promise<number> {
  let swept = 0;
  for (const { venue, asset } of await venueHoldings(ctx.db))
    swept += await ctx.transaction(async (tx) => {
      const units = await insertSweep(tx.db, { venue, asset, day });
      if (units === undefined) return 0;
      await post(tx, fractionsSwept({ venue, asset, day, units }), {});
      return 1;
    });
  return swept;
}

/**
 * Sweeps what the house's book has earned to its result, once a day and fiat (rulebook 8.4). What the book still holds is
 * marked to the market, so that its fiat balance afterwards is what that is worth; without a fresh price for all of it
 * the fiat waits. Answers how many fiats were swept.
 */
export async function sweepResults(ctx: Ctx): Promise<number> {
  const day = await dayToSweep(ctx.db, WINDOW_MS);
  if (day === undefined) return 0;
  const looked = lookedAt(ctx);
  let swept = 0;
  for (const fiat of FIATS) {
    if (looked.get(fiat) === day) continue;
    const done = await ctx.transaction((tx) => sweep(tx, fiat, `sweep:${fiat}:${day}`));
    if (done !== "WAITS") looked.set(fiat, day);
    if (done === "SWEPT") swept += 1;
  }
  return swept;
}

const lookedAt = ({ app }: Ctx): Map<Fiat, string> => app.slots.of(LOOKED_AT, () => new Map());

async function sweep(ctx: Ctx, fiat: Fiat, effectKey: string): Promise<"SWEPT" | "NOTHING" | "WAITS"> {
  await lockSweep(ctx.db, fiat);
  if (await isSwept(ctx.db, effectKey)) return "NOTHING";
  const book = await readBook(ctx.db, fiat);
  const worth = await worthOf(ctx, book.held);
  if (!worth) return "WAITS";
  const fiatUnits = book.fiatUnits + worth.floorUnits(scaleOf(fiat));
  if (fiatUnits === 0n) return "NOTHING";
  await post(ctx, resultSwept({ effectKey, fiat, fiatUnits }), {});
  return "SWEPT";
}

/** What is long is worth the bid, what is short costs the ask. */
async function worthOf(ctx: Ctx, held: readonly Position[]): Promise<Decimal | undefined> {
  const now = await ctx.now();
  let worth = Decimal.ZERO;
  for (const { asset, fiat, units } of held) {
    const reference = await findReference(ctx.app, cryptoOf(asset), fiat, now);
    if (!reference) return undefined;
    worth = worth.plus(amountOf(asset, units).times(units > 0n ? reference.bid : reference.ask));
  }
  return worth;
}
