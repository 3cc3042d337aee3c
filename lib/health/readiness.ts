import type { ChainState } from "#lib/chains/chain.ts";
import { chainsShown, type ShownChain } from "#lib/chains/list-chains.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { forSeveral } from "#lib/kernel/waited-for.ts";
import { type Freshness, priceFreshness } from "#lib/pricing/freshness.ts";
import { readFailing, readRestored, readSecondsSinceBeat } from "./store.ts";

/** A worker that has not been heard of for this long counts as gone (wall clock). */
const HEARTBEAT_SECONDS = 15;

export type Readiness = {
  ready: boolean;
  database: boolean;
  /** An older copy: nothing is promised, sold or paid until it is recovered. */
  restored: boolean;
  worker: boolean;
  chains: ReadyChain[];
  /** Chains that are not well, by a code, also those that were never begun. */
  faults: { network: Network; code: ChainState }[];
  prices: Freshness;
};

/** A chain as far as it has been begun; one that has not is missing. `sentence` says how it is, for a person. */
export type ReadyChain = {
  network: Network;
  height: number;
  lag: number;
  completeTo: number;
  lastSeen: number;
  state: string;
  sentence: string;
};

/**
 * Whether the program can do its work now: the database answers, a worker lives, chains are followed, some price is fresh.
 * Runs to its end also when callers leave meanwhile: a check that is broken off would report the database as down.
 */
export async function readiness(ctx: Ctx): Promise<Readiness> {
  try {
    const [shown, restored, worker, prices] = await forSeveral(async () => [
      await chainsShown(ctx),
      await readRestored(ctx.db),
      await isWorking(ctx),
      await priceFreshness(ctx),
    ]);
    const faults = shown.flatMap(({ network, state }) => (state === "OK" ? [] : [{ network, code: state }]));
    const ready = !restored && worker && prices.fresh > 0;
    return { ready, database: true, restored, worker, chains: readyChains(shown), faults, prices };
  } catch (error) {
    ctx.app.log.warn("not ready", { error });
    return {
      ready: false,
      database: false,
      restored: false,
      worker: false,
      chains: [],
      faults: [],
      prices: { fresh: 0, stale: [] },
    };
  }
}

/** Tasks that a living worker fails at, and for how many milliseconds by now. */
export const tasksFailing = ({ db }: Ctx): Promise<{ task: string; ms: number }[]> =>
  readFailing(db, HEARTBEAT_SECONDS);

/** Whether a worker has been heard of lately. */
export async function isWorking(ctx: Ctx): Promise<boolean> {
  const secondsSinceBeat = await readSecondsSinceBeat(ctx.db);
  return secondsSinceBeat !== undefined && secondsSinceBeat < HEARTBEAT_SECONDS;
}

function readyChains(shown: readonly ShownChain[]): ReadyChain[] {
  return shown.flatMap(({ network, height, lag, completeTo, lastSeen, state, sentence }) =>
    height === undefined || lag === undefined || completeTo === undefined || lastSeen === undefined
      ? []
      : [{ network, height, lag, completeTo, lastSeen, state, sentence }],
  );
}
