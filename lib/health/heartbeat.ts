import type { Ctx } from "#lib/kernel/context.ts";
import { upsertHeartbeat } from "./store.ts";

/** Records that this worker is alive; /readyz looks at the newest record. */
export async function beat(ctx: Ctx, worker: string): Promise<void> {
  await upsertHeartbeat(ctx.db, worker);
}
