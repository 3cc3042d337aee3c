import type { Ctx } from "#lib/kernel/context.ts";
import { setClockBack } from "./store.ts";

/** Lets a new sandbox begin in the past; false once there is a bill, for the business clock never goes back then. */
export function rewindClock(ctx: Ctx, byMs: number): Promise<boolean> {
  return setClockBack(ctx.db, byMs);
}
