import type { OutputOf } from "#lib/contract/endpoint.ts";
import { cryptoOf, isGas, networkTypeOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import type { getCustodyEndpoint } from "./contract.ts";
import { differenceOf, lastProofs } from "./prove-custody.ts";

/** The last proof of each asset, as the nodes and the books had it. */
export async function getCustody(ctx: Ctx): Promise<OutputOf<typeof getCustodyEndpoint>> {
  const proofs = await lastProofs(ctx);
  return {
    data: proofs.map((proof) => {
      const { network, asset, ledger, waiting, node, asked, height, at } = proof;
      const networkType = isGas(asset) ? undefined : networkTypeOf(asset);
      return {
        network,
        asset: isGas(asset) ? asset : cryptoOf(asset),
        ...(networkType ? { networkType } : {}),
        ledger: amountOf(asset, ledger),
        waiting: amountOf(asset, waiting),
        node: amountOf(asset, node),
        difference: amountOf(asset, differenceOf(proof)),
        asked,
        height,
        provenAt: at.getTime(),
      };
    }),
  };
}
