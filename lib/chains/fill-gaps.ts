import type { Ctx } from "#lib/kernel/context.ts";
import { type Block, type Chain, ChainFault } from "./chain.ts";
import { gapsIn } from "./coverage.ts";
import { disagreedOn } from "./reorganisation.ts";
import { readRanges, widenRange } from "./range-store.ts";
import type { Watcher } from "./scan.ts";
import { insertBlocks, moveAgreed, readCursor, standingHash } from "./store.ts";

/** Blocks one call takes at most; the rest of a long gap is taken by the next looks. */
const MAX_BLOCKS = 200;

/**
 * Scans what is missing below our tip, and asks again about blocks on which not all endpoints have agreed yet. Deposits
 * are found by their outputs, so whatever was known already stays as it is. Answers whether anything was filled.
 */
export async function fillGaps(ctx: Ctx, chain: Chain, watcher: Watcher): Promise<boolean> {
  const [gap] = gapsIn(await readRanges(ctx.db, chain.network));
  if (!gap) return agreeOnMore(ctx, chain, watcher);
  ctx.app.log.error("chain gap", { network: chain.network, first: gap.first, last: gap.last });
  const last = Math.min(gap.last, gap.first + MAX_BLOCKS - 1);
  for (let height = gap.first; height <= last; height += 1)
    if (!(await take(ctx, chain, watcher, await blockAt(chain, height)))) return false;
  return true;
}

async function blockAt(chain: Chain, height: number): Promise<Block> {
  const block = await chain.block(height);
  if (block) return block;
  throw new ChainFault(chain.network, `The node does not have block ${height}, which is still to be scanned.`, true, {
    state: "BEHIND",
    failure: { code: "NO_BLOCK", block: height },
  });
}

/** A block of the past must hang together with those we have; one that does not is of another branch. */
async function take(ctx: Ctx, chain: Chain, watcher: Watcher, block: Block): Promise<boolean> {
  if (chain.agrees && !(await chain.agrees(block))) return false;
  const { network } = chain;
  return ctx.transaction(async (tx) => {
    const known = await standingHash(tx.db, network, block.height);
    const below = await standingHash(tx.db, network, block.height - 1);
    const fits = known === undefined ? below === undefined || below === block.parentHash : known === block.hash;
    if (!fits)
      throw new ChainFault(network, `The node's block ${block.height} is of another branch than ours.`, true, {
        state: "FORKED",
        failure: { code: "OTHER_BRANCH", block: block.height },
      });
    if (known === undefined) await insertBlocks(tx.db, network, [block]);
    await widenRange(tx.db, network, { first: block.height, last: block.height });
    await watcher.block(tx, chain, block);
    return true;
  });
}

/** Queries again the endpoints that could not say anything of our last blocks when these were taken. */
export async function agreeOnMore(ctx: Ctx, chain: Chain, watcher: Watcher): Promise<boolean> {
  if (!chain.agrees) return false;
  const cursor = await readCursor(ctx.db, chain.network);
  if (cursor?.agreed === undefined || cursor.agreed >= cursor.height) return false;
  const last = Math.min(cursor.height, cursor.agreed + MAX_BLOCKS);
  let agreed = cursor.agreed;
  while (agreed < last) {
    const block = await blockAt(chain, agreed + 1);
    if (!(await agreeOn(ctx, chain, watcher, block))) break;
    agreed += 1;
  }
  if (agreed === cursor.agreed) await checkBranches(chain, agreed + 1);
  return agreed > cursor.agreed;
}

/** Says so where endpoints are on different branches: what we read may be the invention of one. */
async function checkBranches(chain: Chain, height: number): Promise<void> {
  const block = await chain.header(height);
  const { same, other } = (block && (await chain.presence?.(block))) ?? { same: 0, other: 0 };
  if (same > 0 && other > 0)
    throw disagreedOn(chain, height, "nothing from there on is final until all have the same.");
}

async function agreeOn(ctx: Ctx, chain: Chain, watcher: Watcher, block: Block): Promise<boolean> {
  if (!(await chain.agrees?.(block))) return false;
  return ctx.transaction(async (tx) => {
    if ((await standingHash(tx.db, chain.network, block.height)) !== block.hash) return false;
    await watcher.block(tx, chain, block);
    return moveAgreed(tx.db, chain.network, block.height);
  });
}
