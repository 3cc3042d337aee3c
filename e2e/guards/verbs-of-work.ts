import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currency, ofacXml } from "#lib/screening/ofac.fixture.ts";
import { createUser } from "#lib/people/create-user.ts";
import { WEBHOOK_POST } from "#lib/webhooks/deliver.ts";
import { COMMANDS } from "#lib/cli/commands.ts";
import { finishExports } from "#lib/exports/write-export.ts";
import { finishHistories } from "#lib/chains/read-history.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { BESIDE, UPKEEP as TASKS_OF_UPKEEP } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { until } from "./until.ts";
import { type VerbWorld, verb } from "./verb-world.ts";
import { newWallet, notificationRule } from "./verbs-of-house.ts";

const LIFETIME = 1_200_000;
const DAY = 86_400_000;

/** A bill whose money lies in enough blocks, and no work done on it but what is named. */
async function sent(world: VerbWorld, more: object = {}, tasks: readonly string[] = []) {
  const bill = await world.api.bill(more);
  if ("strategy" in more) await world.later(LIFETIME + 1);
  await world.settle();
  const { deposit_address: address, quantity } = bill;
  const { txHash } = (await world.control("deposits", { address, quantity, confirmations: 2 })).as<{
    txHash: string;
  }>();
  for (const name of tasks) await world.task(name);
  return { ...bill, txHash };
}
const late = (world: VerbWorld) => sent(world, { strategy: "ACA" }, ["scan-chains", "settle-deposits"]);
/** Somebody takes coins of the house, and so many blocks are on it. */
async function spent(world: VerbWorld, count = 1) {
  await world.control("spend", { network: "bitcoin", asset: "BTC", quantity: 0.0001, to: "bc1qthief" });
  await world.control("blocks", { network: "bitcoin", count });
}
/** All that this process sends has been written down. */
async function delivered({ api, task }: VerbWorld): Promise<void> {
  await task("deliver-webhooks");
  const held = () => api.app.slots.get(WEBHOOK_POST)?.held ?? 0;
  await until(() => held() === 0);
}

const work = (name: string, prepare: (world: VerbWorld) => Promise<unknown> = async () => undefined) =>
  verb({ name: `worker ${name}`, prepare, run: ({ task }) => task(name.split(",", 1)[0] ?? "") });

const WORK = [
  work("scan-chains", sent),
  work("scan-chains, of a reorganisation", async (world) => {
    const { txHash } = await sent(world);
    await world.settle();
    await world.control("reorg", { network: "bitcoin", depth: 2, drop: [txHash] });
  }),
  work("settle-deposits", (world) => sent(world, {}, ["scan-chains"])),
  work("expire-bills", async ({ api, later, settle }) => {
    await settle();
    await later(LIFETIME + 1);
    await settle();
    await api.bill();
    await later(LIFETIME + 1);
  }),
  work("confirm-strays", async (world) => {
    const { deposit_address: address, quantity } = await world.api.bill({ strategy: "RAI" });
    const { txHash } = (await world.control("deposits", { address, quantity })).as<{ txHash: string }>();
    // It goes to an address that no bill has.
    await world.observer.ruler.query(
      `update sandbox_transfer t set script = a.script, address = a.address from (select script, address from deposit_address
         where network = 'bitcoin' and bill_id is null and set_aside_at is null order by index desc limit 1) a where t.tx_hash = $1`,
      [txHash],
    );
    await world.control("blocks", { network: "bitcoin", count: 2 });
    await world.task("scan-chains");
  }),
  work("read-transfers", async ({ control, task }) => {
    await task("read-transfers");
    await control("venue-transfers", { kind: "WITHDRAWAL", asset: "EUR", quantity: 5, fee: 1, reference: "theft" });
  }),
  work("scan-chains, of a spend", async (world) => {
    await world.paid({ strategy: "RAI" });
    await spent(world);
  }),
  work("extend-change", (world) => world.observer.ruler.query("delete from change_address where used_at is null")),
  work("scan-custody", async (world) => {
    await world.later(DAY + 1_000);
    await world.settle();
  }),
  work("prove-custody", async (world) => {
    await world.later(DAY + 1_000);
    await world.settle();
  }),
  work("post-outgoing", async (world) => {
    await world.paid({ strategy: "RAI" });
    await spent(world);
    await world.task("scan-chains");
  }),
  work("finish-outgoing", async (world) => {
    await world.paid({ strategy: "RAI" });
    await spent(world, 2);
    await world.task("scan-chains");
    await world.task("post-outgoing");
  }),
  work("watch-hedges", async (world) => {
    await world.control("venue", { fault: "reject", count: 1 });
    await world.paid({ fiat: "CAD" });
    await world.send("PATCH", "/house/v1/settings", { "hedgeSizeLimit.BTC.CAD": 1 }, world.house);
  }),
  work("end-promises", async ({ api, later, settle }) => {
    await settle();
    await later(LIFETIME + 1);
    await settle();
    await api.bill();
    await later(LIFETIME + 1);
  }),
  work("fold-promises", async ({ api, settle }) => {
    await settle();
    await api.bill();
  }),
  work("sell-at-market", late),
  work("resolve-orders", async (world) => {
    await world.control("venue", { fault: "timeout-after-accept" });
    await late(world);
    await world.task("sell-at-market");
    await world.control("venue", { fault: "none" });
  }),
  work("reverse-due", async (world) => {
    const invoiceId = await world.invoice();
    await world.send("POST", "/payment/v1/conversion/quote", { invoiceId });
    await world.control("venue", { fault: "timeout-after-accept" });
    await world.send("POST", "/payment/v1/conversion/execute", { invoiceId });
    await world.control("venue", { fault: "none" });
    const { tx_hash } = await world.one<{ tx_hash: string }>(
      "select d.tx_hash from conversion_item i join deposit d on d.id = i.deposit_id where i.conversion_id = $1",
      [invoiceId],
    );
    await world.control("reorg", { network: "bitcoin", depth: 20, drop: [tx_hash] });
    await world.task("scan-chains");
    await world.later(10_000);
    await world.task("resolve-orders");
  }),
  work("hedge", (world) => sent(world, {}, ["scan-chains", "settle-deposits"])),
  work("time-out-conversions", async (world) => {
    await world.invoice();
    await world.later(DAY);
  }),
  work("spread-events", ({ api }) => api.bill()),
  verb({
    name: "worker deliver-webhooks",
    async prepare({ api, task }) {
      await api.bill();
      await task("spread-events");
    },
    run: delivered,
  }),
  verb({
    name: "worker deliver-webhooks, to an endpoint that is gone",
    async prepare({ send, receiver, control, task }) {
      await control("settle");
      const got = await send("POST", "/manage/v1/webhook-endpoints", {
        url: receiver.url,
        eventTypes: ["conversion.failed"],
      });
      await send("POST", `/manage/v1/webhook-endpoints/${got.as<{ endpointId: string }>().endpointId}/test`);
      await task("spread-events");
      receiver.answer.status = 410;
    },
    async run(world) {
      await delivered(world);
      world.receiver.answer.status = 200;
    },
  }),
];

