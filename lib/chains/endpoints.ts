import { setTimeout as sleep } from "node:timers/promises";
import { must } from "#lib/kernel/errors.ts";
import {
  type Block,
  type BlockAt,
  type BlockHeader,
  type Chain,
  ChainFault,
  type Receipt,
  type Sending,
  type Presence,
} from "./chain.ts";
import { everyScan } from "./endpoint-scan.ts";
import { everyMempool } from "./endpoint-mempool.ts";
import { alike, everyEvmCalls, everyTronCalls } from "./endpoint-calls.ts";

/** Once one endpoint has answered, how long the others have to show a higher tip. */
const OTHERS_MS = 2_000;

/** Each member of a chain, also those that not every chain has: none of several endpoints may be lost for being left out. */
type EveryMember = { [Member in keyof Required<Chain>]: Chain[Member] | undefined };

/**
 * Several endpoints of one chain as one. Blocks are read from the endpoint with the highest tip, so that one which lags
 * or is away holds up nothing, nor one that has thrown a block away; `agrees` asks the others about each block, and `presence`
 * all of them, so that nothing is final, and nothing is taken back, by the word of one; nor is what lies on our addresses.
 */
export function everyEndpoint(chains: readonly Chain[]): Chain {
  const [first, ...others] = chains;
  must(first, "a chain has at least one endpoint");
  if (others.length === 0) return first;
  let leading = first;
  let answering = chains;
  const mempools = everyMempool(chains);
  const tellers = new WeakMap<Block, Chain>();
  const leadingFirst = () => [leading, ...chains.filter((chain) => chain !== leading)];
  const telling = chains.filter((chain) => chain.nextBlock);
  const members: EveryMember = {
    network: first.network,
    reorgLimit: first.reorgLimit,
    everyMs: first.everyMs,
    heardEveryMs: first.heardEveryMs,
    receiptsRange: first.receiptsRange,
    receipts: first.receipts && ((scripts, from, to) => receiptsOf(chains, scripts, from, to)),
    nextBlock: telling.length > 0 ? (stop) => firstBlock(telling, stop) : undefined,
    async head() {
      const heads = await headsByHeight(leadingFirst());
      const [best] = heads;
      leading = best.chain;
      answering = heads.map(({ chain }) => chain);
      return best.head;
    },
    header: (height) => leading.header(height),
    async block(height) {
      const reported = await firstAnswer(leadingFirst(), async (chain) => {
        const block = await chain.block(height);
        return block && { chain, block };
      });
      if (reported) tellers.set(reported.block, reported.chain);
      return reported?.block;
    },
    mempool: () => mempools.look(answering),
    finalOutcome: mempools.finalOutcome,
    feeOf: first.feeOf && ((txHash) => firstAnswer(leadingFirst(), (chain) => chain.feeOf?.(txHash))),
    feeEstimate: first.feeEstimate && (async () => leading.feeEstimate?.()),
    sendersOf: first.sendersOf && ((txHash, blockHash) => sendersOf(chains, txHash, blockHash)),
    unspent: ofAll(chains, "unspent"),
    scan: everyScan(chains.flatMap(({ scan }) => scan ?? [])),
    balances: ofAll(chains, "balances"),
    send: first.send && ((signed) => sendToAll(leadingFirst(), signed)),
    calls: everyEvmCalls(
      first.network,
      chains.flatMap(({ calls }) => calls ?? []),
    ),
    tronCalls: everyTronCalls(
      first.network,
      chains.flatMap(({ tronCalls }) => tronCalls ?? []),
    ),
    // Its own hash names it: what is another transaction is no answer.
    rawTransaction:
      first.rawTransaction &&
      (async (txHash, blockHash) =>
        (await firstAnswer(leadingFirst(), (chain) => chain.rawTransaction?.(txHash, blockHash))) ?? ""),
    inputsOf:
      first.inputsOf &&
      ((txHash, blockHash) => firstAnswer(leadingFirst(), (chain) => chain.inputsOf?.(txHash, blockHash))),
    costOf: ofAll(chains, "costOf"),
    coins: ofAll(chains, "coins"),
    // What the first that traces says is compared with balances by the caller.
    movedByCode:
      first.movedByCode &&
      (async (block) => (await firstAnswer(leadingFirst(), (chain) => chain.movedByCode?.(block))) ?? []),
    finalHeight: () => lowestFinal(chains),
    agrees: (block) =>
      allAgree(
        chains.filter((chain) => chain !== tellers.get(block)),
        block,
      ),
    presence: (block) => presenceOf(chains, block),
  };
  return present(members);
}

/** A chain lacks the members that are undefined here. */
const present = (members: EveryMember): Chain =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as Chain;

