import { HDKey } from "@scure/bip32";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "#e2e/guards/until.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { admitKey } from "#lib/keys/key-store.ts";
import { getKeys } from "#lib/keys/keys.ts";
import { asOwner, hired } from "#e2e/world/agreed.ts";
import { openSession } from "#lib/people/session.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { listWallets, makeWallet } from "#lib/wallets/wallets.ts";
import { fieldsOf } from "./approval-text.ts";
import { approve, decline } from "./decide-approval.ts";
import { listApprovals } from "./list-approvals.ts";
import {
  activateWalletOrAsk,
  makeKeyOrAsk,
  patchHouseSettingsOrAsk,
  patchSettingsOrAsk,
  rotateKeyOrAsk,
} from "./or-ask.ts";
import { changeUserOrAsk } from "./people-or-ask.ts";
import { auditedOf, code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
let mary: Ctx;
/** Of the house. */
let hugo: Ctx;
let hanna: Ctx;
beforeAll(async () => {
  world = await openWorld();
  [ada, grace, mary] = (await Promise.all(["Ada", "Grace", "Mary"].map((name) => personIn(world, name)))) as [
    Ctx,
    Ctx,
    Ctx,
  ];
  [hugo, hanna] = await Promise.all([personOfHouse(world, "Hugo"), personOfHouse(world, "Hanna")]);
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const ask = async (changes: Record<string, unknown>, ctx: Ctx = ada) =>
  waits(await patchSettingsOrAsk(ctx, { reason: "agreed", ...changes }));
const rules = async (ctx: Ctx) => (await settingsOf(ctx, accountOf(ctx).id)).account;
const idOf = ({ actor }: Ctx) => (actor.kind === "staff" ? actor.userId : "");
const audited = (objectId: string) => auditedOf(ada, objectId);

describe("a wallet", () => {
  test("is put to use by another person of the house, who is shown what it is", async () => {
    const seed = new Uint8Array(32).fill(9);
    const xpub = HDKey.fromMasterSeed(seed).derive("m/44'/0'/0'").publicExtendedKey;
    const made = await makeWallet(hugo, { kind: "BTC_P2PKH", xpub, path: "m/44'/0'/0'", account: "acme" });
    const input = { walletId: made.walletId, firstAddress: made.addresses[0]?.address ?? "" };
    await expect(activateWalletOrAsk(hugo, { ...input, firstAddress: "1x" })).rejects.toEqual(
      code("VALIDATION_FAILED"),
    );
    const pending = waits(await activateWalletOrAsk(hugo, input));
    expect(pending).toMatchObject({ what: "wallet", decides: "house", request: { ...input, account: "acme" } });
    await expect(approve(hugo, pending)).rejects.toEqual(code("FORBIDDEN", /yourself/));
    await approve(hanna, pending);
    const { data } = await listWallets(hugo);
    expect(data.find(({ walletId }) => walletId === made.walletId)).toMatchObject({
      active: true,
      activatedBy: "staff:Hanna",
    });
    expect((await audited(made.walletId)).map(({ action }) => action)).toEqual(["wallet.activate", "wallet.add"]);
  });
});

describe("a key", () => {
  const wanted = { name: "pays", scopes: ["payments:read", "payouts:request"] };

  test("that moves money works once another person has agreed to it", async () => {
    const made = await makeKeyOrAsk(ada, wanted);
    expect(made).toMatchObject({ status: "WAITING", approvalId: expect.any(String), secret: expect.any(String) });
    expect(await admitKey(world.app, made.keyId, undefined)).toBeUndefined();
    await expect(approve(grace, { approvalId: made.approvalId ?? "" })).rejects.toEqual(
      code("FORBIDDEN", /keys:write/),
    );
    const dev = await personIn(world, "Dev", "developer");
    await expect(approve(dev, { approvalId: made.approvalId ?? "" })).rejects.toEqual(code("FORBIDDEN", /after this/));
    const later = await makeKeyOrAsk(ada, { ...wanted, ipAllow: ["203.0.113.0/24"] });
    const { data } = await listApprovals(ada, {});
    const shown = (id = "") => fieldsOf(data.find(({ approvalId }) => approvalId === id) ?? { what: "key" });
    expect(shown(made.approvalId)).toMatchObject({ ipAllow: "from anywhere", expiresAt: "never" });
    expect(shown(later.approvalId)).toMatchObject({ scopes: wanted.scopes.join(" "), ipAllow: "203.0.113.0/24" });
    await approve(dev, { approvalId: later.approvalId ?? "" });
    expect((await admitKey(world.app, later.keyId, undefined))?.caller.scopes).toEqual(wanted.scopes);
    await decline(dev, { approvalId: (await makeKeyOrAsk(ada, wanted)).approvalId ?? "", note: "no" });
  });

  test("that moves none works at once", async () => {
    const made = await makeKeyOrAsk(ada, { name: "reads", scopes: ["payments:read"] });
    expect(made.status).toBe("ACTIVE");
    expect(await admitKey(world.app, made.keyId, undefined)).toBeDefined();
  });

  test("is replaced by one that waits, and ends only when that one works", async () => {
    const { data } = await getKeys(ada);
    const old = data.find(({ name, status }) => name === "pays" && status === "ACTIVE");
    const next = await rotateKeyOrAsk(ada, { keyId: old?.keyId ?? "", overlapMs: 0 });
    expect(next.status).toBe("WAITING");
    expect(await admitKey(world.app, old?.keyId ?? "", undefined)).toBeDefined();
    const dana = await personIn(world, "Dana", "developer");
    await expect(approve(dana, { approvalId: next.approvalId ?? "" })).rejects.toEqual(code("FORBIDDEN"));
    const [dev] = await world.ctx.db.staffUser.findMany({ where: { name: "Dev" } });
    const sessionId = await openSession(world.app, dev?.id ?? "");
    const actor = { kind: "staff" as const, userId: dev?.id ?? "", name: "Dev", role: "developer", sessionId };
    await approve(contextFor(world.app, { actor, account: world.ctx.account, requestId: "test" }), {
      approvalId: next.approvalId ?? "",
    });
    expect(await admitKey(world.app, next.keyId, undefined)).toBeDefined();
    expect(await admitKey(world.app, old?.keyId ?? "", undefined)).toBeUndefined();
  });
});

describe("a role", () => {
  test("is shown beside the one the person has, before and after it is decided", async () => {
    const wanda = await personIn(world, "Wanda", "viewer");
    const boss = await personIn(world, "Boss", "admin");
    const userId = idOf(wanda);
    const asks = await personIn(world, "Asks", "admin");
    const pending = waits(await changeUserOrAsk(asks, { userId, role: "operator" }));
    expect(pending).toMatchObject({ what: "person", request: { role: "operator" }, before: { role: "viewer" } });
    expect(await approve(boss, { approvalId: pending.approvalId })).toMatchObject({ before: { role: "viewer" } });
    const declined = waits(await changeUserOrAsk(asks, { userId, role: "treasurer" }));
    expect(declined.before).toEqual({ role: "operator" });
    const { approvalId } = declined;
    expect(await decline(boss, { approvalId, note: "no" })).toMatchObject({ before: { role: "operator" } });
  });

  test("and the door are changed one after the other where either waits", async () => {
    const [walt, boss] = await Promise.all([personIn(world, "Walt", "operator"), personIn(world, "Ben", "admin")]);
    const userId = idOf(walt);
    const both = (wanted: { role: "viewer" | "treasurer"; disabled: boolean }) =>
      changeUserOrAsk(boss, { userId, ...wanted });
    const apart = code("VALIDATION_FAILED", /one after the other/);
    await expect(both({ role: "treasurer", disabled: true })).rejects.toEqual(apart);
    await expect(both({ role: "viewer", disabled: true })).resolves.toMatchObject({
      role: "viewer",
      status: "DISABLED",
    });
    await expect(both({ role: "treasurer", disabled: false })).rejects.toEqual(apart);
    expect(waits(await both({ role: "viewer", disabled: false }))).toMatchObject({ request: { act: "reactivate" } });
  });

  test("of an auditor of the house, who reads every account, waits for an administrator too", async () => {
    const [chief, other] = await Promise.all(["Chief", "Otto"].map((name) => personOfHouse(world, name, "admin")));
    const pending = waits(await changeUserOrAsk(chief as Ctx, { userId: idOf(chief as Ctx), role: "auditor" }));
    expect(pending).toMatchObject({ request: { act: "role", role: "auditor" }, before: { role: "admin" } });
    await expect(
      world.ctx.db.$executeRawUnsafe(
        `update membership set role = 'auditor' where user_id = '${idOf(chief as Ctx)}' and role = 'admin'`,
      ),
    ).rejects.toThrow(/second person/);
    await approve(other as Ctx, pending);
    const down = await changeUserOrAsk(other as Ctx, { userId: idOf(chief as Ctx), role: "viewer" });
    expect(down).toMatchObject({ role: "viewer" });
  });

  test("counts anew for who was shut out: they decide nothing that was asked for meanwhile", async () => {
    const [rita, boss, second] = await Promise.all([
      personIn(world, "Rita"),
      personIn(world, "Bea", "admin"),
      personIn(world, "Bo", "admin"),
    ]);
    await changeUserOrAsk(boss, { userId: idOf(rita), disabled: true });
    const pending = await ask({ toleranceBps: Decimal.from("84") });
    await approve(second, waits(await changeUserOrAsk(boss, { userId: idOf(rita), disabled: false })));
    await expect(approve(rita, pending)).rejects.toEqual(code("FORBIDDEN", /after this was asked/));
    await approve(rita, await ask({ toleranceBps: Decimal.from("85") }));
    await decline(grace, { ...pending, note: "no" });
  });
});

describe("a setting", () => {
  test("that two tighten at once waits for another where what the first has set makes it looser", async () => {
    const first = new pg.Client(world.databaseUrl);
    await first.connect();
    const set = (value: number) =>
      `insert into setting (id, by_house, name, value, valid_from, changed_by)
      values (gen_random_uuid(), true, 'executionLimit', '${value}', clock_timestamp(), 'test')`;
    await first.query(set(900));
    await first.query("begin");
    await first.query(set(700));
    const second = patchHouseSettingsOrAsk(hugo, { executionLimit: Decimal.from("800") });
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
    await until(async () => (await world.app.database.pool.query(waiting)).rowCount === 1);
    await first.query("commit");
    await first.end();
    const pending = waits(await second);
    expect(pending.changes).toEqual([expect.objectContaining({ name: "executionLimit", before: Decimal.from("700") })]);
    await decline(hanna, { approvalId: pending.approvalId, note: "no" });
    // No record tells who set them, which the check of the books would find.
    await asOwner(
      world.databaseUrl,
      `begin; alter table setting disable trigger setting_append_only; delete from setting where changed_by = 'test';
      alter table setting enable trigger setting_append_only; commit`,
    );
  });
});

describe("who approves", () => {
  test("held their role before it was asked", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("81") });
    const late = await personIn(world, "Late");
    await expect(approve(late, { approvalId })).rejects.toEqual(code("FORBIDDEN", /after this was asked/));
    await approve(grace, { approvalId });
  });

  test("has held it for as long as the house says", async () => {
    await patchHouseSettingsOrAsk(hugo, { approverAgeMs: Decimal.from("86400000") });
    const { approvalId } = await ask({ toleranceBps: Decimal.from("82") });
    const fault = () =>
      world.ctx.db.$queryRawUnsafe<{ fault: string }[]>(
        `select approver_fault('${approvalId}', id) as fault from staff_user where name = 'Grace'`,
      );
    expect(await fault()).toEqual([{ fault: null }]);
    await asOwner(
      world.databaseUrl,
      `update membership set invited_by = (select id from staff_user where name = 'Mary')
      where user_id = (select id from staff_user where name = 'Grace')`,
    );
    await expect(approve(grace, { approvalId })).rejects.toEqual(code("FORBIDDEN", /too short a time/));
    await asOwner(
      world.databaseUrl,
      `update membership set role_since = role_since - interval '86400001 milliseconds' where account_id in (select id from account where name in ('acme', 'house'))`,
    );
    await approve(grace, { approvalId });
  });

  test("was not made, promoted or reset by the asker within thirty days, unless a third agreed", async () => {
    const [by, made] = [ada.actor, mary.actor].map((actor) => (actor.kind === "staff" ? actor.userId : ""));
    const third = grace.actor.kind === "staff" ? grace.actor.userId : "";
    const given = (agreed: string | null, at: string) =>
      world.ctx.db.$executeRawUnsafe(
        `insert into authority (user_id, account_id, act, by_user_id, agreed_user_id, at) select '${made}', id, 'made', '${by}', ${agreed ? `'${agreed}'` : "null"}, ${at} from account where name = 'acme'`,
      );
    await given(third, "clock_timestamp()");
    await given(null, "clock_timestamp() - interval '30 days'");
    const { approvalId } = await ask({ toleranceBps: Decimal.from("83") });
    expect(await world.ctx.db.$queryRawUnsafe(`select approver_fault('${approvalId}', '${made}') as fault`)).toEqual([
      { fault: null },
    ]);
    await given(null, "clock_timestamp() - interval '29 days'");
    await expect(approve(mary, { approvalId })).rejects.toEqual(code("FORBIDDEN", /third person/));
    await approve(grace, { approvalId });
  });

  test("is an administrator of the house where the account has nobody, but people of other roles", async () => {
    const account = world.other.account;
    for (const role of ["operator", "developer"] as const)
      await hired(world.ctx, world.databaseUrl, {
        email: `${role}@example.com`,
        name: role,
        memberships: [{ accountId: account?.id ?? "", role }],
      });
    const { userId } = await hired(world.ctx, world.databaseUrl, {
      email: "alone@example.com",
      name: "Alone",
      memberships: [{ accountId: account?.id ?? "", role: "treasurer" }],
    });
    const sessionId = await openSession(world.app, userId);
    const actor = { kind: "staff" as const, userId, name: "Alone", role: "treasurer", sessionId };
    const alone = contextFor(world.app, { actor, account, requestId: "test" });
    const pending = await ask({ toleranceBps: Decimal.from("5") }, alone);
    const admin = await personOfHouse(world, "Hedda", "admin");
    await expect(approve(admin, pending)).rejects.toEqual(code("FORBIDDEN", /after this was asked/));
    await asOwner(
      world.databaseUrl,
      `update membership set role_since = role_since - interval '2 days' where account_id in (select id from account where name in ('acme', 'house'))`,
    );
    const others = await ask({ toleranceBps: Decimal.from("84") });
    await expect(approve(admin, others)).rejects.toEqual(code("FORBIDDEN", /people of its own/));
    await expect(approve(hugo, pending)).rejects.toEqual(code("FORBIDDEN", /house:people/));
    expect((await listApprovals(admin, { status: "PENDING" })).data.map(({ approvalId }) => approvalId)).toContain(
      pending.approvalId,
    );
    expect((await listCases(admin, { kind: "APPROVAL" })).data.map(({ caseId }) => caseId)).toContain(
      `approval-${pending.approvalId}`,
    );
    await approve(admin, pending);
    expect(await rules(world.other)).toMatchObject({ toleranceBps: "5" });
  });
});

