import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextFor } from "#lib/kernel/app.ts";
import { finishExports } from "#lib/exports/write-export.ts";
import { markFailed, takeDueMail } from "#lib/mail/store.ts";
import { unsealedLines } from "#lib/audit/seal-store.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { readiness } from "#lib/health/readiness.ts";
import { mineDueChains } from "#lib/sandbox/chain-controls.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(() => world?.close());

const count = async (sql: string, values: unknown[] = []) => (await world.clock.sql(sql, values)).length;

describe("a request for a second person", () => {
  test("can be decided in its 24 hours, and is expired from the millisecond they are over", async () => {
    const [asker, other] = [await world.api.staff("admin"), await world.api.staff("admin")];
    await world.api.settings({ secondPerson: "always" });
    let tolerance = 0;
    const ask = async () => {
      tolerance += 10;
      const body = { toleranceBps: tolerance };
      const got = await world.api.send({ method: "PATCH", target: "/manage/v1/settings", body, ...asker });
      return got.as<{ approvalId: string }>().approvalId;
    };
    const approve = (id: string) => world.api.post(`/manage/v1/approvals/${id}/approve`, {}, other);
    const [first, second] = [await ask(), await ask()];
    await world.later(DAY - 1);
    expect((await approve(first)).status).toBe(200);
    await world.later(1);
    expect((await approve(second)).problem.code).toBe("INVALID_STATE");
    const shown = await world.api.get("/manage/v1/approvals?status=EXPIRED");
    expect(shown.as<{ data: object[] }>().data).toMatchObject([{ approvalId: second, status: "EXPIRED" }]);
    const pending = await world.api.get("/manage/v1/approvals?status=PENDING");
    expect(pending.as<{ data: object[] }>().data).toEqual([]);
    await world.api.settings({ secondPerson: "default" });
  });
});

describe("a file", () => {
  const make = async () => {
    const input = { list: "payments", format: "csv", filter: { startTime: world.clock.now() } };
    return (await world.api.post("/manage/v1/exports", input)).as<{ exportId: string }>().exportId;
  };
  const fetched = async (id: string) => (await world.api.get(`/manage/v1/exports/${id}/file`)).status;
  const write = async () => {
    await world.upkeep("begin-exports");
    await finishExports(world.api.app);
  };

  test("is kept for seven days of business time, and gone from their last millisecond on", async () => {
    const id = await make();
    await write();
    await world.later(7 * DAY - 1);
    await world.upkeep("forget-export-files");
    expect(await fetched(id)).toBe(200);
    await world.later(1);
    expect(await fetched(id)).toBe(409);
    const parts = () => count("select 1 from export_part where job_id = $1", [id]);
    expect(await parts()).toBeGreaterThan(0);
    await world.upkeep("forget-export-files");
    expect(await parts()).toBe(0);
  });

  test("whose writer has fallen silent for a minute is begun by another, no millisecond earlier", async () => {
    const id = await make();
    await world.clock.sql(
      `update export_job set status = 'RUNNING', lease = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 minute' where id = $1`,
      [id],
    );
    await world.clock.advance(MINUTE);
    await write();
    expect(await fetched(id)).toBe(409);
    await world.clock.advance(1);
    await write();
    expect(await fetched(id)).toBe(200);
  });

  test("is leased for a minute, and with each page again", async () => {
    const id = await make();
    const leases: number[] = [];
    await world.clock.sql(`create table told (left_ms integer);
      create function tell() returns trigger language plpgsql security definer as $$ begin
        if new.lease is not null then insert into told values ((extract(epoch from new.leased_until - clock_timestamp()) * 1000)::integer); end if;
        return new; end $$;
      create trigger tell before update on export_job for each row execute function tell()`);
    await write();
    for (const row of await world.clock.sql<{ left_ms: number }>("select left_ms from told")) leases.push(row.left_ms);
    expect(leases.length).toBeGreaterThan(1);
    expect([...new Set(leases)]).toEqual([MINUTE]);
    await world.clock.sql("drop trigger tell on export_job");
    expect(await fetched(id)).toBe(200);
  });
});

