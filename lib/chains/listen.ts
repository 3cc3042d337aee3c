import { type Chain, ChainFault } from "./chain.ts";

/**
 * The pause after a fault before the node is again requested to report blocks; CANNOT_MS for a node that cannot report
 * them.
 */
const AFTER_FAULT_MS = 30_000;
const CANNOT_MS = 10 * 60_000;
/** Listening ends when no look at the chain has been made for this long. */
const FORGOTTEN_MS = 60_000;
/** So many answers in a row without any waiting are no news of blocks. */
const QUICK_MS = 100;
const MOST_QUICK = 20;

/** Hears of new blocks beside the polling. */
export type Ear = {
  /** To be called with every look: listening begins, goes on, or begins again after a fault has passed. */
  attend(): void;
  /** Whether the node is waiting to tell us right now. */
  hears(): boolean;
};

/**
 * Has the node tell of new blocks by itself and calls `wake` for each. Merely a hint: what it says is not read, a node
 * that cannot, errs, or never answers is left alone for a while, and polling stays the truth.
 */
export function openEar(chain: Chain, stop: AbortSignal, wake: () => void): Ear {
  let hearing = false;
  let attended = 0;
  let restUntil = 0;
  const listen = async (): Promise<void> => {
    hearing = true;
    try {
      for (let quick = 0; !stop.aborted && quick < MOST_QUICK && Date.now() - attended < FORGOTTEN_MS; ) {
        const requestedAt = Date.now();
        await chain.nextBlock?.(stop);
        quick = Date.now() - requestedAt < QUICK_MS ? quick + 1 : 0;
        wake();
      }
      restUntil = Date.now() + AFTER_FAULT_MS;
    } catch (fault) {
      restUntil = Date.now() + (fault instanceof ChainFault && !fault.retry ? CANNOT_MS : AFTER_FAULT_MS);
    } finally {
      hearing = false;
    }
  };
  return {
    attend() {
      attended = Date.now();
      if (!hearing && !stop.aborted && Date.now() >= restUntil) void listen();
    },
    hears: () => hearing,
  };
}
