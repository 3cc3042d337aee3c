import { type Crypto, scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { exposedUnits, lockExposure } from "./hedge-store.ts";

/**
 * Stops a new price that would take the whole house beyond its limit in a crypto: its book, all promises still open, and
 * the new one count. Takes a lock in the open transaction, so that two new prices are counted one after the other.
 * Refuses with EXPOSURE_LIMIT; how much the house holds it does not tell.
 */
export async function checkHouseExposure(
  ctx: Ctx,
  input: { crypto: Crypto; addedUnits: bigint; limit: Decimal },
): Promise<void> {
  const { crypto, addedUnits, limit } = input;
  await lockExposure(ctx.db, crypto);
  const after = Decimal.of((await exposedUnits(ctx.db, crypto)) + addedUnits, scaleOf(crypto));
  if (after.compare(limit) <= 0) return;
  throw new Refusal(
    "EXPOSURE_LIMIT",
    `The house promises no more prices for ${crypto} until it has sold some of what it holds; try again later.`,
    { retryAfterSeconds: 30 },
  );
}
