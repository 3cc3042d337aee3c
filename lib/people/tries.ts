import type { House } from "#lib/kernel/house.ts";

/** Failing tries before somebody has to wait, and for how long (wall clock). */
const WINDOW_MS = 10 * 60_000;
const MAX_TRACKED = 10_000;

/**
 * Counts a try under each of these names before it takes its time, so that many at once are many. Answers how to forget
 * them after a success; undefined when there were too many under one of them.
 */
export function countTry(
  house: House,
  shelf: string,
  limits: readonly (readonly [name: string, most: number])[],
): (() => void) | undefined {
  const tries = triesOn(house, shelf);
  const since = Date.now() - WINDOW_MS;
  const recent = (name: string) => (tries.get(name) ?? []).filter((at) => at > since);
  if (limits.some(([name, most]) => recent(name).length >= most)) return undefined;
  if (tries.size >= MAX_TRACKED) tries.clear();
  for (const [name] of limits) tries.set(name, [...recent(name), Date.now()]);
  return () => {
    for (const [name] of limits) tries.delete(name);
  };
}

function triesOn(house: House, shelf: string): Map<string, number[]> {
  const known = house.shelf.get(shelf) as Map<string, number[]> | undefined;
  if (known) return known;
  const made = new Map<string, number[]>();
  house.shelf.set(shelf, made);
  return made;
}
