import { bitcoinChain, COIN_FIELDS } from "#lib/chains/bitcoin.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { type EvmSettings, evmChain } from "#lib/chains/evm.ts";
import { jsonRpc, jsonRpcBatch } from "#lib/chains/json-rpc.ts";
import { ETH_WRITING, TRON_LIMITS, TRON_WRITING } from "#lib/chains/main-nets.ts";
import { type Anvil, startAnvil } from "./anvil.ts";
import { startUtxoNode } from "./litecoin.ts";
import { startTronNode, TRON_CHAIN_ID } from "./tron.ts";

export const FINAL_OUTCOMES = ["dropped", "moved", "double-spent"] as const;
export type FinalOutcome = (typeof FINAL_OUTCOMES)[number];

/** A real node whose last blocks can be replaced by others, with or without the payment in them. */
export type Node = {
  name: "UTXO" | "EVM" | "Tron";
  network: "bitcoin" | "eth" | "tron";
  bill: { cryptoType: "BTC" | "USDT"; networkType?: "eth" | "tron" };
  chain: Chain;
  url: string;
  /** A node that is not of the main net. */
  foreign: string;
  /** The same chain by another way to the node, given up on after `timeoutMs`. */
  by(url: string, timeoutMs?: number): Chain;
  /** Sends, and mines it into the first of `depth` blocks; answers how to replace just those. */
  payUnder(script: string, units: bigint, depth: number): Promise<(finalOutcome: FinalOutcome) => Promise<void>>;
  mine(blocks: number): Promise<unknown>;
  stop(): Promise<void>;
};

export async function utxoNode(): Promise<Node> {
  const utxo = await startUtxoNode();
  const settings = { network: "bitcoin", reorgLimit: 10, landmarks: [{ height: 0, hash: utxo.genesis }] } as const;
  return {
    name: "UTXO",
    network: "bitcoin",
    bill: { cryptoType: "BTC" },
    chain: bitcoinChain(settings, utxo.node),
    url: utxo.url,
    foreign: utxo.url,
    by(url, timeoutMs) {
      const options = { exact: COIN_FIELDS, ...timeout(timeoutMs) };
      const [ask, askMany] = [jsonRpc("bitcoin", url, options), jsonRpcBatch("bitcoin", url, options)];
      return bitcoinChain(settings, { ask, askMany });
    },
    mine: utxo.mine,
    stop: utxo.stop,
    async payUnder(script, units, depth) {
      const txHash = await utxo.payUnits(script, units);
      const [first = ""] = await utxo.mine(depth);
      return async (finalOutcome) => {
        await utxo.ask("invalidateblock", [first]);
        if (finalOutcome === "dropped") await utxo.restartForgetful();
        if (finalOutcome === "double-spent") await utxo.mineInstead(txHash);
        await utxo.mine(depth + 1);
      };
    },
  };
}

export async function evmNode(): Promise<Node> {
  const anvil = await startAnvil();
  const settings: EvmSettings = {
    network: "eth",
    chainId: anvil.chainId,
    reorgLimit: 64,
    limits: { blocks: 64, results: 10_000 },
    writing: ETH_WRITING,
    numbered: true,
    tokens: [{ asset: "USDT@eth", contract: anvil.tokens.usdt }],
  };
  const bill = { cryptoType: "USDT", networkType: "eth" } as const;
  return {
    name: "EVM",
    bill,
    ...ways(settings, anvil.url),
    foreign: anvil.url,
    ...accountChain(anvil),
    stop: anvil.stop,
  };
}

export async function tronNode(): Promise<Node> {
  const { anvil, url, stop } = await startTronNode();
  const settings: EvmSettings = {
    network: "tron",
    chainId: TRON_CHAIN_ID,
    reorgLimit: 27,
    limits: TRON_LIMITS,
    writing: TRON_WRITING,
    tokens: [{ asset: "USDT@tron", contract: anvil.tokens.usdt }],
  };
  const bill = { cryptoType: "USDT", networkType: "tron" } as const;
  return { name: "Tron", bill, ...ways(settings, url), foreign: anvil.url, ...accountChain(anvil), stop };
}

const timeout = (timeoutMs: number | undefined) => (timeoutMs === undefined ? {} : { timeoutMs });

function ways(settings: EvmSettings, url: string): Pick<Node, "network" | "chain" | "url" | "by"> {
  const { network } = settings;
  const by: Node["by"] = (way, timeoutMs) => evmChain(settings, jsonRpc(network, way, timeout(timeoutMs)));
  return { network, chain: by(url), url, by };
}

/** Later than any block replaced, so that no block of the new branch is one of the old. */
const OTHER_TIME_SECONDS = 20;
const STRANGER = "0x00000000000000000000000000000000000000aa";

/** Accounts spend by number: the same number used by another transaction is their double spend. */
function accountChain(anvil: Anvil): Pick<Node, "payUnder" | "mine"> {
  return {
    mine: anvil.mine,
    async payUnder(script, units, depth) {
      const before = await anvil.ask("evm_snapshot");
      const txHash = await anvil.send(anvil.tokens.usdt, `0x${script}`, units);
      await anvil.mine(depth);
      const raw = await anvil.ask("eth_getRawTransactionByHash", [txHash]);
      return async (finalOutcome) => {
        await anvil.ask("evm_revert", [before]);
        await anvil.ask("evm_increaseTime", [OTHER_TIME_SECONDS]);
        if (finalOutcome === "moved") await anvil.ask("eth_sendRawTransaction", [raw]);
        if (finalOutcome === "double-spent") await anvil.send(anvil.tokens.usdt, STRANGER, units);
        await anvil.mine(depth + 1);
      };
    },
  };
}
