import { expect } from "vitest";
import type { Got } from "#e2e/world/client.ts";
import type { App } from "#lib/kernel/app.ts";
import { type Place, race, type Rewrite } from "./statements.ts";

/**
 * A race for one guard: what two at once do, where the first stands still, how the guard is taken out, and what is seen
 * with it and without.
 */
export type Race<T> = {
  /** Names the guard in `locks.ts`. */
  guard: string;
  prepare(): Promise<T>;
  /** The database it is run on, where that is not the world's own. */
  where?(on: T): string;
  hold: Place;
  first(on: T): Promise<unknown>;
  second(on: T): Promise<unknown>;
  /** What there is afterwards, beside what the two were told. */
  effect?(on: T): Promise<unknown>;
  /** What both were told, and the effect. */
  held: Seen;
  without: readonly Rewrite[];
  broken: Seen;
  /** What is seen with the statement's guard out and the database's own rule standing; as `held` when absent. */
  alone?: Seen;
  /** Guards behind which this one stands: taken out alone it changes nothing, with these out as well it does. */
  behind?: readonly Rewrite[];
  /** Takes a rule of the database itself out, and puts it back. */
  unruled?: { out(): Promise<unknown>; back(): Promise<unknown> };
};
export type Seen = { outcomes: readonly [string, string]; effect?: unknown; faults?: readonly string[] };

/** Sees the race with its guard, with it alone taken out where another stands before it, and without any. */
export async function tryGuard(app: App, of: Race<unknown>): Promise<void> {
  expect(await seenIn(app, of, [])).toEqual(of.held);
  const isSpare = of.behind !== undefined || (of.unruled !== undefined && of.without.length > 0);
  if (isSpare) expect(await seenIn(app, of, of.without)).toEqual(of.alone ?? of.held);
  expect(await seenIn(app, of, [...of.without, ...(of.behind ?? [])], of.unruled)).toEqual(of.broken);
}

/** Runs the race and answers what was seen. Two that wait at one door may leave it in either order: their words are sorted. */
async function seenIn<T>(
  app: App,
  of: Race<T>,
  without: readonly Rewrite[],
  unruled?: Race<T>["unruled"],
): Promise<Seen> {
  const on = await of.prepare();
  await unruled?.out();
  try {
    return await seen(app, of, on, without);
  } finally {
    await unruled?.back();
  }
}

async function seen<T>(app: App, of: Race<T>, on: T, without: readonly Rewrite[]): Promise<Seen> {
  const databaseUrl = of.where?.(on) ?? app.env.databaseUrl;
  const raced = await race(
    { ...app, env: { ...app.env, databaseUrl } },
    {
      hold: of.hold,
      first: () => of.first(on),
      second: () => of.second(on),
      without,
    },
  );
  const outcomes: [string, string] = [wordOf(raced.first), wordOf(raced.second)];
  return {
    outcomes: "table" in of.hold ? (outcomes.sort() as [string, string]) : outcomes,
    ...(of.effect && { effect: await of.effect(on) }),
    ...((of.held.faults ?? of.broken.faults) && { faults: raced.faults }),
  };
}

/** Takes `for update` and its like off a statement. */
export const unlocked = (at: RegExp): Rewrite => ({
  at,
  from: /\s+for (no key )?update( of \w+)?( skip locked)?/,
  to: "",
});
/** Has an advisory lock not taken. */
export const unadvised = (at: RegExp): Rewrite => ({ at, from: /pg_advisory_xact_lock\((.*)\)/, to: "($1)" });

function wordOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === "rejected") return `fails: ${faultOf(outcome.reason)}`;
  const { value } = outcome;
  if (!isGot(value)) return JSON.stringify(value) ?? "done";
  return value.status === 200 ? "200" : `${value.status} ${value.problem.code}`;
}
const isGot = (value: unknown): value is Got => typeof value === "object" && value !== null && "problem" in value;

function faultOf(reason: unknown): string {
  const text = reason instanceof Error ? `${reason.message} ${JSON.stringify(reason)}` : String(reason);
  return /\b(23505|23514|23001|40P01)\b|(?<=\d_\w+ )cannot be applied/.exec(text)?.[0] ?? text.slice(0, 120);
}
