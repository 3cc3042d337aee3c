import type { Chain } from "#lib/chains/chain.ts";
import { blocksSpending, readGone, standsStill } from "#lib/chains/gone-blocks.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { each } from "#lib/kernel/each.ts";
import { lose } from "./lost-coins.ts";
import { coinsInNoBlock, coinsToTrace } from "./lost-coins-store.ts";
import { noteTraced } from "./store.ts";

/** Steps that one coin is traced through. */
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
  const coins = await coinsToTrace(ctx.db, network);
  const looked = coins.length > 0 ? await readGone(ctx, network) : undefined;
  if (!looked) return false;
  const known = await coinsInNoBlock(ctx.db, network);
  const found = new Map<string, Step[]>();
  for (const { sourceHash } of coins) {
    const own = known.filter((row) => row.sourceHash === sourceHash);
    found.set(sourceHash, await stepsBefore(chain, own, looked.gone));
  }
  const names = new Set([...found.values()].flatMap((steps) => steps.map(({ spent }) => spent)));
  const blocks = names.size > 0 ? await blocksSpending(ctx, chain, names, looked) : [];
  return ctx.transaction(async (tx) => {
    // What was read is of these very blocks.
    if (!blocks || !(await standsStill(tx, network, looked.at))) return false;
    for (const [sourceHash, steps] of found) {
      const ancestors = steps.map(({ txHash, spent }) => `${txHash} ${spent}`);
      await noteTraced(tx.db, { network, sourceHash, ancestors });
    }
    for (const block of blocks) await lose(tx.db, network, block);
    return true;
  });
}

const payerOf = (name: string): string => name.split(":")[0] ?? "";

type Gone = readonly { hash: string }[];

/** What those spend that have paid what a coin's payer spends, as far as blocks that are gone had them. */
async function stepsBefore(chain: Chain, own: readonly Step[], gone: Gone): Promise<Step[]> {
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

async function inputsIn(chain: Chain, txHash: string, gone: Gone): Promise<readonly string[] | undefined> {
  for (const { hash } of gone) {
    const inputs = await chain.inputsOf?.(txHash, hash);
    if (inputs) return inputs;
  }
  return undefined;
}
