import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import type { Block, BlockHeader, Chain, Fate, Transfer } from "./chain.ts";
import {
  type Cursor,
  insertBlock,
  lockCursor,
  moveCursor,
  openCursor,
  orphanBlock,
  readCursor,
  touchCursor,
} from "./store.ts";

/** Who is told what a chain brought; every call runs inside the transaction that moves the cursor. */
export type Watcher = {
  block(ctx: Ctx, chain: Chain, block: Block): Promise<void>;
  orphaned(ctx: Ctx, chain: Chain, block: { height: number; hash: string }): Promise<void>;
  /** Outside any transaction: what of the mempool is new to us, and what has vanished from it. */
  survey(ctx: Ctx, chain: Chain, transfers: readonly Transfer[]): Promise<Survey>;
  mempool(ctx: Ctx, chain: Chain, survey: Survey): Promise<void>;
};

/** New transfers, and deposits by id that will not confirm any more. */
export type Survey = {
  appeared: readonly Transfer[];
  vanished: ReadonlyMap<string, Exclude<Fate, "PENDING" | "MINED">>;
};

/** Blocks one call takes at most, so that a catch-up shares the worker fairly. */
const MAX_STEPS = 200;
/** How often a quiet chain is written down as looked at. */
const TOUCH_MS = 10_000;

/**
 * Brings our view of one chain up to its tip: rolls back one block at a time while our tip is not on the best chain,
 * then takes one block per transaction, then the mempool. The node is asked outside of transactions; the cursor's row,
 * compared by hash under its lock, fences out any other worker. Answers whether anything moved.
 */
export async function scanChain(ctx: Ctx, chain: Chain, watcher: Watcher): Promise<boolean> {
  let moved = false;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const cursor = await readCursor(ctx.db, chain.network);
    if (!cursor) {
      await open(ctx, chain);
      continue;
    }
    const head = await chain.head();
    if (head.hash === cursor.hash) {
      const sighted = await sight(ctx, chain, watcher, cursor, head);
      return moved || sighted;
    }
    const here = await chain.header(cursor.height);
    const stepped =
      here?.hash === cursor.hash
        ? await forward(ctx, chain, watcher, cursor, head)
        : await back(ctx, chain, watcher, cursor);
    moved ||= stepped;
  }
  return moved;
}

async function open(ctx: Ctx, chain: Chain): Promise<void> {
  const start = ctx.house.mode === "sandbox" ? await chain.header(0) : await chain.head();
  must(start, `the chain ${chain.network} has a block to start from`);
  await ctx.transaction((tx) => openCursor(tx.db, chain.network, start));
}

async function forward(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor, head: BlockHeader): Promise<boolean> {
  const block = await chain.block(cursor.height + 1);
  if (!block || block.parentHash !== cursor.hash) return false;
  return ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return false;
    await insertBlock(tx.db, chain.network, block);
    await moveCursor(tx.db, chain.network, block, Math.max(head.height, block.height));
    await watcher.block(tx, chain, block);
    return true;
  });
}

async function back(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return false;
    const parent = await orphanBlock(tx.db, chain.network, cursor.hash);
    must(parent && parent.height >= 0, `${chain.network} never rolls back beyond where we began`);
    await moveCursor(tx.db, chain.network, parent, cursor.headHeight);
    await watcher.orphaned(tx, chain, { height: cursor.height, hash: cursor.hash });
    return true;
  });
}

async function sight(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor, head: BlockHeader): Promise<boolean> {
  const survey = await watcher.survey(ctx, chain, await chain.mempool());
  const news = survey.appeared.length > 0 || survey.vanished.size > 0;
  const ageMs = (await ctx.now()).getTime() - cursor.scannedAt.getTime();
  if (!news && ageMs < TOUCH_MS) return false;
  return ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return false;
    await touchCursor(tx.db, chain.network, head.height);
    if (news) await watcher.mempool(tx, chain, survey);
    return news;
  });
}
