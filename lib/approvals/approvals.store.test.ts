import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { createUser } from "#lib/people/create-user.ts";
import type { Role } from "#lib/contract/permissions.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { owes } from "#lib/ledger/owes.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { Waiting } from "#lib/contract/out.ts";
import { changeSettings, settingsOf } from "#lib/settings/change-settings.ts";
import { patchSettingsOrAsk, recordPayoutOrAsk } from "./ask-for-approval.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import { approve, decline, withdraw } from "./decide-approval.ts";
import { listApprovals } from "./list-approvals.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
let mary: Ctx;
let watcher: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  [ada, grace, mary, watcher] = await Promise.all([
    person("Ada"),
    person("Grace"),
    person("Mary"),
    person("Vic", "viewer"),
  ]);
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

async function person(name: string, role: Role = "treasurer"): Promise<Ctx> {
  const { account } = world.ctx;
  const memberships = account ? [{ accountId: account.id, role }] : [];
  const { userId } = await createUser(world.ctx, { email: `${name}@example.com`.toLowerCase(), name, memberships });
  return contextFor(world.app, { actor: { kind: "staff", userId, name, role }, account, requestId: "test" });
}

const code = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) });
/** What waits, of an answer that says so. */
function waits(out: object): ApprovalRecord {
  expect(out).toBeInstanceOf(Waiting);
  return (out as Waiting<ApprovalRecord>).request;
}
const payout = { asset: "EUR", quantity: Decimal.from("10"), reference: "wire 17" } as const;
const ask = async (changes: Record<string, unknown>, ctx: Ctx = ada) =>
  waits(await patchSettingsOrAsk(ctx, { reason: "agreed", ...changes }));
const rules = (ctx: Ctx = world.ctx) => settingsOf(ctx, accountOf(ctx).id);
const stateOf = async (approvalId: string) => {
  const { data } = await listApprovals(ada, {});
  return data.find((one) => one.approvalId === approvalId)?.status;
};
/** A bill of 100 EUR, paid and converted. */
const paid = async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
};
async function freeEuros(): Promise<Decimal> {
  const { data } = await getBalances(world.ctx);
  return data.find(({ asset }) => asset === "EUR")?.available ?? Decimal.ZERO;
}
async function audited(objectId: string) {
  const { data } = await listAudit(ada, { objectId });
  return data.map(({ actor, action, detail }) => ({ actor, action, detail }));
}

describe("a risky setting", () => {
  test("waits for a second person, who has it set as it was asked for", async () => {
    const answer = await patchSettingsOrAsk(ada, { spreadBps: Decimal.from("80"), toleranceBps: Decimal.from("10") });
    const asked = waits(answer);
    expect(asked).toMatchObject({ what: "setting", status: "PENDING", askedBy: "staff:Ada", yours: true });
    expect(asked.changes).toContainEqual({ name: "spreadBps", before: Decimal.from("100"), after: Decimal.from("80") });
    expect(await rules()).toEqual({ secondPerson: "always" });
    const done = await approve(grace, { approvalId: asked.approvalId, note: "seen the contract" });
    expect(done).toMatchObject({
      status: "APPROVED",
      decidedBy: "staff:Grace",
      yours: false,
      note: "seen the contract",
    });
    expect(done.changes).toContainEqual({ name: "spreadBps", before: Decimal.from("100"), after: Decimal.from("80") });
    expect(await rules()).toMatchObject({ spreadBps: "80", toleranceBps: "10" });
    expect(await audited(asked.approvalId)).toMatchObject([
      { actor: "staff:Grace", action: "approval.approve", detail: { askedBy: "staff:Ada", note: "seen the contract" } },
      { actor: "staff:Ada", action: "approval.ask", detail: { request: { spreadBps: "80" } } },
    ]);
    const [set] = await audited("spreadBps");
    expect(set).toMatchObject({
      actor: "staff:Grace",
      detail: { before: null, after: "80", askedBy: "staff:Ada", approvalId: asked.approvalId },
    });
  });

  test.each([
    ["a limit price", { "limitPrice.USDT.EUR": Decimal.from("0.9") }],
    ["a pair's spread taken back", { "spreadBps.BTC.EUR": "default" }],
    ["the rule itself", { secondPerson: "live" }],
  ])("is %s too", async (_name, changes) => {
    const before = await rules();
    waits(await patchSettingsOrAsk(ada, changes));
    expect(await rules()).toEqual(before);
  });

  test("of a pair shows what rules it now, set further up", async () => {
    const { changes } = await ask({ "explicitFeeBps.BTC.EUR": Decimal.from("70") });
    expect(changes).toEqual([
      { name: "explicitFeeBps.BTC.EUR", before: Decimal.from("100"), after: Decimal.from("70") },
    ]);
  });

  test("out of bounds is refused at once, and nobody is asked", async () => {
    const before = await listApprovals(ada, {});
    await expect(ask({ spreadBps: Decimal.from("9000") })).rejects.toEqual(code("VALIDATION_FAILED"));
    expect(await listApprovals(ada, {})).toEqual(before);
  });

  test("is set at once where no second person is needed, as are all others", async () => {
    const other = contextFor(world.app, { actor: ada.actor, account: world.other.account, requestId: "test" });
    await patchSettingsOrAsk(other, { spreadBps: Decimal.from("70") });
    expect(await rules(world.other)).toEqual({ spreadBps: "70" });
    await patchSettingsOrAsk(ada, { "depositLimit.BTC": Decimal.from("5") });
    expect(await rules()).toMatchObject({ "depositLimit.BTC": "5" });
    const live = contextFor({ ...world.app, mode: "live" }, { actor: ada.actor, account: other.account });
    waits(await patchSettingsOrAsk(live, { spreadBps: Decimal.from("60") }));
    expect(await rules(world.other)).toEqual({ spreadBps: "70" });
  });
});

