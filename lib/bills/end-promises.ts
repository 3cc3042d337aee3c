import type { Ctx } from "#lib/kernel/context.ts";
import { endPromises, foldPromises } from "./promise-store.ts";

/** Bills whose promise one round takes down. */
const BATCH = 200;

/**
 * Takes down what the clock has ended: at a bill's expiry all that nobody has sent money for, at its guarantee's end the
 * rest (rulebook 4.16). Answers how many bills' promises changed.
 */
export const endDuePromises = (ctx: Ctx): Promise<number> => ctx.transaction((tx) => endPromises(tx.db, BATCH));

/** Folds the changes of promises into their sums, so that a create counts few rows. Moves no figure. */
export async function foldDuePromises(ctx: Ctx): Promise<number> {
  await foldPromises(ctx.db);
  return 0;
}
