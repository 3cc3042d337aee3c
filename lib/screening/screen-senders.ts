import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { comparable } from "./sender-form.ts";
import { findSanctioned, insertHits } from "./store.ts";

/** Compares who paid a deposit with the newest list; what is found is written down, and holds it unless it was treated. */
export async function screenSenders(
  ctx: Ctx,
  { depositId, network, addresses }: { depositId: string; network: Network; addresses: readonly string[] },
): Promise<void> {
  for (const sender of addresses) {
    const address = comparable(network, sender);
    const listId = await findSanctioned(ctx.db, network, address);
    if (listId !== undefined) await insertHits(ctx.db, { listId, network, address, depositIds: [depositId] });
  }
}
