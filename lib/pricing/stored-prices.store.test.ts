import { afterAll, beforeAll, expect, test } from "vitest";
import { counted } from "#e2e/world/counted.ts";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { connect, type Database } from "#lib/kernel/database.ts";
import { referenceWith } from "./reference.fixture.ts";
import { upsertReference } from "./store.ts";
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

test("the last good reference is the newest there was, whatever a slower worker brings after it", async () => {
  const db = connected.prisma;
  const keep = (bid: string, now: Date) => upsertReference(db, referenceWith(bid, { now }));
  const [older, newer] = [new Date("2026-11-21T12:00:00Z"), new Date("2026-11-21T12:00:00.001Z")];
  const last = async () => {
    const found = await storedPrices(db).lastGood?.("BTC", "EUR");
    return found && [found.bid.toString(), found.at];
  };
  await keep("60000", older);
  await keep("61000", newer);
  expect(await last()).toEqual(["61000", newer]);
  await keep("60000", older);
  await keep("62000", newer);
  expect(await last()).toEqual(["61000", newer]);
});
