import type { Ctx } from "#lib/kernel/context.ts";
import { type Chain, ChainFault } from "./chain.ts";
import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import { type Cursor, pauseCursor, standingHash } from "./store.ts";

/**
 * How many of our blocks the best chain has replaced; undefined when more than `limit`. Looked up by hash from our tip
 * downwards, so that nothing is taken back before it is known how far that would go.
 */
async function depthOf(ctx: Ctx, chain: Chain, cursor: Cursor, limit: number): Promise<number | undefined> {
  for (let depth = 1; depth <= limit && depth <= cursor.height; depth += 1) {
    const height = cursor.height - depth;
    const ours = await standingHash(ctx.db, chain.network, height);
    if (ours === undefined) return undefined;
    const theirs = await chain.header(height);
    if (!theirs)
      throw new ChainFault(
        chain.network,
        `The node has no block ${height}, though it stands above it: nothing is taken back on its word.`,
        true,
        { failure: { code: "NO_BLOCK", block: height } },
      );
    if (theirs.hash === ours) return depth;
  }
  return undefined;
}

/**
 * Of several endpoints none takes a block back alone: while one still has it nothing moves, and what all had agreed on is only
 * taken back once each of them says that it has another. With one endpoint its word counts.
 */
export async function checkGone(chain: Chain, cursor: Cursor): Promise<void> {
  const { same, silent } = (await chain.presence?.(cursor)) ?? { same: 0, silent: 0 };
  const isAgreed = cursor.height <= (cursor.agreed ?? cursor.height);
  if (same === 0 && (silent === 0 || !isAgreed)) return;
  const what = same > 0 ? "one still has it" : "all had it, and one does not answer";
  throw disagreedOn(chain, cursor.height, `${what}; it is not taken back until each has another.`);
}

/** Several endpoints that have different blocks at one height. */
export function disagreedOn({ network }: Chain, block: number, what: string): ChainFault {
  const facts = { state: "DISAGREED", failure: { code: "DISAGREED", block } } as const;
  return new ChainFault(network, `The endpoints disagree on block ${block}: ${what}`, true, facts);
}

/**
 * Lets a reorganisation within the chain's limit pass and answers the height of the last block that stays: down to there
 * one look serves all steps back. A deeper one, or one below what the chain called final, pauses the chain before anything
 * is taken back: nothing of it is scanned or treated until staff resume it.
 */
export async function checkDepth(ctx: Ctx, chain: Chain, cursor: Cursor): Promise<number> {
  if (cursor.deepAllowed) return cursor.height - 1;
  const depth = await depthOf(ctx, chain, cursor, chain.reorgLimit);
  const final = cursor.final ?? -1;
  if (depth !== undefined && cursor.height - depth >= final) return cursor.height - depth;
  const reach = depth === undefined ? `more than ${chain.reorgLimit} blocks deep` : `below the final block ${final}`;
  const sentence = `A reorganisation ${reach} at block ${cursor.height}: compare with other nodes, then resume the chain.`;
  const failure: ChainFailure =
    depth === undefined
      ? { code: "DEEP", block: cursor.height, limit: chain.reorgLimit }
      : { code: "BELOW_FINAL", block: cursor.height, final };
  await ctx.transaction((tx) => pauseCursor(tx.db, chain.network, cursor.hash, { sentence, failure }));
  throw new ChainFault(chain.network, sentence, false, { state: "PAUSED", failure });
}
