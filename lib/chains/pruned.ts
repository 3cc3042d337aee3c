import type { Network } from "#lib/kernel/assets.ts";
import { ChainFault } from "./chain.ts";

/** Says of a block the node has thrown away what to do about it; any other fault passes as it is. */
export function explainPruned(network: Network, at: number, fault: unknown): never {
  if (!(fault instanceof ChainFault) || fault.code === undefined || !/prune/i.test(fault.message)) throw fault;
  throw new ChainFault(
    network,
    `The node has pruned block ${at}, which is still to be scanned: have it keep or fetch older blocks, or name an endpoint that has them.`,
    true,
    { cause: fault, code: fault.code, failure: { code: "PRUNED", block: at } },
  );
}
