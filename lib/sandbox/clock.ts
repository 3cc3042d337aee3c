import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { setClockBack } from "./store.ts";

/** Lets a new sandbox begin in the past. The business clock never goes back once there is a bill. */
export async function rewindClock(ctx: Ctx, byMs: number): Promise<void> {
  must(await setClockBack(ctx.db, byMs), "the clock of a sandbox goes back only before its first bill");
}