describe("a payout of an account that owes", () => {
  test("waits for a second person whatever the rules, and no longer once nothing is owed: review 12", async () => {
    const other = contextFor(world.app, { actor: ada.actor, account: accountOf(world.other), requestId: "test" });
    const make = (asked: object) =>
      requestAddress(world.other, {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: Decimal.from("100"),
        subaccount: "s",
        ...asked,
      });
    const sold = await make({});
    const soldTx = await world.pay(sold, sold.quantity);
    const ten = { ...payout, quantity: Decimal.from("1") };
    expect(await recordPayoutOrAsk(other, ten)).toMatchObject({ quantity: ten.quantity });
    await recordPayoutOrAsk(other, { ...payout, quantity: Decimal.from("90") });
    await make({}).then((bill) => world.pay(bill, bill.quantity));
    await recordPayoutOrAsk(other, { ...payout, quantity: Decimal.from("100") });
    await reorganise(world.ctx, { network: "bitcoin", depth: 40, drop: [soldTx] });
    await world.settle();
    await make({ fiatReceivable: Decimal.from("20") }).then((bill) => world.pay(bill, bill.quantity));
    expect(await owes(world.other)).toBe(true);
    const waiting = waits(await recordPayoutOrAsk(other, ten));
    expect(waiting).toMatchObject({ what: "payout", status: "PENDING" });
    expect(await owes(world.ctx)).toBe(false);
  });
});

