import { type Asset, isFiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { BANK, custodyCode } from "#lib/ledger/chart.ts";
import { placeOfCode } from "#lib/ledger/move-journal.ts";
import { bookedPlaces, reservedOf } from "./store.ts";

/** The place that payouts of an asset are paid from: what it holds by the books, and what payouts of all accounts reserve. */
export async function payingPlace(
  ctx: Ctx,
  asset: Asset,
): Promise<{ name: string; holds: Decimal; reserved: Decimal }> {
  const code = isFiat(asset) ? BANK : custodyCode(asset);
  const lying = (await bookedPlaces(ctx.db)).find((one) => one.code === code && one.asset === asset)?.units ?? 0n;
  const reserved = amountOf(asset, await reservedOf(ctx.db, asset));
  return { name: placeOfCode(code), holds: amountOf(asset, lying), reserved };
}
