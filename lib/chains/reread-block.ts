import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { reopenBlock } from "./range-store.ts";
import { holdCursor } from "./store.ts";

/** A block of this height is read anew: none is read until the transaction ends. Refuses the tip, which is read once, with INVALID_STATE. */
export async function rereadBlock(tx: Ctx, network: Network, height: number): Promise<void> {
  const cursor = await holdCursor(tx.db, network);
  must(cursor, "a chain that has brought something is looked at");
  if (height >= cursor.height)
    throw new Refusal("INVALID_STATE", "This came with the newest block: look again after the next one.");
  await reopenBlock(tx.db, network, height);
}
