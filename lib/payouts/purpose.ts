import { isRefusal } from "#lib/kernel/errors.ts";
import { takenElsewhere } from "#lib/outgoing/record.ts";
import type { PurposeClaim, Purpose } from "#lib/outgoing/purpose.ts";
import { payoutExpected, payoutFinal, payoutGone, payoutLeft, payoutSeen } from "./leave-payout.ts";
import { hasLeftBy } from "./store.ts";

/**
 * Approved payouts as a reason why money leaves (rulebook 13.4): a transaction carries out each whose destination it pays
 * the quantity to the unit, first those that name it by its hash.
 */
export const payoutPurpose: Purpose = {
  kind: "PAYOUT",

  async claim(ctx, network, leaving) {
    const expected = await payoutExpected(ctx, network);
    const taken = await takenElsewhere(
      ctx,
      "PAYOUT",
      expected.map(({ payoutId }) => payoutId),
      leaving,
    );
    const isNamed = ({ txHash }: { txHash: string | undefined }) => txHash === leaving.txHash;
    const ordered = [...expected.filter(isNamed), ...expected.filter((payout) => !isNamed(payout))];
    const free = [...leaving.outputs];
    const claims: PurposeClaim[] = [];
    for (const { payoutId, asset, units, script } of ordered.filter((payout) => !taken.has(payout.payoutId))) {
      const at = free.findIndex((paid) => paid.asset === asset && paid.units === units && paid.script === script);
      const [paid] = at < 0 ? [] : free.splice(at, 1);
      if (!paid) continue;
      await payoutSeen(ctx, { payoutId, txHash: leaving.txHash });
      claims.push({ objectId: payoutId, asset, units, outputIndexes: [paid.outputIndex] });
    }
    return claims;
  },

  async left(ctx, { objectId: payoutId }, { txHash, fee }) {
    try {
      const isDone = await payoutLeft(ctx, { payoutId, txHash, feeUnits: fee });
      return isDone || (await hasLeftBy(ctx.db, payoutId, txHash));
    } catch (refusal) {
      if (isRefusal(refusal) && refusal.code === "INVALID_STATE") return false;
      throw refusal;
    }
  },

  back: (ctx, { objectId: payoutId }, { txHash }) => payoutGone(ctx, { payoutId, txHash }),

  final: (ctx, { objectId: payoutId }, { txHash }) => payoutFinal(ctx, { payoutId, txHash }),
};
