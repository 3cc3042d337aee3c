import { lockBills } from "#lib/bills/lock-bill.ts";
import { payFromDeposit } from "#lib/deposits/pay-from-deposit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { balanceCode, custodyCode } from "#lib/ledger/chart.ts";
import { payoutBack, payoutVoided } from "#lib/ledger/payout-journal.ts";
import { post } from "#lib/ledger/post.ts";
import { holdOutgoing, voidClaimOf } from "#lib/outgoing/post-outgoing.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { findSpent, type SpentPayout } from "./otherwise-store.ts";
import { exitsOf, movePayout, partsOf, takeExitBack } from "./store.ts";
import { failRecorded } from "./write-recorded.ts";

export type { SpentPayout } from "./otherwise-store.ts";

/** A payout of crypto that counts as paid, and never was: what its transaction spends is spent otherwise, for a day. */
export const paidByNothing = ({ db }: Ctx, payoutId: string): Promise<SpentPayout | undefined> =>
  findSpent(db, payoutId);

/** Holds what such a payout was paid from and by: its transaction explains it no more. Before it is said to be void. */
export async function holdSpent(tx: Ctx, { payoutId, outgoingId }: SpentPayout): Promise<void> {
  await holdOutgoing(tx, outgoingId);
  const parts = await partsOf(tx.db, payoutId);
  await lockBills(tx, [...new Set(parts.map(({ billId }) => billId))]);
}

/**
 * It has failed: what it took of each deposit is there again, of one that its chain took back as well the account owes it no
 * more. In the locks of {@link holdSpent}.
 */
export async function failSpent(tx: Ctx, spent: SpentPayout, note: string): Promise<void> {
  const { payoutId, account, asset, units, fromPending, outgoingId, txHash } = spent;
  const money = { payoutId, accountId: account.id, asset } as const;
  const exit = (await exitsOf(tx.db, payoutId)).find(({ standing }) => standing);
  if (exit) {
    await takeExitBack(tx.db, { payoutId, proof: exit.proof, n: exit.n, backBy: undefined });
    await movePayout(tx.db, { id: payoutId, status: "BROADCAST", isOut: false });
    await post(tx, payoutBack({ ...money, ...exit, units }), { accountId: account.id });
    const about = { accountId: account.id, objectKind: "payout", objectId: payoutId } as const;
    await recordAudit(tx, { action: "payout.back", ...about, detail: { txHash } });
  }
  const from = exit ? balanceCode(account.id, "reserved") : custodyCode(asset);
  const source = fromPending ? "pending" : "available";
  for (const part of await partsOf(tx.db, payoutId)) {
    if (part.stands) await payFromDeposit(tx, part.depositId, -part.units, fromPending);
    const { depositId, billId } = part;
    const to = part.stands ? source : "owed";
    const entry = payoutVoided({ ...money, units: part.units, depositId, from, to });
    await post(tx, entry, { accountId: account.id, billId, depositId });
  }
  await voidClaimOf(tx, outgoingId, payoutId);
  await failRecorded(tx, { payoutId, account, note });
}
