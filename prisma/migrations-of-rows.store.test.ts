import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeHouseSettings, changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { accountOf, type Actor } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { hired } from "#e2e/world/agreed.ts";
import { ask } from "#lib/approvals/ask.ts";
import { findApproval } from "#lib/approvals/store.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { makeKey, rotateKey } from "#lib/keys/keys.ts";
import { RUNNING_RULES } from "#lib/check/running.ts";
import { reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { settingFor } from "#lib/settings/setting.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { findServing } from "#lib/wallets/store.ts";

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client(world.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** A migration that changes rows, once more: over rows of before. */
const migration = (name: string) =>
  readFileSync(join(import.meta.dirname, "migrations", name, "migration.sql"), "utf8");

test("an account's own execution limits stay in force as the operator's for it, and none is loosened", async () => {
  const accountId = accountOf(world.ctx).id;
  const otherId = accountOf(world.other).id;
  const rows: [string | null, boolean, string, string][] = [
    [null, true, "executionLimit", "500"],
    [null, true, "executionLimit.USD", "90"],
    [accountId, false, "executionLimit.EUR", "700"],
    [accountId, false, "executionLimit.GBP", "40.5"],
    [accountId, false, "executionLimit", "100"],
    [otherId, true, "executionLimit.BTC", "500"],
    [otherId, false, "executionLimit.EUR", "10"],
  ];
  for (const row of rows)
    await owner.query(
      `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by)
       values (gen_random_uuid(), $1, $2, $3, $4, business_now(), 'test')`,
      row,
    );
  await owner.query(migration("20261129010300_execution_limit"));
  const settings = await settingsOf(world.ctx, accountId);
  const limit = (fiat: string) => settingFor(settings, "executionLimit", "BTC", fiat);
  expect(["EUR", "GBP", "USD", "CAD"].map(limit)).toEqual(["500", "40.5", "90", "100"]);
  expect(settings.account).toEqual({});
  const pinned = async (id: string) =>
    (
      await owner.query<{ name: string }>(
        "select name from setting where account_id = $1 and changed_by = 'migration' and by_house order by name",
        [id],
      )
    ).rows.map(({ name }) => name);
  // What the operator rules for all still rules there: no more is kept than what was tighter.
  expect(await pinned(accountId)).toEqual(["executionLimit", "executionLimit.EUR", "executionLimit.GBP"]);
  const { rows: units } = await owner.query(
    "select execution_limit_units($1, 'BTC', 'EUR')::text as eur, execution_limit_units($1, 'BTC', 'GBP')::text as gbp",
    [accountId],
  );
  expect(units).toEqual([{ eur: "50000", gbp: "4050.0" }]);
  const others = await settingsOf(world.other, otherId);
  const limitOf = (crypto: string, fiat: string) => settingFor(others, "executionLimit", crypto, fiat);
  expect([limitOf("BTC", "EUR"), limitOf("BCH", "EUR"), limitOf("BTC", "GBP")]).toEqual(["10", "10", "500"]);
  expect(await pinned(otherId)).toEqual(["executionLimit.BTC.EUR", "executionLimit.EUR"]);
});

const RULE = RUNNING_RULES.find(({ name }) => name === "every posting says what its account stands at after it");

const postings = async () =>
  (await owner.query("select id::text, amount::text, debit::text, balance::text from posting order by id")).rows;

test("postings whose ids are not in the order they went in say what their account stands at by id", async () => {
  for (const bill of [await world.bill({}), await world.bill({})]) await world.pay(bill, bill.quantity);
  const before = await postings();
  // Two of one account, the later id having gone in first.
  await owner.query("alter table posting disable trigger posting_append_only");
  const { rowCount } = await owner.query(
    `with two as (select p.ledger_account_id, (array_agg(p.id order by p.id))[1:2] as ids from posting p group by 1 having count(*) >= 2 limit 1),
      them as (select a.id as first, b.id as second, a.balance - a.amount as began, a.amount as one, b.amount as other
        from two join posting a on a.id = ids[1] join posting b on b.id = ids[2])
     update posting p set balance = case p.id when first then began + other + one else began + other end
     from them where p.id in (first, second)`,
  );
  await owner.query("alter table posting enable trigger posting_append_only");
  expect(rowCount).toBe(2);
  expect((await owner.query(RULE?.sql ?? "")).rowCount).toBe(2);

  await owner.query(migration("20261129040000_running_balances"));
  expect(await postings()).toEqual(before);
  expect((await owner.query(RULE?.sql ?? "")).rowCount).toBe(0);
  await expect(owner.query("update posting set balance = 0")).rejects.toThrow(/posting/);
});

test("in live a wallet that a person of its account added hands out no address until two of the operator confirm it", async () => {
  const wallet = async (kind: string, createdBy: string, activatedBy?: string) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into wallet (id, kind, network, xpub, path, fingerprint, account_id, active, created_by, activated_at, activated_by)
       select gen_random_uuid(), $1, network, $2, path, 'f', $3, true, $4, now(), $5 from wallet where kind = $1 limit 1 returning id`,
      [kind, `xpub of ${kind}`, accountOf(world.ctx).id, createdBy, activatedBy ?? createdBy],
    );
    return rows[0]?.id ?? "";
  };
  const [added, ofOperator, confirmed] = [
    await wallet("BTC_P2PKH", "staff:Ada", "staff:Grace"),
    await wallet("ETH", "operator"),
    await wallet("TRON", "staff:Hugo"),
  ];
  await owner.query(
    `insert into audit (at, actor, action, account_id, object_kind, object_id, request_id)
     select now(), 'operator', 'wallet.activate', house_account(), 'wallet', $1, 'test'`,
    [confirmed],
  );
  const active = async () => {
    const { rows } = await owner.query<{ id: string }>("select id from wallet where account_id = $1 and active", [
      accountOf(world.ctx).id,
    ]);
    return rows.map(({ id }) => id).sort();
  };
  const serving = () => findServing(world.ctx.db, "BTC_P2PKH", accountOf(world.ctx).id);
  await owner.query(migration("20261130100200_unconfirmed_wallets"));
  expect(await active()).toEqual([added, ofOperator, confirmed].sort());
  expect((await serving())?.id).toBe(added);

  await owner.query("update deployment set mode = 'live', clock_offset_ms = 0");
  await owner.query(migration("20261130100200_unconfirmed_wallets"));
  await owner.query("update deployment set mode = 'sandbox'");
  expect(await active()).toEqual([ofOperator, confirmed].sort());
  expect((await serving())?.id).toBe((await findServing(world.ctx.db, "BTC_P2PKH", undefined))?.id);
  const { rows } = await owner.query(
    `select a.is_house as "ofHouse", l.actor, l.detail ->> 'account' as account from audit l join account a on a.id = l.account_id
     where l.object_id = $1 and l.action = 'wallet.retire' order by a.is_house`,
    [added],
  );
  expect(rows).toEqual([
    { ofHouse: false, actor: "migration", account: "acme" },
    { ofHouse: true, actor: "migration", account: "acme" },
  ]);
});

describe("deposits and bills of before", () => {
  const END = 20 * 60_000 + 1;
  const QUANTITY = Decimal.from("0.00168351");
  const held = async (id: string) =>
    (
      await owner.query<{ facts: unknown; reason: string; decision: Record<string, unknown> }>(
        "select reason_facts::json as facts, reason, decision - 'reasonFacts' as decision from deposit where bill_id = $1",
        [id],
      )
    ).rows[0];
  const events = async (id: string) =>
    (
      await owner.query<{ type: string }>("select type from event where object_id = $1 order by sequence", [id])
    ).rows.map(({ type }) => type);
  beforeAll(() => world.price("BTC", "EUR", "60000"));

  test("what was held above the house's cap is the house's, with its price, and what was not stays the account's", async () => {
    await changeSettings(world.ctx, { "depositLimit.BTC": "0.0008" });
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "0.001" });
    const above = await world.bill();
    await world.pay(above, QUANTITY);
    const below = await world.bill();
    await world.pay(below, Decimal.from("0.0009"));
    await changeHouseSettings(world.ctx, { "depositLimit.BTC": "default" });
    const known = [await held(above.paymentId), await held(below.paymentId)];
    await owner.query(
      `update deposit set reason = replace(reason, 'the operator''s limit of 0.001', 'the account''s limit of 0.0008'),
        reason_facts = '{"quantity":0.00168351,"limit":0.0008,"parts":[]}', decision = decision || '{"priceUntil": "2026-01-01T00:00:00.000Z"}'
      where bill_id = $1`,
      [above.paymentId],
    );
    expect((await held(above.paymentId))?.reason).toContain("the account's limit of 0.0008 BTC");
    await owner.query(migration("20261130120000_house_holds"));
    expect([await held(above.paymentId), await held(below.paymentId)]).toEqual(known);
    expect(known[0]?.facts).toMatchObject({ limit: 0.001, byHouse: true });
    expect(known[1]?.facts).toEqual({ quantity: 0.0009, limit: 0.0008, parts: [] });
  });

  test("what is held and came after its bill's end is late", async () => {
    await changeSettings(world.ctx, { "depositLimit.BTC": "0.0008" });
    const [intime, late] = [await world.bill(), await world.bill()];
    await world.pay(intime, QUANTITY);
    await world.later(END);
    await world.pay(late, QUANTITY);
    await changeSettings(world.ctx, { "depositLimit.BTC": "default" });
    await owner.query("update deposit set late = false where bill_id = any($1)", [[intime.paymentId, late.paymentId]]);
    await owner.query(migration("20261130120300_late_holds"));
    const isLate = async ({ paymentId }: { paymentId: string }) => (await world.payment(paymentId)).deposits[0]?.late;
    expect([await isLate(intime), await isLate(late)]).toEqual([false, true]);
  });

  test("a bill that lost its last deposit after its end is told as expired, once", async () => {
    const bill = await world.bill();
    const { txHash } = await sendDeposit(world.ctx, {
      address: bill.deposit_address,
      quantity: QUANTITY,
      confirmations: 1,
    });
    await world.settle();
    await world.later(END);
    await world.settle();
    await reorganise(world.ctx, { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
    await world.settle();
    const ended = await events(bill.paymentId);
    const bid = async () => (await owner.query("select expiry_bid from bill where id = $1", [bill.paymentId])).rows;
    const known = await bid();
    await owner.query("alter table event disable trigger user");
    await owner.query("delete from event where object_id = $1 and type = 'payment.expired'", [bill.paymentId]);
    await owner.query("alter table event enable trigger user");
    for (let times = 0; times < 2; times += 1) {
      await owner.query(migration("20261130120200_expired_events"));
      await world.later(END);
      await world.settle();
      expect(await events(bill.paymentId)).toEqual(ended);
    }
    expect(ended.at(-1)).toBe("payment.expired");
    expect(await bid()).toEqual(known);
  });

  test("late dust labels a bill no longer", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    await world.later(END);
    await world.pay(bill, Decimal.from("0.00000545"));
    await owner.query("update bill set labels = '{LATE,MULTIPLE}' where id = $1", [bill.paymentId]);
    await owner.query(migration("20261130120400_labels_without_dust"));
    expect((await world.payment(bill.paymentId)).labels).toEqual([]);
  });
});

test("keys of before have as makers who asked for them, or made them by the record, and those of the keys they replace", async () => {
  const made = (actor: Actor) => contextFor(world.app, { actor, account: world.ctx.account });
  const person = async (name: string) => {
    const { userId } = await hired(world.ctx, world.databaseUrl, {
      email: `${name}@example.com`.toLowerCase(),
      name,
      memberships: [{ accountId: accountOf(world.ctx).id, role: "admin" }],
    });
    return made({ kind: "staff", userId, name, role: "admin" });
  };
  const [ann, ben] = [await person("Ann"), await person("Ben")];
  const wanted = { name: "k", scopes: ["account:read"] } as const;
  const one = (await makeKey(ann, wanted)).keyId;
  const next = (await rotateKey(ben, { keyId: one })).keyId;
  const nobodys = (await makeKey(made({ kind: "operator" }), wanted)).keyId;
  const makers = async () =>
    (
      await owner.query("select id, maker_user_ids as makers from api_key where id = any($1) order by created_at, id", [
        [one, next, nobodys],
      ])
    ).rows;
  const before = await makers();
  expect(before.map(({ makers: of }) => (of as string[]).length)).toEqual([1, 2, 0]);
  const waiting = await ask(
    contextFor(world.app, { actor: { kind: "key", keyId: next, scopes: [] }, account: world.ctx.account }),
    {
      what: "setting",
      request: { toleranceBps: "77" },
    },
  );
  for (const [table, column] of [
    ["api_key", "maker_user_ids"],
    ["approval", "asked_maker_ids"],
  ])
    await owner.query(
      `alter table ${table} disable trigger user; update ${table} set ${column} = '{}'; alter table ${table} enable trigger user`,
    );
  expect((await makers()).flatMap(({ makers: of }) => of as string[])).toEqual([]);
  await owner.query("alter table api_key disable trigger api_key_guard");
  await owner.query(migration("20261130110100_makers_of_before"));
  await owner.query("alter table api_key enable trigger api_key_guard");
  const sorted = (rows: { id: string; makers: string[] }[]) => rows.map(({ id, makers: of }) => [id, [...of].sort()]);
  expect(sorted(await makers())).toEqual(sorted(before));
  const { rows } = await owner.query("select asked_maker_ids as makers from approval where id = $1", [
    waiting.request.approvalId,
  ]);
  expect(rows).toEqual([{ makers: [expect.any(String), expect.any(String)] }]);
});

test("what was asked for in the first edition and waits still lapses; what was asked for since does not", async () => {
  const pending = async (value: string) =>
    (await ask(world.ctx, { what: "setting", request: { toleranceBps: value } })).request.approvalId;
  const [old, young] = [await pending("78"), await pending("79")];
  await owner.query("alter table approval disable trigger user");
  await owner.query(
    `update approval set made_at = (select started_at from _prisma_migrations where migration_name = '20261122090200_two_persons') where id = $1`,
    [old],
  );
  await owner.query("alter table approval enable trigger user");
  const stateOf = async (id: string) => (await findApproval(world.ctx.db, id))?.status;
  expect([await stateOf(old), await stateOf(young)]).toEqual(["PENDING", "PENDING"]);
  await owner.query(migration("20261130110300_first_requests_lapse"));
  expect([await stateOf(old), await stateOf(young)]).toEqual(["EXPIRED", "PENDING"]);
});

test("a bill that said of its deposits what there was before is counted anew, and no other", async () => {
  await world.price("BTC", "EUR", "60000");
  const [bill, other] = [await world.retained("0.02"), await world.retained("0.02")];
  const factsOf = async ({ paymentId }: { paymentId: string }) =>
    (
      await owner.query<{ facts: unknown; version: string }>(
        "select to_jsonb(b) as facts, xmin::text as version from bill b where id = $1",
        [paymentId],
      )
    ).rows[0];
  const [was, stays] = [await factsOf(bill), await factsOf(other)];
  await owner.query(
    "update bill set standing_deposits = 0, labels = '{MULTIPLE}', deposits_unconfirmed = true where id = $1",
    [bill.paymentId],
  );
  await owner.query(migration("20261206140000_facts_behind_locks"));
  expect((await factsOf(bill))?.facts).toEqual(was?.facts);
  expect(await factsOf(other)).toEqual(stays);
});
