import type { Ctx } from "#lib/kernel/context.ts";
import type { PreparedRecord } from "./contract.ts";
import { fundingOf, type GasPayee, gasOutput, lacking, refuseOthers } from "./gas-source.ts";
import { accountsAsRead, keepEvm, needEvm, quotedEvm, refuseSendable, sendableYet } from "./keep-evm.ts";
import { lockNetwork } from "./store.ts";
import type { AccountRequest } from "./token-source.ts";

/**
 * Prepares ether for an account of ours or the owner, from the one of ours that has most: a plain transfer by EIP-1559 with
 * that account's next number. Refuses with INSUFFICIENT_FUNDS where none has it and its own gas.
 */
export async function prepareGas(ctx: Ctx, request: AccountRequest, gas: GasPayee): Promise<PreparedRecord> {
  const { calls } = needEvm(ctx);
  refuseOthers(request);
  const { script, value, asset, units, moveId } = gas;
  const factsOf = await accountsAsRead(ctx, calls);
  const sendable = await sendableYet(ctx, factsOf, { objectId: moveId });
  const only = sendable[0]?.sourceHash;
  const source = await fundingOf(ctx, request, gas, { factsOf, hasOf: ({ wei }) => wei, only });
  refuseSendable(sendable, source);
  const transaction = await quotedEvm(calls, request, source, { to: script, value, data: "" });
  if (source.wei < value + transaction.gas * transaction.maxFee) throw lacking(gas);
  return ctx.transaction(async (tx) => {
    await lockNetwork(tx.db, "eth");
    const [id, output] = [tx.id(), await gasOutput(tx, gas)];
    return keepEvm(tx, { id, asset, source, units, transaction, outputs: [output], moves: [moveId] });
  });
}
