import { rereadBlock } from "#lib/chains/reread-block.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { arrivalOf, voidArrival } from "./arrival-store.ts";

/** The output that a move is said to have arrived by; its block is held until the transaction ends, and read anew then. */
export async function holdOutput(tx: Ctx, moveId: string): Promise<{ id: string } | undefined> {
  const found = await arrivalOf(tx.db, moveId);
  if (!found) return undefined;
  await rereadBlock(tx, found.network, found.height);
  const held = await arrivalOf(tx.db, moveId);
  return held?.id === found.id && held.height === found.height ? held : undefined;
}

/** It is not the move's: its block brings it as what it is without the move, a deposit or unassigned (rulebook 13.32). */
export async function releaseOutput(tx: Ctx, { id }: { id: string }): Promise<void> {
  await voidArrival(tx.db, id, await tx.now());
}
