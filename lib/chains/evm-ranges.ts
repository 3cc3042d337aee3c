import type { EvmLog } from "./evm-logs.ts";
import { ChainFault } from "./chain.ts";

/** What a network's endpoints grant one question about logs. */
export type RangeLimits = {
  blocks: number;
  results: number;
  /** Blocks of one question that names the receivers; absent: as `blocks`. */
  byReceiver?: number;
};

/** How far below the tip blocks are read ahead: nearer ones may still change between the question and their turn. */
const BELOW_TIP = 16;
const FIRST_SPAN = 8;
/** After so many blocks that were asked for alone a range is tried again: an endpoint also refuses what is asked too often. */
const ALONE = 32;

export type LogRanges = {
  /** Logs of a block read ahead, grouped under its height; undefined: ask for that block alone. Told only once. */
  take(height: number, tip: number): Promise<readonly EvmLog[] | undefined>;
};

/**
 * Reads logs of many blocks by one question while a chain is far behind. The span doubles while the answers are small
 * and halves when the endpoint refuses it or answers close to its limit, where answers may be cut off silently.
 */
export function logRanges(limits: RangeLimits, read: (first: number, last: number) => Promise<EvmLog[]>): LogRanges {
  const ahead = new Map<number, EvmLog[]>();
  let span = Math.min(FIRST_SPAN, limits.blocks);
  let alone = 0;
  const fill = async (first: number, tip: number): Promise<void> => {
    const last = Math.min(first + span - 1, tip - BELOW_TIP);
    const logs = await read(first, last).catch((fault: unknown) => {
      if (fault instanceof ChainFault && fault.code !== undefined) return undefined;
      throw fault;
    });
    if (!logs || logs.length >= limits.results) {
      span = Math.max(1, span >> 1);
      return;
    }
    if (logs.length < limits.results / 4) span = Math.min(span * 2, limits.blocks);
    for (let height = first; height <= last; height += 1) ahead.set(height, []);
    for (const log of logs) ahead.get(log.blockNumber)?.push(log);
  };
  return {
    async take(height, tip) {
      if (!ahead.has(height)) {
        ahead.clear();
        if (height + BELOW_TIP >= tip || limits.blocks < 2) return undefined;
        if (span < 2) {
          alone = (alone + 1) % ALONE;
          if (alone > 0) return undefined;
          span = 2;
        }
        await fill(height, tip);
      }
      const logs = ahead.get(height);
      ahead.delete(height);
      return logs;
    },
  };
}
