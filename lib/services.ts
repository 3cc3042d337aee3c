import { Slots } from "#lib/kernel/slots.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { mainNet } from "#lib/chains/main-nets.ts";
import { simulatedChain } from "#lib/chains/simulated.ts";
import type { Network } from "#lib/kernel/assets.ts";
import { NETWORKS } from "#lib/kernel/assets.ts";
import { connect, openPool } from "#lib/kernel/database.ts";
import { endWhenGone } from "#lib/kernel/end-when-gone.ts";
import type { Env } from "#lib/kernel/env.ts";
import { must } from "#lib/kernel/errors.ts";
import { type Global, APP, type App } from "#lib/kernel/app.ts";
import { openLog } from "#lib/kernel/log.ts";
import { openSecrets } from "#lib/kernel/secrets.ts";
import { turn } from "#lib/kernel/turn.ts";
import { openVenues } from "#lib/liquidity/venues/all.ts";
import { simulatedVenue } from "#lib/liquidity/venues/simulated.ts";
import { simulatedNode } from "#lib/sandbox/simulated-node.ts";
import { simulatedMarket } from "#lib/pricing/simulated.ts";
import { publicCoinPrices, simulatedCoinPrices } from "#lib/pricing/coin-prices.ts";
import { publicFeeds } from "#lib/pricing/sources/all.ts";
import { storedPrices } from "#lib/pricing/stored-prices.ts";

/** The app of this process; the first call builds it from the environment given. */
export function openApp(env: Env): Promise<App> {
  const global = globalThis as Global;
  global[APP] ??= build(env);
  return global[APP];
}

/**
 * The same for a process that may have been started ahead of its turn: what the first statement would load is there when
 * the turn has come. A database that is away is met by the first statement.
 */
export async function openInTurn(env: Env): Promise<App> {
  const app = await openApp(env);
  await app.database.prisma.$connect().catch(() => undefined);
  await turn();
  return app;
}

/** Forgets the app of this process, for tests that open several in turn. */
export async function closeApp(): Promise<void> {
  const global = globalThis as Global;
  const app = await global[APP];
  delete global[APP];
  await app?.close();
}

/**
 * The simulated market, chains and venue have connections of their own, as if they were other machines. Otherwise a
 * request to them inside a transaction waits for the same pool, which the waiting requests have exhausted. A node that is
 * given a transaction writes in one of its own, and nobody gives it any inside of one.
 */
const OUTSIDE_CONNECTIONS = 8;

async function build(env: Env): Promise<App> {
  if (!env.databaseUrl) throw new Error("the launcher names the database before the operator opens");
  const database = connect(env.databaseUrl);
  endWhenGone(database);
  const outside = openPool(env.databaseUrl, OUTSIDE_CONNECTIONS);
  const market = simulatedMarket(outside);
  const venues = env.mode === "sandbox" ? [simulatedVenue(outside, market)] : openVenues(env.venues);
  const [venue] = venues;
  must(venue, "the environment names a venue");
  const chains: Partial<Record<Network, Chain>> = {};
  for (const network of NETWORKS)
    chains[network] =
      env.mode === "sandbox"
        ? { ...simulatedChain(network, outside), ...simulatedNode(network, database.prisma) }
        : mainNet(network, env.nodes[network], env.tronWallets);
  return {
    env,
    mode: env.mode,
    database,
    secrets: openSecrets(env),
    log: openLog(env),
    prices: env.mode === "sandbox" ? [market] : [storedPrices(outside)],
    feeds: env.mode === "sandbox" ? [] : publicFeeds(env.priceSources, env.crosses),
    coins: env.mode === "sandbox" ? simulatedCoinPrices : publicCoinPrices(env.priceSources),
    chains,
    venues,
    venue,
    slots: new Slots(),
    async close() {
      await Promise.all([database.close(), outside.close()]);
    },
  };
}