test("a letter is sent when it is due, held by its lease for five minutes, and waits as its schedule says", async () => {
  const { db } = world.worker;
  const id = world.worker.id();
  await world.clock.sql("insert into mail (id, recipient, subject, body) values ($1, 'a@example.com', 's', 'b')", [id]);
  const take = async () => (await takeDueMail(db, 5, 300)).length;
  expect(await take()).toBe(1);
  await world.clock.advance(5 * MINUTE - 1);
  expect(await take()).toBe(0);
  await world.clock.advance(1);
  expect(await take()).toBe(1);
  await markFailed(db, id, "away", 60);
  await world.clock.advance(MINUTE - 1);
  expect(await take()).toBe(0);
  await world.clock.advance(1);
  expect(await take()).toBe(1);
  await markFailed(db, id, "away", undefined);
  await world.clock.advance(30 * DAY);
  expect(await take()).toBe(0);
});

describe("a case", () => {
  test("that is muted comes back when its time is over; thirty days are the most", async () => {
    await world.api.settings({ depositLimit: "0.0001" });
    const bill = await world.api.bill();
    await world.pay(bill);
    await world.api.settings({ depositLimit: "default" });
    const [held] = (await world.payment(bill)).deposits;
    const caseId = `held-${held?.txId}`;
    const mute = (forMs: number) => world.api.post(`/manage/v1/cases/${caseId}/mute`, { forMs });
    expect([(await mute(30 * DAY + 1)).status, (await mute(30 * DAY)).status, (await mute(HOUR)).status]).toEqual([
      400, 200, 200,
    ]);
    const state = async () => (await world.api.get(`/manage/v1/cases/${caseId}`)).as<{ state: string }>().state;
    await world.later(HOUR - 1);
    expect(await state()).toBe("MUTED");
    await world.later(1);
    expect(await state()).toBe("OPEN");
  });

  const listed = async (kind: string) =>
    (await world.api.get(`/manage/v1/cases?kind=${kind}`)).as<{ data: object[] }>().data.length;

  test("of an endpoint opens when it has failed for ten minutes", async () => {
    await world.clock.sql(
      `insert into webhook_endpoint (id, account_id, url, secret_sealed, created_at, updated_at, failing_since)
       select gen_random_uuid(), id, 'http://localhost:1/', '\\x00', business_now(), business_now(), business_now() from account where name = 'acme'`,
    );
    await world.later(10 * MINUTE - 1);
    expect(await listed("WEBHOOK")).toBe(0);
    await world.later(1);
    expect(await listed("WEBHOOK")).toBe(1);
    await world.clock.sql("update webhook_endpoint set deleted_at = business_now()");
  });

  test("of a chain opens when nobody has looked at it for two minutes", async () => {
    await world.work();
    await world.clock.sql("update chain_cursor set scanned_at = business_now()");
    await world.later(2 * MINUTE);
    expect(await listed("CHAIN")).toBe(0);
    await world.later(1);
    expect(await listed("CHAIN")).toBe(4);
    await world.work();
  });

  test("of a price opens when its last good one is more than fifteen seconds old", async () => {
    await world.clock.sql("insert into price_reference (base, fiat, bid, at) values ('BTC', 'GBP', 1, business_now())");
    await world.later(15 * SECOND);
    expect(await listed("STALE_PRICE")).toBe(0);
    await world.later(1);
    expect(await listed("STALE_PRICE")).toBe(1);
    await world.clock.sql("delete from price_reference");
  });

  test("of an order opens when its deadline is over without an answer", async () => {
    await world.clock.sql(
      `insert into venue_order (id, client_ref, venue, purpose, asset, fiat, quantity_units, status, deadline, next_at, created_at, updated_at)
       select gen_random_uuid(), 'guard', 'sandbox', 'HEDGE', 'BCH', 'EUR', 1, 'OPEN', at + interval '10 seconds', at + interval '1 day', at, at
       from (select business_now() as at) now`,
    );
    const house = await world.api.staffOfHouse("operator");
    const unknown = async () =>
      (await world.api.get("/house/v1/cases?kind=UNKNOWN_OUTCOME", house)).as<{ count: number }>().count;
    await world.later(10 * SECOND);
    expect(await unknown()).toBe(0);
    await world.later(1);
    expect(await unknown()).toBe(1);
    await world.clock.sql("delete from venue_order where client_ref = 'guard'");
  });

  test("of a wrong amount opens when its bill has expired, and is looked for ninety days back", async () => {
    const bill = await world.api.bill();
    await world.pay(bill, 0.0008);
    await world.later(1_200_000);
    expect(await listed("UNDERPAID")).toBe(0);
    await world.later(1);
    expect(await listed("UNDERPAID")).toBe(1);
    await world.later(90 * DAY - 1_200_001);
    expect(await listed("UNDERPAID")).toBe(1);
    await world.later(1);
    expect(await listed("UNDERPAID")).toBe(0);
  });
});

