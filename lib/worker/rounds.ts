import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { DUTIES, type Duty } from "./due.ts";

/** One round over the duties; a duty that fails, or must wait for another, is logged and tried again in the next round. Answers how much was done. */
export async function runRound(ctx: Ctx, duties: readonly Duty[]): Promise<{ done: number; failed: number }> {
  let done = 0;
  let failed = 0;
  for (const duty of duties) {
    try {
      done += await duty.run(ctx);
    } catch (error) {
      failed += 1;
      if (isRefusal(error)) ctx.house.log.info("duty waits", { duty: duty.name, reason: error.message });
      else ctx.house.log.error("duty failed", { duty: duty.name, error });
    }
  }
  return { done, failed };
}

const PAUSE_MS = 20;

/** Runs rounds until nothing is due any more, nor due within moments, or the time is over; true when idle was reached. */
export async function runUntilIdle(ctx: Ctx, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const wasComing = await isMoreComing(ctx);
    const { done, failed } = await runRound(ctx, DUTIES);
    if (done === 0 && failed === 0 && !wasComing && !(await isMoreComing(ctx))) return true;
    if (done === 0 || failed > 0) await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
  return false;
}

/** Asked before and after a round, so that nothing slips from coming to done by another worker in between. */
async function isMoreComing(ctx: Ctx): Promise<boolean> {
  for (const duty of DUTIES) if (duty.coming && (await duty.coming(ctx)) > 0) return true;
  return false;
}
