import { slot } from "#lib/kernel/slots.ts";
import { setImmediate as breathe } from "node:timers/promises";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { deriveAddresses } from "#lib/wallets/derive.ts";
import {
  finishHistory,
  type History,
  highestUsed,
  moveHistory,
  noteHistoryFault,
  unfinishedHistories,
} from "#lib/wallets/history.ts";
import { type Chain, ChainFault } from "./chain.ts";
import { stopperOf } from "./follow.ts";

/** Scripts looked for in one pass over the blocks: so many at first, then thrice as many as before. */
const FIRST_WINDOW = 200;
const LARGEST_WINDOW = 10_000;
/** Derived without a pause: some tens of milliseconds. */
const SLICE = 100;
/** What is read between two notes of how far it has come. */
const STEP_BLOCKS = 200;
const STEP_MS = 2_000;

/** Where a pass leads: script to index. */
type Wanted = ReadonlyMap<string, number>;

/** The reading of this process that is under way. */
export const HISTORIES = slot<Promise<void>>("histories");

/**
 * Reads the past of imported keys beside all other work, one reader in each process. Answers how many keys are being
 * read since this call, without waiting for them.
 */
export async function readHistories(ctx: Ctx): Promise<number> {
  const { slots, log } = ctx.app;
  if (slots.has(HISTORIES)) return 0;
  const due = await unfinishedHistories(ctx);
  if (due.length === 0) return 0;
  const reading = finishHistories(ctx)
    .catch((error: unknown) => log.error("task failed", { task: "read-wallet-histories", error }))
    .finally(() => slots.delete(HISTORIES));
  slots.set(HISTORIES, reading);
  return due.length;
}

/** Reads until every past is known, no node accepts further requests, or this process stops. */
export async function finishHistories(ctx: Ctx): Promise<void> {
  const stop = stopperOf(ctx.app).signal;
  for (const { walletId } of await unfinishedHistories(ctx)) {
    const wanted = new Map<number, Wanted>();
    while (!stop.aborted) {
      const history = (await unfinishedHistories(ctx)).find((each) => each.walletId === walletId);
      const chain = history && ctx.app.chains[history.network];
      if (!history || !chain || !(await readOn(ctx, chain, history, wanted))) break;
    }
  }
}

/** One step forward; false when the node errs, and the fault is recorded with the history. */
async function readOn(ctx: Ctx, chain: Chain, history: History, known: Map<number, Wanted>): Promise<boolean> {
  const { walletId, fromIndex } = history;
  try {
    const wanted = known.get(fromIndex) ?? (await scriptsOf(history));
    known.clear();
    known.set(fromIndex, wanted);
    const { height } = await chain.head();
    if (history.nextHeight > height) return await endPass(ctx, history, wanted.size);
    const { used, next } = await readBlocks(chain, history.nextHeight, height, wanted);
    return await ctx.transaction((tx) => moveHistory(tx, history, { fromIndex, nextHeight: next }, used));
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    await noteHistoryFault(ctx, walletId, fault);
    return false;
  }
}

/**
 * Every wanted script has been looked for in every block. Used ones within the gap limit of the last wanted one mean that
 * the next scripts may have been used as well, in any block: these are looked for from the first block on.
 */
async function endPass(ctx: Ctx, history: History, window: number): Promise<boolean> {
  const { walletId, firstHeight, gapLimit, kind } = history;
  return ctx.transaction(async (tx) => {
    const highest = await highestUsed(tx, walletId);
    const end = history.fromIndex + window;
    const goesOn = highest !== undefined && highest + gapLimit >= end;
    const to = { fromIndex: goesOn ? end : history.fromIndex, nextHeight: goesOn ? firstHeight : history.nextHeight };
    if (!(await moveHistory(tx, history, to))) return false;
    if (goesOn) return true;
    await finishHistory(tx, walletId);
    await recordAudit(tx, {
      action: "wallet.history",
      objectKind: "wallet",
      objectId: walletId,
      detail: { kind, from: firstHeight, to: history.nextHeight - 1, gapLimit, highestUsed: highest },
    });
    return false;
  });
}

async function scriptsOf({ kind, xpub, fromIndex, gapLimit }: History): Promise<Wanted> {
  const window = Math.min(LARGEST_WINDOW, Math.max(FIRST_WINDOW, 2 * gapLimit, 3 * fromIndex));
  const wanted = new Map<string, number>();
  for (let from = fromIndex; from < fromIndex + window; from += SLICE) {
    for (const [at, { script }] of deriveAddresses(kind, xpub, from, SLICE).entries()) wanted.set(script, from + at);
    await breathe();
  }
  return wanted;
}

type Read = { used: Map<number, number>; next: number };

/** Blocks from `first` on, as many as one step takes. */
async function readBlocks(chain: Chain, first: number, tip: number, wanted: Wanted): Promise<Read> {
  const used = new Map<number, number>();
  const note = (script: string, height: number) => {
    const index = wanted.get(script);
    if (index !== undefined && !used.has(index)) used.set(index, height);
  };
  const last = Math.min(tip, first + (chain.receiptsRange ?? STEP_BLOCKS) - 1);
  if (chain.receipts) {
    for (const { script, height } of await chain.receipts([...wanted.keys()], first, last)) note(script, height);
    return { used, next: last + 1 };
  }
  const endAt = Date.now() + STEP_MS;
  let next = first;
  while (next <= last && Date.now() < endAt) {
    const block = await chain.block(next);
    if (!block)
      throw new ChainFault(chain.network, `The node does not have block ${next}.`, true, {
        state: "BEHIND",
        failure: { code: "NO_BLOCK", block: next },
      });
    // Two that tell different transfers of it throw; one that has forgotten it says nothing.
    await chain.agrees?.(block);
    for (const { script } of block.transfers) note(script, next);
    next += 1;
  }
  return { used, next };
}
