import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { PreparedRecord, prepareTransactionEndpoint } from "./contract.ts";
import { isId } from "#lib/kernel/ids.ts";
import { unknownPayout } from "#lib/payouts/get-payouts.ts";
import { prepareEvm } from "./prepare-evm.ts";
import { gasIn } from "./gas-source.ts";
import { prepareGas } from "./prepare-gas.ts";
import { prepareSafe, safeIn } from "./prepare-safe.ts";
import { prepareTron } from "./prepare-tron.ts";
import { prepareTrx } from "./prepare-trx.ts";
import { prepareUtxo } from "./prepare-utxo.ts";
import { replaceTransaction } from "./replace.ts";
import { refuseSigned, refuseWaiting } from "./waiting.ts";

/**
 * Prepares one transaction for the signer (rulebook 13.7): its coins are kept for it, its payouts PREPARED. Refuses what
 * is not approved with INVALID_STATE, what may have been signed in hours that a restore has lost with LOST_HOURS_OPEN,
 * what something that nothing explains may have paid already with LEFT_UNEXPLAINED, and a request that names nothing to pay.
 */
export async function prepareTransaction(
  ctx: Ctx,
  input: InputOf<typeof prepareTransactionEndpoint>,
): Promise<PreparedRecord> {
  const { network, payoutIds = [], moveIds = [], replacesId } = input;
  if (replacesId !== undefined) return replaceTransaction(ctx, { ...input, replacesId });
  if (payoutIds.length + moveIds.length === 0)
    throw invalid("payoutIds", "payoutIds or moveIds must name what is paid.");
  if (!payoutIds.every(isId)) throw unknownPayout();
  await refuseSigned(ctx, payoutIds, moveIds);
  if (network !== "eth" && network !== "tron") return prepareUtxo(ctx, { ...input, network });
  if (network === "eth") await refuseWaiting(ctx, payoutIds, moveIds);
  const safe = network === "eth" ? await safeIn(ctx, { ...input, network }) : undefined;
  if (safe) return prepareSafe(ctx, { ...input, network: "eth" }, safe);
  const gas = await gasIn(ctx, network, moveIds);
  if (network === "eth")
    return gas ? prepareGas(ctx, { ...input, network }, gas) : prepareEvm(ctx, { ...input, network });
  return gas ? prepareTrx(ctx, { ...input, network }, gas) : prepareTron(ctx, { ...input, network });
}
