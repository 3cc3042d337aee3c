import { z } from "zod";
import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import {
  type Block,
  type BlockAt,
  type BlockHeader,
  type Chain,
  ChainFault,
  type TransactionOutcome,
  wholeMempool,
} from "./chain.ts";
import { evmCalls } from "./evm-calls.ts";
import {
  bloomOf,
  hex,
  isEmptyBloom,
  type EvmLog,
  logShape,
  quantity,
  tokenTransfers,
  type Writing,
} from "./evm-logs.ts";
import { numberSpent, numbersSpent, sentIn } from "./evm-numbers.ts";
import { searchReceipts } from "./evm-search.ts";
import { logRanges, type RangeLimits } from "./evm-ranges.ts";
import { movedByCode } from "./evm-traces.ts";
import type { AskNode } from "./json-rpc.ts";
import { provenNode } from "./proven.ts";
import { explainPruned } from "./pruned.ts";
import type { TronWallet } from "./tron-wallet.ts";

const blockShape = z.object({
  number: quantity,
  hash: hex,
  parentHash: hex,
  timestamp: quantity,
  logsBloom: hex,
  transactions: z.array(z.unknown()).optional(),
});
const receiptShape = z.object({ gasUsed: hex, effectiveGasPrice: hex, blockHash: hex, status: hex });
const wei = hex.transform((text) => BigInt(text));
const foundShape = z.object({ blockNumber: hex.nullish() });

type Answered = z.output<typeof blockShape>;

/** A token whose transfers count, by its contract: 20 bytes in hex after 0x. */
export type Token = { asset: CryptoAsset; contract: string };

export type EvmSettings = {
  network: Extract<Network, "eth" | "tron">;
  chainId: number;
  tokens: readonly Token[];
  reorgLimit: number;
  everyMs?: number;
  limits: RangeLimits;
  writing: Writing;
  /** Whether transactions are numbered by their senders, so that a double spend can be detected. */
  numbered?: boolean;
  /** The network's name for the block below which nothing changes any more. */
  finalTag?: "finalized";
};

/**
 * An EVM chain over a node's JSON-RPC: blocks by the chain of hashes, transfers from all logs of exactly that block,
 * held against the header's bloom filter where it has one, so that a log left out shows. Token contracts are matched
 * here, receivers by the watcher. A node of another chain than `chainId` is refused before anything of it is believed.
 * Native coins leave no log and are not seen. `wallet`: the way to a node of tron that takes transactions.
 */
