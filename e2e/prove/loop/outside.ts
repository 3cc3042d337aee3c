import { bitcoinChain, COIN_FIELDS } from "#lib/chains/bitcoin.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { evmChain } from "#lib/chains/evm.ts";
import { jsonRpc, jsonRpcBatch } from "#lib/chains/json-rpc.ts";
import { ETH_WRITING } from "#lib/chains/main-nets.ts";
import type { App } from "#lib/kernel/app.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { krakenVenue } from "#lib/liquidity/venues/kraken.ts";
import type { Coin } from "./coins.ts";

/** Node and exchange, as every process of the proof reaches them. */
export type Outside = {
  coin: Pick<Coin, "asset" | "network">;
  node?: { url: string; genesis: string };
  anvil?: { url: string; chainId: number; token: string };
  keys: { key: string; secret: string; baseUrl: string };
};

/** The sandbox's program before a real node where there is one, and an exchange that keeps books of its own. */
export function before(app: App, outside: Outside): App {
  const venue = krakenVenue({ ...outside.keys, timeoutMs: 5_000 });
  Object.assign(app, { venues: [venue], venue });
  const { network } = outside.coin;
  const chain = realChain(outside) ?? app.chains[network];
  return { ...app, slots: new Slots(), chains: { [network]: chain } };
}

function realChain({ coin, node, anvil }: Outside): Chain | undefined {
  if (node) {
    const exact = { exact: COIN_FIELDS };
    const asking = { ask: jsonRpc("bitcoin", node.url, exact), askMany: jsonRpcBatch("bitcoin", node.url, exact) };
    const landmarks = [{ height: 0, hash: node.genesis }];
    return bitcoinChain({ network: "bitcoin", reorgLimit: 10, landmarks }, asking);
  }
  if (!anvil || (coin.asset !== "USDT@eth" && coin.asset !== "USDC@eth")) return undefined;
  const limits = { blocks: 64, results: 10_000 };
  const tokens = [{ asset: coin.asset, contract: anvil.token }];
  const options = { network: "eth", reorgLimit: 64, chainId: anvil.chainId, limits, writing: ETH_WRITING } as const;
  return evmChain({ ...options, numbered: true, finalTag: "finalized", tokens }, jsonRpc("eth", anvil.url));
}
