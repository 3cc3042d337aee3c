import type { Ctx } from "#lib/kernel/context.ts";
import { deleteNonces } from "./key-store.ts";

/** Well beyond the window in which a timestamp counts (rulebook 3.5: at least two minutes). Wall clock. */
const RETENTION_SECONDS = 600;

/** Forgets nonces that no valid request can carry any more; answers how many nonces. */
export async function forgetNonces(ctx: Ctx): Promise<number> {
  return deleteNonces(ctx, RETENTION_SECONDS);
}
