import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { counted } from "#e2e/world/counted.ts";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { connect, type Database } from "#lib/kernel/database.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { priceFreshness } from "./freshness.ts";
import { referenceWith } from "./reference.fixture.ts";
import { claimFeeds, upsertBooks, upsertReference } from "./store.ts";
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

test("a book of fifteen seconds ago is a market that is gone: it prices no size, while its source's bid still may", async () => {
  const db = connected.prisma;
  const ask = (text: string) => asOwner(database.ownerUrl, text);
  await ask("delete from price_sample; delete from price_book");
  await ask(`insert into price_sample (source, base, fiat, bid, ask, at, stored_at) values
    ('one', 'BCH', 'EUR', 2, 2, business_now(), business_now())`);
  const booked = async (secondsAgo: number) => {
    await ask(`insert into price_book (source, base, fiat, levels, at) values
      ('one', 'BCH', 'EUR', '[["2", "7"]]', business_now() - make_interval(secs => ${secondsAgo}))
      on conflict (source, base, fiat) do update set at = excluded.at`);
    return (await storedPrices(db).samples("BCH", "EUR", new Date()))[0];
  };
  expect(await booked(0)).toHaveProperty("bids");
  expect(await booked(15)).not.toHaveProperty("bids");
});

test("what a clock that was set back has left ahead of now hides no price, and is replaced", async () => {
  const db = connected.prisma;
  const ask = (text: string) => asOwner(database.ownerUrl, text);
  await ask("delete from price_sample; delete from price_reference; delete from price_feed");
  await ask(`insert into price_sample (source, base, fiat, bid, ask, at, stored_at) values
    ('one', 'BTC', 'EUR', 1, 1, now() + interval '1 hour', now() + interval '1 hour'), ('one', 'BTC', 'EUR', 2, 2, now(), now())`);
  await ask(`insert into price_book (source, base, fiat, levels, at) values
    ('one', 'BTC', 'EUR', '[["1", "5"]]', now() + interval '1 hour')`);
  await ask("insert into price_reference (base, fiat, bid, at) values ('BTC', 'EUR', 1, now() + interval '1 hour')");
  const samples = async () => (await storedPrices(db).samples("BTC", "EUR", new Date()))[0];
  expect((await samples())?.bid.toString()).toBe("2");
  expect(await samples()).not.toHaveProperty("bids");
  const bids = [{ price: Decimal.from("2"), quantity: Decimal.from("7") }];
  await upsertBooks(db, "one", [{ base: "BTC", fiat: "EUR", bids }], new Date());
  expect(await samples()).toMatchObject({ bids: [{ quantity: Decimal.from("7") }] });

  const live = { app: { mode: "live" }, db } as unknown as Ctx;
  expect(await priceFreshness(live)).toEqual({ fresh: 0, stale: ["BTC/EUR"] });
  await upsertReference(db, referenceWith("2", { now: new Date() }));
  expect(await priceFreshness(live)).toEqual({ fresh: 1, stale: [] });

  const turns = { everyMs: 2_000, mostMs: 300_000 };
  await ask(`insert into price_feed (source, next_at, failures) values ('well', now() + interval '1 minute', 0),
    ('failing', now() + interval '1 minute', 3), ('failed', now() + interval '1 hour', 3)`);
  expect((await claimFeeds(db, ["well", "failing", "failed"], turns)).sort()).toEqual(["failed", "well"]);
});
