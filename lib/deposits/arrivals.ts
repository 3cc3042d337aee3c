import type { Transfer } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { outputsEverKnown } from "./watch-store.ts";

/** Where a block stands. */
export type ArrivedIn = { height: number; hash: string } | undefined;

/** What comes to addresses of ours for another reason than a bill: moves of the house's own, which know of it themselves. */
export type Arrivals = {
  /** Notes where those stand that are such; answers them by name. No block: they wait for one. */
  take(ctx: Ctx, network: Network, transfers: readonly Transfer[], block: ArrivedIn): Promise<ReadonlySet<string>>;
  /** Of these transactions the outputs that are known to be such, by name. */
  known(ctx: Ctx, network: Network, hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** A block has left its chain. */
  back(ctx: Ctx, network: Network, blockHash: string): Promise<void>;
};

/** Which outputs of these transactions came for a bill, or for none, whatever has become of them. */
export const receivedBefore = (
  { db }: Ctx,
  network: Network,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> => outputsEverKnown(db, network, hashes);
