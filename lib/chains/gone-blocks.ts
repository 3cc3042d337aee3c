import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Block, BlockAt, Chain } from "./chain.ts";
import { goneBlocks, lockCursor, readCursor, standingHash } from "./store.ts";

/** Blocks that are gone, and heights that one look back reads, at most. */
const MOST_BLOCKS = 100;

/** Where the books stand on a chain, and the last blocks that are gone from it, the highest first. */
export type GoneBlocks = { at: BlockAt; gone: readonly BlockAt[] };

export async function readGone({ db }: Ctx, network: Network): Promise<GoneBlocks | undefined> {
  const at = await readCursor(db, network);
  return at && { at, gone: await goneBlocks(db, network, MOST_BLOCKS) };
}

/** A block, as far as it spends what is looked for. */
export type SpendingBlock = Pick<Block, "height" | "hash" | "spending">;

/**
 * Of the blocks in the place of those that are gone, and after them, those that spend any of these outputs; undefined where the
 * node has other blocks than the books.
 */
export async function blocksSpending(
  ctx: Ctx,
  chain: Chain,
  names: ReadonlySet<string>,
  { at, gone }: GoneBlocks,
): Promise<SpendingBlock[] | undefined> {
  const found: SpendingBlock[] = [];
  const lowest = Math.min(at.height, ...gone.map(({ height }) => height));
  for (let height = Math.max(at.height - MOST_BLOCKS, lowest); height <= at.height; height += 1) {
    const block = await chain.block(height);
    if (!block || block.hash !== (await standingHash(ctx.db, chain.network, height))) return undefined;
    const spending = (block.spending ?? []).filter(({ inputs }) => inputs.some((name) => names.has(name)));
    if (spending.length > 0) found.push({ height, hash: block.hash, spending });
  }
  return found;
}

/** Whether the books still stand where they did; they do until the transaction ends. */
export const standsStill = (tx: Ctx, network: Network, { hash }: BlockAt): Promise<boolean> =>
  lockCursor(tx.db, network, hash);
