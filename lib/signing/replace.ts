import { readUnsignedEvm, writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { CRYPTO_FACTS, isGas } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { maxOf } from "#lib/kernel/money.ts";
import type { PreparedRecord, prepareTransactionEndpoint } from "./contract.ts";
import { evmFile, stepped } from "./evm-file.ts";
import { hexText } from "./evm-signed.ts";
import { feeLimits, refuseBeyond, refuseGasPrice } from "./fee-limits.ts";
import { estimateOf } from "./prepare-utxo.ts";
import { beforeIn } from "./psbt.ts";
import { auditPrepared, holdPrepared, needPrepared, preparedNow, refuseBefore } from "./read-prepared.ts";
import { paidBy } from "./record.ts";
import { insertPrepared, type NewPrepared, type PreparedRow } from "./store.ts";
import { draftOf } from "./utxo-draft.ts";
import { planWith } from "./utxo-plan.ts";

type ReplaceRequest = InputOf<typeof prepareTransactionEndpoint> & { replacesId: string };
type Greater = Pick<NewPrepared, "feeUnits" | "feeRate" | "size" | "unsigned" | "content" | "outputs"> & {
  gasMissing?: bigint;
};

/** Nodes pass a replacement on when it pays for its own bytes as well, a unit each (BIP 125). */
const OWN_BYTES = Decimal.from(1);
/** Nodes of eth want an eighth more of both fees. */
const EIGHTH = { times: 9n, of: 8n };

/**
 * Prepares what is sent in the place of a transaction that no block takes: the same coins, the same payees, a greater fee
 * within the same limits. Refuses with INVALID_STATE what is not on its way, and networks that know no such thing.
 */
export async function replaceTransaction(ctx: Ctx, request: ReplaceRequest): Promise<PreparedRecord> {
  if ((request.payoutIds ?? request.moveIds ?? []).length > 0)
    throw invalid("payoutIds", "payoutIds and moveIds are those of the transaction that is replaced.");
  const { network } = await needPrepared(ctx, request.replacesId);
  if (network !== request.network)
    throw invalid("network", "network must be that of the transaction that is replaced.");
  if (network === "bitcoincash" || network === "tron")
    throw new Refusal("INVALID_STATE", `${network} knows no replacement.`);
  const rate = request.feeRate ?? (network === "bitcoin" ? await estimateOf(ctx, network) : undefined);
  return ctx.transaction(async (tx) => {
    const row = await holdPrepared(tx, request.replacesId);
    if (row.status !== "BROADCAST" || row.replacedById !== undefined)
      throw new Refusal(
        "INVALID_STATE",
        row.replacedById === undefined
          ? `This transaction is ${row.status} and not on its way.`
          : "This transaction is being replaced already.",
      );
    await refuseBefore(tx, row);
    const greater = network === "eth" ? await greaterEvm(tx, row, rate) : await greaterUtxo(tx, row, rate);
    const id = tx.id();
    await insertPrepared(tx.db, {
      id,
      network,
      asset: row.asset,
      walletId: row.walletId,
      familyId: row.familyId,
      replacesId: row.id,
      madeBy: actorName(tx.actor),
      inputs: row.inputs,
      ...greater,
    });
    await auditPrepared(tx, { id, network, txHash: undefined }, "prepared.make", { replaces: row.id });
    return answerWith(tx, await preparedNow(tx, id));
  });
}

/** The fee comes out of the change: to the same address of ours, less of it. */
async function greaterUtxo(tx: Ctx, row: PreparedRow, wantedRate: Decimal | undefined): Promise<Greater> {
  const { asset, inputs } = row;
  const payees = row.outputs.filter(({ kind }) => kind !== "CHANGE");
  const change = row.outputs.find(({ kind }) => kind === "CHANGE");
  const rate = atLeast(wantedRate ?? row.feeRate, row.feeRate.plus(OWN_BYTES));
  must(!isGas(asset), "gas is on no chain of outputs");
  const dust = CRYPTO_FACTS[asset].dustUnits;
  const plan = change && planWith(inputs, payees, paidBy(row), { rate, changeScript: change.script, dust });
  if (!plan || !change || plan.fee <= row.feeUnits + BigInt(plan.size))
    throw new Refusal(
      "INSUFFICIENT_FUNDS",
      `Its change does not bear a fee of ${rate} for each byte beside what it pays.`,
    );
  refuseBeyond(await feeLimits(tx, asset), { asset, fee: plan.fee, size: plan.size, paid: paidBy(row) });
  const outputs = [...payees, ...(plan.change === 0n ? [] : [{ ...change, units: plan.change }])].map(withoutPlace);
  const drafted = { network: "bitcoin", wallet: row.wallet, inputs, outputs } as const;
  const draft = draftOf(drafted, beforeIn(row.content));
  return { ...draft, feeUnits: plan.fee, feeRate: rate, size: plan.size, outputs };
}

async function greaterEvm(tx: Ctx, row: PreparedRow, wantedRate: Decimal | undefined): Promise<Greater> {
  const before = readUnsignedEvm(row.unsigned);
  const [input] = row.inputs;
  must(before && input, "a prepared transaction of eth is one");
  const least = stepped((before.maxFee * EIGHTH.times) / EIGHTH.of);
  const maxFee = maxOf(wantedRate?.floorUnits(9) ?? least, least);
  const priorityFee = maxOf((before.priorityFee * EIGHTH.times) / EIGHTH.of + 1n, 1n);
  const feeRate = Decimal.of(maxFee, 9);
  refuseGasPrice(await feeLimits(tx, row.asset), feeRate);
  const greater = { ...before, maxFee, priorityFee: priorityFee < maxFee ? priorityFee : maxFee };
  const unsigned = hexText(writeUnsignedEvm(greater));
  const path = `${row.wallet.path}/${input.branch}/${input.keyIndex}`;
  return {
    unsigned,
    content: evmFile({ ...greater, unsigned, from: input.script, path }),
    feeUnits: before.gas * maxFee,
    feeRate,
    size: row.size,
    outputs: row.outputs.map(withoutPlace),
  };
}

const atLeast = (rate: Decimal, least: Decimal): Decimal => (rate.compare(least) < 0 ? least : rate);
const withoutPlace = ({ n: _, ...output }: PreparedRow["outputs"][number]) => output;
