import type { Ctx } from "#lib/kernel/context.ts";
import { deleteSpentChallenges } from "./factor-store.ts";

/** Well beyond the life of a challenge. Wall clock. */
const RETENTION_SECONDS = 600;

/** Forgets answered challenges that no valid request can carry any more. */
export async function forgetChallenges(ctx: Ctx): Promise<number> {
  return deleteSpentChallenges(ctx.db, RETENTION_SECONDS);
}
