import { setImmediate as breathe } from "node:timers/promises";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { deriveAddresses } from "./derive.ts";
import { isSafe } from "./kinds.ts";
import { pooledOf } from "./pool.ts";
import { insertPooled, lockWalletById, readDerived, setAsidePool } from "./store.ts";

/** Derived in one transaction: some hundred milliseconds of work. */
const STEP = 500;

/** Of each wallet, by id, the first index that is not derived yet. */
export async function derivedOf({ db }: Ctx): Promise<Record<string, number>> {
  return Object.fromEntries((await readDerived(db)).map(({ walletId, nextIndex }) => [walletId, nextIndex]));
}

/**
 * Hands out no address below `to`, nor any that lies ready: they may have been given to payers by a database that was
 * ahead of this one. They stay watched, and what comes to them is a case (rulebook 7.21). May be broken off and done
 * again. Answers how many addresses are passed over.
 */
export async function passOver(ctx: Ctx, walletId: string, to: number): Promise<number> {
  let passed = 0;
  for (let isDone = false; !isDone; await breathe())
    isDone = await ctx.transaction(async (tx) => {
      const wallet = await lockWalletById(tx.db, walletId);
      const from = Number(wallet?.next_index ?? to);
      if (wallet && from < to && !(isSafe(wallet.kind) && from > 0)) {
        const derived = deriveAddresses(wallet.kind, wallet.xpub, from, Math.min(STEP, to - from));
        await insertPooled(tx.db, wallet, pooledOf(tx, wallet, derived));
        return false;
      }
      passed = await setAsidePool(tx.db, walletId);
      if (passed > 0)
        await recordAudit(tx, {
          action: "wallet.passed_over",
          objectKind: "wallet",
          objectId: walletId,
          detail: { passed, to: Math.max(from, to) },
        });
      return true;
    });
  return passed;
}
