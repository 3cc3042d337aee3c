import type { Ctx } from "#lib/kernel/context.ts";
import type { HistoryFault } from "./history-store.ts";
import * as store from "./history-store.ts";

export type { History } from "./history-store.ts";

/** Keys whose past is not known to its end, the oldest wallet first. */
export const unfinishedHistories = (ctx: Ctx): Promise<store.History[]> => store.unfinishedHistories(ctx.db);

/** Notes what was found used, and how far the reader has come: false when another reader was first. */
export async function moveHistory(
  tx: Ctx,
  history: store.History,
  to: { fromIndex: number; nextHeight: number },
  used: store.Used = new Map(),
): Promise<boolean> {
  await store.insertUsed(tx.db, history.walletId, used);
  return store.moveHistory(tx.db, history, to);
}

/** The highest index that the past has used; undefined when it used none. */
export const highestUsed = (tx: Ctx, walletId: string): Promise<number | undefined> =>
  store.highestUsed(tx.db, walletId);

/** The past is known: the wallet hands out nothing it has received on before. */
export const finishHistory = (tx: Ctx, walletId: string): Promise<void> => store.finishHistory(tx.db, walletId);

/** Notes why the wallet's past cannot be read further, as a sentence for the people who view the wallet. */
export const noteHistoryFault = (ctx: Ctx, walletId: string, fault: HistoryFault): Promise<void> =>
  store.writeHistoryFault(ctx.db, walletId, fault);
