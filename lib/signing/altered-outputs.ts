import { readAddress } from "#lib/beneficiaries/address.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { needSendable, sendableGas } from "#lib/moves/request-move.ts";
import { payoutExpected } from "#lib/payouts/leave-payout.ts";
import type { PreparedRow } from "./store.ts";

/**
 * Refuses with INVALID_STATE a transaction of which an output pays a payout or move otherwise than that says by now: what was
 * prepared was changed past the guards, and the signer saw the change alone.
 */
export async function refuseAlteredOutputs(tx: Ctx, { id, network, outputs }: PreparedRow): Promise<void> {
  const payouts = new Map((await payoutExpected(tx, network)).map((payout) => [payout.payoutId, payout]));
  for (const { kind, objectId, script, units } of outputs) {
    if (objectId === undefined) continue;
    const due =
      kind === "PAYOUT" ? payouts.get(objectId) : kind === "MOVE" ? await moveDue(tx, network, objectId) : undefined;
    if (!due || (due.script === script && due.units === units)) continue;
    tx.app.log.error("a prepared transaction pays otherwise than was agreed to", { preparedId: id, objectId });
    throw new Refusal(
      "INVALID_STATE",
      `This transaction pays ${objectId} otherwise than was agreed to: cancel it, and run desk check.`,
    );
  }
}

async function moveDue(tx: Ctx, network: PreparedRow["network"], moveId: string) {
  const { address, units } = (await sendableGas(tx, moveId)) ?? (await needSendable(tx, network, moveId));
  return { script: readAddress(network, address)?.script, units };
}
