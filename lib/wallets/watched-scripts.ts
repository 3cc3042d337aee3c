import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import { type ScriptFilter, scriptFilter } from "./script-filter.ts";
import { readChangeScripts, readDerivedChange } from "./change-store.ts";
import { readDerived, readScripts } from "./store.ts";

/** A look into the database for each of so few costs less than asking what is new. */
const FEW = 64;
/** More new addresses than this are read beside, not while a block waits. */
const MOST_NEW = 5_000;
const CHUNK = 20_000;

/** A wallet's addresses for bills, and those of its change. */
const BRANCHES = [
  { branch: 0, derived: readDerived, scripts: readScripts },
  { branch: 1, derived: readDerivedChange, scripts: readChangeScripts },
] as const;
type Branch = (typeof BRANCHES)[number]["branch"];

/** What this process knows of the addresses derived: of each branch of a wallet those below an index. */
type Known = { filter: ScriptFilter; upTo: Map<string, number>; loading: Promise<void> | undefined };

/**
 * Leaves out the scripts of which no wallet has an address, so that looking up a block costs the same whatever number is
 * watched; a few strangers may stay. What other processes have derived since is taken up first: a wallet's next index is
 * written in one transaction with the addresses below it. Until all of them are known once, nothing is left out.
 */
export async function couldBeOurs(ctx: Ctx, scripts: readonly string[]): Promise<readonly string[]> {
  if (scripts.length <= FEW) return scripts;
  const known = knownOf(ctx.app);
  const fresh = await freshIn(known, ctx.db);
  if (countOf(fresh) > MOST_NEW) {
    known.loading ??= loadWatched(ctx.app)
      .catch((error: unknown) => ctx.app.log.warn("watched scripts not loaded", { error }))
      .finally(() => {
        known.loading = undefined;
      });
    return scripts;
  }
  for (const part of fresh) learn(known, part, await scriptsOf(ctx.db, part));
  return scripts.filter((script) => known.filter.mayHold(script));
}

/** Takes up all addresses derived so far. */
export async function loadWatched(app: App): Promise<void> {
  const known = knownOf(app);
  const db = app.database.prisma;
  for (const { from, to, ...of } of await freshIn(known, db))
    for (let at = from; at < to; at += CHUNK) {
      const part = { ...of, from: at, to: Math.min(to, at + CHUNK) };
      learn(known, part, await scriptsOf(db, part));
    }
}

/** Addresses of a wallet's branch from one index to below another that are not known here yet. */
type Part = { walletId: string; branch: Branch; from: number; to: number };
const nameOf = ({ walletId, branch }: Pick<Part, "walletId" | "branch">): string => `${walletId}/${branch}`;

async function freshIn({ upTo }: Known, db: Db): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { branch, derived } of BRANCHES)
    for (const { walletId, nextIndex: to } of await derived(db)) {
      const from = upTo.get(nameOf({ walletId, branch })) ?? 0;
      if (from < to) parts.push({ walletId, branch, from, to });
    }
  return parts;
}

const scriptsOf = (db: Db, { walletId, branch, from, to }: Part): Promise<string[]> =>
  BRANCHES[branch].scripts(db, walletId, from, to);

const countOf = (parts: readonly Part[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0);

/** Another look of this process may have taken up more meanwhile: that stays. */
function learn({ filter, upTo }: Known, part: Part, scripts: readonly string[]): void {
  for (const script of scripts) filter.add(script);
  const before = upTo.get(nameOf(part)) ?? 0;
  if (before >= part.from) upTo.set(nameOf(part), Math.max(before, part.to));
}

const WATCHED = slot<Known>("watched scripts");

const knownOf = ({ slots }: App): Known =>
  slots.of(WATCHED, () => ({ filter: scriptFilter(), upTo: new Map(), loading: undefined }));
