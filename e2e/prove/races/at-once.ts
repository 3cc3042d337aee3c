import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "#e2e/world/sandbox.ts";
import type { Chance } from "#e2e/world/seeded.ts";
import { isRefusal } from "#lib/kernel/errors.ts";

/** What came of one who tried: an answer, or the code it was refused with; a failure of ours is its own text. */
export type Tried = { answered?: unknown; refused?: string };

const MOST_DELAY_MS = 4;

/** All of them at seeded moments close together. */
export function atOnce(chance: Chance, acts: readonly (() => Promise<unknown>)[]): Promise<Tried[]> {
  const delays = acts.map(() => chance.whole(0, MOST_DELAY_MS));
  return Promise.all(
    acts.map(async (act, at) => {
      await sleep(delays[at]);
      return tried(act);
    }),
  );
}

async function tried(act: () => Promise<unknown>): Promise<Tried> {
  try {
    return { answered: await act() };
  } catch (reason) {
    return { refused: isRefusal(reason) ? reason.code : String(reason) };
  }
}

/** So many of them got it, and the others were told why by one of these codes. */
export function faultsOf(what: string, tries: readonly Tried[], winners: number, codes: readonly string[]): string[] {
  const won = tries.filter(({ answered }) => answered !== undefined).length;
  const odd = tries.flatMap(({ refused }) => (refused === undefined || codes.includes(refused) ? [] : [refused]));
  return [
    ...(won === winners ? [] : [`${what}: ${won} of ${tries.length} won, not ${winners}`]),
    ...odd.map((code) => `${what}: a loser got ${code}`),
  ];
}

/** Rows of the world's own database. */
export async function rowsOf<Row extends Record<string, unknown>>(
  world: World,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await world.app.database.pool.query<Row>(sql, [...values])).rows;
}

/** Events that the same object was told more often than once, of those that tell one change. */
export async function emittedTwice(world: World, objectIds: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ type: string; count: number }>(
    world,
    `select type, count(*)::int as count from event where object_id = any($1) and type in ('payment.completed', 'payment.expired',
       'payment.underpaid', 'conversion.executed', 'conversion.cancelled') group by object_id, type having count(*) > 1`,
    [objectIds],
  );
  return rows.map(({ type, count }) => `${type} was told ${count} times`);
}
