import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import type { Leaving } from "#lib/outgoing/leaving.ts";
import {
  type Block,
  type BlockHeader,
  type Chain,
  ChainFault,
  type TransactionOutcome,
  type Mempool,
  type Transfer,
} from "./chain.ts";
import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import { shortenRange, widenRange } from "./range-store.ts";
import { checkDepth, checkGone } from "./reorganisation.ts";
import {
  type Cursor,
  insertBlocks,
  lockCursor,
  moveCursor,
  openCursor,
  orphanBlock,
  readCursor,
  standingHash,
  touchCursor,
} from "./store.ts";

/**
 * Receives what a chain brought; every call runs inside the transaction that moves the cursor. Blocks with nothing in them may
 * be passed over.
 */
export type Watcher = {
  block(ctx: Ctx, chain: Chain, block: Block): Promise<void>;
  orphaned(ctx: Ctx, chain: Chain, block: { height: number; hash: string }): Promise<void>;
  /** Outside any transaction: what of the mempool is new to us, and what has vanished from it. */
  survey(ctx: Ctx, chain: Chain, mempool: Mempool): Promise<Survey>;
  mempool(ctx: Ctx, chain: Chain, survey: Survey): Promise<void>;
};

/** New transfers, new transactions that use up what is ours, and what will not confirm any more, by its id. */
export type Survey = {
  appeared: readonly Transfer[];
  leaving: readonly Leaving[];
  vanished: ReadonlyMap<string, Vanished>;
};

/** REVERTED: a block has its transaction, and not what that paid before. */
export type Vanished = Exclude<TransactionOutcome, "PENDING" | "MINED"> | "REVERTED";

/** Blocks one call takes or takes back at most, so that a catch-up shares the worker fairly. */
const MAX_BLOCKS = 200;
/** Blocks that one transaction takes at most. */
const LONGEST_RUN = 50;
/** Looks at a node that leads neither on nor back: so many may fall into the moment in which its tip changes. */
const MOST_STUCK = 3;
/** How often a quiet chain is written down as looked at. */
const TOUCH_MS = 10_000;

/**
 * Brings our view of one chain up to its tip: rolls back one block at a time while our tip is not on the best chain,
 * then takes one block per transaction, together with those before it that hold nothing, then the mempool. The node is
 * queried outside of transactions; the cursor's row, compared by hash under its lock, fences out any other worker. Answers
 * whether anything moved, and whether blocks may be missing below. A node that stands behind us makes us roll back only with a person's consent: else that is a
 * {@link ChainFault}, as is a reorganisation deeper than the limit, or one that not all endpoints tell.
 */
export async function scanChain(ctx: Ctx, chain: Chain, watcher: Watcher): Promise<Scanned> {
  let moved = false;
  let cursor = await cursorOf(ctx, chain);
  if (cursor.pausedReason !== undefined)
    throw new ChainFault(chain.network, cursor.pausedReason, false, {
      state: "PAUSED",
      failure: cursor.pausedFailure,
    });
  let head = await chain.head();
  const fork: Fork = { stays: Number.POSITIVE_INFINITY };
  let stuck = 0;
  let blocks = 0;
  while (blocks < MAX_BLOCKS) {
    if (head.hash === cursor.hash) {
      const sighted = await sight(ctx, chain, watcher, cursor, { head, moved });
      return { moved: moved || sighted, hasGaps: cursor.hasGaps };
    }
    const next = await oneStep(ctx, chain, watcher, cursor, head, fork);
    moved ||= next !== undefined;
    const from = cursor;
    cursor = next ?? (await cursorOf(ctx, chain));
    stuck = cursor.hash === from.hash ? stuck + 1 : 0;
    blocks += Math.max(1, cursor.height - from.height);
    if (stuck >= MOST_STUCK) throw await leadsNowhere(chain, cursor, head);
    if (!next || next.height >= head.height) head = await chain.head();
  }
  return { moved, hasGaps: cursor.hasGaps };
}

type Scanned = { moved: boolean; hasGaps: boolean };

