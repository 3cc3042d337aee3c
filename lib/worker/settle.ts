import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { settleEndpoint } from "#lib/sandbox/contract.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { runUntilIdle } from "./ticks.ts";

/** How long settle waits at most (rulebook 10.4). */
const SETTLE_TIMEOUT_MS = 30_000;

/** Does and awaits all due work, beside any worker that runs: the same queries, the same verbs. */
export async function settle(ctx: Ctx): Promise<OutputOf<typeof settleEndpoint>> {
  const worker = contextFor(ctx.app, { actor: { kind: "worker" }, requestId: ctx.requestId });
  if (!(await runUntilIdle(worker, SETTLE_TIMEOUT_MS))) {
    throw new Refusal("SERVICE_UNAVAILABLE", "Due work is not done after 30 seconds; ask again.", {
      retryAfterSeconds: 1,
    });
  }
  return { idle: true };
}
