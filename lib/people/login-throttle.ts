import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";

/** How long a failing try counts; too many make the person wait (wall clock). */
const WINDOW_MS = 10 * 60_000;
const MAX_TRACKED = 10_000;

/** What is counted apart: passwords, passkeys, and codes of a second factor. */
export const SIGN_IN = slot<Map<string, number[]>>("sign-in tries");
export const PASSKEY = slot<Map<string, number[]>>("passkey tries");
export const FACTOR = slot<Map<string, number[]>>("factor tries");

/**
 * Counts a try under each of these names before it takes its time, so that many at once are many. Answers how to forget
 * them after a success; undefined when there were too many under one of them.
 */
export function countAttempt(
  app: App,
  kept: typeof SIGN_IN,
  limits: readonly (readonly [name: string, most: number])[],
): (() => void) | undefined {
  const tries = app.slots.of(kept, () => new Map<string, number[]>());
  const since = Date.now() - WINDOW_MS;
  const recent = (name: string) => (tries.get(name) ?? []).filter((at) => at > since);
  if (limits.some(([name, most]) => recent(name).length >= most)) return undefined;
  if (tries.size >= MAX_TRACKED) tries.clear();
  for (const [name] of limits) tries.set(name, [...recent(name), Date.now()]);
  return () => {
    for (const [name] of limits) tries.delete(name);
  };
}
