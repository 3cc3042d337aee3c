import type { Network } from "#lib/kernel/assets.ts";
import { base58checkBytes } from "#lib/wallets/base58check.ts";
import { ethAddress, tronAddress } from "#lib/wallets/encodings.ts";
import { type BitcoinSettings, bitcoinChain, COIN_FIELDS, WAIT_MS } from "./bitcoin.ts";
import type { Chain } from "./chain.ts";
import { everyEndpoint } from "./endpoints.ts";
import { type EvmSettings, evmChain, type Token } from "./evm.ts";
import type { Writing } from "./evm-logs.ts";
import { jsonRpc, jsonRpcBatch } from "./json-rpc.ts";
import { tronWallet } from "./tron-wallet.ts";

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

/** Ethereum writes hashes after 0x and accounts by EIP-55. */
export const ETH_WRITING: Writing = { hash: (text) => text, account: (hex) => ethAddress(bytesOf(hex)) };

/** Tron writes hashes as bare hex and accounts in Base58Check under 0x41. */
export const TRON_WRITING: Writing = {
  hash: (text) => text.replace(/^0x/, ""),
  account: (hex) => tronAddress(bytesOf(hex)),
};

/** Tron's JSON-RPC grants 5 000 blocks and 10 000 results; what is held at once is kept smaller. */
export const TRON_LIMITS = { blocks: 500, results: 10_000, byReceiver: 5_000 };
const ETH_LIMITS = { blocks: 64, results: 10_000, byReceiver: 2_000 };

/** The 20 bytes behind an address of Tron, as its JSON-RPC writes contracts. */
export const tronContract = (address: string): string =>
  `0x${Buffer.from(base58checkBytes(address)?.subarray(1) ?? []).toString("hex")}`;

/**
 * The block at which bitcoin and bitcoincash parted (August 2017), as each has it; bitcoincash's second is where it
 * parted from its own fork of November 2018. bitcoincash's nodes finalise ten blocks below their tip.
 */
const UTXO: Record<"bitcoin" | "bitcoincash", BitcoinSettings> = {
  bitcoin: {
    network: "bitcoin",
    reorgLimit: 100,
    everyMs: 1_000,
    heardEveryMs: 3_000,
    mempoolEveryMs: 3_000,
    landmarks: [{ height: 478_559, hash: "00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148" }],
  },
  bitcoincash: {
    network: "bitcoincash",
    reorgLimit: 10,
    everyMs: 1_000,
    heardEveryMs: 3_000,
    mempoolEveryMs: 3_000,
    landmarks: [
      { height: 478_559, hash: "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec" },
      { height: 556_767, hash: "0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c" },
    ],
  },
};

/** The tokens of eth, by the contracts that their issuers publish. */
export const ETH_TOKENS: readonly Token[] = [
  { asset: "USDT@eth", contract: "0xdac17f958d2ee523a2206206994597c13d831ec7" },
  { asset: "USDC@eth", contract: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" },
];

/** The token of tron. */
export const TRON_TOKENS: readonly Token[] = [
  { asset: "USDT@tron", contract: tronContract("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t") },
];

/** Two epochs finalise a block of eth, 19 of 27 producers one of tron. */
const EVM: Record<"eth" | "tron", EvmSettings> = {
  eth: {
    network: "eth",
    chainId: 1,
    reorgLimit: 64,
    everyMs: 3_000,
    limits: ETH_LIMITS,
    writing: ETH_WRITING,
    numbered: true,
    finalTag: "finalized",
    tokens: ETH_TOKENS,
  },
  tron: {
    network: "tron",
    chainId: 0x2b6653dc,
    reorgLimit: 27,
    everyMs: 1_500,
    limits: TRON_LIMITS,
    writing: TRON_WRITING,
    finalTag: "finalized",
    tokens: TRON_TOKENS,
  },
};

/** What a node may take for its answer once it has waited for a block. */
const ANSWER_MS = 5_000;

/**
 * The main net behind one's own nodes; several endpoints must agree before a deposit is final. `wallets`: where the nodes
 * of tron have their HTTP interface, in the same order.
 */
export function mainNet(network: Network, urls: readonly string[], wallets: readonly string[]): Chain {
  return everyEndpoint(urls.map((url, at) => oneEndpoint(network, url, wallets[at])));
}

function oneEndpoint(network: Network, url: string, wallet: string | undefined): Chain {
  if (network === "tron")
    return evmChain(EVM.tron, jsonRpc(network, url), wallet === undefined ? undefined : tronWallet(EVM.tron, wallet));
  if (network === "eth") return evmChain(EVM.eth, jsonRpc(network, url));
  const options = { exact: COIN_FIELDS };
  const node = {
    ask: jsonRpc(network, url, options),
    askMany: jsonRpcBatch(network, url, options),
    wait: jsonRpc(network, url, { timeoutMs: WAIT_MS + ANSWER_MS }),
    scan: jsonRpc(network, url, { ...options, patient: true }),
  };
  return bitcoinChain(UTXO[network], node);
}
