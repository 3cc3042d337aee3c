import type { Block, Chain } from "#lib/chains/chain.ts";
import { goneBlocks, lockCursor, readCursor, standingHash } from "#lib/chains/store.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { each } from "#lib/kernel/each.ts";
import * as sql from "./lost-coins.sql.ts";
import { lose } from "./lost-coins.ts";

/** Blocks that are gone, and heights that one look back reads, at most. */
const MOST_BLOCKS = 100;
/** Transactions that one coin is traced through. */
const MOST_STEPS = 500;

/** A transaction, and an output that it spends. */
type Step = { txHash: string; spent: string };

/**
 * A coin that went with its block was perhaps paid by what had gone with a block as well, and was never ours: what that spends,
 * and what had paid it in turn, is read from the blocks that are gone and kept beside the coin, where each block is held against
 * it (lib/signing/lost-coins.ts). The blocks that have come in their place meanwhile are looked through once.
 */
export const traceCoins = (ctx: Ctx): Promise<number> =>
  each(["bitcoin", "bitcoincash"] as const, async (network) => {
    const chain = ctx.app.chains[network];
    return chain?.inputsOf !== undefined && (await traceOn(ctx, chain));
  });

async function traceOn(ctx: Ctx, chain: Chain): Promise<boolean> {
  const { network } = chain;
  const coins = await sql.coinsToTrace(ctx.db, { network });
  const cursor = coins.length > 0 ? await readCursor(ctx.db, network) : undefined;
  if (!cursor) return false;
  const gone = await goneBlocks(ctx.db, network, MOST_BLOCKS);
  const known = await sql.coinsInNoBlock(ctx.db, { network });
  const found = new Map<string, Step[]>();
  for (const { sourceHash } of coins) {
    const own = known.filter((row) => row.sourceHash === sourceHash);
    found.set(sourceHash, await stepsBefore(chain, own, gone));
  }
  const names = new Set([...found.values()].flatMap((steps) => steps.map(({ spent }) => spent)));
  const lowest = Math.max(cursor.height - MOST_BLOCKS, Math.min(cursor.height, ...gone.map(({ height }) => height)));
  const blocks = names.size > 0 ? await blocksSpending(ctx, chain, names, { from: lowest, to: cursor.height }) : [];
  return ctx.transaction(async (tx) => {
    // What was read is of these very blocks.
    if (!blocks || !(await lockCursor(tx.db, network, cursor.hash))) return false;
    for (const [sourceHash, steps] of found) {
      const ancestors = steps.map(({ txHash, spent }) => `${txHash} ${spent}`);
      await sql.noteTraced(tx.db, { network, sourceHash, ancestors });
    }
    for (const block of blocks) await lose(tx.db, network, block);
    return true;
  });
}

const payerOf = (name: string): string => name.split(":")[0] ?? "";

/** What those spend that have paid what a coin's payer spends, as far as blocks that are gone had them. */
async function stepsBefore(chain: Chain, own: readonly Step[], gone: readonly { hash: string }[]): Promise<Step[]> {
  const steps: Step[] = [];
  const seen = new Set(own.map(({ txHash }) => txHash));
  const open = own.map(({ spent }) => payerOf(spent));
  for (let txHash = open.pop(); txHash !== undefined && steps.length < MOST_STEPS; txHash = open.pop()) {
    if (seen.has(txHash)) continue;
    seen.add(txHash);
    for (const spent of (await inputsIn(chain, txHash, gone)) ?? []) {
      steps.push({ txHash, spent });
      open.push(payerOf(spent));
    }
  }
  return steps;
}

async function inputsIn(
  chain: Chain,
  txHash: string,
  gone: readonly { hash: string }[],
): Promise<readonly string[] | undefined> {
  for (const { hash } of gone) {
    const inputs = await chain.inputsOf?.(txHash, hash);
    if (inputs) return inputs;
  }
  return undefined;
}

type Spent = Pick<Block, "height" | "hash" | "spending">;

/** Blocks of ours that spend any of these; undefined where the node has others. */
async function blocksSpending(
  ctx: Ctx,
  chain: Chain,
  names: ReadonlySet<string>,
  { from, to }: { from: number; to: number },
): Promise<Spent[] | undefined> {
  const found: Spent[] = [];
  for (let height = from; height <= to; height += 1) {
    const block = await chain.block(height);
    if (!block || block.hash !== (await standingHash(ctx.db, chain.network, height))) return undefined;
    const spending = (block.spending ?? []).filter(({ inputs }) => inputs.some((name) => names.has(name)));
    if (spending.length > 0) found.push({ height, hash: block.hash, spending });
  }
  return found;
}