describe("a decision", () => {
  test("is never the asker's, a key's, or one's who may not do the deed", async () => {
    const { approvalId } = await ask({ explicitFeeBps: Decimal.from("90") });
    const namesake = { ...ada.actor, name: "Somebody" } as Ctx["actor"];
    const renamed = contextFor(world.app, { actor: namesake, account: ada.account, requestId: "test" });
    for (const way of [approve, decline]) {
      await expect(way(ada, { approvalId, note: "n" })).rejects.toEqual(code("FORBIDDEN", /yourself/));
      await expect(way(renamed, { approvalId, note: "n" })).rejects.toEqual(code("FORBIDDEN", /yourself/));
      await expect(way(world.ctx, { approvalId, note: "n" })).rejects.toEqual(code("FORBIDDEN", /Only a person/));
      await expect(way(watcher, { approvalId, note: "n" })).rejects.toEqual(code("FORBIDDEN", /settings:write/));
    }
    await expect(withdraw(grace, { approvalId })).rejects.toEqual(code("FORBIDDEN", /Only who asked/));
    expect(await stateOf(approvalId)).toBe("PENDING");
    expect(await withdraw(renamed, { approvalId })).toMatchObject({ status: "WITHDRAWN" });
  });

  test("is known to its own account alone", async () => {
    const { approvalId } = await ask({ explicitFeeBps: Decimal.from("91") });
    const stranger = contextFor(world.app, { actor: grace.actor, account: world.other.account, requestId: "test" });
    for (const id of [approvalId, "nothing"])
      await expect(approve(stranger, { approvalId: id })).rejects.toEqual(code("NOT_FOUND"));
    expect(JSON.stringify(await listApprovals(stranger, {}))).not.toContain(approvalId);
  });

  test("is final", async () => {
    const { approvalId } = await ask({ explicitFeeBps: Decimal.from("92") });
    await decline(grace, { approvalId, note: "too low" });
    const late = [
      () => approve(mary, { approvalId }),
      () => decline(mary, { approvalId, note: "n" }),
      () => withdraw(ada, { approvalId }),
    ];
    for (const command of late)
      await expect(command()).rejects.toEqual(code("INVALID_STATE", /DECLINED by staff:Grace/));
    expect(await rules()).not.toHaveProperty("explicitFeeBps");
  });

  test("of two who press at once is the first one's, and done once", async () => {
    await paid();
    const { approvalId } = waits(await recordPayoutOrAsk(ada, payout));
    const tries = await Promise.allSettled([grace, mary, grace, mary].map((who) => approve(who, { approvalId })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const lost of tries)
      if (lost.status === "rejected") expect(lost.reason).toEqual(code("INVALID_STATE", /APPROVED by/));
    const [{ count }] = await world.ctx.db.$queryRaw<
      [{ count: bigint }]
    >`select count(*) from payout where account_id = ${world.ctx.account?.id}::uuid`;
    expect(count).toBe(1n);
  });

  test("comes too late after a day", async () => {
    const { approvalId } = await ask({ explicitFeeBps: Decimal.from("93") });
    await world.later(86_400_000);
    expect(await stateOf(approvalId)).toBe("EXPIRED");
    await expect(approve(grace, { approvalId })).rejects.toEqual(code("INVALID_STATE", /EXPIRED/));
    expect(await listApprovals(ada, { status: "PENDING" })).toMatchObject({ data: [] });
  });
});

describe("a payout", () => {
  test("is recorded by who approves, for who asked", async () => {
    await paid();
    const asked = waits(await recordPayoutOrAsk(ada, payout));
    expect(asked.payout).toEqual({ asset: "EUR", quantity: Decimal.from("10"), reference: "wire 17" });
    const { payoutId = "" } = await approve(grace, { approvalId: asked.approvalId });
    expect(await audited(payoutId)).toMatchObject([
      { actor: "staff:Grace", action: "payout.record", detail: { askedBy: "staff:Ada", reference: "wire 17" } },
    ]);
  });

  test("above what is free is refused when asked for, and when approved; then it goes on waiting", async () => {
    await expect(recordPayoutOrAsk(ada, { ...payout, quantity: Decimal.from("100000") })).rejects.toEqual(
      code("INSUFFICIENT_FUNDS"),
    );
    await paid();
    const all = { ...payout, quantity: await freeEuros() };
    const [first, second] = [waits(await recordPayoutOrAsk(ada, all)), waits(await recordPayoutOrAsk(mary, all))];
    await approve(grace, first);
    await expect(approve(grace, second)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    expect(await stateOf(second.approvalId)).toBe("PENDING");
    while ((await freeEuros()).compare(all.quantity) < 0) await paid();
    expect(await approve(grace, second)).toMatchObject({ status: "APPROVED" });
  });
});

test("a payout of USDT says its network, also when nobody named one", async () => {
  await world.price("USDT", "EUR", "0.92");
  await world.kept("50", { cryptoType: "USDT" });
  const asked = waits(
    await recordPayoutOrAsk(ada, { asset: "USDT", quantity: Decimal.from("5"), reference: "wire 18" }),
  );
  expect(asked.payout).toMatchObject({ asset: "USDT", networkType: "eth" });
  expect(await approve(grace, asked)).toMatchObject({ status: "APPROVED" });
});

describe("the database", () => {
  const change = (set: string, id: string) =>
    world.ctx.db.$executeRawUnsafe(`update approval set ${set} where id = '${id}'`);

  test("itself refuses the first person as the second, another request, and a second decision", async () => {
    const { approvalId } = await ask({ explicitFeeBps: Decimal.from("94") });
    const decided = (by: string) =>
      `status = 'APPROVED', decided_by = 'staff:x', decided_at = business_now(), decided_user_id = ${by}`;
    await expect(change(decided("asked_user_id"), approvalId)).rejects.toThrow("approval_check");
    await expect(change(decided("null"), approvalId)).rejects.toThrow("approval_check");
    await expect(change("status = 'DECLINED'", approvalId)).rejects.toThrow("approval_check");
    const other = `(select id from staff_user where name = 'Grace')`;
    await expect(change(`request = '{}', ${decided(other)}`, approvalId)).rejects.toThrow("as it stands");
    await expect(change(`${decided(other)}, decided_at = expires_at`, approvalId)).rejects.toThrow();
    await decline(grace, { approvalId, note: "no" });
    await expect(change("status = 'APPROVED'", approvalId)).rejects.toThrow("cannot go from DECLINED");
    await expect(change("note = 'yes'", approvalId)).rejects.toThrow("cannot go from DECLINED");
    await expect(world.ctx.db.$executeRaw`delete from approval`).rejects.toThrow();
  });
});
