import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { minOf } from "#lib/kernel/money.ts";
import type { AssetShare } from "./place-order.ts";

/**
 * What the venue bought, by ledger asset in the order of `parts`: an order in USDT may mix networks, and a fill may be a
 * part. What goes beyond all parts, as when the venue's minimum was above them, is of the last one.
 */
export function shareFill(
  filledUnits: bigint,
  parts: readonly { asset: CryptoAsset; soldUnits: bigint }[],
): AssetShare[] {
  const shares = new Map<CryptoAsset, bigint>();
  let left = filledUnits;
  for (const [at, { asset, soldUnits }] of parts.entries()) {
    const taken = at === parts.length - 1 ? left : minOf(left, soldUnits);
    if (taken > 0n) shares.set(asset, (shares.get(asset) ?? 0n) + taken);
    left -= taken;
  }
  return [...shares].map(([asset, units]) => ({ asset, units }));
}