/**
 * What lies there, and what was paid for it, is money: it is what all endpoints that can be asked for it say alike, at the
 * price that one which is away or behind leaves it unsaid for as long.
 */
function ofAll<Member extends "unspent" | "balances" | "coins" | "costOf">(
  chains: readonly Chain[],
  member: Member,
): Chain[Member] {
  type Method = (...args: readonly unknown[]) => Promise<unknown>;
  const able = chains.filter((chain) => chain[member]);
  const [first] = able;
  if (!first) return undefined;
  const ask: Method = (...args) => alike(first.network, able, (chain) => (chain[member] as Method)(...args));
  return ask as Chain[Member];
}

/** Which scripts were paid is what any endpoint says that can say it: none alone leaves one out. */
async function receiptsOf(
  chains: readonly Chain[],
  ...[scripts, first, last]: Parameters<NonNullable<Chain["receipts"]>>
): Promise<Receipt[]> {
  const results = await Promise.allSettled(chains.map((chain) => chain.receipts?.(scripts, first, last)));
  for (const result of results) if (result.status === "rejected") passing(result.reason);
  const answered = results.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
  if (answered.length === 0) throw results.find((result) => result.status === "rejected")?.reason;
  return answered.flat();
}

/** Who paid is what any endpoint says that can say it: none alone hides a sender who is on a list. */
async function sendersOf(
  chains: readonly Chain[],
  ...[txHash, blockHash]: Parameters<NonNullable<Chain["sendersOf"]>>
): Promise<readonly string[] | undefined> {
  const results = await Promise.allSettled(chains.map((chain) => chain.sendersOf?.(txHash, blockHash)));
  for (const result of results) if (result.status === "rejected") passing(result.reason);
  const named = results.flatMap((result) => (result.status === "fulfilled" && result.value ? [result.value] : []));
  if (named.length > 0) return [...new Set(named.flat())];
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return undefined;
}

/** What the first endpoint says that has an answer. Where none has: undefined, or the first fault if one could not answer. */
async function firstAnswer<Answer>(
  chains: readonly Chain[],
  ask: (chain: Chain) => Promise<Answer | undefined> | undefined,
): Promise<Answer | undefined> {
  let fault: unknown;
  for (const chain of chains) {
    try {
      const answer = await ask(chain);
      if (answer !== undefined) return answer;
    } catch (error) {
      passing(error);
      fault ??= error;
    }
  }
  if (fault !== undefined) throw fault;
  return undefined;
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

/** Of an endpoint among several: it says nothing now. Whatever is no fault of a node is thrown. */
function passing(fault: unknown): undefined {
  if (fault instanceof ChainFault) return undefined;
  throw fault;
}

type Head = { chain: Chain; head: BlockHeader };

/** The tips that are told, the highest first, the earliest listed among equals; the first fault when no endpoint answers. */
async function headsByHeight(chains: readonly Chain[]): Promise<[Head, ...Head[]]> {
  const found: Head[] = [];
  const heads = chains.map(async (chain) => void found.push({ chain, head: await chain.head() }));
  const all = Promise.allSettled(heads);
  await Promise.any(heads).catch(() => undefined);
  const answers = await Promise.race([all, sleep(OTHERS_MS)]);
  const [best, ...lower] = found.toSorted(
    (a, b) => b.head.height - a.head.height || chains.indexOf(a.chain) - chains.indexOf(b.chain),
  );
  if (best) return [best, ...lower];
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

/** What all call final; undefined while one says nothing of it. */
async function lowestFinal(chains: readonly Chain[]): Promise<number | undefined> {
  const heights = await Promise.all(chains.map(async (chain) => await chain.finalHeight?.().catch(passing)));
  const known = heights.filter((height) => height !== undefined);
  return known.length < heights.length ? undefined : Math.min(...known);
}

async function presenceOf(chains: readonly Chain[], { height, hash }: BlockAt): Promise<Presence> {
  const hashes = await Promise.all(chains.map(async (chain) => (await chain.header(height).catch(passing))?.hash));
  const same = hashes.filter((found) => found === hash).length;
  const silent = hashes.filter((found) => found === undefined).length;
  return { same, silent, other: hashes.length - same - silent };
}

const digestOf = ({ transfers, spending = [] }: Block): string =>
  [
    ...transfers.map((each) =>
      [each.txHash, each.outputIndex, each.asset, each.script, each.units, each.sourceScript, each.maturity].join(":"),
    ),
    ...spending.map(({ txHash, inputs, paidUnits }) => `${txHash} ${paidUnits} ${inputs.join(" ")}`),
  ]
    .sort()
    .join("\n");
