import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { closeBillDays } from "#lib/bills/close-days.ts";
import { playOn } from "#lib/cli/play-bills.ts";
import { openDemo } from "#lib/cli/seed.ts";
import { extendPostingRanges } from "#lib/ledger/extend-ranges.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { readEnv } from "#lib/kernel/env.ts";
import { must } from "#lib/kernel/errors.ts";
import { keyCheckOf, openSecrets } from "#lib/kernel/secrets.ts";
import { openDatabase } from "#lib/postgres/embedded-postgres.ts";
import { makeHome, readAccess, urlFor } from "#lib/postgres/postgres-home.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { rewindClock } from "#lib/sandbox/clock.ts";
import { moveClock } from "#lib/sandbox/market-controls.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { TASKS } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { prepareDatabase } from "#prisma/migrate.ts";
import { multiply } from "./multiply.ts";

// Fills a new database with many bills for a benchmark: some thousand are made by the verbs and brought to their ends
// ninety days ago, then copied by set statements up to now. `desk check` holds for what comes of it.

const { values } = parseArgs({
  options: { bills: { type: "string", default: "1000000" }, originals: { type: "string", default: "2000" } },
});
const DAYS = 90;
const HOUR_MS = 3_600_000;
const DRAIN_MS = 15 * 60_000;
const LAST_ROUNDS = 5;

const bills = Number(values.bills);
const originals = Math.min(Number(values.originals), bills);
const copies = Math.ceil(bills / originals) - 1;
const env = readEnv(process.env);
const database = await openDatabase(env);
try {
  await prepareDatabase(database, env.mode, keyCheckOf(openSecrets(env)));
  const app = await openApp({ ...env, databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl });
  const ctx = contextFor(app, { actor: { kind: "operator" }, requestId: "seed" });
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "seed" });
  const end = async () => must(await runUntilIdle(worker, DRAIN_MS, TASKS), "the due work comes to an end");
  const { account } = await openDemo(app);
  must(await rewindClock(ctx, DAYS * 24 * HOUR_MS), "the sandbox is new");
  await keepPrices(worker);
  await playOn(app, account, originals);
  await moveClock(ctx, { advanceMs: HOUR_MS });
  await end();
  const spanMs = Date.now() - (await ctx.now()).getTime() - HOUR_MS;
  await asRuler((ruler) => multiply(ruler, copies, Math.floor(spanMs / Math.max(copies, 1))));
  await moveClock(ctx, { advanceMs: Date.now() - (await ctx.now()).getTime() });
  await end();
  for (const work of [extendPostingRanges, closeBillDays]) await summedUp(() => work(worker));
} finally {
  await closeApp();
  await database.stop?.();
}

/** A day or a range is next before it is summed up: a round that does nothing is not yet the last. */
async function summedUp(work: () => Promise<number>): Promise<void> {
  for (let idle = 0; idle < LAST_ROUNDS; ) idle = (await work()) > 0 ? 0 : idle + 1;
}

/** Works as the server's superuser, who alone may pass over triggers. */
async function asRuler(work: (ruler: pg.Client) => Promise<void>): Promise<void> {
  const access = readAccess(makeHome(join(env.dataDir, "postgres")));
  must(access, "the database is the embedded one");
  const ruler = new pg.Client(urlFor(access, "postgres", "desk"));
  await ruler.connect();
  try {
    await work(ruler);
  } finally {
    await ruler.end();
  }
}
