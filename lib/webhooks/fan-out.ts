import type { Ctx } from "#lib/kernel/context.ts";
import { TEST_TYPE } from "./event-filters.ts";
import { isBehind, fanOutEvents, takeCursor } from "./fan-out-store.ts";

/** Events in one transaction. */
const BATCH = 500;

/** Turns the next events of the outbox into deliveries, in commit order; one worker at a time. Answers how many events. */
export async function fanOut(ctx: Ctx): Promise<number> {
  // Mostly there is nothing, and to find that takes no transaction.
  if (!(await isBehind(ctx.db))) return 0;
  return ctx.transaction(async (tx) => {
    const place = await takeCursor(tx.db);
    return place ? fanOutEvents(tx.db, place, TEST_TYPE, BATCH) : 0;
  });
}

/** One when events wait to be spread, also those behind the horizon of a transaction that has not ended. */
export async function countEventsComing(ctx: Ctx): Promise<number> {
  return (await isBehind(ctx.db)) ? 1 : 0;
}
