import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, code, personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { owes } from "#lib/ledger/owes.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { approve, decline, withdraw } from "./decide-approval.ts";
import { payOrAsk } from "./payout-or-ask.ts";

let world: World;
let ada: Ctx;
let hugo: Ctx;
let hanna: Ctx;
let vera: Ctx;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  ada = await personIn({ ...world, ctx: world.other }, "Ada");
  [hugo, hanna] = await Promise.all([personOfHouse(world, "Hugo"), personOfHouse(world, "Hanna")]);
  vera = await personOfHouse(world, "Vera", "auditor");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const payout = { asset: "EUR", quantity: Decimal.from("10"), reference: "wire 17" } as const;

describe("a payout of an account that owes", () => {
  test("waits for somebody of the house whatever the rules, and no longer once nothing is owed: review 12", async () => {
    const other = contextFor(world.app, { actor: ada.actor, account: accountOf(world.other), requestId: "test" });
    const make = (terms: object) =>
      requestAddress(world.other, {
        cryptoType: "BTC",
        fiat: "EUR",
        fiatReceivable: Decimal.from("100"),
        subaccount: "s",
        ...terms,
      });
    const sold = await make({});
    const soldTx = await world.pay(sold, sold.quantity);
    const ten = { ...payout, quantity: Decimal.from("1") };
    expect(await payOrAsk(other, ten)).toMatchObject({ text: expect.stringContaining('"quantity":1,') });
    await payOrAsk(other, { ...payout, quantity: Decimal.from("90") });
    await make({}).then((bill) => world.pay(bill, bill.quantity));
    await payOrAsk(other, { ...payout, quantity: Decimal.from("100") });
    await reorganise(world.ctx, { network: "bitcoin", depth: 40, drop: [soldTx] });
    await world.settle();
    await make({ fiatReceivable: Decimal.from("20") }).then((bill) => world.pay(bill, bill.quantity));
    expect(await owes(world.other)).toBe(true);
    const waiting = waits(await payOrAsk(other, ten));
    expect(waiting).toMatchObject({ what: "payout", status: "PENDING" });
    expect(await owes(world.ctx)).toBe(false);
    await withdraw(other, waiting);
  });
});

describe("where two persons are asked for, a payout of an account that owes needs two of the house", () => {
  let other: Ctx;
  beforeAll(async () => {
    other = contextFor(world.app, { actor: ada.actor, account: accountOf(world.other), requestId: "test" });
    await changeSettings(world.ctx, { secondPerson: "always" });
  });
  const four = { ...payout, quantity: Decimal.from("4") };
  const payouts = async () => (await world.ctx.db.payout.findMany({ where: { approvalId: { not: null } } })).length;

  test("the first puts a name to it, another has it done, and nobody is both", async () => {
    const { approvalId, ...pending } = waits(await payOrAsk(other, four));
    expect(pending).toMatchObject({ needs: 2, status: "PENDING" });
    const waiting = async (ctx: Ctx) => (await listCases(ctx, { kind: "APPROVAL" })).count;
    expect([await waiting(hugo), await waiting(hanna)]).toEqual([1, 1]);
    const first = await approve(hugo, { approvalId, note: "seen" });
    expect([await waiting(hugo), await waiting(hanna)]).toEqual([0, 1]);
    expect(first).toMatchObject({ status: "PENDING", needs: 2, firstBy: "staff:Hugo", firstAt: expect.any(Number) });
    await expect(approve(hugo, { approvalId })).rejects.toEqual(code("FORBIDDEN", /agreed to this already/));
    await expect(approve(other, { approvalId })).rejects.toEqual(code("FORBIDDEN"));
    expect(await payouts()).toBe(0);
    const done = await approve(hanna, { approvalId });
    expect(done).toMatchObject({ status: "APPROVED", needs: 2, firstBy: "staff:Hugo", decidedBy: "staff:Hanna" });
    expect(await payouts()).toBe(1);
    expect((await auditedOf(other, approvalId)).map(({ actor, action }) => [actor, action])).toEqual([
      ["staff:Hanna", "approval.approve"],
      ["staff:Hugo", "approval.approve-first"],
      ["staff:Ada", "approval.ask"],
    ]);
  });

  test("also when both press at once, and when the first declines after all", async () => {
    const both = waits(await payOrAsk(other, four));
    const answers = await Promise.all([hugo, hanna].map((one) => approve(one, both)));
    expect(answers.map(({ status }) => status).sort()).toEqual(["APPROVED", "PENDING"]);
    const pending = waits(await payOrAsk(other, four));
    await approve(hugo, pending);
    expect(await decline(hugo, { ...pending, note: "no" })).toMatchObject({
      status: "DECLINED",
      firstBy: "staff:Hugo",
    });
  });

  test("the database takes no other way: without the first, with one person twice, or with a first written by the asker", async () => {
    const { approvalId: id } = waits(await payOrAsk(other, four));
    const [userOf, account] = [(ctx: Ctx) => (ctx.actor.kind === "staff" ? ctx.actor.userId : ""), accountOf(other).id];
    const first = (ctx: Ctx) =>
      `update approval set first_by = 'x', first_user_id = '${userOf(ctx)}', first_at = business_now() where id = '${id}';`;
    const decided = (ctx: Ctx) =>
      `insert into payout (id, account_id, asset, quantity_units, from_pending, reference, recorded_by, recorded_at, approval_id)
        values ('${id}', '${account}', 'EUR', 400, false, 'wire 17', 'x', business_now(), '${id}');
      update approval set status = 'APPROVED', decided_by = 'x', decided_user_id = '${userOf(ctx)}',
        decided_at = business_now(), payout_id = '${id}' where id = '${id}';`;
    const tried = (statements: string) => asOwner(world.databaseUrl, `begin; ${statements} commit`);
    await expect(tried(decided(hugo))).rejects.toThrow(/needs two of the house/);
    await expect(tried(first(hugo) + decided(hugo))).rejects.toThrow(/approval_first_is_another/);
    await expect(tried(first(ada))).rejects.toThrow(/may not approve: ASKED/);
    await expect(tried(first(vera))).rejects.toThrow(/may not approve: NO_ROLE/);
    await tried(first(hugo));
    await expect(tried(first(hanna))).rejects.toThrow(/agrees once/);
    expect(await approve(hanna, { approvalId: id })).toMatchObject({ status: "APPROVED" });
  });
});
