import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APPROVAL_KINDS, APPROVAL_STATES } from "#lib/contract/approval-states.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { settingsOf } from "#lib/settings/change-settings.ts";
import { patchHouseSettingsOrAsk, patchSettingsOrAsk } from "./or-ask.ts";
import { payOrAsk } from "./payout-or-ask.ts";
import { approve, decline, withdraw } from "./decide-approval.ts";
import { listApprovals } from "./list-approvals.ts";
import { auditedOf, code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
let mary: Ctx;
let watcher: Ctx;
/** Of the house. */
let hugo: Ctx;
let hanna: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  [ada, grace, mary, watcher] = await Promise.all([
    personIn(world, "Ada"),
    personIn(world, "Grace"),
    personIn(world, "Mary"),
    personIn(world, "Vic", "viewer"),
  ]);
  [hugo, hanna] = await Promise.all([personOfHouse(world, "Hugo"), personOfHouse(world, "Hanna")]);
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const payout = { asset: "EUR", quantity: Decimal.from("10"), reference: "wire 17" } as const;
const ask = async (changes: Record<string, unknown>, ctx: Ctx = ada) =>
  waits(await patchSettingsOrAsk(ctx, { reason: "agreed", ...changes }));
const askHouse = async (changes: Record<string, unknown>) =>
  waits(await patchHouseSettingsOrAsk(hugo, { reason: "agreed", ...changes }));
const rules = async (ctx: Ctx = world.ctx) => (await settingsOf(ctx, accountOf(ctx).id)).account;
const houseRules = async (ctx: Ctx = world.ctx) => (await settingsOf(ctx, accountOf(ctx).id)).house;
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
const audited = (objectId: string) => auditedOf(ada, objectId);

const PRICE = "limitPrice.USDT.EUR";
describe("a setting that loosens", () => {
  test("of the account waits for a second person of it, who has it set as it was asked for", async () => {
    const answer = await patchSettingsOrAsk(ada, { [PRICE]: Decimal.from("0.9"), toleranceBps: Decimal.from("10") });
    const pending = waits(answer);
    expect(pending).toMatchObject({
      what: "setting",
      decides: "account",
      status: "PENDING",
      askedBy: "staff:Ada",
      yours: true,
    });
    expect(pending.changes).toContainEqual({
      name: "toleranceBps",
      before: Decimal.from("0"),
      after: Decimal.from("10"),
    });
    expect(await rules()).toEqual({});
    const done = await approve(grace, { approvalId: pending.approvalId, note: "seen the contract" });
    expect(done).toMatchObject({
      status: "APPROVED",
      decidedBy: "staff:Grace",
      yours: false,
      note: "seen the contract",
    });
    expect(done.changes).toContainEqual({ name: "toleranceBps", before: Decimal.from("0"), after: Decimal.from("10") });
    expect(await rules()).toEqual({ [PRICE]: "0.9", toleranceBps: "10" });
    expect(await audited(pending.approvalId)).toMatchObject([
      { actor: "staff:Grace", action: "approval.approve", detail: { askedBy: "staff:Ada", note: "seen the contract" } },
      { actor: "staff:Ada", action: "approval.ask", detail: { request: { toleranceBps: "10" } } },
    ]);
    const [set] = await audited("toleranceBps");
    expect(set).toMatchObject({
      actor: "staff:Grace",
      detail: { before: null, after: "10", askedBy: "staff:Ada", approvalId: pending.approvalId },
    });
  });

  test.each([
    ["a limit price", { "limitPrice.USDC.EUR": Decimal.from("0.9") }],
    ["a limit price taken back", { [PRICE]: "default" }],
    ["a guard's floor", { "confirmations.BTC": Decimal.from("1") }],
  ])("is %s too", async (_name, changes) => {
    const before = await rules();
    waits(await patchSettingsOrAsk(ada, changes));
    expect(await rules()).toEqual(before);
  });

  test("of the house waits for another person of the house, for one account or for all", async () => {
    const pending = await askHouse({ account: "acme", spreadBps: Decimal.from("80") });
    expect(pending).toMatchObject({ decides: "house", changes: [{ name: "spreadBps", before: Decimal.from("100") }] });
    await expect(approve(grace, pending)).rejects.toEqual(code("NOT_FOUND"));
    await expect(approve(hugo, pending)).rejects.toEqual(code("FORBIDDEN", /yourself/));
    await approve(hanna, pending);
    expect(await houseRules()).toMatchObject({ spreadBps: "80" });
    expect(await houseRules(world.other)).not.toHaveProperty("spreadBps");
    await approve(hanna, await askHouse({ transactionFeeBps: Decimal.from("40") }));
    expect(await houseRules(world.other)).toMatchObject({ transactionFeeBps: "40" });
    await approve(hanna, await askHouse({ account: "acme", spreadBps: "default" }));
    await approve(hanna, await askHouse({ transactionFeeBps: "default" }));
  });

  test("is refused to who does not own it, and nobody is asked", async () => {
    const before = await listApprovals(ada, {});
    await expect(patchSettingsOrAsk(ada, { spreadBps: Decimal.from("80") })).rejects.toEqual(
      code("FORBIDDEN", /operator/),
    );
    await expect(askHouse({ toleranceBps: Decimal.from("1") })).rejects.toEqual(code("VALIDATION_FAILED"));
    await expect(askHouse({ account: "acme", secondPerson: "never" })).rejects.toEqual(code("VALIDATION_FAILED"));
    await expect(askHouse({ account: "nobody", spreadBps: Decimal.from("1") })).rejects.toEqual(code("NOT_FOUND"));
    expect(await listApprovals(ada, {})).toEqual(before);
  });

  test("out of bounds is refused at once, and nobody is asked", async () => {
    const before = await listApprovals(ada, {});
    await expect(ask({ toleranceBps: Decimal.from("9000") })).rejects.toEqual(code("VALIDATION_FAILED"));
    expect(await listApprovals(ada, {})).toEqual(before);
  });

  test("tightens at once", async () => {
    await patchSettingsOrAsk(ada, { "depositLimit.BTC": Decimal.from("5") });
    expect(await rules()).toMatchObject({ "depositLimit.BTC": "5" });
    await patchHouseSettingsOrAsk(hugo, { "houseExposureLimit.BTC": Decimal.from("500") });
    expect(await houseRules()).toMatchObject({ "houseExposureLimit.BTC": "500" });
  });
});

describe("a decision", () => {
  test("is never the asker's, a key's, or one's who may not do the action", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("90") });
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
    expect(await withdraw(ada, { approvalId })).toMatchObject({ status: "WITHDRAWN" });
  });

  test("is known to its own account alone", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("91") });
    const stranger = contextFor(world.app, { actor: grace.actor, account: world.other.account, requestId: "test" });
    for (const id of [approvalId, "nothing"])
      await expect(approve(stranger, { approvalId: id })).rejects.toEqual(code("NOT_FOUND"));
    expect(JSON.stringify(await listApprovals(stranger, {}))).not.toContain(approvalId);
  });

  test("is final", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("92") });
    await decline(grace, { approvalId, note: "too low" });
    const late = [
      () => approve(mary, { approvalId }),
      () => decline(mary, { approvalId, note: "n" }),
      () => withdraw(ada, { approvalId }),
    ];
    for (const command of late)
      await expect(command()).rejects.toEqual(code("INVALID_STATE", /DECLINED by staff:Grace/));
    expect(await rules()).not.toMatchObject({ toleranceBps: "92" });
  });

  test("of two who press at once is the first one's, and done once", async () => {
    await paid();
    const { approvalId } = waits(await payOrAsk(ada, payout));
    const tries = await Promise.allSettled([hugo, hanna, hugo, hanna].map((who) => approve(who, { approvalId })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const lost of tries)
      if (lost.status === "rejected") expect(lost.reason).toEqual(code("INVALID_STATE", /APPROVED by/));
    const [{ count }] = await world.ctx.db.$queryRaw<
      [{ count: bigint }]
    >`select count(*) from payout where account_id = ${world.ctx.account?.id}::uuid`;
    expect(count).toBe(1n);
  });

  test("comes too late after a day", async () => {
    const { approvalId } = await ask({ toleranceBps: Decimal.from("93") });
    await world.later(86_400_000);
    expect(await stateOf(approvalId)).toBe("EXPIRED");
    await expect(approve(grace, { approvalId })).rejects.toEqual(code("INVALID_STATE", /EXPIRED/));
    expect(await listApprovals(ada, { status: "PENDING" })).toMatchObject({ data: [] });
  });
});

