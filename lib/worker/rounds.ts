import type { Ctx } from "#lib/kernel/context.ts";
import { DUTIES, type Duty } from "./due.ts";

/** One round over the duties; a duty that fails is logged and tried again in the next round. Answers how much was done. */
export async function runRound(ctx: Ctx, duties: readonly Duty[]): Promise<{ done: number; failed: number }> {
  let done = 0;
  let failed = 0;
  for (const duty of duties) {
    try {
      done += await duty.run(ctx);
    } catch (error) {
      failed += 1;
      ctx.house.log.error("duty failed", { duty: duty.name, error });
    }
  }
  return { done, failed };
}

const PAUSE_MS = 20;

/** Runs rounds until nothing is due any more or the time is over; true when idle was reached. */
export async function runUntilIdle(ctx: Ctx, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const { done, failed } = await runRound(ctx, DUTIES);
    if (done === 0 && failed === 0) return true;
    if (failed > 0) await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
  return false;
}
