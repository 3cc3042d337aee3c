import type { Ctx } from "#lib/kernel/context.ts";
import { batched } from "#lib/kernel/batch.ts";

/** Calls the verb for each row. A row that fails holds up no other row; the first fault is thrown at the end. */
export async function each(due: readonly string[], verb: (id: string) => Promise<boolean>): Promise<number> {
  let done = 0;
  const faults: unknown[] = [];
  for (const id of due) {
    try {
      if (await verb(id)) done += 1;
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
  return done;
}

/** Rows in one transaction: they share statements, and the wait for the ledger's busiest accounts. */
const SET = 100;
/** One is worked out while the other waits for the disk, or for what the first holds of the ledger. */
const SETS_AT_ONCE = 2;

/** {@link each} for a verb whose statements can be shared. A set of which one cannot go on is done one by one. */
export async function eachInSets(
  ctx: Ctx,
  due: readonly string[],
  verb: (ctx: Ctx, id: string) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  let begun = 0;
  const left: string[] = [];
  const workOff = async (): Promise<void> => {
    while (begun < due.length) {
      const set = due.slice(begun, begun + SET);
      begun += SET;
      try {
        const worked = await ctx.transaction((tx) => batched(tx.db, set, (id) => verb(tx, id)));
        done += worked.filter(Boolean).length;
      } catch (fault) {
        ctx.app.log.debug("a set is done one by one", { rows: set.length, error: fault });
        left.push(...set);
      }
    }
  };
  await Promise.all(Array.from({ length: SETS_AT_ONCE }, workOff));
  return done + (await each(left, (id) => verb(ctx, id)));
}
