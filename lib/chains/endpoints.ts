import { setTimeout as sleep } from "node:timers/promises";
import { must } from "#lib/kernel/errors.ts";
import {
  type Block,
  type BlockAt,
  type BlockHeader,
  type Chain,
  ChainFault,
  type CodeMove,
  type OutputScan,
  type Sending,
} from "./chain.ts";

/** Once one endpoint has answered, how long the others have to show a higher tip. */
const OTHERS_MS = 2_000;

/**
 * Several endpoints of one chain as one. Blocks are read from the endpoint with the highest tip, so that one which lags
 * or is away holds up nothing, nor one that has thrown a block away; `agrees` asks the others about each block, so that nothing is final by the word of one.
 */
export function everyEndpoint(chains: readonly Chain[]): Chain {
  const [first, ...others] = chains;
  must(first, "a chain has at least one endpoint");
  if (others.length === 0) return first;
  let leading = first;
  const tellers = new WeakMap<Block, Chain>();
  const leadingFirst = () => [leading, ...chains.filter((chain) => chain !== leading)];
  const telling = chains.filter((chain) => chain.nextBlock);
  return {
    network: first.network,
    reorgLimit: first.reorgLimit,
    ...(first.everyMs === undefined ? {} : { everyMs: first.everyMs }),
    ...(first.heardEveryMs === undefined ? {} : { heardEveryMs: first.heardEveryMs }),
    ...(first.receiptsRange === undefined ? {} : { receiptsRange: first.receiptsRange }),
    ...(first.receipts && {
      receipts: async (scripts, from, to) => (await leading.receipts?.(scripts, from, to)) ?? [],
    }),
    ...(telling.length > 0 && { nextBlock: (stop) => firstBlock(telling, stop) }),
    async head() {
      const best = await bestHead(leadingFirst());
      leading = best.chain;
      return best.head;
    },
    header: (height) => leading.header(height),
    async block(height) {
      const reported = await firstTelling(leadingFirst(), height);
      if (reported) tellers.set(reported.block, reported.chain);
      return reported?.block;
    },
    mempool: () => leading.mempool(),
    finalOutcome: (txHash, spends) => leading.finalOutcome(txHash, spends),
    ...(first.unspent && {
      unspent: async (outputs) => (await leading.unspent?.(outputs)) ?? new Map<string, bigint>(),
    }),
    ...scanOf(first, () => leading.scan),
    ...(first.balances && {
      balances: async (asset, scripts, height) =>
        (await leading.balances?.(asset, scripts, height)) ?? new Map<string, bigint>(),
    }),
    ...(first.feeEstimate && { feeEstimate: async () => leading.feeEstimate?.() }),
    ...(first.send && { send: (signed) => sendToAll(leadingFirst(), signed) }),
    ...(first.calls && { calls: first.calls }),
    ...(first.tronCalls && { tronCalls: first.tronCalls }),
    ...(first.rawTransaction && {
      rawTransaction: async (txHash, blockHash) => (await leading.rawTransaction?.(txHash, blockHash)) ?? "",
    }),
    ...(first.costOf && { costOf: async (txHash, value) => leading.costOf?.(txHash, value) }),
    ...(first.coins && {
      coins: async (scripts, height) => (await leading.coins?.(scripts, height)) ?? new Map<string, bigint>(),
    }),
    ...tracingOf(first, leadingFirst),
    finalHeight: async () => leading.finalHeight?.(),
    agrees: (block) =>
      allAgree(
        chains.filter((chain) => chain !== tellers.get(block)),
        block,
      ),
  };
}

/** Asked and stopped is the endpoint that was begun at, whichever leads by then. */
function scanOf(first: Chain, leading: () => OutputScan | undefined): Pick<Chain, "scan"> {
  if (!first.scan) return {};
  let begun: OutputScan | undefined;
  const scan: OutputScan = {
    async start(scripts) {
      begun = leading();
      return begun?.start(scripts);
    },
    progress: async () => (await begun?.progress()) ?? 0,
    abort: async () => (begun ?? leading())?.abort(),
  };
  return { scan };
}

const tracingOf = (first: Chain, chains: () => readonly Chain[]): Pick<Chain, "movedByCode"> =>
  first.movedByCode ? { movedByCode: (block) => tracedBy(chains(), block) } : {};

