import type { Block } from "#lib/chains/chain.ts";
import type { Watcher } from "#lib/chains/scan.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Db } from "#lib/kernel/database.ts";
import { coinsInNoBlock, loseCoins } from "./lost-coins-store.ts";
import { findCoins } from "./store.ts";

/**
 * A coin goes with the block of what paid it. Once another block has a transaction that spends what that one spends, or what
 * had paid it in turn, the coin is there no more, and what was to spend it is in no block either, as soon as that other one is
 * final (rulebook 13.7).
 */
export const losingCoins = (watcher: Watcher): Watcher => ({
  ...watcher,
  async block(ctx, chain, block) {
    await watcher.block(ctx, chain, block);
    await lose(ctx.db, chain.network, block);
  },
  async orphaned(ctx, chain, block) {
    await watcher.orphaned(ctx, chain, block);
    await findCoins(ctx.db, chain.network, block.hash);
  },
});

/** Notes which of those coins a block has lost. */
export async function lose(
  db: Db,
  network: Network,
  { height, hash, spending = [] }: Pick<Block, "height" | "hash" | "spending">,
): Promise<void> {
  if (spending.length === 0) return;
  const coins = await coinsInNoBlock(db, network);
  if (coins.length === 0) return;
  const spenders = new Map(spending.flatMap(({ txHash, inputs }) => inputs.map((name) => [name, txHash] as const)));
  const lost = coins.flatMap(({ sourceHash, txHash: own, spent }) => {
    const txHash = spenders.get(spent);
    return txHash === undefined || txHash === own ? [] : [{ sourceHash, txHash }];
  });
  if (lost.length > 0) await loseCoins(db, { network, height, hash }, lost);
}