/** Blocks in a row of which only the last may hold something. */
type Run = { empty: readonly Block[]; block: Block };

/** The height of the last block that a reorganisation leaves, once that is known: what lies above it may be taken back. */
type Fork = { stays: number };

/** Where we stand on a chain; one not looked at before is begun, a live one deep enough for what may be reorganised. */
async function cursorOf(ctx: Ctx, chain: Chain): Promise<Cursor> {
  const known = await readCursor(ctx.db, chain.network);
  if (known) return known;
  const { height } = await chain.head();
  const start = await chain.header(ctx.app.mode === "sandbox" ? 0 : Math.max(0, height - chain.reorgLimit));
  must(start, `the chain ${chain.network} has a block to start from`);
  await ctx.transaction(async (tx) => {
    if (await openCursor(tx.db, chain.network, start))
      await widenRange(tx.db, chain.network, { first: start.height, last: start.height });
  });
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
  fork: Fork,
): Promise<Cursor | undefined> {
  if (head.height < cursor.height) {
    const behind = await standsBehind(ctx, chain, cursor, head);
    if (!(cursor.deepAllowed && behind.state === "FORKED")) throw behind;
    await checkGone(chain, cursor);
    return back(ctx, chain, watcher, cursor);
  }
  const block = head.height > cursor.height ? await chain.block(cursor.height + 1) : undefined;
  if (block?.parentHash === cursor.hash) {
    fork.stays = Number.POSITIVE_INFINITY;
    return forward(ctx, chain, watcher, cursor, head, await runFrom(chain, block, head));
  }
  const here = await chain.header(cursor.height);
  if (!here || here.hash === cursor.hash) return undefined;
  await checkGone(chain, cursor);
  if (cursor.height <= fork.stays) fork.stays = await checkDepth(ctx, chain, cursor);
  return back(ctx, chain, watcher, cursor);
}

/** A node below our tip either lags or follows another branch; neither says anything of the blocks above it. */
async function standsBehind(ctx: Ctx, chain: Chain, cursor: Cursor, head: BlockHeader): Promise<ChainFault> {
  const ours = await standingHash(ctx.db, chain.network, head.height);
  const where = `block ${head.height}, and we have seen block ${cursor.height}`;
  const at = { block: head.height, ours: cursor.height };
  return ours === undefined || ours === head.hash
    ? new ChainFault(chain.network, `The node lags: it stands at ${where}.`, true, {
        state: "BEHIND",
        failure: { code: "LAGS", ...at },
      })
    : new ChainFault(chain.network, `The node follows a shorter branch: it stands at ${where}.`, true, {
        state: "FORKED",
        failure: { code: "SHORTER_BRANCH", ...at },
      });
}

/** A node that says of its tip what its blocks do not bear out. */
async function leadsNowhere(chain: Chain, { height }: Cursor, head: BlockHeader): Promise<ChainFault> {
  const here = await chain.header(height);
  const next = here && (await chain.header(height + 1));
  const what = next
    ? `its block ${height + 1} does not follow on ours: it is several nodes behind one name, or changes its branch.`
    : `it has no block ${here ? height + 1 : height}: it has pruned that block, or is still catching up.`;
  const sentence = `The node says it stands at block ${head.height}, but ${what}`;
  const failure: ChainFailure = next
    ? { code: "SEVERAL_NODES", block: height + 1 }
    : { code: "NO_BLOCK", block: here ? height + 1 : height };
  return new ChainFault(chain.network, sentence, true, { failure });
}

/**
 * A block with those after it, up to the first that holds something: a transaction for each that holds nothing would be for
 * nothing. Ends where the node does not go on, which is for the next look; where several endpoints have to agree it is one.
 */
async function runFrom(chain: Chain, first: Block, head: BlockHeader): Promise<Run> {
  const empty: Block[] = [];
  let block = first;
  while (!chain.agrees && holdsNothing(block) && block.height < head.height && empty.length + 1 < LONGEST_RUN) {
    const next = await chain.block(block.height + 1).catch(nothingOf);
    if (next?.parentHash !== block.hash) break;
    empty.push(block);
    block = next;
  }
  return { empty, block };
}

