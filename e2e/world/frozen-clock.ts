import pg from "pg";
import type { World } from "#e2e/world/sandbox.ts";

/** Business time that stands still, to the millisecond, until it is set again. */
export async function frozenClock(world: World): Promise<{ set(at: Date): Promise<void>; end(): Promise<void> }> {
  const owner = new pg.Client(world.databaseUrl);
  await owner.connect();
  await owner.query(`create table frozen_clock as select business_now() as at; grant select on frozen_clock to public;
    create or replace function business_now() returns timestamptz language sql stable as 'select at from public.frozen_clock'`);
  return {
    set: async (at) => void (await owner.query("update frozen_clock set at = $1", [at])),
    end: () => owner.end(),
  };
}
