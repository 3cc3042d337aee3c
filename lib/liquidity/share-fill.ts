import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { minOf } from "#lib/kernel/money.ts";

/** What the venue bought, by ledger asset: a venue knows no networks, the house's books do. */
export type AssetShare = { asset: CryptoAsset; units: bigint };

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

/** Takes the first `units` out of shares, for one trade of a fill; what is left is for the next. */
export function takeShares(shares: readonly AssetShare[], units: bigint): { shares: AssetShare[]; left: AssetShare[] } {
  const taken: AssetShare[] = [];
  const left: AssetShare[] = [];
  let wanted = units;
  for (const share of shares) {
    const part = minOf(wanted, share.units);
    if (part > 0n) taken.push({ asset: share.asset, units: part });
    if (part < share.units) left.push({ asset: share.asset, units: share.units - part });
    wanted -= part;
  }
  return { shares: taken, left };
}
