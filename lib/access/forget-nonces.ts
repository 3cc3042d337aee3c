import type { Ctx } from "#lib/kernel/context.ts";
import { deleteNonces } from "./key-store.ts";

/** Well beyond the window in which a timestamp counts (contract §3: at least two minutes). Wall clock. */
const KEPT_SECONDS = 600;

/** Forgets nonces that no valid request can carry any more; answers how many. */
export function forgetNonces(ctx: Ctx): Promise<number> {
  return deleteNonces(ctx, KEPT_SECONDS);
}
