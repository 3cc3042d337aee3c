import type { Ctx } from "#lib/kernel/context.ts";
import { batched } from "#lib/kernel/batch.ts";
import { each } from "#lib/kernel/each.ts";

/** Rows in one transaction: they share statements, and the wait for the ledger's busiest accounts. */
const SET = 100;
/** One is worked out while the other waits for the disk, or for what the first holds of the ledger. */
const SETS_AT_ONCE = 2;

/** A verb whose statements can be shared. `ALONE`: in a set it has done nothing for the row, which needs what others do first. */
type InSets = (ctx: Ctx, id: string, inSet: boolean) => Promise<boolean | "ALONE">;

/** {@link each} in sets. A set of which one cannot go on is done one by one, as are rows that have to be done alone. */
export async function eachInSets(ctx: Ctx, due: readonly string[], verb: InSets): Promise<number> {
  let done = 0;
  let begun = 0;
  const left: string[] = [];
  const workOff = async (): Promise<void> => {
    while (begun < due.length) {
      const set = due.slice(begun, begun + SET);
      begun += SET;
      try {
        const worked = await ctx.transaction((tx) => batched(tx.db, set, (id) => verb(tx, id, true)));
        done += worked.filter((each) => each === true).length;
        left.push(...set.filter((_, at) => worked[at] === "ALONE"));
      } catch (fault) {
        ctx.app.log.debug("a set is done one by one", { rows: set.length, error: fault });
        left.push(...set);
      }
    }
  };
  await Promise.all(Array.from({ length: SETS_AT_ONCE }, workOff));
  return done + (await each(left, async (id) => (await verb(ctx, id, false)) === true));
}
