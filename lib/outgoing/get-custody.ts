import type { OutputOf } from "#lib/contract/endpoint.ts";
import { cryptoOf, isGas, networkTypeOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { sandboxMark } from "#lib/kernel/sandbox-mark.ts";
import type { getCustodyEndpoint } from "./contract.ts";
import { scanShown } from "./ask-scan.ts";
import { openFindings } from "./custody-store.ts";
import { latestScans } from "./scan-store.ts";
import { differenceOf, lastProofs } from "./prove-custody.ts";

/** The last proof of each asset, as the nodes and the books had it; where they differ, and the last scans. */
export async function getCustody(ctx: Ctx): Promise<OutputOf<typeof getCustodyEndpoint>> {
  const [proofs, findings, scans] = [await lastProofs(ctx), await openFindings(ctx.db), await latestScans(ctx.db)];
  return {
    findings: findings.map(({ id, network, asset, address, output, units, height, foundAt }) => {
      const networkType = networkTypeOf(asset);
      return {
        findingId: id,
        network,
        asset: cryptoOf(asset),
        ...(networkType ? { networkType } : {}),
        address,
        ...sandboxMark(ctx.app),
        ...output,
        difference: amountOf(asset, units),
        height,
        foundAt: foundAt.getTime(),
      };
    }),
    scans: scans.map(scanShown),
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
