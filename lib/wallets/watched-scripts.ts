import { slot } from "#lib/kernel/slots.ts";
import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { type ScriptFilter, scriptFilter } from "./script-filter.ts";
import { type Derived, readDerived, readScripts } from "./store.ts";

/** A look into the database for each of so few costs less than asking what is new. */
const FEW = 64;
/** More new addresses than this are read beside, not while a block waits. */
const MOST_NEW = 5_000;
const CHUNK = 20_000;

/** What this process knows of the addresses derived: of each wallet those below an index. */
type Known = { filter: ScriptFilter; upTo: Map<string, number>; loading: Promise<void> | undefined };

/**
 * Leaves out the scripts of which no wallet has an address, so that looking up a block costs the same whatever number is
 * watched; a few strangers may stay. What other processes have derived since is taken up first: a wallet's next index is
 * written in one transaction with the addresses below it. Until all of them are known once, nothing is left out.
 */
export async function couldBeOurs(ctx: Ctx, scripts: readonly string[]): Promise<readonly string[]> {
  if (scripts.length <= FEW) return scripts;
  const known = knownOf(ctx.app);
  const fresh = freshIn(known, await readDerived(ctx.db));
  if (countOf(fresh) > MOST_NEW) {
    known.loading ??= loadWatched(ctx.app)
      .catch((error: unknown) => ctx.app.log.warn("watched scripts not loaded", { error }))
      .finally(() => {
        known.loading = undefined;
      });
    return scripts;
  }
  for (const part of fresh) learn(known, part, await readScripts(ctx.db, part.walletId, part.from, part.to));
  return scripts.filter((script) => known.filter.mayHold(script));
}

/** Takes up all addresses derived so far. */
export async function loadWatched(app: App): Promise<void> {
  const known = knownOf(app);
  const db = app.database.prisma;
  for (const { walletId, from, to } of freshIn(known, await readDerived(db)))
    for (let at = from; at < to; at += CHUNK) {
      const part = { walletId, from: at, to: Math.min(to, at + CHUNK) };
      learn(known, part, await readScripts(db, walletId, part.from, part.to));
    }
}

/** Addresses of a wallet from one index to below another that are not known here yet. */
type Part = { walletId: string; from: number; to: number };

function freshIn({ upTo }: Known, derived: readonly Derived[]): Part[] {
  return derived
    .map(({ walletId, nextIndex }) => ({ walletId, from: upTo.get(walletId) ?? 0, to: nextIndex }))
    .filter(({ from, to }) => from < to);
}

const countOf = (parts: readonly Part[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0);

/** Another look of this process may have taken up more meanwhile: that stays. */
function learn({ filter, upTo }: Known, { walletId, from, to }: Part, scripts: readonly string[]): void {
  for (const script of scripts) filter.add(script);
  const before = upTo.get(walletId) ?? 0;
  if (before >= from) upTo.set(walletId, Math.max(before, to));
}

const WATCHED = slot<Known>("watched scripts");

const knownOf = ({ slots }: App): Known =>
  slots.of(WATCHED, () => ({ filter: scriptFilter(), upTo: new Map(), loading: undefined }));