describe("the database", () => {
  test("refuses what nobody has agreed to, whoever writes it, and an approval that begins decided", async () => {
    const { db } = world.ctx;
    const id = accountOf(world.ctx).id;
    const alone = (sql: string) => expect(db.$executeRawUnsafe(sql)).rejects.toThrow("second person");
    await alone(
      `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by) values (gen_random_uuid(), '${id}', 'EUR', 1, false, 'r', 'x')`,
    );
    await alone(
      `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by) values (gen_random_uuid(), '${id}', true, 'spreadBps', '0', now(), 'x')`,
    );
    await alone(
      `insert into wallet (id, kind, network, xpub, path, fingerprint, account_id, active) values (gen_random_uuid(), 'ETH', 'eth', 'xpub-of-nobody', 'm', 'f', '${id}', true)`,
    );
    await alone(
      `insert into api_key (id, account_id, name, mode, scopes, secret_sealed) values ('ak_x', '${id}', 'x', 'sandbox', '{payouts:request}', 'x')`,
    );
    await expect(db.$executeRawUnsafe(`update wallet set xpub = xpub || 'x'`)).rejects.toThrow("keeps its key");
    await expect(
      db.$executeRawUnsafe(
        `insert into approval (id, account_id, what, decides, request, asked_by, asked_at, expires_at, status, decided_by, decided_user_id, decided_at) select gen_random_uuid(), '${id}', 'payout', 'house', '{}', 'x', now(), now() + interval '1 day', 'APPROVED', 'x', id, now() from staff_user limit 1`,
      ),
    ).rejects.toThrow("begins undecided");
  });

  test("refuses an approval that says something else, was not agreed to, or is another tenant's", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("85") });
    const id = accountOf(world.ctx).id;
    const set = (value: string, approval: string) =>
      world.ctx.db.$executeRawUnsafe(
        `insert into setting (id, account_id, by_house, name, value, valid_from, changed_by, approval_id) values (gen_random_uuid(), '${id}', false, 'toleranceBps', '${value}', business_now() + interval '1 second', 'x', '${approval}')`,
      );
    await expect(set("85", approvalId)).rejects.toThrow("not agreed to");
    await approve(grace, { approvalId });
    await expect(set("86", approvalId)).rejects.toThrow();
    await expect(set("85", approvalId)).rejects.toThrow();
  });

  const change = (set: string, id: string) =>
    world.ctx.db.$executeRawUnsafe(`update approval set ${set} where id = '${id}'`);

  test("itself refuses the first person as the second, another request, and a second decision", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("94") });
    const decided = (by: string) =>
      `status = 'APPROVED', decided_by = 'staff:x', decided_at = business_now(), decided_user_id = ${by}`;
    await expect(change(decided("asked_user_id"), approvalId)).rejects.toThrow("may not approve: ASKED");
    await expect(change(decided("null"), approvalId)).rejects.toThrow("may not approve: NO_ROLE");
    await expect(change("status = 'DECLINED'", approvalId)).rejects.toThrow("takes a proof");
    const other = `(select id from staff_user where name = 'Grace')`;
    await expect(change(`request = '{}', ${decided(other)}`, approvalId)).rejects.toThrow("as it stands");
    await expect(change(`${decided(other)}, decided_at = expires_at`, approvalId)).rejects.toThrow();
    await decline(grace, { approvalId, note: "no" });
    await expect(change("status = 'APPROVED'", approvalId)).rejects.toThrow("cannot go from DECLINED");
    await expect(change("note = 'yes'", approvalId)).rejects.toThrow("cannot go from DECLINED");
    await expect(world.ctx.db.$executeRaw`delete from approval`).rejects.toThrow();
  });
});
