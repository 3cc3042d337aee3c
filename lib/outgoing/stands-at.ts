import type { Chain } from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { cursorAt } from "./custody-store.ts";

/** How often what differs is asked for again at a block that node and books stand at, before the next time. */
export const TRIES = 3;

/** Whether a node and the books stand at the very block. */
export const standsAt = async (ctx: Ctx, chain: Chain, { hash }: { hash: string }): Promise<boolean> =>
  (await chain.head()).hash === hash && (await cursorAt(ctx.db, chain.network))?.hash === hash;

/** Why nothing can be said of a network whose node does not stand where the books stand. */
export const movesOn = (network: Network): string =>
  `${network} moves on: the node's tip is not the block of the books.`;
