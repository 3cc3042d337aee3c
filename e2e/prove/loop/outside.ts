import { bitcoinChain, COIN_FIELDS } from "#lib/chains/bitcoin.ts";
import { jsonRpc, jsonRpcBatch } from "#lib/chains/json-rpc.ts";
import type { App } from "#lib/kernel/app.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { krakenVenue } from "#lib/liquidity/venues/kraken.ts";

/** Node and exchange, as every process of the proof reaches them. */
export type Outside = {
  nodeUrl: string;
  genesis: string;
  keys: { key: string; secret: string; baseUrl: string };
};

/** The sandbox's program before a real node, and an exchange that keeps books of its own. */
export function before(app: App, { nodeUrl, genesis, keys }: Outside): App {
  const venue = krakenVenue({ ...keys, timeoutMs: 5_000 });
  Object.assign(app, { venues: [venue], venue });
  const exact = { exact: COIN_FIELDS };
  const asking = { ask: jsonRpc("bitcoin", nodeUrl, exact), askMany: jsonRpcBatch("bitcoin", nodeUrl, exact) };
  const landmarks = [{ height: 0, hash: genesis }];
  const chain = bitcoinChain({ network: "bitcoin", reorgLimit: 10, landmarks }, asking);
  return { ...app, slots: new Slots(), chains: { bitcoin: chain } };
}
