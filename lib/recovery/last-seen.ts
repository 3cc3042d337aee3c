import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isBehind, type LastSeen, lastSeenPath, makeDataDir, OlderCopy, readLastSeen } from "#prisma/epoch.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { derivedOf } from "#lib/wallets/pass-over.ts";
import { beginEpoch, readMade } from "./store.ts";

/**
 * Writes beside the data how far the database has come, so that an older copy of it is noticed and the addresses that were
 * handed out since are known (rulebook 13.13). A database that has gone back under the running program is behind the note:
 * an epoch begins, which binds every process, and the note stays. Answers how many notes were written.
 */
export async function noteLastSeen(ctx: Ctx): Promise<number> {
  // Before the database is looked at: what stands there by then is never less than what was noted.
  const noted = readLastSeen(ctx.app.env.dataDir);
  const { pending, ...made } = await readMade(ctx.db);
  const seen = { ...made, wallets: await derivedOf(ctx) };
  const isOlder = isBehind(seen, noted) || isDerivedLess(seen, noted);
  if (isOlder && !pending) {
    ctx.app.log.error("the database is behind what was noted of it", { noted, seen });
    await beginEpoch(ctx.db);
  }
  if (isOlder || pending) throw new OlderCopy();
  return write(ctx, seen);
}

/** After a recovery the note begins anew, from where the restored database stands. */
export async function noteAnew(ctx: Ctx): Promise<void> {
  const { pending: _, ...made } = await readMade(ctx.db);
  write(ctx, { ...made, wallets: await derivedOf(ctx) });
}

function isDerivedLess(now: LastSeen, seen: LastSeen | undefined): boolean {
  if (seen?.made !== now.made || seen.epoch !== now.epoch) return false;
  return Object.entries(now.wallets).some(([walletId, nextIndex]) => nextIndex < (seen.wallets[walletId] ?? 0));
}

function write(ctx: Ctx, seen: LastSeen): number {
  const text = `${JSON.stringify(seen)}\n`;
  const path = lastSeenPath(ctx.app.env.dataDir);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return 0;
  const draft = `${path}.${process.pid}`;
  makeDataDir(ctx.app.env.dataDir);
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
  return 1;
}
