import pg from "pg";
import { testCluster } from "#e2e/world/database.ts";
import type { World } from "#e2e/world/sandbox.ts";
import type { Venue } from "#lib/liquidity/venue.ts";
import type { Clock } from "./clock.ts";

/** Business time of a world by a clock of the proof: hours are over as fast as the work in them is done. */
export type SqlClock = {
  clock: Clock;
  /** Does work that asks the database; time stands while it does, but for its waits on a venue. */
  stand<T>(work: () => Promise<T>): Promise<T>;
  /** The venue as such work sees it: time goes on until it answers. */
  seen(venue: Venue): Venue;
};

/** In this world's own database alone `business_now()` answers what the proof's clock says. */
export async function clockOf(world: World, clock: Clock): Promise<SqlClock> {
  const cluster = await testCluster();
  const name = new URL(world.app.env.databaseUrl ?? "").pathname.slice(1);
  const owner = new pg.Client(cluster.urlFor("desk_owner", name));
  await owner.connect();
  try {
    await owner.query(`
      create table proof_clock (now timestamptz not null);
      insert into proof_clock values (now());
      grant select, update on proof_clock to desk;
      create or replace function business_now() returns timestamptz language sql stable as 'select now from proof_clock'`);
  } finally {
    await owner.end();
  }
  let reachedMs = Number.NaN;
  let telling: Promise<unknown> = Promise.resolve();
  const advance = (): Promise<unknown> => {
    if (reachedMs === clock.now()) return telling;
    reachedMs = clock.now();
    telling = world.app.database.pool.query("update proof_clock set now = $1", [new Date(reachedMs)]);
    return telling;
  };
  const passing = async <T>(wait: () => Promise<T>): Promise<T> => {
    const answer = await clock.letPass(wait);
    await advance();
    return answer;
  };
  return {
    clock,
    stand: (work) =>
      clock.standFor(async () => {
        await advance();
        return work();
      }),
    seen: (venue) => ({
      ...venue,
      quote: (want, now) => passing(() => venue.quote(want, now)),
      execute: (order, quote, now) => passing(() => venue.execute(order, quote, now)),
      marketOrder: (order, now) => passing(() => venue.marketOrder(order, now)),
      find: (clientRef, sent) => passing(() => venue.find(clientRef, sent)),
    }),
  };
}
