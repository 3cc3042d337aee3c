import type { Ctx } from "#lib/kernel/context.ts";
import { upsertHeartbeat } from "./store.ts";

/** Tells the house that this worker lives; /readyz looks at the newest. */
export async function beat(ctx: Ctx, worker: string): Promise<void> {
  await upsertHeartbeat(ctx.db, worker);
}