/** By the first endpoint that traces; what it says is held against balances by whoever asks. */
async function tracedBy(chains: readonly Chain[], block: BlockAt): Promise<readonly CodeMove[]> {
  let fault: unknown;
  for (const chain of chains) {
    try {
      return (await chain.movedByCode?.(block)) ?? [];
    } catch (error) {
      passing(error);
      fault ??= error;
    }
  }
  throw fault;
}

/** Every endpoint gets it; it is taken where one takes it. */
async function sendToAll(chains: readonly Chain[], signed: string): Promise<Sending> {
  const results = await Promise.allSettled(chains.map((chain) => chain.send?.(signed)));
  const answers = results.flatMap((each) => (each.status === "fulfilled" && each.value ? [each.value] : []));
  const answer = answers.find(({ taken }) => taken) ?? answers[0];
  if (answer) return answer;
  throw results.find((each) => each.status === "rejected")?.reason ?? new Error("no endpoint sends");
}

/** Whichever tells of a block first; the others are not left waiting. */
async function firstBlock(chains: readonly Chain[], stop: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const either = AbortSignal.any([stop, enough.signal]);
  try {
    await Promise.any(chains.map((chain) => chain.nextBlock?.(either)));
  } catch (faults) {
    throw (faults as AggregateError).errors[0];
  } finally {
    enough.abort();
  }
}

type Reported = { chain: Chain; block: Block };

/**
 * A block from the first endpoint that has it. When none has it: undefined, or the first fault if one of them could not
 * answer.
 */
async function firstTelling(chains: readonly Chain[], height: number): Promise<Reported | undefined> {
  let fault: ChainFault | undefined;
  for (const chain of chains) {
    try {
      const block = await chain.block(height);
      if (block) return { chain, block };
    } catch (error) {
      if (!(error instanceof ChainFault)) throw error;
      fault ??= error;
    }
  }
  if (fault) throw fault;
  return undefined;
}

/** Of an endpoint among several: it says nothing now. Whatever is no fault of a node is thrown. */
function passing(fault: unknown): undefined {
  if (fault instanceof ChainFault) return undefined;
  throw fault;
}

type Head = { chain: Chain; head: BlockHeader };

/** The highest tip among the answers, the earliest listed among equals; the first fault when no endpoint answers. */
async function bestHead(chains: readonly Chain[]): Promise<Head> {
  const found: Head[] = [];
  const heads = chains.map(async (chain) => void found.push({ chain, head: await chain.head() }));
  const all = Promise.allSettled(heads);
  await Promise.any(heads).catch(() => undefined);
  const answers = await Promise.race([all, sleep(OTHERS_MS)]);
  const ranked = found.sort(
    (a, b) => b.head.height - a.head.height || chains.indexOf(a.chain) - chains.indexOf(b.chain),
  );
  const [best] = ranked;
  if (best) return best;
  throw answers?.find((answer) => answer.status === "rejected")?.reason ?? new Error("no endpoint has answered");
}

async function allAgree(others: readonly Chain[], block: Block): Promise<boolean> {
  const words = await Promise.all(others.map((chain) => wordOf(chain, block)));
  return words.every((agrees) => agrees);
}

/** An endpoint that is away, behind or on another branch cannot say; the same block with other transfers is a lie of one of the two. */
async function wordOf(chain: Chain, block: Block): Promise<boolean> {
  const theirs = await chain.block(block.height).catch(passing);
  if (theirs?.hash !== block.hash) return false;
  if (digestOf(theirs) === digestOf(block)) return true;
  const sentence = `The endpoints tell different transfers of block ${block.height}; nothing of it is taken until they agree.`;
  throw new ChainFault(chain.network, sentence, true, {
    state: "DISAGREED",
    failure: { code: "DISAGREED", block: block.height },
  });
}

const digestOf = ({ transfers, spending = [] }: Block): string =>
  [
    ...transfers.map((each) => `${each.txHash}:${each.outputIndex}:${each.asset}:${each.script}:${each.units}`),
    ...spending.map(({ txHash, inputs }) => `${txHash} ${inputs.join(" ")}`),
  ]
    .sort()
    .join("\n");
