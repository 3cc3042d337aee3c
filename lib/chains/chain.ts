import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import type { SafeVersion } from "./safe-contracts.ts";

declare module "#lib/kernel/app.ts" {
  interface Adapters {
    chains: Readonly<Partial<Record<Network, Chain>>>;
  }
}

/** A block's place in the chain of hashes; heights count from 0. */
export type BlockHeader = { height: number; hash: string; parentHash: string; time: Date };
export type BlockAt = Pick<BlockHeader, "height" | "hash">;

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
  /** The account that sent it, written as `script` is; absent on UTXO chains. */
  sourceScript?: string;
  /** The receiver as the node writes it; absent where it writes none. */
  address?: string;
  /** What its transaction uses up and no other can use as well, in the driver's own words; absent where it is not known. */
  spends?: readonly string[];
  /** Confirmations before which its chain lets nobody spend it, where that is more than any payment needs: of a coinbase. */
  maturity?: number;
  /** What its unconfirmed transaction paid, as judged at our sighting; absent where the chain tells none. */
  fee?: Fee & { estimate?: Decimal | undefined };
};

/**
 * What an unconfirmed transaction pays for each byte, in the chain's smallest unit, with its unconfirmed ancestors where
 * those make it less, where the chain tells it; `replaceable` as it signals itself (BIP 125), or as any is where
 * the node replaces whatever pays less.
 */
export type Fee = { rate?: Decimal | undefined; replaceable: boolean };

/**
 * A transaction by the outputs it uses up, each as `txid:vout`, and all that its outputs are worth, also those that are no
 * plain coins. On chains of accounts there is none: what leaves an account is told by the transfer itself.
 */
export type Spending = { txHash: string; inputs: readonly string[]; paidUnits: bigint };

/** A transaction by the account that sent it, with the chain's own coin that it carries; only where the block was read whole. */
export type SentTransaction = {
  txHash: string;
  script: string;
  /** The account it names; absent where it makes a contract. */
  to?: string;
  valueWei: bigint;
};

/**
 * What a mined transaction has cost, on tron in sun, and the block that has it. `carriedWei` is what of the coin it really
 * moved: nothing where it failed.
 */
export type Cost = { wei: bigint; carriedWei: bigint; blockHash: string };

export type Block = BlockHeader & {
  transfers: Transfer[];
  spending?: readonly Spending[];
  sent?: readonly SentTransaction[];
};

/**
 * Transactions waiting for a block: the transfers not yet reported as written down, and which transactions are there.
 * What was `fresh` comes again until `written` is called, so that a failed transaction of ours loses no lookup.
 */
export type Mempool = {
  fresh: readonly Transfer[];
  spending?: readonly Spending[];
  holds(txHash: string): boolean;
  written(): void;
};

/** The mempool of a chain that has none, or of one that tells all of it each time. */
export const wholeMempool = (transfers: readonly Transfer[], spending: readonly Spending[] = []): Mempool => {
  const present = new Set(transfers.map(({ txHash }) => txHash));
  return { fresh: transfers, spending, holds: (txHash) => present.has(txHash), written: () => undefined };
};

/** A script that a block of this height has paid. */
export type Receipt = { script: string; height: number };

/** What a node says to a transaction that is given to it: taken, or known already; or refused, in its own words. */
export type Sending = { taken: true } | { taken: false; words: string };

/** What a token's transaction may cost: how much gas, the block's fee for each, and what miners ask beside it, in wei. */
export type GasQuote = { gas: bigint; baseFee: bigint; priorityFee: bigint };

/** A call of a contract; accounts and data in hex without 0x. */
export type ContractCall = { from: string; to: string; data: string };

/** What preparing a transaction needs of eth; accounts and data in hex without 0x. */
export type EvmCalls = {
  readonly chainId: number;
  contractOf(asset: CryptoAsset): string | undefined;
  /** The ether that an account has. */
  etherOf(script: string): Promise<bigint>;
  /** How many transactions an account has sent up to a block: every number below it is used up. */
  sentUpTo(script: string, height: number): Promise<number>;
  /** The same with those that wait at the node for a block. */
  sentOrWaiting(script: string): Promise<number>;
  outcome(txHash: string): Promise<CallOutcome>;
  quote(call: ContractCall): Promise<GasQuote>;
  send(signed: string): Promise<Sending>;
  /** What the chain says of Safes; absent where there are none. */
  readonly safes?: SafeCalls;
};

