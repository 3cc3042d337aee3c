import { transferCall } from "#lib/chains/evm-raw.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import type { PreparedRecord } from "./contract.ts";
import { accountsAsRead, keepEvm, needEvm, quotedEvm, refuseSendable, sendableYet } from "./keep-evm.ts";
import { lockNetwork } from "./store.ts";
import { type AccountRequest, readPayee, sourceOf, takePayee } from "./token-source.ts";

/**
 * Prepares one token transfer on eth, from one account of ours that has enough: EIP-1559, with the account's next number.
 * Where the account lacks ether for the gas, the answer says how much has to come there first. What was prepared for the
 * same payee before, cancelled, and could still be sent is excluded by its own number: refuses with INVALID_STATE where
 * that cannot be.
 */
export async function prepareEvm(ctx: Ctx, request: AccountRequest): Promise<PreparedRecord> {
  const { chain, calls } = needEvm(ctx);
  const payee = await readPayee(ctx, request);
  const contract = calls.contractOf(payee.asset);
  must(contract, "a token of eth has a contract");
  const factsOf = await accountsAsRead(ctx, calls);
  const sendable = await sendableYet(ctx, factsOf, payee);
  const only = sendable[0]?.sourceHash;
  const source = await sourceOf(ctx, chain, request, payee, { factsOf, hasGas: ({ wei }) => wei > 0n, only });
  refuseSendable(sendable, source);
  const data = transferCall(payee.script, payee.units);
  const transaction = await quotedEvm(calls, request, source, { to: contract, value: 0n, data });
  const fee = transaction.gas * transaction.maxFee;
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const id = tx.id();
    await takePayee(tx, request, payee, id);
    const { asset, ...output } = payee;
    return keepEvm(tx, {
      id,
      asset,
      source,
      units: payee.units,
      transaction,
      gasMissing: source.wei < fee ? fee - source.wei : 0n,
      outputs: [output],
      payouts: request.payoutIds,
      moves: request.moveIds,
    });
  });
}