const UPKEEP = [
  verb({
    name: "POST /manage/v1/conversions/counts",
    run: ({ send }) => send("POST", "/manage/v1/conversions/counts", { filters: [{ status: "CREATED" }] }),
  }),
  verb({
    name: "POST /manage/v1/payments/counts",
    run: ({ send }) => send("POST", "/manage/v1/payments/counts", { filters: [{ status: "COMPLETED" }] }),
  }),
  verb({
    name: "worker begin-exports",
    prepare: ({ send, admin }) => send("POST", "/manage/v1/exports", { list: "audit", format: "csv" }, admin),
    async run({ task, api }) {
      await task("begin-exports");
      await finishExports(api.app);
    },
  }),
  ...["forget-nonces", "forget-challenges", "forget-tries", "forget-requests", "range-postings", "sum-bill-days"].map(
    (name) => work(name),
  ),
  work("forget-visits", ({ observer }) =>
    observer.ruler.query(`insert into staff_session (id, user_id, created_at, expires_at, client_address)
      select gen_random_uuid(), id, now() - interval '91 days', now() - interval '90 days', '192.0.2.1' from staff_user limit 1`),
  ),
  work("forget-idempotency-keys", ({ observer }) =>
    observer.ruler.query(`insert into idempotency (account_id, method, path, key, payload_hash, owner, claimed_at)
      select id, 'POST', '/', 'old', '', gen_random_uuid(), now() - interval '2 days' from account where name = 'acme'`),
  ),
  work("keep-prices"),
  work("keep-fees"),
  work("forget-price-samples", ({ observer }) =>
    observer.ruler.query(`insert into price_sample (source, base, fiat, bid, ask, at, stored_at)
      values ('x', 'BTC', 'EUR', 1, 1, now(), business_now() - interval '2 hours')`),
  ),
  work("seal-audit", ({ api }) => api.bill()),
  verb({
    name: "worker read-wallet-histories",
    prepare: (world) => newWallet(world, { account: "acme", historyFrom: 0 }),
    run: ({ worker }) => finishHistories(worker),
  }),
  work("send-mail", ({ observer }) =>
    observer.ruler.query(
      "update mail set next_at = null; insert into mail (id, recipient, subject, body) values (gen_random_uuid(), 'a@example.com', 's', 'b')",
    ),
  ),
  work("make-notices", async (world) => {
    await notificationRule(world);
    await world.observer.ruler.query(
      `update notification_rule set looked_at = looked_at - interval '1 hour';
       insert into export_job (id, account_id, created_by, list, format, filter, status, rows_expected, created_at, finished_at)
       select gen_random_uuid(), id, 'staff:Ada', 'audit', 'csv', '{}', 'FAILED', 0, now(), now() from account where name = 'acme'`,
    );
  }),
  work("send-notices", async (world) => {
    await world.observer.ruler.query("update notice set next_at = null");
    const id = await notificationRule(world);
    await world.send("POST", `/manage/v1/notification-rules/${id}/test`, undefined, world.admin);
  }),
  work("forget-export-files", ({ later }) => later(8 * DAY)),
  work("sweep-results", async (world) => {
    await world.paid();
    const now = (await world.worker.now()).getTime();
    await world.later(DAY - (now % DAY));
  }),
  work("watch-missed-orders", async (world) => {
    await world.control("venue", { fault: "timeout-before-accept" });
    await late(world);
    await world.task("sell-at-market");
    await world.control("venue", { fault: "none" });
    for (const step of [20_000, 1_000]) {
      await world.later(step);
      await world.task("resolve-orders");
    }
    await world.observer.ruler.query(
      `insert into sandbox_order (client_ref, trade_id, base, fiat, quantity_units, filled_units, proceeds, status, visible_at, created_at)
       select client_ref, gen_random_uuid(), asset, fiat, quantity_units, quantity_units, 100, 'FILLED', now(), now() from venue_order where missed`,
    );
    await world.later(30_000);
  }),
  verb({
    name: "worker note-last-seen",
    run: ({ worker }) =>
      runTick(
        worker,
        TASKS_OF_UPKEEP.filter(({ name }) => name === "note-last-seen"),
      ),
  }),
  work("book-unclaimed", async (world) => {
    await world.observer.ruler.query(
      `insert into adopted_order (client_ref, venue, side, asset, fiat, trades, adopted_at) values
       ('01a20000-0000-8000-8000-000000000001', 'sandbox', 'SELL', 'BTC', 'EUR',
        '[{"tradeId": "t-1", "quantity": "0.01", "proceeds": "600", "fee": "1.5"}]', business_now())`,
    );
    await world.later(DAY);
  }),
  verb({
    name: "worker refill-address-pools",
    run: ({ worker }) => runTick(worker, BESIDE),
  }),
];