/** A Safe as its contract describes itself: its version, its next number, and how many of its owners have to sign. */
export type SafeState = { version: SafeVersion; nonce: number; threshold: number; owners: number };

/** What batches of Safes need of eth; accounts in hex without 0x. */
export type SafeCalls = {
  /** Undefined where no Safe of a known version is. */
  state(script: string): Promise<SafeState | undefined>;
  /** How many transactions a Safe had executed at a block: every number below it is used up. */
  usedUpTo(script: string, height: number): Promise<number>;
  /** The hashes of what a Safe has executed by a transaction, as its receipt says; undefined where no block has that. */
  executedBy(script: string, txHash: string): Promise<readonly string[] | undefined>;
};

/** An account of tron: its TRX in sun, and what of energy and bandwidth it does not have to pay for. */
export type TronAccount = { sun: bigint; energy: bigint; bandwidth: bigint };
/** What a token's transaction may cost: how much energy, and the chain's price of energy and of each byte, in sun. */
export type TronQuote = { energy: bigint; energyPrice: bigint; bytePrice: bigint };
/**
 * What giving TRX to an account may cost: the chain's price of each byte, and what it takes for an account that it does not
 * know yet in place of that, in sun; 0 where it knows it.
 */
export type TrxQuote = { bytePrice: bigint; activation: bigint };
/** What the chain has of a transaction: nothing, one whose call failed, or one that is done. */
export type CallOutcome = "NONE" | "FAILED" | "DONE";

/** What preparing a transaction needs of tron; accounts and data in hex without 0x. */
export type TronCalls = {
  contractOf(asset: CryptoAsset): string | undefined;
  account(script: string): Promise<TronAccount>;
  quote(call: ContractCall): Promise<TronQuote>;
  quoteTrx(to: string): Promise<TrxQuote>;
  /** What the chain asks for energy now, in sun. */
  energyPrice(): Promise<bigint>;
  outcome(txHash: string): Promise<CallOutcome>;
};

/** The chain's own coin that the code of a contract gave to an account, and by which transaction; accounts in hex. */
export type CodeMove = { txHash: string; from: string; to: string; wei: bigint };

/** Why a transaction that was seen once is no longer going to confirm. */
export type TransactionOutcome = "PENDING" | "MINED" | "DOUBLE_SPENT" | "GONE";

/** An unspent output that a scan has found; `address` as the node writes it. */
export type FoundOutput = {
  txHash: string;
  outputIndex: number;
  script: string;
  address?: string;
  units: bigint;
  height: number;
};
/** What lies on scripts, by a node's set of outputs at a block; of several looks the lowest. */
export type ScanResult = { height: number; outputs: readonly FoundOutput[] };

/** Asking a node for all outputs of scripts, which may take it an hour: one at a time. */
export type OutputScan = {
  /** Nothing where it was aborted. */
  start(scripts: readonly string[]): Promise<ScanResult | undefined>;
  /** Per cent of what was begun last. */
  progress(): Promise<number>;
  abort(): Promise<void>;
};

/** How many endpoints have a block on their best chain, have another in its place, and say neither, being away or behind. */
export type Presence = { same: number; other: number; silent: number };

/**
 * What watching needs of a chain; drivers for real nodes and the simulated chain implement it alike.
 * Every method may throw {@link ChainFault}; none ever answers from a guess.
 */
