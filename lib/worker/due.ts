import { scanChain } from "#lib/chains/scan.ts";
import { expireBill, findBillsToExpire } from "#lib/bills/expire-bill.ts";
import { findBillsToSettle, settleDeposits } from "#lib/deposits/settle-deposits.ts";
import { depositWatcher } from "#lib/deposits/watch.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { poolIsLow, refillPool } from "#lib/wallets/pool.ts";
import { WALLET_KINDS } from "#lib/wallets/derive.ts";

/** One kind of due work: finds what is due by the business clock and calls the verb for each. Answers how much it did. */
export type Duty = { name: string; run(ctx: Ctx): Promise<number> };

/** Rows one duty takes in one round, so that no kind of work starves another. */
const BATCH = 50;

async function each(due: readonly string[], verb: (id: string) => Promise<boolean>): Promise<number> {
  let done = 0;
  for (const id of due) if (await verb(id)) done += 1;
  return done;
}

/** What the worker does, when, and which verb it calls: it decides nothing itself. */
export const DUTIES: readonly Duty[] = [
  {
    name: "scan-chains",
    async run(ctx) {
      let moved = 0;
      for (const chain of Object.values(ctx.house.chains)) {
        if (await scanChain(ctx, chain, depositWatcher)) moved += 1;
      }
      return moved;
    },
  },
  {
    name: "settle-deposits",
    run: async (ctx) => each(await findBillsToSettle(ctx, BATCH), (billId) => settleDeposits(ctx, billId)),
  },
  {
    name: "expire-bills",
    run: async (ctx) => each(await findBillsToExpire(ctx, BATCH), (billId) => expireBill(ctx, billId)),
  },
];

/** Upkeep that nobody waits for; `settle` leaves it out. */
export const UPKEEP: readonly Duty[] = [
  {
    name: "refill-address-pools",
    async run(ctx) {
      let refilled = 0;
      for (const kind of WALLET_KINDS) {
        if (!(await poolIsLow(ctx, kind))) continue;
        await refillPool(ctx, kind);
        refilled += 1;
      }
      return refilled;
    },
  },
];
