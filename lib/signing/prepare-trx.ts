import type { TronTransaction } from "#lib/chains/tron-raw.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { PreparedRecord } from "./contract.ts";
import { fundingOf, type GasPayee, gasOutput, lacking, refuseOthers } from "./gas-source.ts";
import { keepTron, needTron, writtenTron } from "./keep-tron.ts";
import { lockNetwork } from "./store.ts";
import type { AccountRequest } from "./token-source.ts";
import { PLAIN, timesOf } from "./tron-plan.ts";

/** More sun than this are no number that a wallet's JSON tells exactly. */
const MOST_SUN = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Prepares TRX for an account of ours or the owner, from the one of ours that has most: a plain transfer that pays for its
 * bytes, or for the account that the chain does not know yet. Refuses with INSUFFICIENT_FUNDS where none has it and that.
 */
export async function prepareTrx(ctx: Ctx, request: AccountRequest, gas: GasPayee): Promise<PreparedRecord> {
  const { chain, calls } = needTron(ctx, request);
  refuseOthers(request);
  const { script, value } = gas;
  if (value > MOST_SUN) throw new Refusal("INVALID_STATE", "One transaction brings at most 9 007 199 254 TRX.");
  const source = await fundingOf(ctx, request, gas, { factsOf: calls.account, hasOf: ({ sun }) => sun });
  const { bytePrice, activation } = await calls.quoteTrx(script);
  const times = await timesOf(chain);
  const plain = { ...PLAIN, ...times.fields, kind: "TransferContract", data: "", feeLimit: 0n } as const;
  const transaction: TronTransaction = { ...plain, owner: source.script, to: script, value };
  const written = writtenTron(transaction);
  const { bandwidth } = written;
  const fee = activation > 0n ? activation : BigInt(bandwidth) * bytePrice;
  if (source.sun < value + fee) throw lacking(gas);
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "tron");
    const id = tx.id();
    const { asset, units, moveId } = gas;
    const output = await gasOutput(tx, gas);
    return keepTron(tx, {
      id,
      asset,
      source,
      units,
      transaction,
      written,
      expiresAt: times.expiresAt,
      feeUnits: fee,
      feeRate: Decimal.of(bytePrice, 0),
      activationUnits: activation,
      size: bandwidth,
      outputs: [output],
      moves: [moveId],
    });
  });
}