export type Chain = {
  readonly network: Network;
  /** Blocks a reorganisation may replace without a person's consent. */
  readonly reorgLimit: number;
  /** Pause between two looks at a quiet chain in milliseconds; absent: look whenever there is time. */
  readonly everyMs?: number;
  /** The same while the node tells of new blocks by itself. */
  readonly heardEveryMs?: number;
  /** The tip of the best chain. */
  head(): Promise<BlockHeader>;
  /** The block of the best chain at this height, undefined above its tip. */
  header(height: number): Promise<BlockHeader | undefined>;
  /** The same with all its transfers of known assets. */
  block(height: number): Promise<Block | undefined>;
  /** Transfers not yet in a block; chains without a public mempool answer none. `anew`: also what was written down before. */
  mempool(anew?: boolean): Promise<Mempool>;
  /** What became of a transaction that no block of ours holds; `spends` as reported with its transfers. */
  finalOutcome(txHash: string, spends: readonly string[]): Promise<TransactionOutcome>;
  /** What a transaction in the mempool pays; undefined when it is not there, or no rate is told. */
  feeOf?(txHash: string): Promise<Fee | undefined>;
  /** What the node estimates a transaction has to pay to be mined within six blocks; undefined while it has no estimate. */
  feeEstimate?(): Promise<Decimal | undefined>;
  /**
   * The addresses whose outputs a transaction spends, as the node writes them; undefined where it does not keep what was
   * spent. Absent where a transfer itself tells its sender.
   */
  sendersOf?(txHash: string, blockHash: string | undefined): Promise<readonly string[] | undefined>;
  /** What these outputs, each as `txid:vout`, are worth where a block has them unspent; left out where none has. */
  unspent?(outputs: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** All outputs of scripts; absent where a node is not asked so. */
  readonly scan?: OutputScan;
  /** What accounts have of a token at a block, or now where the node knows no past. */
  balances?(asset: CryptoAsset, scripts: readonly string[], height: number): Promise<ReadonlyMap<string, bigint>>;
  /** What a mined transaction that says to carry so much has cost; undefined where no block has it. */
  costOf?(txHash: string, valueWei: bigint): Promise<Cost | undefined>;
  /** What accounts have of the chain's own coin at a block, or now where the node knows no past; on tron in sun. */
  coins?(scripts: readonly string[], height: number): Promise<ReadonlyMap<string, bigint>>;
  /** What the code of contracts moved of the chain's own coin in a block, in its order; absent where no node is asked so. */
  movedByCode?(block: BlockAt): Promise<readonly CodeMove[]>;
  /** Gives a signed transaction, in hex, to the network; absent where this program sends none. */
  send?(signed: string): Promise<Sending>;
  /** What a transaction of accounts is prepared by; absent on chains of outputs, and where none is prepared. */
  readonly calls?: EvmCalls;
  /** The same of tron. */
  readonly tronCalls?: TronCalls;
  /** A whole transaction in hex, by the block that has it; absent where there is none to be had. */
  rawTransaction?(txHash: string, blockHash: string): Promise<string>;
  /**
   * What a transaction spends, each as `txid:vout`, by a block that has it, also one that is gone; undefined where the node knows
   * it by no such block. Absent on chains of accounts.
   */
  inputsOf?(txHash: string, blockHash: string): Promise<readonly string[] | undefined>;
  /** The height below which the chain itself says nothing will change; absent where it says no such thing. */
  finalHeight?(): Promise<number | undefined>;
  /**
   * Whether every other endpoint tells this very block with these very transfers. `false`: one cannot say yet. Two that
   * tell different transfers of the same block are a {@link ChainFault}.
   */
  agrees?(block: Block): Promise<boolean>;
  /** Where the endpoints stand on a block; absent with one, which alone says what the best chain is. */
  presence?(block: BlockAt): Promise<Presence>;
  /** Comes back when the node has a new tip, or after a while: a hint to look at once, never a fact. */
  nextBlock?(stop: AbortSignal): Promise<void>;
  /**
   * Which of these scripts were paid in a range of blocks, for a chain that can be queried without reading each block.
   */
  receipts?(scripts: readonly string[], first: number, last: number): Promise<readonly Receipt[]>;
  /** How many blocks {@link receipts} takes at once. */
  readonly receiptsRange?: number;
};

/** How a chain is, in the words the desk shows. */
export const CHAIN_STATES = ["OK", "BEHIND", "FORKED", "DISAGREED", "FAULTY", "WRONG_NETWORK", "PAUSED"] as const;
export type ChainState = (typeof CHAIN_STATES)[number];

type FaultFacts = {
  cause?: unknown;
  code?: number | undefined;
  state?: ChainState;
  failure?: ChainFailure | undefined;
};

/** A node's foreign error, classified by what may be done about it. */
export class ChainFault extends Error {
  readonly network: Network;
  /** Whether a retry can succeed without intervention. */
  readonly retry: boolean;
  /** The node's own number for a refusal, absent when it did not answer with one. */
  readonly code: number | undefined;
  readonly state: ChainState;
  /** The same as the sentence, as facts. */
  readonly failure: ChainFailure;
  constructor(network: Network, sentence: string, retry: boolean, facts: FaultFacts = {}) {
    super(sentence, { cause: facts.cause });
    this.network = network;
    this.retry = retry;
    this.code = facts.code;
    this.state = facts.state ?? "FAULTY";
    this.failure = facts.failure ?? { code: "OTHER", detail: sentence };
  }
}
