import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { listChainsEndpoint } from "./contract.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { completeTo, gapsIn } from "./coverage.ts";
import { type ChainFacts, readChains } from "./state-store.ts";
import { readCursor } from "./store.ts";

/** How each chain stands: complete to which block, how far behind, and its state in one sentence. */
export async function listChains(ctx: Ctx): Promise<OutputOf<typeof listChainsEndpoint>> {
  return { data: (await readChains(ctx.db)).map(shownChain) };
}

/** One chain as {@link listChains} shows it. */
export async function chainShown(ctx: Ctx, network: Network): Promise<ShownChain> {
  const facts = (await readChains(ctx.db)).find((chain) => chain.network === network);
  must(facts, "a chain of this name is known");
  return shownChain(facts);
}

/** Whether a block of the chain has ever been taken. */
export async function isFollowed(ctx: Ctx, network: Network): Promise<boolean> {
  return (await readCursor(ctx.db, network)) !== undefined;
}

export type ShownChain = OutputOf<typeof listChainsEndpoint>["data"][number];

/** All chains as they are shown, for probes. */
export async function chainsShown(ctx: Ctx): Promise<ShownChain[]> {
  return (await readChains(ctx.db)).map(shownChain);
}

function shownChain(facts: ChainFacts): ShownChain {
  const { network, state, height, headHeight, agreedHeight, finalHeight } = facts;
  const complete = completeTo(facts.ranges);
  const gaps = gapsIn(facts.ranges);
  return {
    network,
    state,
    sentence: sentenceOf(facts, complete, gaps.length),
    ...(state !== "OK" && facts.failure && { failure: facts.failure }),
    since: facts.since?.getTime(),
    completeTo: complete,
    height,
    headHeight,
    lag: height === undefined || headHeight === undefined ? undefined : Math.max(0, headHeight - height),
    agreedHeight,
    finalHeight,
    lastSeen: facts.lastSeen?.getTime(),
    gaps,
  };
}

function sentenceOf({ state, sentence }: ChainFacts, complete: number | undefined, gaps: number): string {
  if (state !== "OK") return sentence;
  if (complete === undefined) return "Not looked at yet.";
  return gaps > 0
    ? `Complete to block ${complete}; what is missing above it is being scanned.`
    : `Complete to block ${complete}.`;
}

/** Up to which block the books have read a chain, as all its endpoints tell it; undefined where it is not followed yet. */
export async function readUpTo({ db }: Ctx, network: Network): Promise<number | undefined> {
  const cursor = await readCursor(db, network);
  return cursor && Math.min(cursor.height, cursor.agreed ?? cursor.height);
}
