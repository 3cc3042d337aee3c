import type { Chain } from "#lib/chains/chain.ts";
import { evmChain } from "#lib/chains/evm.ts";
import { jsonRpc } from "#lib/chains/json-rpc.ts";
import { ETH_WRITING } from "#lib/chains/main-nets.ts";

const TIMEOUT_MS = 1_000;

/** The chain of the proof's node behind an endpoint, given up on soon. */
export function ethChain(url: string, chainId: number, usdt: string): Chain {
  return evmChain(
    {
      network: "eth",
      chainId,
      reorgLimit: 64,
      limits: { blocks: 64, results: 10_000 },
      writing: ETH_WRITING,
      finalTag: "finalized",
      tokens: [{ asset: "USDT@eth", contract: usdt }],
    },
    jsonRpc("eth", url, { timeoutMs: TIMEOUT_MS }),
  );
}