function nothingOf(fault: unknown): undefined {
  if (!(fault instanceof ChainFault)) throw fault;
}

const holdsNothing = ({ transfers, spending = [], sent = [] }: Block): boolean =>
  transfers.length + spending.length + sent.length === 0;

async function forward(
  ctx: Ctx,
  chain: Chain,
  watcher: Watcher,
  cursor: Cursor,
  head: BlockHeader,
  { empty, block }: Run,
): Promise<Cursor | undefined> {
  const agreed = await agreedAfter(chain, cursor, block);
  const headHeight = Math.max(head.height, block.height);
  const to: Cursor = { ...cursor, height: block.height, hash: block.hash, headHeight, agreed, ageMs: 0 };
  return ctx.transaction(async (tx) => {
    if (!(await moveCursor(tx.db, chain.network, cursor.hash, to))) return undefined;
    await insertBlocks(tx.db, chain.network, [...empty, block]);
    await widenRange(tx.db, chain.network, { first: cursor.height + 1, last: block.height });
    await watcher.block(tx, chain, block);
    return to;
  });
}

/** Up to where all endpoints agree once this block is taken; undefined where only one is queried. */
async function agreedAfter(chain: Chain, cursor: Cursor, block: Block): Promise<number | undefined> {
  if (!chain.agrees) return undefined;
  const before = Math.min(cursor.agreed ?? cursor.height, cursor.height);
  return (await chain.agrees(block)) && before === cursor.height ? block.height : before;
}

async function back(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor): Promise<Cursor | undefined> {
  return ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return undefined;
    const parent = await orphanBlock(tx.db, chain.network, cursor.hash);
    must(parent && parent.height >= 0, `${chain.network} never rolls back beyond where we began`);
    const to: Cursor = { ...cursor, ...parent, ageMs: 0 };
    must(await moveCursor(tx.db, chain.network, cursor.hash, to), "a cursor moves under its lock");
    await shortenRange(tx.db, chain.network, cursor.height);
    await watcher.orphaned(tx, chain, { height: cursor.height, hash: cursor.hash });
    return to;
  });
}

type Tip = { head: BlockHeader; moved: boolean };

/** At the tip: the mempool, and what the chain calls final, which on a chain of quick blocks would else never be quiet enough to be read. */
async function sight(ctx: Ctx, chain: Chain, watcher: Watcher, cursor: Cursor, { head, moved }: Tip): Promise<boolean> {
  const mempool = await chain.mempool();
  const survey = await surveyAt(ctx, chain, watcher, mempool, head);
  const news = survey.appeared.length > 0 || survey.leaving.length > 0 || survey.vanished.size > 0;
  const isDue = news || cursor.ageMs >= TOUCH_MS || cursor.deepAllowed;
  // Queried where it may be written down: a quiet chain is looked at many times a second.
  const estimate = isDue || moved || !cursor.estimated ? await chain.feeEstimate?.() : undefined;
  const isQuiet = !isDue && (cursor.estimated || estimate === undefined);
  const final = moved || !isQuiet ? await chain.finalHeight?.() : undefined;
  if (isQuiet && (final === undefined || final === cursor.final)) {
    mempool.written();
    return false;
  }
  const done = await ctx.transaction(async (tx) => {
    if (!(await lockCursor(tx.db, chain.network, cursor.hash))) return false;
    await touchCursor(tx.db, chain.network, { headHeight: head.height, final, estimate });
    if (news) await watcher.mempool(tx, chain, survey);
    return true;
  });
  if (done) mempool.written();
  return done && news;
}

/** What is missing from the mempool is only gone when no block has come meanwhile that may hold it. */
async function surveyAt(
  ctx: Ctx,
  chain: Chain,
  watcher: Watcher,
  mempool: Mempool,
  head: BlockHeader,
): Promise<Survey> {
  const survey = await watcher.survey(ctx, chain, mempool);
  if (survey.vanished.size === 0 || (await chain.head()).hash === head.hash) return survey;
  return { ...survey, vanished: new Map() };
}
