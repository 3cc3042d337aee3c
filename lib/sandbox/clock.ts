import type { Ctx } from "#lib/kernel/context.ts";
import { chainsStandStill, setClockBack } from "./store.ts";

/** Lets a new sandbox begin in the past; false once there is a bill, for the business clock never goes back then. */
export function rewindClock(ctx: Ctx, byMs: number): Promise<boolean> {
  return setClockBack(ctx.db, byMs);
}

/** Whether the sandbox's past is still being played: its clock is behind, and its chains wait for it. */
export async function isPlaying(ctx: Ctx): Promise<boolean> {
  return chainsStandStill(ctx.db);
}
