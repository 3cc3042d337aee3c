import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { comparable } from "./sender-form.ts";
import { findSanctioned, insertHits } from "./store.ts";

/** For so long who paid a deposit is still asked for, and counted where no node told it. */
export const UNTOLD_MS = 30 * 86_400_000;

type Senders = { depositId: string; network: Network; addresses: readonly string[] };

/** Compares who paid a deposit with the newest list; what is found is written down, and holds it unless it was treated. */
export async function screenSenders(ctx: Ctx, senders: Senders): Promise<void> {
  await writeListed(ctx.db, senders);
}

/** Whether a sender is on the newest list. */
export async function isSenderListed(db: Db, network: Network, address: string): Promise<boolean> {
  return (await findSanctioned(db, { network, addresses: [comparable(network, address)] })).length > 0;
}

/** Writes down which senders of a deposit are on the newest list; answers how many. */
export async function writeListed(db: Db, { depositId, network, addresses }: Senders): Promise<number> {
  const listed = await findSanctioned(db, { network, addresses: addresses.map((one) => comparable(network, one)) });
  for (const { listId, address } of listed) await insertHits(db, { listId, network, address, depositIds: [depositId] });
  return listed.length;
}
