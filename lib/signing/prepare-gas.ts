import { writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import { evmFile, feeOfQuote } from "./evm-file.ts";
import { hexText } from "./evm-signed.ts";
import { feeLimits } from "./fee-limits.ts";
import { fundingOf, type GasPayee, gasOutput, lacking, refuseOthers } from "./gas-source.ts";
import { accountsAsRead, MARGIN, sendableYet } from "./prepare-evm.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import { insertPrepared, lockNetwork, walletsOf } from "./store.ts";
import { type AccountRequest, inputFrom } from "./token-source.ts";

/**
 * Prepares ether for an account of ours or the owner, from the one of ours that has most: a plain transfer by EIP-1559 with
 * that account's next number. Refuses with INSUFFICIENT_FUNDS where none has it and its own gas.
 */
export async function prepareGas(ctx: Ctx, request: AccountRequest, gas: GasPayee): Promise<PreparedRecord> {
  const calls = ctx.app.chains.eth?.calls;
  if (!calls) throw new Refusal("SERVICE_UNAVAILABLE", "The node of eth prepares no transactions.");
  refuseOthers(request);
  const { script, value } = gas;
  const factsOf = await accountsAsRead(ctx, calls);
  const cancelled = await sendableYet(ctx, factsOf, { objectId: gas.moveId });
  const only = cancelled[0]?.sourceHash;
  const source = await fundingOf(ctx, request, gas, { factsOf, hasOf: ({ wei }) => wei, only });
  if (cancelled.some(({ sourceHash, sourceIndex }) => sourceHash !== source.script || sourceIndex !== source.nonce))
    throw new Refusal(
      "INVALID_STATE",
      `What was prepared for this before and cancelled (${cancelled[0]?.preparedId}) could still be signed and sent, and no transaction of one number excludes it.`,
    );
  const quoted = await calls.quote({ from: source.script, to: script, data: "" });
  const limit = (quoted.gas * MARGIN.times) / MARGIN.of;
  const maxFee = request.feeRate ? request.feeRate.floorUnits(9) : feeOfQuote(quoted);
  const priorityFee = quoted.priorityFee < maxFee ? quoted.priorityFee : maxFee;
  const fee = limit * maxFee;
  if (source.wei < value + fee) throw lacking(gas);
  const fields = { chainId: BigInt(calls.chainId), nonce: BigInt(source.nonce), priorityFee, maxFee, gas: limit };
  const transaction = { ...fields, to: script, value, data: "" };
  const unsigned = hexText(writeUnsignedEvm(transaction));
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const id = tx.id();
    const { asset, units, moveId } = gas;
    const output = await gasOutput(tx, gas);
    const { gasPrice } = await feeLimits(tx, asset);
    const feeRate = Decimal.of(maxFee, 9);
    if (feeRate.compare(gasPrice) > 0)
      throw new Refusal("INVALID_STATE", `${feeRate} gwei for a gas is above the operator's gasPrice of ${gasPrice}.`);
    const wallet = (await walletsOf(tx.db, "eth")).find((each) => each.id === source.walletId);
    must(wallet, "an account of ours belongs to a wallet");
    const path = `${wallet.path}/0/${source.keyIndex}`;
    await insertPrepared(tx.db, {
      id,
      network: "eth",
      asset,
      walletId: wallet.id,
      familyId: id,
      replacesId: undefined,
      feeUnits: fee,
      feeRate,
      size: Number(limit),
      unsigned,
      content: evmFile({ ...transaction, unsigned, from: source.script, path }),
      madeBy: actorName(tx.actor),
      inputs: [inputFrom(source, source.nonce, units)],
      outputs: [output],
    });
    await auditPrepared(tx, { id, network: "eth", txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, units).toString(),
      moves: [moveId],
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}
