import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { closeHouse, type House, openHouse } from "#lib/house.ts";
import { checkEnv } from "#lib/kernel/env.ts";
import { budgetOf, takeFromBudget } from "./rate-limit.ts";

let database: FreshDatabase;
let house: House;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "desk-rates-"));
  house = await openHouse(checkEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: "error" }).env);
});
afterAll(async () => {
  await closeHouse();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What another process of this installation has: the same database, nothing remembered. */
const beside = (): House => ({ ...house, shelf: new Map() });

/** How many of so many requests at once were let through. */
async function passed(by: House, key: string, rate: number, count: number): Promise<number> {
  const done = await Promise.allSettled(Array.from({ length: count }, () => takeFromBudget(by, key, rate)));
  return done.filter(({ status }) => status === "fulfilled").length;
}

const limited = expect.objectContaining({ code: "RATE_LIMITED" });

test("a burst of 200, then the sustained rate", async () => {
  expect(await passed(house, "paced", 20, 260)).toBeLessThanOrEqual(210);
  await expect(takeFromBudget(house, "paced", 1)).rejects.toEqual(limited);
  await sleep(1_000);
  const after = await passed(house, "paced", 20, 100);
  expect(after).toBeGreaterThanOrEqual(18);
  expect(after).toBeLessThanOrEqual(25);
});

test("each key has its own budget, and looking costs nothing", async () => {
  await passed(house, "used", 10, 250);
  expect(budgetOf(house, "other", 10)["ratelimit"]).toBe('"default";r=200;t=0');
  expect(budgetOf(house, "other", 10)["ratelimit"]).toBe('"default";r=200;t=0');
  expect(await takeFromBudget(house, "other", 10)).toEqual({
    "ratelimit-policy": '"default";q=200;w=20',
    ratelimit: '"default";r=199;t=1',
  });
});

test("a fast key may send a second's worth at once; the refusal says when to come back", async () => {
  const sent = await passed(house, "fast", 1_000, 1_500);
  expect(sent).toBeGreaterThanOrEqual(1_000);
  await expect(passed(house, "slow", 1, 200)).resolves.toBe(200);
  await expect(takeFromBudget(house, "slow", 1)).rejects.toMatchObject({
    detail: { headers: { "retry-after": "1", ratelimit: '"default";r=0;t=200' } },
  });
});

test("four processes share one budget: together they pass its burst and no more than a second's worth beyond", async () => {
  const rate = 40;
  const startedAt = performance.now();
  const processes = [house, beside(), beside(), beside()];
  const counts = await Promise.all(processes.map((each) => passed(each, "shared", rate, 200)));
  const seconds = (performance.now() - startedAt) / 1000;
  const together = counts.reduce((sum, count) => sum + count, 0);
  expect(together).toBeGreaterThanOrEqual(200 - rate);
  expect(together).toBeLessThanOrEqual(200 + rate * (seconds + 1));
  const later = await passed(beside(), "shared", rate, 200);
  expect(together + later).toBeLessThanOrEqual(200 + rate * ((performance.now() - startedAt) / 1000 + 1));
});

test("most requests ask nobody: an eighth of a second's worth is leased at a time", async () => {
  let asked = 0;
  const pool = {
    query(statement: never) {
      asked += 1;
      return house.database.pool.query(statement);
    },
  };
  const counting = { ...beside(), database: { ...house.database, pool } } as unknown as House;
  for (let sent = 0; sent < 500; sent += 1) await takeFromBudget(counting, "thrifty", 800);
  expect(asked).toBeLessThanOrEqual(5);
});
