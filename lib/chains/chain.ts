import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";

/** A block's place in the chain of hashes; heights count from 0. */
export type BlockHeader = { height: number; hash: string; parentHash: string; time: Date };

/**
 * One output or token transfer. `script` is what a chain is watched by: the scriptPubKey in hex on UTXO chains,
 * the account's 20 bytes in hex on eth and tron. `outputIndex` is the vout, or the position among the logs of its own
 * transaction. `units` are the asset's smallest.
 */
export type Transfer = {
  txHash: string;
  outputIndex: number;
  /** Position of the transaction within its block. */
  position: number;
  asset: CryptoAsset;
  script: string;
  units: bigint;
  sourceAddress?: string;
};

export type Block = BlockHeader & { transfers: Transfer[] };

/** Why a transaction that was seen once is no longer going to confirm. */
export type Fate = "PENDING" | "MINED" | "DOUBLE_SPENT" | "GONE";

/**
 * What watching needs of a chain; drivers for real nodes and the simulated chain implement it alike.
 * Every method may throw {@link ChainFault}; none ever answers from a guess.
 */
export type Chain = {
  readonly network: Network;
  /** The tip of the best chain. */
  head(): Promise<BlockHeader>;
  /** The block of the best chain at this height, undefined above its tip. */
  header(height: number): Promise<BlockHeader | undefined>;
  /** The same with all its transfers of known assets. */
  block(height: number): Promise<Block | undefined>;
  /** Transfers not yet in a block; chains without a public mempool answer none. */
  mempool(): Promise<Transfer[]>;
  /** What became of a transaction that no block of ours holds. */
  fate(txHash: string): Promise<Fate>;
};

/** A node's foreign error, told apart by what may be done about it. */
export class ChainFault extends Error {
  readonly network: Network;
  readonly retry: boolean;
  constructor(network: Network, sentence: string, retry: boolean, cause?: unknown) {
    super(sentence, { cause });
    this.network = network;
    this.retry = retry;
  }
}