/** A command of the operator's, as typed. */
const command = (name: string, values: Record<string, string> = {}, words: readonly string[] = []) =>
  verb({
    name: `desk ${name}`,
    run: ({ api }) => {
      const operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
      return COMMANDS[name]?.run(operator, { values, words }, []) ?? Promise.reject(new Error(`there is no ${name}`));
    },
  });

const none = () => Promise.reject(new Error("there is no such command"));
/** Somebody with a role in acme. */
async function colleague({ operator }: VerbWorld): Promise<string> {
  const email = `${operator.id()}@example.com`;
  const memberships = [{ accountId: operator.account?.id ?? "", role: "viewer" as const }];
  await createUser(operator, { email, name: "Colleague", memberships });
  return email;
}

const OPERATING = [
  command("keys create", { account: "other", scopes: "payments:read" }),
  command("account create", { account: "new" }, ["spreadBps=80"]),
  command("house set", {}, ["stepUpMs=600000"]),
  command("account set", { account: "acme" }, ["spreadBps=100"]),
  command("users create", { email: "operator-made@example.com", role: "viewer", account: "acme" }),
  verb({
    name: "desk custody check",
    prepare: ({ settle }) => settle(),
    run: ({ operator }) =>
      COMMANDS["custody check"]?.run(operator, { values: {}, words: [] }, []) ??
      Promise.reject(new Error("no command")),
  }),
  verb({
    name: "desk people link",
    prepare: (world) => colleague(world),
    run: ({ operator }, email) =>
      COMMANDS["people link"]?.run(operator, { values: { email }, words: [] }, []) ?? none(),
  }),
  verb({
    name: "desk people erase",
    prepare: (world) => colleague(world),
    run: ({ operator }, email) =>
      COMMANDS["people erase"]?.run(operator, { values: { email }, words: [] }, []) ?? none(),
  }),
  command("people recover", { email: "recovered@example.com" }),
  command("people review"),
  verb({
    name: "desk people export",
    prepare: (world) => colleague(world),
    run: ({ operator }, email) =>
      COMMANDS["people export"]?.run(operator, { values: { email }, words: [] }, []) ?? none(),
  }),
  verb({
    name: "desk screening import",
    prepare: async () => {
      const file = join(mkdtempSync(join(tmpdir(), "desk-list-")), "SDN.XML");
      const ids = [currency("XBT", "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h")];
      writeFileSync(file, ofacXml([{ uid: "1", last: "ONE", ids }]));
      return file;
    },
    run: ({ operator }, file) =>
      COMMANDS["screening import"]?.run(operator, { values: {}, words: [file] }, []) ?? none(),
  }),
  command("check"),
  command("audit verify"),
  command("migrate"),
];

export const VERBS_OF_WORK = [...WORK, ...UPKEEP, ...OPERATING];
