import { afterAll, beforeAll, expect, test } from "vitest";
import { counted } from "#e2e/world/counted.ts";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { connect, type Database } from "#lib/kernel/database.ts";
import { storedPrices } from "./stored-prices.ts";

let database: FreshDatabase;
let connected: Database;
beforeAll(async () => {
  database = await freshDatabase();
  connected = connect(database.url, 2);
});
afterAll(async () => {
  await connected?.close();
  await database?.drop();
});

test("requests of one moment share a look at the prices of a pair; another pair has its own", async () => {
  const { db, statements } = counted(connected.prisma);
  const { samples, lastGood } = storedPrices(db);
  await Promise.all(Array.from({ length: 40 }, () => samples("BTC", "EUR", new Date())));
  // The first runs, and all that came while it did share the next.
  expect(statements()).toBe(2);
  await Promise.all([samples("BTC", "USD", new Date()), samples("BCH", "EUR", new Date())]);
  expect(statements()).toBe(4);
  await Promise.all(Array.from({ length: 40 }, () => lastGood?.("BTC", "EUR")));
  expect(statements()).toBe(6);
});
