import { Slots } from "#lib/kernel/slots.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { signedHeaders } from "#e2e/world/client.ts";
import { freshDatabase } from "#e2e/world/database.ts";
import { sealAudit } from "#lib/audit/seal.ts";
import { takeExport } from "#lib/exports/store.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { claimSend } from "#lib/liquidity/store.ts";
import { takeDueMail } from "#lib/mail/store.ts";
import { takeDueNotices, takeRules } from "#lib/notices/store.ts";
import { claimFeeds } from "#lib/pricing/store.ts";
import { refillPool } from "#lib/wallets/pool.ts";
import { takeDue } from "#lib/webhooks/delivery-store.ts";
import { fanOut } from "#lib/webhooks/fan-out.ts";
import { prepareDatabase } from "#prisma/migrate.ts";
import { rulerOf } from "./clock.ts";
import { type Race, tryGuard, unlocked } from "./races.ts";
import { until, untilNothing } from "./until.ts";

let api: Api;
let ruler: Awaited<ReturnType<typeof rulerOf>>;
let dataDir: string;
beforeAll(async () => {
  api = await openApi({ alone: true });
  await api.plainPrices();
  await api.settle();
  ruler = await rulerOf(api.app);
  dataDir = mkdtempSync(join(tmpdir(), "desk-race-"));
});
afterAll(async () => {
  await ruler?.end();
  await api?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const worker = (): Ctx =>
  contextFor({ ...api.app, slots: new Slots() }, { actor: { kind: "worker" }, requestId: "test" });
const count = async (sql: string, values: unknown[] = []) => Number((await ruler.query(sql, values)).rows[0]?.count);
const accountId = async () => String((await ruler.query("select id from account where name = 'acme'")).rows[0]?.id);
/** One rule alone, whose account's cases are due to be looked through. */
async function notificationRule(): Promise<void> {
  await ruler.query("truncate mail, notice, notification_rule");
  await ruler.query(
    `insert into notification_rule (id, account_id, channel, topics, role, looked_at)
     select gen_random_uuid(), id, 'MAIL', '{LOW}', 'admin', now() - interval '1 hour' from account where name = 'acme'`,
  );
}
let nth = 0;
const next = () => {
  nth += 1;
  return nth;
};
/** An endpoint of a bill's events, none of them spread yet. */
async function endpoint(): Promise<string> {
  await ruler.query("update webhook_endpoint set deleted_at = business_now()");
  const got = await api.post("/manage/v1/webhook-endpoints", { url: "http://localhost:1/" });
  return got.as<{ endpointId: string }>().endpointId;
}
/** Events that a transaction still open may yet go before are spread later; that transaction may be another test's. */
async function settled(): Promise<void> {
  const hidden = "select count(*) from event where tx >= pg_snapshot_xmin(pg_current_snapshot())";
  await until(async () => (await count(hidden)) === 0);
}
/** One event is to be spread to one endpoint. */
async function eventWaiting(): Promise<void> {
  await settled();
  await untilNothing(() => fanOut(worker()));
  await endpoint();
  await api.bill();
  await settled();
}
const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 10, subaccount: "race" };
const bills = () => count("select count(*) from bill where subaccount = 'race'");

const TURNS = { everyMs: 2_000, mostMs: 300_000 };
/** Deliveries to the endpoint. */
const SPREAD =
  "select count(*) from webhook_delivery where endpoint_id in (select id from webhook_endpoint where deleted_at is null)";
const EXPORTED = { list: "statement", format: "csv" };

const race = <T>(of: Race<T>) => of as Race<unknown>;
const RACES: readonly Race<unknown>[] = [
  race({
    guard: "webhooks: a delivery is taken by one worker",
    prepare: async () => {
      const id = await endpoint();
      await api.post(`/manage/v1/webhook-endpoints/${id}/test`);
    },
    hold: { table: "webhook_delivery", on: "update" },
    first: async () => (await takeDue(api.app.database.prisma, takeOptions("1"))).length,
    second: async () => (await takeDue(api.app.database.prisma, takeOptions("2"))).length,
    held: { outcomes: ["0", "1"] },
    without: [unlocked(/^\s*with unwaiting as/)],
    broken: { outcomes: ["1", "1"] },
  }),
  race({
    guard: "webhooks: one worker at a time spreads events",
    prepare: eventWaiting,
    hold: /from webhook_cursor for update/,
    first: () => fanOut(worker()),
    second: () => fanOut(worker()),
    effect: () => count(SPREAD),
    held: { outcomes: ["1", "0"], effect: 1 },
    without: [unlocked(/from webhook_cursor for update/)],
    broken: { outcomes: ["1", "1"], effect: 1 },
  }),
  race({
    guard: "webhooks: an event is delivered to an endpoint once",
    prepare: eventWaiting,
    hold: /from webhook_cursor for update/,
    first: () => fanOut(worker()),
    second: () => fanOut(worker()),
    effect: () => count(SPREAD),
    held: { outcomes: ["1", "0"], effect: 1 },
    without: [
      unlocked(/from webhook_cursor for update/),
      { at: /with batch as materialized/, from: /on conflict \(endpoint_id, event_seq\) do nothing/, to: "" },
    ],
    unruled: {
      out: () => ruler.query("alter table webhook_delivery drop constraint webhook_delivery_endpoint_id_event_seq_key"),
      back: () =>
        ruler.query(
          "truncate webhook_delivery cascade; alter table webhook_delivery add unique (endpoint_id, event_seq)",
        ),
    },
    alone: { outcomes: ["fails: 23505", "1"], effect: 1 },
    broken: { outcomes: ["1", "1"], effect: 2 },
  }),
  race({
    guard: "mail: a letter is sent by one worker",
    prepare: () =>
      ruler.query(
        "truncate mail; insert into mail (id, recipient, subject, body) values (gen_random_uuid(), 'a', 's', 'b')",
      ),
    hold: { table: "mail", on: "update" },
    first: async () => (await takeDueMail(worker().db, 5, 300)).length,
    second: async () => (await takeDueMail(worker().db, 5, 300)).length,
    held: { outcomes: ["0", "1"] },
    without: [unlocked(/^\s*update mail m/)],
    broken: { outcomes: ["1", "1"] },
  }),
  race({
    guard: "notices: a message is sent by one worker",
    prepare: async () => {
      await notificationRule();
      await ruler.query(
        "insert into notice (id, rule_id, key, subject, path, next_at) select gen_random_uuid(), id, 'k', 's', '/', clock_timestamp() from notification_rule",
      );
    },
    hold: { table: "notice", on: "update" },
    first: async () => (await takeDueNotices(worker().db, 5, 300)).length,
    second: async () => (await takeDueNotices(worker().db, 5, 300)).length,
    held: { outcomes: ["0", "1"] },
    without: [unlocked(/^\s*update notice n/)],
    broken: { outcomes: ["1", "1"] },
  }),
  race({
    guard: "notices: one worker at a time looks through an account's cases",
    prepare: notificationRule,
    hold: { table: "notification_rule", on: "update" },
    first: async () => (await takeRules(worker().db, await accountId(), 15)).length,
    second: async () => (await takeRules(worker().db, await accountId(), 15)).length,
    held: { outcomes: ["0", "1"] },
    without: [unlocked(/^\s*update notification_rule r/)],
    broken: { outcomes: ["1", "1"] },
  }),
  race({
    guard: "exports: a file is written by one worker",
    prepare: async () => {
      await ruler.query(
        "update export_job set status = 'CANCELLED', lease = null, leased_until = null, finished_at = now() where status in ('QUEUED', 'RUNNING')",
      );
      await api.post("/manage/v1/exports", { list: "payments", format: "csv", filter: { startTime: Date.now() } });
    },
    hold: { table: "export_job", on: "update" },
    first: async () => typeof (await takeExport(worker().db, worker().id(), 60_000)),
    second: async () => typeof (await takeExport(worker().db, worker().id(), 60_000)),
    held: { outcomes: ['"object"', '"undefined"'] },
    without: [unlocked(/^\s*with taken as \(\s*update export_job/)],
    broken: { outcomes: ['"object"', '"object"'] },
  }),
  race({
    guard: "audit: one process at a time seals",
    prepare: () => api.bill(),
    hold: /^\s*with settled as/,
    first: () => sealAudit(worker()).then((sealed) => sealed > 0),
    second: () => sealAudit(worker()).then((sealed) => sealed > 0),
    effect: () => count("select count(*) from audit_seal a join audit_seal b on a.id < b.id and a.lines && b.lines"),
    held: { outcomes: ["true", "false"], effect: 0 },
    without: [
      { at: /pg_try_advisory_xact_lock/, from: /pg_try_advisory_xact_lock\((\$1)\)/, to: "($1::bigint is not null)" },
    ],
    broken: { outcomes: ["true", "true"], effect: 1 },
  }),
  race({
    guard: "wallets: an index is derived once",
    prepare: async () => undefined,
    hold: /^\s*select id, kind, network, xpub, next_index from wallet/,
    // In one process two would wait for one refill; each in a transaction of its own is as two processes are.
    first: () => worker().transaction((tx) => refillPool(tx, "ETH")),
    second: () => worker().transaction((tx) => refillPool(tx, "ETH")),
    held: { outcomes: ["done", "done"] },
    without: [unlocked(/^\s*select id, kind, network, xpub, next_index from wallet/)],
    broken: { outcomes: ["fails: 23505", "done"] },
  }),
  race({
    guard: "sandbox: of two who mine at once each has a block of its own",
    prepare: async () => undefined,
    hold: /^\s*insert into sandbox_block/,
    first: () => api.post("/sandbox/v1/blocks", { network: "tron" }),
    second: () => api.post("/sandbox/v1/blocks", { network: "tron" }),
    held: { outcomes: ["200", "200"] },
    without: [unlocked(/^\s*select network from sandbox_chain/)],
    broken: { outcomes: ["200", "500 INTERNAL"] },
  }),
  race({
    guard: "sandbox: a counted fault of the venue is used up once",
    prepare: () => api.control("venue", { fault: "reject", count: 1 }),
    hold: { table: "sandbox_venue", on: "update" },
    first: sell,
    second: sell,
    held: { outcomes: ['"FILLED"', '"REFUSED"'] },
    without: [unlocked(/^\s*with before as/)],
    broken: { outcomes: ['"REFUSED"', '"REFUSED"'] },
  }),
  race({
    guard: "sandbox: an order is taken in once for its reference",
    prepare: async () => {
      nth += 1;
    },
    hold: /^\s*select business_now\(\) as "now", o\.client_ref/,
    first: () => sell(`order ${nth}`),
    second: () => sell(`order ${nth}`),
    effect: () => count("select count(*) from sandbox_order where client_ref = $1", [`order ${nth}`]),
    held: { outcomes: ['"FILLED"', '"FILLED"'], effect: 1 },
    without: [{ at: /^\s*insert into sandbox_order/, from: /on conflict \(client_ref\) do nothing/, to: "" }],
    broken: { outcomes: ["fails: 23505", '"FILLED"'], effect: 1 },
  }),
  race({
    guard: "pricing: a feed is read by one worker",
    prepare: () => ruler.query("truncate price_feed; insert into price_feed (source, next_at) values ('race', now())"),
    hold: { table: "price_feed", on: "update" },
    first: () => claimFeeds(worker().db, ["race"], TURNS),
    second: () => claimFeeds(worker().db, ["race"], TURNS),
    held: { outcomes: ['["race"]', "[]"] },
    without: [{ at: /^\s*insert into price_feed/, from: /where f[\s\S]*(?=ret)/, to: "where $3::real > 0 " }],
    broken: { outcomes: ['["race"]', '["race"]'] },
  }),
  race({
    guard: "liquidity: the right to send an order is one",
    prepare: async () => {
      const { rows } = await ruler.query(
        `insert into venue_order (id, client_ref, venue, purpose, asset, fiat, quantity_units, status, deadline, next_at, created_at, updated_at)
         select gen_random_uuid(), gen_random_uuid()::text, 'sandbox', 'MARKET', 'BTC', 'EUR', 1, 'OPEN', at + interval '1 hour', at, at, at
         from (select business_now() as at) now returning id`,
      );
      return String(rows[0].id);
    },
    hold: { table: "venue_order", on: "update" },
    first: (id) => claimSend(worker().db, id),
    second: (id) => claimSend(worker().db, id),
    held: { outcomes: ["false", "true"] },
    without: [{ at: /^\s*update venue_order set sent_at/, from: /and sent_at is null/, to: "" }],
    broken: { outcomes: ["true", "true"] },
  }),
  race({
    guard: "access: a nonce is used once",
    prepare: async () => ({ nonce: `race ${next()}`.replace(" ", "-"), timestamp: Date.now() }),
    hold: { table: "nonce", on: "insert" },
    first: signed,
    second: signed,
    held: { outcomes: ["200", "401 UNAUTHENTICATED"] },
    without: [],
    unruled: {
      out: () => ruler.query("alter table nonce drop constraint nonce_pkey"),
      back: () => ruler.query("truncate nonce; alter table nonce add primary key (key_id, nonce)"),
    },
    broken: { outcomes: ["200", "200"] },
  }),
  race({
    guard: "idempotency: a key is claimed once",
    prepare: async () => {
      await ruler.query("update bill set subaccount = 'seen' where subaccount = 'race'");
      return { "idempotency-key": `race ${next()}` };
    },
    hold: /^with sent as mat/,
    first: (headers) => api.post("/payment/v1/requestPaymentAddress", input, { headers }),
    second: (headers) => api.post("/payment/v1/requestPaymentAddress", input, { headers }),
    effect: async () => (await bills()) > 1,
    held: { outcomes: ["200", "409 REQUEST_IN_FLIGHT"], effect: false },
    without: [{ at: /^with sent as mat/, from: "where not exists (select from known k where k.nth = a.nth)", to: "" }],
    unruled: {
      out: () => ruler.query("alter table idempotency drop constraint idempotency_pkey"),
      back: () =>
        ruler.query("truncate idempotency; alter table idempotency add primary key (account_id, method, path, key)"),
    },
    broken: { outcomes: ["200", "200"], effect: true },
  }),
  race({
    guard: "idempotency: a claim that was taken over completes nothing",
    prepare: async () => {
      await ruler.query("update bill set subaccount = 'seen' where subaccount = 'race'");
      return { "idempotency-key": `race ${next()}` };
    },
    hold: /^with sent as mat/,
    first: (headers) => api.post("/payment/v1/requestPaymentAddress", input, { headers }),
    second: async (headers) => {
      await ruler.query(
        "update idempotency set claimed_at = claimed_at - interval '2 minutes' where completed_at is null",
      );
      return api.post("/payment/v1/requestPaymentAddress", input, { headers });
    },
    effect: bills,
    held: { outcomes: ["409 REQUEST_IN_FLIGHT", "200"], effect: 1 },
    without: [{ at: /^with given as mat/, from: /where b\.claim_owner is null or .*\)/, to: "" }],
    broken: { outcomes: ["200", "200"], effect: 2 },
  }),
  race({
    guard: "idempotency: nor does it after an effect of several statements",
    prepare: async () => {
      await ruler.query("update export_job set list = 'payments' where list = 'statement'");
      return { "idempotency-key": `race ${next()}` };
    },
    hold: /^with sent as mat/,
    first: (headers) => api.post("/manage/v1/exports", EXPORTED, { headers }),
    second: async (headers) => {
      await ruler.query(
        "update idempotency set claimed_at = claimed_at - interval '2 minutes' where completed_at is null",
      );
      return api.post("/manage/v1/exports", EXPORTED, { headers });
    },
    effect: () => count("select count(*) from export_job where list = 'statement'"),
    held: { outcomes: ["409 REQUEST_IN_FLIGHT", "200"], effect: 1 },
    without: [
      {
        at: /^\s*update idempotency set completed_at/,
        from: /and owner = (\$\d+)::uuid and completed_at is null/,
        to: "and $1::uuid is not null",
      },
    ],
    broken: { outcomes: ["200", "200"], effect: 2 },
  }),
  race({
    guard: "migrations: one process at a time applies them",
    prepare: () => freshDatabase({ blank: true }),
    where: ({ ownerUrl }) => ownerUrl,
    hold: /^select migration_name/,
    first: (database) => prepareDatabase(database, "sandbox").then((applied) => applied.length > 0),
    second: (database) => prepareDatabase(database, "sandbox").then((applied) => applied.length > 0),
    effect: (database) => database.drop(),
    held: { outcomes: ["true", "false"] },
    without: [{ at: /pg_advisory_lock/, from: /pg_advisory_lock\((\$1)\)/, to: "$1::bigint" }],
    broken: { outcomes: ["fails: cannot be applied", "true"] },
  }),
];

test("an event of a transaction that is still open is spread after it, and no later one goes before", async () => {
  await eventWaiting();
  await ruler.query("begin");
  await ruler.query(
    `insert into event (id, account_id, type, object_id, sequence, data, at)
      select gen_random_uuid(), account_id, type, gen_random_uuid(), 1, data, business_now() from event order by seq desc limit 1`,
  );
  await api.bill();
  await untilNothing(() => fanOut(worker()));
  await ruler.query("commit");
  await settled();
  await untilNothing(() => fanOut(worker()));
  expect(await count(SPREAD)).toBe(3);
});

function takeOptions(lease: string) {
  return { lease: `00000000-0000-0000-0000-00000000000${lease}`, leaseMs: 20_000, most: 10 };
}
async function sell(clientRef?: unknown): Promise<string> {
  const order = {
    clientRef: typeof clientRef === "string" ? clientRef : worker().id(),
    side: "SELL",
    base: "BTC",
    fiat: "EUR",
    quantity: Decimal.from("0.001"),
    deadline: new Date(Date.now() + 60_000),
  } as const;
  return (await api.app.venue.marketOrder(order, new Date())).state;
}
/** The very same request, byte for byte. */
function signed(as: { nonce: string; timestamp: number }) {
  const target = "/manage/v1/settings";
  return api.get(target, { key: null, headers: signedHeaders(api.key, { target, ...as }) });
}

describe.each(RACES.map((of) => [of.guard, of] as const))("%s", (_guard, of) => {
  test("with the guard, and without it", () => tryGuard(api.app, of));
});
