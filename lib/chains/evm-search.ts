import { type Receipt, ChainFault } from "./chain.ts";
import { type EvmLog, receiptOf, TRANSFER } from "./evm-logs.ts";
import type { RangeLimits } from "./evm-ranges.ts";

/** Receivers of one question: Tron, the strictest, grants a thousand topics, the event's own among them. */
const MOST_RECEIVERS = 900;

type ReadLogs = (filter: object) => Promise<EvmLog[]>;

const numberText = (height: number): string => `0x${height.toString(16)}`;

/**
 * Which of these accounts have received known tokens in a range of blocks, queried by receiver. The node's word is
 * taken for it: what is missing shows in no header, so this serves to look back, never to credit. A range that an
 * endpoint refuses, or answers up to its limit, is halved.
 */
export async function searchReceipts(
  limits: RangeLimits,
  contracts: readonly string[],
  readLogs: ReadLogs,
  scripts: readonly string[],
  range: { first: number; last: number },
): Promise<Receipt[]> {
  const found: Receipt[] = [];
  for (let at = 0; at < scripts.length; at += MOST_RECEIVERS) {
    const receivers = scripts.slice(at, at + MOST_RECEIVERS).map((script) => `0x${script.padStart(64, "0")}`);
    const filter = { address: contracts, topics: [TRANSFER, null, receivers] };
    const logs = await halving(limits, (first, last) =>
      readLogs({ ...filter, fromBlock: numberText(first), toBlock: numberText(last) }),
    )(range.first, range.last);
    found.push(...logs.flatMap((log) => receiptOf(log) ?? []));
  }
  return found;
}

type ReadRange = (first: number, last: number) => Promise<EvmLog[]>;

function halving(limits: RangeLimits, read: ReadRange): ReadRange {
  return async function take(first, last): Promise<EvmLog[]> {
    const logs = await read(first, last).catch((fault: unknown) => {
      if (fault instanceof ChainFault && fault.code !== undefined && first < last) return undefined;
      throw fault;
    });
    if (logs && (logs.length < limits.results || first === last)) return logs;
    const middle = Math.floor((first + last) / 2);
    return [...(await take(first, middle)), ...(await take(middle + 1, last))];
  };
}
