import { bytesToHex } from "@noble/hashes/utils.js";
import { type TronTransaction, tronBandwidth, writeTron } from "#lib/chains/tron-raw.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { invalid, must, Refusal } from "#lib/kernel/errors.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { PreparedRecord } from "./contract.ts";
import { fundingOf, type GasPayee, gasOutput, lacking, refuseOthers } from "./gas-source.ts";
import { auditPrepared, preparedNow } from "./read-prepared.ts";
import { insertPrepared, lockNetwork, walletsOf } from "./store.ts";
import { type AccountRequest, inputFrom } from "./token-source.ts";
import { tronFile } from "./tron-file.ts";
import { PLAIN, timesOf } from "./tron-plan.ts";

/** More sun than this are no number that a wallet's JSON tells exactly. */
const MOST_SUN = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Prepares the TRX that an account of ours lacks, from the one of ours that has most: a plain transfer that pays for its
 * bytes, or for the account that the chain does not know yet. Refuses with INSUFFICIENT_FUNDS where none has it and that.
 */
export async function prepareTrx(ctx: Ctx, request: AccountRequest, gas: GasPayee): Promise<PreparedRecord> {
  if (request.feeRate) throw invalid("feeRate", "On tron the chain itself sets what a transfer costs.");
  const chain = ctx.app.chains.tron;
  const calls = chain?.tronCalls;
  if (!chain || !calls) throw new Refusal("SERVICE_UNAVAILABLE", "The node of tron prepares no transactions.");
  refuseOthers(request);
  const { script, value } = gas;
  if (value > MOST_SUN) throw new Refusal("INVALID_STATE", "One transaction brings at most 9 007 199 254 TRX.");
  const source = await fundingOf(ctx, request, gas, { factsOf: calls.account, hasOf: ({ sun }) => sun });
  const { bytePrice, activation } = await calls.quoteTrx(script);
  const times = await timesOf(chain);
  const plain = { ...PLAIN, ...times.fields, kind: "TransferContract", data: "", feeLimit: 0n } as const;
  const transaction: TronTransaction = { ...plain, owner: source.script, to: script, value };
  const unsigned = bytesToHex(writeTron(transaction));
  const bandwidth = tronBandwidth(unsigned);
  const fee = activation > 0n ? activation : BigInt(bandwidth) * bytePrice;
  if (source.sun < value + fee) throw lacking(gas);
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "tron");
    const id = tx.id();
    const { asset, units, moveId } = gas;
    const output = await gasOutput(tx, gas);
    const wallet = (await walletsOf(tx.db, "tron")).find((each) => each.id === source.walletId);
    must(wallet, "an account of ours belongs to a wallet");
    await insertPrepared(tx.db, {
      id,
      network: "tron",
      asset,
      walletId: wallet.id,
      familyId: id,
      replacesId: undefined,
      feeUnits: fee,
      feeRate: Decimal.of(bytePrice, 0),
      activationUnits: activation,
      size: bandwidth,
      bandwidth,
      expiresAt: times.expiresAt,
      unsigned,
      content: tronFile(transaction, `${wallet.path}/0/${source.keyIndex}`),
      madeBy: actorName(tx.actor),
      inputs: [inputFrom(source, 0, units)],
      outputs: [output],
    });
    await auditPrepared(tx, { id, network: "tron", txHash: undefined }, "prepared.make", {
      quantity: amountOf(asset, units).toString(),
      moves: [moveId],
    });
    return answerWith(tx, await preparedNow(tx, id));
  });
}
