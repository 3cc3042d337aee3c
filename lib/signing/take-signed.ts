import type { InputOf } from "#lib/contract/endpoint.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { needUnsent } from "#lib/moves/request-move.ts";
import { signPayouts } from "#lib/payouts/sign-payout.ts";
import type { PreparedRecord, takeSignedEndpoint } from "./contract.ts";
import { compareEvm } from "./evm-signed.ts";
import { type Difference, sentenceOf } from "./difference.ts";
import { coinInNoBlock } from "./lost-coins-store.ts";
import { auditPrepared, holdPrepared, objectsOf, preparedNow, refuseBefore, refuseExpired } from "./read-prepared.ts";
import { type PreparedRow, signPrepared, spenderOf } from "./store.ts";
import { refuseAlteredOutputs } from "./altered-outputs.ts";
import { preparedEvm } from "./evm-draft.ts";
import { preparedTron } from "./tron-file.ts";
import { compareTron } from "./tron-signed.ts";
import { preparedUtxo } from "./utxo-draft.ts";
import { compareUtxo, type SignedTransaction } from "./utxo-signed.ts";

/**
 * Takes what the signer gave back: what was prepared, signed by our keys, and nothing else. Refuses anything else with
 * VALIDATION_FAILED, naming the first difference; with INVALID_STATE where a payout or move of it does not wait any more,
 * or a coin is spent. The same signed transaction may come as often as it likes.
 */
export async function takeSigned(
  ctx: Ctx,
  { preparedId, signed: uploaded }: InputOf<typeof takeSignedEndpoint>,
): Promise<PreparedRecord> {
  return ctx.transaction(async (tx) => {
    const row = await holdPrepared(tx, preparedId);
    refuseEnded(row);
    const signed = comparedWith(row, uploaded);
    if (row.status !== "PREPARED") {
      if (row.signed === signed.hex) return answerWith(tx, await preparedNow(tx, row.id));
      throw new Refusal("INVALID_STATE", `This transaction is ${row.status}, by another signature.`);
    }
    await refuseExpired(tx, row);
    await refuseBefore(tx, row);
    if (row.replacesId === undefined) await refuseSpentCoins(tx, row.familyId);
    await signPrepared(tx.db, { id: row.id, signed: signed.hex, txHash: signed.txHash, by: actorName(tx.actor) });
    if (row.replacesId === undefined) {
      await signPayouts(tx, objectsOf(row, "PAYOUT"), row.id);
      for (const moveId of objectsOf(row, "MOVE").sort()) await needUnsent(tx, row.network, moveId);
      await refuseAlteredOutputs(tx, row);
    }
    await auditPrepared(tx, { ...row, txHash: signed.txHash }, "prepared.sign");
    return answerWith(tx, await preparedNow(tx, row.id));
  });
}

/** Refuses with INVALID_STATE where a coin of it is spent, or went with its block. */
async function refuseSpentCoins({ db }: Ctx, familyId: string): Promise<void> {
  const spender = await spenderOf(db, familyId);
  if (spender !== undefined)
    throw new Refusal("INVALID_STATE", `A coin of it is spent by ${spender}: cancel it and prepare another.`);
  const gone = await coinInNoBlock(db, familyId);
  if (gone !== undefined)
    throw new Refusal(
      "INVALID_STATE",
      `A coin of it went with the block of ${gone}: cancel it and prepare another, or wait until a block has that again.`,
    );
}

/** Refuses with INVALID_STATE what was taken back, and what is signed elsewhere alone. */
function refuseEnded({ status, safeTxHash }: PreparedRow): void {
  if (safeTxHash !== undefined)
    throw new Refusal(
      "INVALID_STATE",
      "The owners of the Safe sign and execute a batch there: nothing comes back here.",
    );
  if (status === "CANCELLED") throw new Refusal("INVALID_STATE", "This transaction is CANCELLED.");
}

function comparedWith(row: PreparedRow, uploaded: string): SignedTransaction {
  const found = compareSigned(row, uploaded);
  if ("part" in found) throw differs(found);
  return found;
}

function compareSigned(row: PreparedRow, uploaded: string): SignedTransaction | Difference {
  const { network } = row;
  if (network === "tron") return compareTron(preparedTron(row), uploaded);
  if (network === "eth") return compareEvm(preparedEvm(row), uploaded);
  return compareUtxo(preparedUtxo({ ...row, network }), uploaded);
}

/** One sentence that names the difference, and the difference itself. */
function differs(difference: Difference): Refusal {
  const message = sentenceOf(difference);
  return new Refusal("VALIDATION_FAILED", message, {
    errors: [{ field: "signed", message }],
    body: { difference },
  });
}
