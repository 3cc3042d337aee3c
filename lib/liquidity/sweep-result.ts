import { slot } from "#lib/kernel/slots.ts";
import { cryptoOf, FIATS, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { resultSwept } from "#lib/ledger/journal.ts";
import { post } from "#lib/ledger/post.ts";
import { findReference } from "#lib/pricing/reference.ts";
import { isSwept, lockSweep, type Position, readBookFiat, readPositions } from "./hedge-store.ts";

/** The result is swept in this first part of each business day, UTC; a day without a worker there goes with the next. */
const WINDOW_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The day each fiat was last looked at by this process. */
export const LOOKED_AT = slot<Map<Fiat, string>>("result swept");

/**
 * Sweeps what the house's book has earned to its result, once a day and fiat (rulebook 8.4). What the book still holds is
 * marked to the market, so that its fiat balance afterwards is what that is worth; without a fresh price for all of it
 * the fiat waits. Answers how many fiats were swept.
 */
export async function sweepResults(ctx: Ctx): Promise<number> {
  const now = (await ctx.now()).getTime();
  if (now % DAY_MS >= WINDOW_MS) return 0;
  const day = new Date(now - DAY_MS).toISOString().slice(0, 10);
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
  const held = (await readPositions(ctx.db)).filter((position) => position.fiat === fiat);
  const worth = await worthOf(ctx, held);
  if (!worth) return "WAITS";
  const fiatUnits = (await readBookFiat(ctx.db, fiat)) + worth.floorUnits(scaleOf(fiat));
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
