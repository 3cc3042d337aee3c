import type { Ctx } from "#lib/kernel/context.ts";
import { failingTasks } from "./failing-tasks.ts";
import { readLogEnd, upsertHeartbeat } from "./store.ts";

/** Records that this worker is alive, and what it fails at; /readyz looks at the newest record. */
export async function beat(ctx: Ctx, worker: string): Promise<void> {
  await upsertHeartbeat(ctx.db, worker, failingTasks(ctx.app));
}

/** Where what was written ends: it moves with whatever anybody writes, and with nothing that is only read. */
export const writtenUpTo = ({ db }: Ctx): Promise<string | undefined> => readLogEnd(db);