export function evmChain(settings: EvmSettings, ask: AskNode, wallet?: TronWallet): Chain {
  const { network } = settings;
  const assets = new Map(settings.tokens.map(({ contract, asset }) => [contract.toLowerCase(), asset]));
  const read = reader(
    network,
    provenNode(ask, () => proveChainId(settings, ask)),
  );
  let tip = 0;
  const readBlock = async (at: number, whole = false): Promise<Answered | undefined> => {
    const answer = await read(blockShape.nullable(), "eth_getBlockByNumber", [numberText(at), whole]);
    if (answer && answer.number !== at)
      throw new ChainFault(network, `The node answers block ${answer.number} for ${at}.`, true, {
        failure: { code: "OTHER_BLOCK", block: at },
      });
    return answer ?? undefined;
  };
  const finalOutcomeNow = async (txHash: string): Promise<TransactionOutcome> => {
    const hash = txHash.startsWith("0x") ? txHash : `0x${txHash}`;
    const answer = await read(foundShape.nullable(), "eth_getTransactionByHash", [hash]);
    if (!answer) return "GONE";
    return answer.blockNumber ? "MINED" : "PENDING";
  };
  const isSpent = async ([spent]: readonly string[]): Promise<boolean> => {
    if (spent === undefined) return false;
    const { from, nonce } = numberSpent(spent);
    return (await read(quantity, "eth_getTransactionCount", [from, "latest"])) > nonce;
  };
  const readLogs = (filter: object) => read(z.array(logShape), "eth_getLogs", [filter]);
  const ranges = logRanges(settings.limits, (first, last) =>
    readLogs({ fromBlock: numberText(first), toBlock: numberText(last) }),
  );
  const wholeBlock = async (at: number): Promise<Block | undefined> => {
    const ahead = await ranges.take(at, tip);
    const mayChange = settings.numbered === true && at + settings.reorgLimit > tip;
    const isWhole = settings.numbered === true || wallet !== undefined;
    const wanted = await readBlock(at, isWhole);
    if (!wanted) return undefined;
    const logs = ahead && belongTo(wanted, ahead) ? ahead : await readLogs({ blockHash: wanted.hash });
    checkLogs(network, wanted, logs);
    const transfers = tokenTransfers(logs, assets, settings.writing);
    const spent = mayChange ? numbersSpent(wanted.transactions ?? []) : undefined;
    const sent = isWhole ? { sent: sentIn(wanted.transactions ?? [], settings.writing) } : {};
    return { ...headerOf(wanted), transfers: transfers.map((each) => ({ ...each, ...spent?.(each.txHash) })), ...sent };
  };
  return {
    network,
    reorgLimit: settings.reorgLimit,
    ...(settings.everyMs === undefined ? {} : { everyMs: settings.everyMs }),
    async header(at) {
      const found = await readBlock(at);
      return found && headerOf(found);
    },
    async head() {
      const head = headerOf(await read(blockShape, "eth_getBlockByNumber", ["latest", false]));
      tip = head.height;
      return head;
    },
    block: (at) => wholeBlock(at).catch((fault: unknown) => explainPruned(network, at, fault)),
    mempool: async () => wholeMempool([]),
    async finalOutcome(txHash, spends): Promise<TransactionOutcome> {
      const found = await finalOutcomeNow(txHash);
      if (found !== "GONE" || !(await isSpent(spends))) return found;
      // Its own being mined uses the number as well: by now that would be found.
      const still = await finalOutcomeNow(txHash);
      return still === "GONE" ? "DOUBLE_SPENT" : still;
    },
    receiptsRange: settings.limits.byReceiver ?? settings.limits.blocks,
    receipts: (scripts, first, last) =>
      searchReceipts(settings.limits, [...assets.keys()], readLogs, scripts, { first, last }),
    ...(settings.numbered && {
      calls: evmCalls(settings, read),
      send: (signed: string) => evmCalls(settings, read).send(signed),
      async costOf(txHash: string, valueWei: bigint) {
        const receipt = await read(receiptShape.nullable(), "eth_getTransactionReceipt", [txHash]);
        if (!receipt) return undefined;
        const { gasUsed, effectiveGasPrice, blockHash, status } = receipt;
        const carriedWei = BigInt(status) === 1n ? valueWei : 0n;
        return { wei: BigInt(gasUsed) * BigInt(effectiveGasPrice), carriedWei, blockHash };
      },
      async coins(scripts: readonly string[], at: number) {
        const held = new Map<string, bigint>();
        for (const script of scripts)
          held.set(script, await read(wei, "eth_getBalance", [`0x${script}`, numberText(at)]));
        return held;
      },
      movedByCode: (block: BlockAt) => movedByCode(read, network, block),
    }),
    ...(wallet && {
      tronCalls: wallet.calls,
      send: wallet.send,
      async costOf(txHash: string) {
        const cost = await wallet.feeOf(txHash);
        const block = cost && (await readBlock(cost.height));
        return cost && block ? { wei: cost.sun, carriedWei: cost.carried, blockHash: block.hash } : undefined;
      },
      coins: wallet.coins,
    }),
    async balances(asset, scripts, at) {
      const contract = settings.tokens.find((token) => token.asset === asset)?.contract;
      const held = new Map<string, bigint>();
      if (contract === undefined) return held;
      // Tron's JSON-RPC answers for now only.
      const block = settings.numbered ? numberText(at) : "latest";
      for (const script of scripts) {
        const data = `${BALANCE_OF}${script.padStart(64, "0")}`;
        held.set(script, BigInt(await read(word, "eth_call", [{ to: contract, data }, block])));
      }
      return held;
    },
    async finalHeight() {
      if (!settings.finalTag) return undefined;
      const answer = await read(blockShape.nullable(), "eth_getBlockByNumber", [settings.finalTag, false]);
      return answer?.number;
    },
  };
}

/** The selector of balanceOf(address), of ERC-20. */
const BALANCE_OF = "0x70a08231";
const word = hex.length(66);

const numberText = (height: number): string => `0x${height.toString(16)}`;

const headerOf = (answer: Answered): BlockHeader => ({
  height: answer.number,
  hash: answer.hash,
  parentHash: answer.parentHash,
  time: new Date(answer.timestamp * 1000),
});

const belongTo = (block: Answered, logs: readonly EvmLog[]): boolean =>
  logs.every((log) => log.blockHash === block.hash);

/** Logs must be of the very block and all of it: some nodes answer by number, some answer before they have indexed. */
function checkLogs(network: Network, block: Answered, logs: readonly EvmLog[]): void {
  if (!belongTo(block, logs))
    throw new ChainFault(network, `The node answers logs of another block than ${block.number}.`, true, {
      failure: { code: "OTHER_BLOCK", block: block.number },
    });
  if (!isEmptyBloom(block.logsBloom) && bloomOf(logs) !== block.logsBloom.toLowerCase())
    throw new ChainFault(network, `The node does not answer all logs of block ${block.number}.`, true, {
      failure: { code: "INCOMPLETE", block: block.number },
    });
}

function reader(network: Network, ask: AskNode) {
  return async <S extends z.ZodType>(shape: S, method: string, params: readonly unknown[]): Promise<z.output<S>> => {
    const parsed = shape.safeParse(await ask(method, params));
    if (parsed.success) return parsed.data;
    const sentence = `The node's answer to ${method} has not the form of the specification.`;
    throw new ChainFault(network, sentence, true, { cause: parsed.error, failure: { code: "UNREADABLE", method } });
  };
}

async function proveChainId({ network, chainId }: EvmSettings, ask: AskNode): Promise<void> {
  const answered = Number(await ask("eth_chainId", []));
  if (answered === chainId) return;
  const sentence = `The node is of chain ${answered}; ${network} must be chain ${chainId}.`;
  throw new ChainFault(network, sentence, false, { state: "WRONG_NETWORK", failure: { code: "OTHER_NETWORK" } });
}
