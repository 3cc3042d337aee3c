import { Slots } from "#lib/kernel/slots.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import type { App } from "#lib/kernel/app.ts";
import { closeApp, openApp } from "#lib/services.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { budgetOf, type Kind, takeFromBudget } from "./rate-limit.ts";

let database: FreshDatabase;
let app: App;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "desk-rates-"));
  app = await openApp(checkEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: "error" }).env);
});
afterAll(async () => {
  await closeApp();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What another process of this installation has: the same database, nothing remembered. */
const beside = (): App => ({ ...app, slots: new Slots() });

/** How many of so many requests at once were let through. */
async function passed(by: App, key: string, rate: number, count: number, kind: Kind = "read"): Promise<number> {
  const done = await Promise.allSettled(Array.from({ length: count }, () => takeFromBudget(by, key, rate, kind)));
  return done.filter(({ status }) => status === "fulfilled").length;
}

const limited = expect.objectContaining({ code: "RATE_LIMITED" });

test("a burst of 200, then the sustained rate", async () => {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const burst = await passed(app, "paced", 20, 260);
  expect(burst).toBeGreaterThanOrEqual(200);
  expect(burst).toBeLessThanOrEqual(205 + 20 * seconds());
  await expect(takeFromBudget(app, "paced", 1)).rejects.toEqual(limited);
  await sleep(1_000);
  const after = await passed(app, "paced", 20, 100);
  expect(after).toBeGreaterThanOrEqual(18);
  expect(burst + after).toBeLessThanOrEqual(205 + 20 * seconds());
});

test("a key that was quiet for a day has its burst, and no more", async () => {
  await takeFromBudget(app, "quiet", 20);
  await app.database.pool.query("update rate_budget set at = at - interval '1 day' where key_id = 'quiet'");
  const startedAt = performance.now();
  const burst = await passed(beside(), "quiet", 20, 260);
  expect(burst).toBeGreaterThanOrEqual(200);
  expect(burst).toBeLessThanOrEqual(205 + (20 * (performance.now() - startedAt)) / 1000);
});

test("each key has its own budget, and looking costs nothing", async () => {
  await passed(app, "used", 10, 250);
  expect(budgetOf(app, "other", 10)["ratelimit"]).toBe('"default";r=200;t=0');
  expect(budgetOf(app, "other", 10)["ratelimit"]).toBe('"default";r=200;t=0');
  expect(await takeFromBudget(app, "other", 10)).toEqual({
    "ratelimit-policy": '"default";q=200;w=20',
    ratelimit: '"default";r=199;t=1',
  });
});

test("a fast key may send a second's worth at once; the refusal says when to come back", async () => {
  const sent = await passed(app, "fast", 1_000, 1_500);
  expect(sent).toBeGreaterThanOrEqual(1_000);
  await expect(passed(app, "slow", 1, 200)).resolves.toBe(200);
  await expect(takeFromBudget(app, "slow", 1)).rejects.toMatchObject({
    detail: { retryAfterSeconds: 1 },
    headers: { ratelimit: '"default";r=0;t=200' },
  });
});

test("four processes share one budget: together they pass its burst and no more than a second's worth beyond", async () => {
  const rate = 40;
  const startedAt = performance.now();
  const processes = [app, beside(), beside(), beside()];
  const counts = await Promise.all(processes.map((each) => passed(each, "shared", rate, 200)));
  const seconds = (performance.now() - startedAt) / 1000;
  const batched = counts.reduce((sum, count) => sum + count, 0);
  expect(batched).toBeGreaterThanOrEqual(200 - rate);
  expect(batched).toBeLessThanOrEqual(200 + rate * (seconds + 1));
  const later = await passed(beside(), "shared", rate, 200);
  expect(batched + later).toBeLessThanOrEqual(200 + rate * ((performance.now() - startedAt) / 1000 + 1));
});

test("most requests ask nobody: an eighth of a second's worth is leased at a time", async () => {
  const thrifty = beside();
  const queries = vi.spyOn(app.database.pool, "query");
  for (let sent = 0; sent < 500; sent += 1) await takeFromBudget(thrifty, "thrifty", 800);
  const times = queries.mock.calls.length;
  queries.mockRestore();
  expect(times).toBeGreaterThan(0);
  expect(times).toBeLessThanOrEqual(5);
});

test("money first: when the budget is used up changes pass half a second's worth ahead, reads and other changes wait", async () => {
  const rate = 20;
  const startedAt = performance.now();
  const grown = () => (rate * (performance.now() - startedAt)) / 1000;
  const reads = await passed(app, "short", rate, 230);
  expect(reads).toBeLessThanOrEqual(205 + grown());
  const changes = await passed(app, "short", rate, 40, "change");
  expect(changes).toBeGreaterThanOrEqual(rate / 2);
  expect(reads + changes).toBeLessThanOrEqual(205 + rate / 2 + grown());
  await expect(takeFromBudget(app, "short", rate, "change")).rejects.toEqual(limited);
  expect(budgetOf(app, "short", rate)["ratelimit"]).toMatch(/^"default";r=0;/);
});

test("money first: of changes and reads that both want more than there is, the changes get the rate", async () => {
  const rate = 40;
  await passed(app, "both", rate, 250);
  const got = { read: 0, change: 0 };
  const startedAt = performance.now();
  while (performance.now() - startedAt < 1_500) {
    got.read += await passed(app, "both", rate, 1, "read");
    got.change += await passed(app, "both", rate, 1, "change");
    await sleep(8);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  expect(got.change).toBeGreaterThanOrEqual(rate * seconds * 0.8);
  expect(got.change).toBeLessThanOrEqual(rate * (seconds + 1));
  expect(got.read).toBeLessThanOrEqual(3);
});

test("changes alone have the burst and no more than a second's worth beyond, over all processes too", async () => {
  const rate = 40;
  const startedAt = performance.now();
  const counts = await Promise.all(
    [app, beside(), beside()].map((each) => passed(each, "pushed", rate, 200, "change")),
  );
  const batched = counts.reduce((sum, count) => sum + count, 0);
  expect(batched).toBeGreaterThanOrEqual(200 - rate);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(batched).toBeLessThanOrEqual(200 + rate * (seconds + 1.5));
});
