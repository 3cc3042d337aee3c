import type { World } from "#e2e/world/sandbox.ts";

/** Rows written by one statement, well within its time-out. */
const CHUNK = 20_000;

/** Fills the table of handed-out addresses up to `count`, as so many bills of the past would have. */
export async function watchScripts(world: World, count: number): Promise<void> {
  for (let first = 1; first <= count; first += CHUNK)
    await world.ctx.db.$executeRaw`
      insert into deposit_address (id, wallet_id, index, network, address, script, bill_id)
      select gen_random_uuid(), w.id, 1000000 + n, 'bitcoin', 'bench' || n,
        '76a914' || substr(encode(sha256(('watched ' || n)::bytea), 'hex'), 1, 40) || '88ac', gen_random_uuid()
      from wallet w, generate_series(${first}::integer, ${Math.min(first + CHUNK - 1, count)}::integer) n
      where w.kind = 'BTC_P2PKH'`;
}

export const report = (count: number): string => count.toLocaleString("en").padStart(9);
