import type { Chain } from "#lib/chains/chain.ts";
import { mainNet } from "#lib/chains/main-nets.ts";
import { simulatedChain } from "#lib/chains/simulated.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { NETWORKS } from "#lib/kernel/assets.ts";
import type { AccountRef, Actor, Claim, Ctx } from "#lib/kernel/context.ts";
import { connect, type Database, type Db, sqlState } from "#lib/kernel/database.ts";
import type { Env } from "#lib/kernel/env.ts";
import { must } from "#lib/kernel/errors.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { openLog, type Log } from "#lib/kernel/log.ts";
import { openSecrets, type Secrets } from "#lib/kernel/secrets.ts";
import { openVenues } from "#lib/liquidity/venues/all.ts";
import { simulatedVenue } from "#lib/liquidity/venues/simulated.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import type { Feed, PriceSource } from "#lib/pricing/market.ts";
import { simulatedMarket } from "#lib/pricing/simulated.ts";
import { publicFeeds } from "#lib/pricing/sources/all.ts";
import { storedPrices } from "#lib/pricing/stored-prices.ts";
import * as sql from "./house.sql.ts";

/** Everything a process of this program shares: built once, reached from every copy of the modules. */
export type House = {
  readonly env: Env;
  readonly mode: "sandbox" | "live";
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly prices: readonly PriceSource[];
  /** Exchanges whose public data the worker reads and stores; none in the sandbox. */
  readonly feeds: readonly Feed[];
  readonly chains: Readonly<Partial<Record<Network, Chain>>>;
  /** Where the house sells, in order of preference. */
  readonly venues: readonly Venue[];
  /** The first of them: its minimums rule what is asked for, and what custody lacks comes from there. */
  readonly venue: Venue;
  /** Process-wide caches and counters by name, since modules may live here more than once. */
  readonly shelf: Map<string, unknown>;
  close(): Promise<void>;
};

/** On the shelf: how far business time is ahead of this process's clock, in milliseconds, as last read. */
export const CLOCK_OFFSET = "clock offset";

const HOUSE = Symbol.for("desk.house");
type Global = typeof globalThis & { [HOUSE]?: Promise<House> };

/** The house of this process; the first call builds it from the environment given. */
export function openHouse(env: Env): Promise<House> {
  const global = globalThis as Global;
  global[HOUSE] ??= build(env);
  return global[HOUSE];
}

/** The house that {@link openHouse} has built; Next's copies of the modules come in by this door. */
export function theHouse(): Promise<House> {
  const house = (globalThis as Global)[HOUSE];
  if (!house) throw new Error("the house is not open yet");
  return house;
}

/** Forgets the house of this process, for tests that open several in turn. */
export async function closeHouse(): Promise<void> {
  const global = globalThis as Global;
  const house = await global[HOUSE];
  delete global[HOUSE];
  await house?.close();
}

/**
 * The simulated market, chains and venue have connections of their own, as if they were other machines: whoever asks
 * them inside a transaction would else wait for the very pool that he and others like him have used up.
 */
const OUTSIDE_CONNECTIONS = 8;

async function build(env: Env): Promise<House> {
  if (!env.databaseUrl) throw new Error("the launcher names the database before the house opens");
  const database = connect(env.databaseUrl);
  const outside = connect(env.databaseUrl, OUTSIDE_CONNECTIONS);
  const market = simulatedMarket(outside.prisma);
  const venues = env.mode === "sandbox" ? [simulatedVenue(outside.prisma, market)] : openVenues(env.venues);
  const [venue] = venues;
  must(venue, "the environment names a venue");
  const chains: Partial<Record<Network, Chain>> = {};
  for (const network of NETWORKS)
    chains[network] =
      env.mode === "sandbox" ? simulatedChain(network, outside.prisma) : mainNet(network, env.nodes[network]);
  return {
    env,
    mode: env.mode,
    database,
    secrets: openSecrets(env),
    log: openLog(env),
    prices: env.mode === "sandbox" ? [market] : [storedPrices(outside.prisma)],
    feeds: env.mode === "sandbox" ? [] : publicFeeds(),
    chains,
    venues,
    venue,
    shelf: new Map(),
    async close() {
      await Promise.all([database.close(), outside.close()]);
    },
  };
}

export type ContextFacts = {
  actor: Actor;
  account?: AccountRef | undefined;
  requestId?: string;
  clientAddress?: string | undefined;
  claim?: Claim | undefined;
};

/** A context outside any transaction, for one request or one piece of due work. */
export function contextFor(house: House, facts: ContextFacts): Ctx {
  const requestId = facts.requestId ?? uuidv7();
  return contextOn(house, { ...facts, requestId }, house.database.prisma);
}

function contextOn(house: House, facts: ContextFacts & { requestId: string }, db: Db): Ctx {
  const inside = db !== house.database.prisma;
  const ctx: Ctx = {
    house,
    db,
    actor: facts.actor,
    account: facts.account,
    requestId: facts.requestId,
    clientAddress: facts.clientAddress,
    claim: facts.claim,
    transaction: (work) =>
      inside ? work(ctx) : again(() => house.database.prisma.$transaction((tx) => work(contextOn(house, facts, tx)))),
    now: () => businessNow(house, db),
    id: () => uuidv7(),
  };
  return ctx;
}

async function businessNow(house: House, db: Db): Promise<Date> {
  const { database } = house;
  const read = () => sql.read(db);
  const [row] = await (db === database.prisma ? database.share("now", read) : read());
  if (!row) throw new Error("the database is not stamped with a mode yet");
  house.shelf.set(CLOCK_OFFSET, row.now.getTime() - Date.now());
  return row.now;
}

/** PostgreSQL rolled the whole transaction back for another one's sake: nothing has happened, so it may run again. */
const ROLLED_BACK = new Set(["40P01", "40001"]);
const MAX_TRIES = 4;

async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const state = sqlState(error);
      if (tries >= MAX_TRIES || state === undefined || !ROLLED_BACK.has(state)) throw error;
    }
  }
}
