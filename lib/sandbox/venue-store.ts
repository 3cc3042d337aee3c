import type { Asset } from "#lib/kernel/assets.ts";
import { type Db, decimalFrom } from "#lib/kernel/database.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import * as sql from "./sandbox.sql.ts";

/** What the sandbox's venue tells already under a reference. */
export async function findVenueTransfer(db: Db, ref: string) {
  const row = await db.sandboxVenueTransfer.findUnique({ where: { ref } });
  return row ? { ...row, quantity: decimalFrom(row.quantity), fee: decimalFrom(row.fee) } : undefined;
}

/** Enters a transfer, or the end of a known one; answers its transaction. */
export async function enterVenueTransfer(
  db: Db,
  transfer: {
    ref: string;
    kind: string;
    asset: Asset;
    quantity: Decimal;
    fee: Decimal;
    status: string;
    txHash: string | undefined;
    address: string | undefined;
    label: string | undefined;
  },
): Promise<string | undefined> {
  const { quantity, fee } = transfer;
  const [row] = await sql.playTransfer(db, { ...transfer, quantity: quantity.toString(), fee: fee.toString() });
  return row?.tx_hash ?? undefined;
}