describe("what nobody needs any more", () => {
  test("of the request log goes after fourteen days", async () => {
    const [account] = await world.clock.sql<{ id: string }>("select id from account where name = 'acme'");
    const put = (at: number) =>
      world.clock.sql(
        `insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller) values ($1, $2, to_timestamp($3::float8 / 1000), 'GET', '/guard', '/guard', 'payments:read', 200, 1, 'test')`,
        [account?.id, uuidv7(at), at],
      );
    await put(world.clock.now());
    const retained = async () => {
      await world.upkeep("forget-requests");
      return count("select 1 from request_log where target = '/guard'");
    };
    await world.clock.advance(14 * DAY);
    expect(await retained()).toBe(1);
    await world.clock.advance(1);
    expect(await retained()).toBe(0);
  });

  test("of price samples goes after an hour", async () => {
    await world.clock.sql(
      "insert into price_sample (source, base, fiat, bid, ask, at, stored_at) values ('guard', 'BTC', 'EUR', 1, 1, business_now(), business_now())",
    );
    const retained = async () => {
      await world.upkeep("forget-price-samples");
      return count("select 1 from price_sample");
    };
    await world.later(HOUR);
    expect(await retained()).toBe(1);
    await world.later(1);
    expect(await retained()).toBe(0);
  });
});

test("a line of the audit record that comes late is still sealed for ten minutes after a higher one was", async () => {
  await world.upkeep("seal-audit");
  const [{ floor } = { floor: "0" }] = await world.clock.sql<{ floor: string }>(
    "select max(seq)::text as floor from audit",
  );
  const write = (seq: number) =>
    world.clock.sql(
      `insert into audit (seq, at, actor, action, object_kind, object_id, request_id) overriding system value
       values ($1, business_now(), 'test', 'guard', 'guard', 'guard', 'guard')`,
      [seq],
    );
  await write(Number(floor) + 2);
  await world.upkeep("seal-audit");
  await write(Number(floor) + 1);
  const open = async () => (await unsealedLines(world.worker.db, 100)).count;
  await world.clock.advance(10 * MINUTE);
  expect(await open()).toBe(1);
  await world.clock.advance(1);
  expect(await open()).toBe(0);
});

describe("the program is ready", () => {
  test("while a worker was heard of within fifteen seconds", async () => {
    await world.clock.sql("insert into worker_heartbeat (worker, at) values ('guard', clock_timestamp())");
    await world.clock.advance(15 * SECOND - 1);
    expect((await readiness(world.worker)).worker).toBe(true);
    await world.clock.advance(1);
    expect((await readiness(world.worker)).worker).toBe(false);
  });

  test("with a pair that has a price younger than fifteen seconds, in a live house", async () => {
    const live = contextFor({ ...world.api.app, mode: "live" }, { actor: { kind: "worker" }, requestId: "test" });
    await world.clock.sql("insert into price_reference (base, fiat, bid, at) values ('BTC', 'GBP', 1, business_now())");
    await world.later(15 * SECOND - 1);
    expect((await readiness(live)).prices).toEqual({ fresh: 1, stale: [] });
    await world.later(1);
    expect((await readiness(live)).prices).toEqual({ fresh: 0, stale: ["BTC/GBP"] });
    await world.clock.sql("delete from price_reference");
  });
});

describe("a simulated chain", () => {
  test("is written down as looked at every ten seconds", async () => {
    await world.work();
    await world.clock.sql("update chain_cursor set scanned_at = business_now()");
    const ages = async () => {
      await world.work();
      return world.clock.sql<{ age: number }>(
        "select distinct (extract(epoch from business_now() - scanned_at) * 1000)::integer as age from chain_cursor",
      );
    };
    await world.later(10 * SECOND - 1);
    expect(await ages()).toEqual([{ age: 9_999 }]);
    await world.later(1);
    expect(await ages()).toEqual([{ age: 0 }]);
  });

  test("mines by itself every three seconds of wall time", async () => {
    await world.api.control("chain", { autoMine: true });
    expect(await mineDueChains(world.worker)).toBe(true);
    await world.clock.advance(3 * SECOND - 1);
    expect(await mineDueChains(world.worker)).toBe(false);
    await world.clock.advance(1);
    expect(await mineDueChains(world.worker)).toBe(true);
    await world.api.control("chain", { autoMine: false });
  });
});
