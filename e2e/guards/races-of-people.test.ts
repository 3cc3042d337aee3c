import { afterAll, beforeAll, describe, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { openAccount } from "#lib/people/accounts.ts";
import { createKey } from "#lib/keys/create-key.ts";
import { createUser } from "#lib/people/create-user.ts";
import { spendChallenge, spendRecoveryCode, takeStep } from "#lib/people/factor-store.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { rulerOf } from "./clock.ts";
import { type Race, tryGuard, unadvised, unlocked } from "./races.ts";

let api: Api;
let ruler: Awaited<ReturnType<typeof rulerOf>>;
let operator: Ctx;
let admin: Partial<ApiRequest>;
let house: Partial<ApiRequest>;
beforeAll(async () => {
  api = await openApi({ alone: true });
  await api.plainPrices();
  ruler = await rulerOf(api.app);
  operator = contextFor(api.app, { actor: { kind: "operator" }, requestId: "test" });
  admin = await api.staff("admin");
  house = await api.staffOfHouse("admin");
});
afterAll(async () => {
  await ruler?.end();
  await api?.close();
});

const count = async (sql: string, values: unknown[] = []) => Number((await ruler.query(sql, values)).rows[0]?.count);
const send = (method: string, target: string, body?: object, who: Partial<ApiRequest> = {}) =>
  api.send({ method, target, ...(body && { body }), ...who });

let nth = 0;
const next = () => {
  nth += 1;
  return nth;
};
/** An account of its own with so many keys. */
async function accountWith(keys: number): Promise<{ id: string; ctx: Ctx; ids: string[] }> {
  nth += 1;
  const account = await openAccount(operator, `people ${nth}`);
  const ctx = contextFor(api.app, { actor: { kind: "operator" }, account, requestId: "test" });
  const ids: string[] = [];
  for (let made = 0; made < keys; made += 1) ids.push((await makeKey(ctx)).keyId);
  return { id: account.id, ctx, ids };
}
const makeKey = (ctx: Ctx) => createKey(ctx, { name: "race", scopes: ["account:read", "sandbox"] });
const ACCOUNT = /^\s*select 1 as one from account/;
const SLACK_RULE = { channel: "SLACK", topics: ["LOW"], secretUrl: "https://hooks.example/services/T0/B0/Xq4f" };
const APPLICATION_ALONE = `create or replace function check_active_keys() returns trigger language plpgsql as $$ begin
  if (select count(*) from api_key where account_id = new.account_id and revoked_at is null) > 5 then
    raise exception 'an account has at most 5 active keys' using errcode = 'check_violation'; end if; return null; end $$`;
const WITH_ITS_LOCK = APPLICATION_ALONE.replace(
  "begin\n",
  "begin perform from account where id = new.account_id for update;\n",
);

const race = <T>(of: Race<T>) => of as Race<unknown>;
const RACES: readonly Race<unknown>[] = [
  race({
    guard: "keys: who changes an account's keys locks the account first",
    prepare: async () => {
      const { ids, id } = await accountWith(2);
      const key = await api.newKey({ account: `people ${nth}` });
      return { ids, id, key };
    },
    hold: /^\s*insert into audit/,
    first: ({ ids, key }) => send("POST", `/manage/v1/keys/${ids[0]}/rotate`, {}, { key }),
    second: ({ ids, key }) => send("POST", `/manage/v1/keys/${ids[1]}/rotate`, {}, { key }),
    held: { outcomes: ["200", "200"], faults: [] },
    without: [unlocked(ACCOUNT)],
    broken: { outcomes: ["200", "200"], faults: ["40P01"] },
  }),
  race({
    guard: "keys: the database counts the active ones alone",
    prepare: () => accountWith(4),
    hold: /^INSERT INTO "public"\."api_key"/,
    first: ({ ctx }) => makeKey(ctx).then(() => "made"),
    second: ({ ctx }) =>
      makeKey(ctx).then(
        () => "made",
        () => "refused",
      ),
    effect: ({ id }) => count("select count(*) from api_key where account_id = $1", [id]),
    held: { outcomes: ['"made"', '"refused"'], effect: 5 },
    without: [unlocked(ACCOUNT)],
    unruled: { out: () => ruler.query(APPLICATION_ALONE), back: () => ruler.query(WITH_ITS_LOCK) },
    broken: { outcomes: ['"made"', '"made"'], effect: 6 },
  }),
  race({
    guard: "users: an account keeps an administrator",
    prepare: async () => {
      const { id } = await accountWith(0);
      const key = await api.newKey({ account: `people ${nth}` });
      const users: string[] = [];
      for (const name of ["one", "two"]) {
        const memberships = [{ accountId: id, role: "admin" as const }];
        users.push((await createUser(operator, { email: `${name}-${nth}@example.com`, name, memberships })).userId);
      }
      return { id, key, users };
    },
    hold: { at: /from membership m join staff_user u/, nth: 3 },
    first: ({ key, users }) => send("PATCH", `/manage/v1/users/${users[0]}`, { role: "viewer" }, { key }),
    second: ({ key, users }) => send("PATCH", `/manage/v1/users/${users[1]}`, { role: "viewer" }, { key }),
    effect: ({ id }) => count("select count(*) from membership where account_id = $1 and role = 'admin'", [id]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 1 },
    without: [unlocked(ACCOUNT)],
    broken: { outcomes: ["200", "200"], effect: 0 },
  }),
  race({
    guard: "approvals: a request is decided once",
    prepare: async () => {
      const bill = await api.bill();
      await api.pay(bill, bill.quantity, "bitcoin", 2);
      await api.settings({ secondPerson: "always" });
      const input = { asset: "EUR", quantity: 10, reference: "race" };
      const got = await send("POST", "/manage/v1/payouts", input, admin);
      await api.settings({ secondPerson: "never" });
      return got.as<{ approvalId: string }>().approvalId;
    },
    // The first look is at what is decided, before any lock.
    hold: { at: /from approval a join account t/, nth: 2 },
    first: (id) => send("POST", `/house/v1/approvals/${id}/approve`, {}, house),
    second: (id) => send("POST", `/house/v1/approvals/${id}/approve`, {}, house),
    effect: (id) =>
      count("select count(*) from audit where action = 'payout.record' and detail->>'approvalId' = $1", [id]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 1 },
    without: [unlocked(/^\s*select id from approval/)],
    broken: { outcomes: ["500 INTERNAL", "200"], effect: 1 },
  }),
  race({
    guard: "cases: a case is closed once",
    prepare: async () => {
      await api.settings({ depositLimit: "0.0001" });
      const bill = await api.bill();
      await api.pay(bill, bill.quantity, "bitcoin", 2);
      await api.settings({ depositLimit: "default" });
      const [deposit] = (await api.payment(bill.paymentId)).deposits;
      const caseId = `held-${deposit?.txId}`;
      await send("POST", `/manage/v1/cases/${caseId}/note`, { note: "seen" });
      return caseId;
    },
    hold: { at: /with found as materialized/, nth: 2 },
    first: (caseId) => send("POST", `/manage/v1/cases/${caseId}/close`, { reason: "race" }),
    second: (caseId) => send("POST", `/manage/v1/cases/${caseId}/close`, { reason: "race" }),
    effect: (caseId) => count("select count(*) from case_entry where case_id = $1 and action = 'CLOSED'", [caseId]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 1 },
    without: [unlocked(/^\s*select assignee_id, muted_until, closed_at from case_file/)],
    broken: { outcomes: ["200", "200"], effect: 2 },
  }),
  race({
    guard: "views: two changes of one view both count",
    prepare: async () => {
      nth += 1;
      const view = { page: "payments", name: `race ${nth}`, query: "status=PENDING" };
      const got = await send("POST", "/manage/v1/views", view, admin);
      return got.as<{ viewId: string }>().viewId;
    },
    hold: /from saved_view v join staff_user/,
    first: (id) => send("PATCH", `/manage/v1/views/${id}`, { sharedTo: "viewer" }, admin),
    second: (id) => send("PATCH", `/manage/v1/views/${id}`, { query: "status=EXPIRED" }, admin),
    effect: async (id) => (await ruler.query("select query, shared_to from saved_view where id = $1", [id])).rows[0],
    held: { outcomes: ["200", "200"], effect: { query: "status=EXPIRED", shared_to: "viewer" } },
    without: [unlocked(/from saved_view v join staff_user/)],
    broken: { outcomes: ["200", "200"], effect: { query: "status=PENDING", shared_to: "viewer" } },
  }),
  race({
    guard: "webhooks: an account has twenty endpoints at most",
    prepare: async () => {
      const { id } = await accountWith(0);
      const key = await api.newKey({ account: `people ${nth}` });
      await ruler.query(
        `insert into webhook_endpoint (id, account_id, url, secret_sealed, created_at, updated_at)
         select gen_random_uuid(), $1, 'http://localhost:1/', '\\x00', business_now(), business_now() from generate_series(1, 19)`,
        [id],
      );
      return { id, key };
    },
    hold: /^SELECT COUNT.*webhook_endpoint/s,
    first: ({ key }) => send("POST", "/manage/v1/webhook-endpoints", { url: "http://localhost:1/" }, { key }),
    second: ({ key }) => send("POST", "/manage/v1/webhook-endpoints", { url: "http://localhost:1/" }, { key }),
    effect: ({ id }) => count("select count(*) from webhook_endpoint where account_id = $1", [id]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 20 },
    without: [unlocked(ACCOUNT)],
    broken: { outcomes: ["200", "200"], effect: 21 },
  }),
  race({
    guard: "notices: an account has twenty rules at most",
    prepare: async () => {
      const { id } = await accountWith(0);
      const key = await api.newKey({ account: `people ${nth}` });
      await ruler.query(
        `insert into notification_rule (id, account_id, channel, topics, role)
         select gen_random_uuid(), $1, 'MAIL', '{LOW}', 'admin' from generate_series(1, 19)`,
        [id],
      );
      return { id, key };
    },
    hold: { table: "notification_rule", on: "insert" },
    first: ({ key }) => send("POST", "/manage/v1/notification-rules", SLACK_RULE, { key }),
    second: ({ key }) => send("POST", "/manage/v1/notification-rules", SLACK_RULE, { key }),
    effect: ({ id }) => count("select count(*) from notification_rule where account_id = $1", [id]),
    held: { outcomes: ["200", "409 INVALID_STATE"], effect: 20 },
    without: [unadvised(/'notification rules '/)],
    broken: { outcomes: ["200", "200"], effect: 21 },
  }),
  race({
    guard: "webhooks: test events of one endpoint count without gaps",
    prepare: async () => {
      const got = await send("POST", "/manage/v1/webhook-endpoints", { url: "http://localhost:1/" });
      return got.as<{ endpointId: string }>().endpointId;
    },
    hold: /^\s*insert into event[\s\S]*returning seq, at/,
    first: (id) => send("POST", `/manage/v1/webhook-endpoints/${id}/test`),
    second: (id) => send("POST", `/manage/v1/webhook-endpoints/${id}/test`),
    held: { outcomes: ["200", "200"] },
    without: [unlocked(/^\s*select 1 as one from webhook_endpoint/)],
    broken: { outcomes: ["200", "500 INTERNAL"] },
  }),
  race({
    guard: "wallets: a wallet is activated once",
    prepare: async () => {
      const { rows } = await ruler.query("select id, xpub from wallet where kind = 'TRON'");
      const { id } = rows[0];
      const wallets = (await api.get("/house/v1/wallets", house)).as<{
        data: { walletId: string; addresses: { address: string }[] }[];
      }>();
      const firstAddress = wallets.data.find(({ walletId }) => walletId === id)?.addresses[0]?.address;
      await ruler.query("update wallet set active = false where id = $1", [id]);
      return { id, firstAddress };
    },
    hold: { at: /^\s*with used as materialized/, nth: 2 },
    first: ({ id, firstAddress }) => send("POST", `/house/v1/wallets/${id}/activate`, { firstAddress }, house),
    second: ({ id, firstAddress }) => send("POST", `/house/v1/wallets/${id}/activate`, { firstAddress }, house),
    held: { outcomes: ["200", "409 INVALID_STATE"] },
    without: [unlocked(/^\s*select id from wallet order by id/)],
    broken: { outcomes: ["200", "200"] },
  }),
  race({
    guard: "access: a challenge is answered once",
    prepare: async () => new Uint8Array(32).fill(next()),
    hold: { table: "spent_challenge", on: "insert" },
    first: (digest) => spendChallenge(api.app, digest),
    second: (digest) => spendChallenge(api.app, digest),
    held: { outcomes: ["false", "true"] },
    without: [],
    unruled: {
      out: () => ruler.query("alter table spent_challenge drop constraint spent_challenge_pkey"),
      back: () => ruler.query("truncate spent_challenge; alter table spent_challenge add primary key (digest)"),
    },
    broken: { outcomes: ["true", "true"] },
  }),
  race({
    guard: "access: a code of the authenticator is taken once",
    prepare: async () => {
      nth += 1;
      const user = await createUser(operator, { email: `totp-${nth}@example.com`, name: "race", memberships: [] });
      const { rows } = await ruler.query(
        "insert into staff_totp (id, user_id, secret_sealed, confirmed_at) values (gen_random_uuid(), $1, '\\x00', now()) returning id",
        [user.userId],
      );
      return String(rows[0].id);
    },
    hold: { table: "staff_totp", on: "update" },
    first: (id) => takeStep(operator.db, id, 7),
    second: (id) => takeStep(operator.db, id, 7),
    held: { outcomes: ["false", "true"] },
    without: [
      {
        at: /^UPDATE "public"\."staff_totp"/,
        from: /AND "public"\."staff_totp"\."last_step" < \$(\d+)/,
        to: "AND $$$1::bigint > 0",
      },
    ],
    broken: { outcomes: ["true", "true"] },
  }),
  race({
    guard: "access: a recovery code is used once",
    prepare: async () => {
      nth += 1;
      const { userId } = await createUser(operator, {
        email: `code-${nth}@example.com`,
        name: "race",
        memberships: [],
      });
      const digest = new Uint8Array(32).fill(nth);
      await ruler.query("insert into staff_recovery_code (user_id, digest) values ($1, $2)", [
        userId,
        Buffer.from(digest),
      ]);
      return { userId, digest };
    },
    hold: { table: "staff_recovery_code", on: "update" },
    first: ({ userId, digest }) => spendRecoveryCode(operator.db, userId, digest),
    second: ({ userId, digest }) => spendRecoveryCode(operator.db, userId, digest),
    held: { outcomes: ["false", "true"] },
    without: [
      {
        at: /^UPDATE "public"\."staff_recovery_code"/,
        from: /AND "public"\."staff_recovery_code"\."used_at" IS NULL/,
        to: "",
      },
    ],
    broken: { outcomes: ["true", "true"] },
  }),
];

describe.each(RACES.map((of) => [of.guard, of] as const))("%s", (_guard, of) => {
  test("with the guard, and without it", () => tryGuard(api.app, of));
});