describe("a payout", () => {
  test("is recorded by who approves, for who asked", async () => {
    await paid();
    const pending = waits(await payOrAsk(ada, payout));
    expect(pending.payout).toEqual({ asset: "EUR", quantity: Decimal.from("10"), reference: "wire 17" });
    const { payoutId = "" } = await approve(hugo, { approvalId: pending.approvalId });
    expect(await audited(payoutId)).toMatchObject([
      { actor: "staff:Hugo", action: "payout.record", detail: { askedBy: "staff:Ada", reference: "wire 17" } },
    ]);
  });

  test("above what is free is refused when asked for, and when approved; then it goes on waiting", async () => {
    await expect(payOrAsk(ada, { ...payout, quantity: Decimal.from("100000") })).rejects.toEqual(
      code("INSUFFICIENT_FUNDS"),
    );
    await paid();
    const all = { ...payout, quantity: await freeEuros() };
    const [first, second] = [waits(await payOrAsk(ada, all)), waits(await payOrAsk(mary, all))];
    await approve(hugo, first);
    await expect(approve(hugo, second)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    expect(await stateOf(second.approvalId)).toBe("PENDING");
    while ((await freeEuros()).compare(all.quantity) < 0) await paid();
    expect(await approve(hugo, second)).toMatchObject({ status: "APPROVED" });
  });
});

test("a payout of USDT says its network, also when nobody named one", async () => {
  await world.price("USDT", "EUR", "0.92");
  await world.retained("50", { cryptoType: "USDT" });
  const pending = waits(await payOrAsk(ada, { asset: "USDT", quantity: Decimal.from("5"), reference: "wire 18" }));
  expect(pending.payout).toMatchObject({ asset: "USDT", networkType: "eth" });
  expect(await approve(hugo, pending)).toMatchObject({ status: "APPROVED" });
});

describe("a list by its filters", () => {
  test.each([
    ["status", APPROVAL_STATES],
    ["what", APPROVAL_KINDS],
  ] as const)("several values of %s find what each finds alone, in pages as well", async (name, options) => {
    const { data: all } = await listApprovals(ada, { limit: 500 });
    const found = options.filter((option) => all.some((one) => one[name] === option));
    expect(found.length).toBeGreaterThan(1);
    for (const wanted of [...found, found, options]) {
      const query = { [name]: wanted, limit: 2 };
      const paged: string[] = [];
      let page = await listApprovals(ada, query);
      for (; ; page = await listApprovals(ada, { ...query, startsAfter: page.startsAfter })) {
        paged.push(...page.data.map(({ approvalId }) => approvalId));
        if (page.startsAfter === null) break;
      }
      const recount = all.filter((one) => [wanted].flat().some((option) => option === one[name]));
      expect(paged).toEqual(recount.map(({ approvalId }) => approvalId));
    }
  });

  test("asked from one time to another, both included", async () => {
    const { data: all } = await listApprovals(ada, { limit: 500 });
    const times = all.map(({ askedAt }) => askedAt).sort((a, b) => a - b);
    const [from = 0, to = 0] = [times[1], times.at(-2)];
    const { data } = await listApprovals(ada, { limit: 500, startTime: new Date(from), endTime: new Date(to + 1) });
    expect(data).toEqual(all.filter(({ askedAt }) => askedAt >= from && askedAt <= to));
    expect(data.length).toBeLessThan(all.length);
  });
});
