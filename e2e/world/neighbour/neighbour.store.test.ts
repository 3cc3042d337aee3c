import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApi, type Api } from "#e2e/world/api.ts";
import { complaintsOfAll } from "./neighbour.ts";
import { NOBODYS, TOUCHES } from "./tables.ts";

let api: Api;
let owner: pg.Client;
beforeEach(async () => {
  api = await openApi();
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await api.close();
});

const DAY_MS = 86_400_000;

test("every table of the database is watched, or named with the reason why not", async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(TOUCHES), ...Object.keys(NOBODYS)].toSorted());
  expect(Object.keys(TOUCHES).filter((table) => table in NOBODYS)).toEqual([]);
});

test("no table that refers to a watched one goes unwatched", async () => {
  const { rows } = await owner.query<{ from: string; to: string }>(
    "select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'",
  );
  expect(rows.filter(({ from, to }) => to in TOUCHES && from in NOBODYS)).toEqual([]);
});

test("it has records of nearly every kind, and keeps quiet beside another's life", async () => {
  const empty: string[] = [];
  const { rows: logged } = await owner.query<{ table: string }>(
    "select oid::regclass::text as table from pg_class where relkind = 'r' and relpersistence = 'p'",
  );
  const lasting = new Set(logged.map(({ table }) => table));
  // Summed up once no transaction of the whole server is older, which other tests may delay.
  lasting.delete("promise_delta");
  for (const [table, touches] of Object.entries(TOUCHES).filter(([name]) => lasting.has(name))) {
    const { rows } = await owner.query(`select from ${table} t where ${touches} limit 1`, [api.neighbour.accountId]);
    if (rows.length === 0) empty.push(table);
  }
  expect(empty).toEqual([
    "authority",
    "bank_mapping",
    "gas_payment",
    "resolution",
    "bank_part",
    "bank_statement",
    "bank_upload",
    "bank_line",
    "beneficiary",
    "deposit_sender",
    "destination",
    "fee_invoice",
    "invitation",
    "mail",
    "move",
    "move_fact",
    "move_arrival",
    "one_time_link",
    "payout_exit",
    "lost_hours",
    "payout_file",
    "prepared_input",
    "prepared_output",
    "prepared_transaction",
    "posting_range_sum",
    "bill_amount_day",
    "bill_day",
    "delivery_day",
    "refund_link",
    "sandbox_transfer",
    "screening_hit",
    "settlement",
    "settlement_due",
    "settlement_terms",
    "staff_identity",
    "staff_passkey",
    "staff_recovery_code",
    "staff_totp",
    "stray_deposit",
    "wallet_history",
    "wallet_used",
    "venue_transfer",
  ]);
  await api.plainPrices();
  const bill = await api.bill({ reference: "order-1" });
  await api.pay(bill, bill.quantity, "bitcoin");
  expect(await api.neighbour.lastWords(api.send)).toEqual([]);
});

test("its own time is its own doing: what expires in a month, and that it is told of it", async () => {
  await api.control("clock", { advanceMs: 30 * DAY_MS });
  await api.settle();
  const { rows } = await owner.query(
    "select from event where account_id = $1 and type = 'payment.expired' and at > now()",
    [api.neighbour.accountId],
  );
  expect(rows).not.toEqual([]);
  expect(await api.neighbour.lastWords(api.send)).toEqual([]);
});

describe("it complains, after the test in which it happened,", () => {
  const OURS = "(select id from account where name = 'acme')";
  const ITS = "$1::uuid";
  test.each([
    ["of a balance", `update bill set labels = '{DUST}' where account_id = ${ITS}`, /^bill ".*" changed: labels/m],
    [
      "of a bill that is said to be its own",
      `update bill set account_id = ${ITS} where account_id = ${OURS}`,
      /^bill has a row it did not make/m,
    ],
    ["of a record that is gone", `delete from saved_view where account_id = ${ITS}`, /^saved_view lacks a row/m],
    [
      "of a setting",
      `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), ${ITS}, false, 'toleranceBps', '1', now(), 'x')`,
      /^setting has a row/m,
    ],
    [
      "of another's event on its way to it",
      `insert into webhook_delivery (id, endpoint_id, event_seq, created_at, next_at) select gen_random_uuid(), w.id, e.seq, now(), now() from webhook_endpoint w, event e where w.account_id = ${ITS} and e.account_id = ${OURS}`,
      /^webhook_delivery has a row/m,
    ],
    [
      "of itself in another's record",
      `update bill set reference = 'of next-door' where account_id = ${OURS} and ${ITS} is not null`,
      /^another account has bill/m,
    ],
    [
      "of mail",
      `insert into mail (id, recipient, subject, body) select gen_random_uuid(), email, '', '' from staff_user where id in (select user_id from membership where account_id = ${ITS})`,
      /^mail has a row/m,
    ],
  ])("%s", async (_what, harm, complaint) => {
    await api.bill();
    expect(await complaintsOfAll()).toEqual([]);
    const [, table = ""] = /^(?:update|delete from|insert into) (\w+)/.exec(harm) ?? [];
    await owner.query(`alter table ${table} disable trigger user`);
    await owner.query(harm, [api.neighbour.accountId]);
    expect((await complaintsOfAll()).join("\n")).toMatch(complaint);
    api.neighbour.forgive();
  });

  test("of what was written before it looked and became known after", async () => {
    await api.bill();
    await owner.query("begin");
    await owner.query("alter table bill disable trigger user");
    const { rows } = await owner.query(
      `update bill set reference = 'of next-door' where account_id = ${OURS} returning id`,
    );
    expect(rows).toHaveLength(1);
    // Others begin after it and end before it: that they are known must not hide it.
    const beside = new pg.Client(api.databaseUrl);
    await beside.connect();
    await beside.query("create table beside ()");
    await beside.end();
    expect(await complaintsOfAll()).toEqual([]);
    await owner.query("commit");
    expect((await complaintsOfAll()).join("\n")).toMatch(/^another account has bill/m);
    api.neighbour.forgive();
  });

  test("of what another is answered", () => {
    const got = { status: 200, headers: {}, text: `{"username":"${api.neighbour.username}"}`, problem: {} } as never;
    expect(() => api.neighbour.overheard({ target: "/payment/v1/payment" }, got)).toThrow(/told another account/);
    expect(() => api.neighbour.overheard({ target: "/payment/v1/payment", key: api.neighbour.key }, got)).not.toThrow();
  });
});
