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
  let cursor = await cursorOf(ctx, chain);
  let head = await chain.head();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (head.hash === cursor.hash) {
      const sighted = await sight(ctx, chain, watcher, cursor, head);
      return moved || sighted;
    }
    const next = await oneStep(ctx, chain, watcher, cursor, head);
    moved ||= next !== undefined;
    cursor = next ?? (await cursorOf(ctx, chain));
    if (!next || next.height >= head.height) head = await chain.head();
  }
  return moved;
}

/** Where we stand on a chain; one not looked at before is begun. */
async function cursorOf(ctx: Ctx, chain: Chain): Promise<Cursor> {
  const known = await readCursor(ctx.db, chain.network);
  if (known) return known;
  const start = ctx.house.mode === "sandbox" ? await chain.header(0) : await chain.head();
  must(start, `the chain ${chain.network} has a block to start from`);
  await ctx.transaction((tx) => openCursor(tx.db, chain.network, start));
  const begun = await readCursor(ctx.db, chain.network);
  must(begun, `the chain ${chain.network} is begun`);
  return begun;
}

/** One block forward, or back when our tip is off the best chain. Undefined when another worker was first, or the chain changes under our eyes. */
async function oneStep(
  ctx: Ctx,
  chain: Chain,
  watcher: Watcher,
  cursor: Cursor,
  head: BlockHeader,
): Promise<Cursor | undefined> {
  const block = await chain.block(cursor.height + 1);
  if (block?.parentHash === cursor.hash) return forward(ctx, chain, watcher, cursor, head, block);
  const here = await chain.header(cursor.height);
  return here?.hash === cursor.hash ? undefined : back(ctx, chain, watcher, cursor);
}

async function forward(
  ctx: Ctx,
  chain: Chain,
  watcher: Watcher,
  cursor: Cursor,
  head: BlockHeader,
  block: Block,
): Promise<Cursor | undefined> {
  const to = { height: block.height, hash: block.hash, headHeight: Math.max(head.height, block.height), ageMs: 0 };
  return ctx.transaction(async (tx) => {
    if (!(await moveCursor(tx.db, chain.network, cursor.hash, to))) return undefined;
    await insertBlock(tx.db, chain.network, block);
    await watcher.block(tx, chain, block);
    return to;
  });
}

async function back(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor): Promise<Cursor | undefined> {
  return ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return undefined;
    const parent = await orphanBlock(tx.db, chain.network, cursor.hash);
    must(parent && parent.height >= 0, `${chain.network} never rolls back beyond where we began`);
    const to = { ...parent, headHeight: cursor.headHeight, ageMs: 0 };
    must(await moveCursor(tx.db, chain.network, cursor.hash, to), "a cursor moves under its lock");
    await watcher.orphaned(tx, chain, { height: cursor.height, hash: cursor.hash });
    return to;
  });
}

async function sight(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor, head: BlockHeader): Promise<boolean> {
  const survey = await watcher.survey(ctx, chain, await chain.mempool());
  const news = survey.appeared.length > 0 || survey.vanished.size > 0;
  if (!news && cursor.ageMs < TOUCH_MS) return false;
  return ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return false;
    await touchCursor(tx.db, chain.network, head.height);
    if (news) await watcher.mempool(tx, chain, survey);
    return news;
  });
}
