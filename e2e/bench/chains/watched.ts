import { openWorld, type World } from "#e2e/world/sandbox.ts";
import type { App } from "#lib/kernel/app.ts";
import { loadWatched } from "#lib/wallets/watched-scripts.ts";

/** Rows written by one statement, well within its time-out. */
const CHUNK = 20_000;

/** First index of what is filled in, beyond all that the world itself derives. */
const FIRST = 1_000_000;

/** Fills the table of handed-out addresses up to `count`, as so many bills of the past would have. */
export async function watchScripts(world: World, count: number): Promise<void> {
  for (let first = 1; first <= count; first += CHUNK)
    await world.ctx.db.$executeRaw`
      insert into deposit_address (id, wallet_id, index, network, address, script, bill_id)
      select gen_random_uuid(), w.id, ${FIRST} + n, 'bitcoin', 'bench' || n,
        '76a914' || substr(encode(sha256(('watched ' || n)::bytea), 'hex'), 1, 40) || '88ac', gen_random_uuid()
      from wallet w, generate_series(${first}::integer, ${Math.min(first + CHUNK - 1, count)}::integer) n
      where w.kind = 'BTC_P2PKH'`;
  await world.ctx.db.$executeRaw`update wallet set next_index = ${FIRST + count + 1} where kind = 'BTC_P2PKH'`;
  await loadWatched(world.app);
}

export const report = (count: number): string => count.toLocaleString("en").padStart(9);

const APP = Symbol.for("desk.house");
type Global = typeof globalThis & { [APP]?: Promise<App> };

/** A world beside others: a process has one house, so the one before is put aside. */
export function openApart(): Promise<World> {
  delete (globalThis as Global)[APP];
  return openWorld();
}

export async function closeApart(world: World): Promise<void> {
  (globalThis as Global)[APP] = Promise.resolve(world.app);
  await world.close();
}
