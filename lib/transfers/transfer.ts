import { type Asset, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

export const TRANSFER_KINDS = ["DEPOSIT", "WITHDRAWAL"] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** PENDING: the venue has not credited or sent it for good. FAILED: it has not, or it came back. */
export const TRANSFER_STATES = ["PENDING", "DONE", "FAILED"] as const;

/** What a transfer belongs to: a move, or nobody, until a person links it. */
export const TRANSFER_OWNERS = ["NOBODY", "MOVE"] as const;

/**
 * What the books hold of a venue's figures: what came is rounded down, what left is rounded up with its fee. The database
 * keeps the rest beside the transfer.
 */
export function unitsOfTransfer(of: { kind: TransferKind; asset: Asset; quantity: Decimal; fee: Decimal }): {
  units: bigint;
  feeUnits: bigint;
} {
  const { kind, asset, quantity, fee } = of;
  const units = quantity.floorUnits(scaleOf(asset));
  if (kind === "DEPOSIT") return { units, feeUnits: fee.ceilUnits(scaleOf(asset)) };
  return { units, feeUnits: quantity.plus(fee).ceilUnits(scaleOf(asset)) - units };
}
