import { renameSync, writeFileSync } from "node:fs";
import { type LastSeen, lastSeenPath, makeDataDir } from "#prisma/epoch.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { slot } from "#lib/kernel/slots.ts";
import { derivedOf } from "#lib/wallets/pass-over.ts";
import { readMade } from "./store.ts";

/** What this process wrote last. */
export const WRITTEN = slot<string>("last seen");

/**
 * Writes beside the data how far the database has come, so that an older copy of it is noticed at the next start and the
 * addresses that were handed out since are known (rulebook 13.13). Answers how many notes were written.
 */
export async function noteLastSeen(ctx: Ctx): Promise<number> {
  const seen: LastSeen = { ...(await readMade(ctx.db)), wallets: await derivedOf(ctx) };
  const text = `${JSON.stringify(seen)}\n`;
  if (ctx.app.slots.has(WRITTEN) && ctx.app.slots.of(WRITTEN, () => "") === text) return 0;
  const path = lastSeenPath(ctx.app.env.dataDir);
  const draft = `${path}.${process.pid}`;
  makeDataDir(ctx.app.env.dataDir);
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
  ctx.app.slots.set(WRITTEN, text);
  return 1;
}
