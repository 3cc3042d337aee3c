import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { withMail } from "#e2e/world/letters.ts";
import { personIn, personOfHouse, waits } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { withdraw } from "./decide-approval.ts";
import { patchHouseSettingsOrAsk, patchSettingsOrAsk } from "./or-ask.ts";
import { payOrAsk } from "./payout-or-ask.ts";

let opened: World;
let world: World;
let ada: Ctx;
let hugo: Ctx;
beforeAll(async () => {
  opened = await openWorld();
  world = { ...opened, app: withMail(opened.app) };
  ada = await personIn(world, "Ada");
  await personIn(world, "Grace");
  await personIn(world, "Vera", "viewer");
  hugo = await personOfHouse(world, "Hugo");
  await personOfHouse(world, "Hanna");
  await personOfHouse(world, "Otto", "operator");
  await personOfHouse(world, "Amy", "admin");
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill({ strategy: "ACA", fiatReceivable: Decimal.from("100") });
  await world.pay(bill, bill.quantity);
  await changeSettings(world.ctx, { secondPerson: "always" });
});
afterAll(async () => {
  expect(await opened.broken()).toEqual([]);
  await opened.close();
});

/** The letters that wait, oldest first; they are gone then. */
async function letters(): Promise<{ to: string; subject: string; body: string }[]> {
  const { rows } = await world.app.database.pool.query<{ to: string; subject: string; body: string }>(
    "select split_part(recipient, '@', 1) as to, subject, body from mail where next_at is not null order by recipient",
  );
  await world.app.database.pool.query("update mail set next_at = null");
  return rows;
}

test("a setting of an account is told to who may decide it there, and not to who asked", async () => {
  await letters();
  const pending = waits(await patchSettingsOrAsk(ada, { toleranceBps: Decimal.from("80"), reason: "see http://evil" }));
  const [letter, ...more] = await letters();
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ to: "grace", subject: "Desk: Awaiting your decision: Tolerance to 0.80 %" });
  expect(letter?.body).toContain('"Ada" requests the following for the account acme:');
  expect(letter?.body).toContain("  Tolerance: 0.00\u00a0% → 0.80\u00a0%\n");
  expect(letter?.body).not.toContain("evil");
  const { id } = accountOf(ada);
  const path = `/approvals?approval=${pending.approvalId}&account=${id}`;
  expect(letter?.body.trim().split("\n").at(-1)).toBe(world.app.env.publicUrl + path);
});

test("a payout is told to who pays out in the house", async () => {
  const reference = "ticket 4711";
  const pending = waits(await payOrAsk(ada, { asset: "EUR", quantity: Decimal.from("12.5"), reference }));
  const sent = await letters();
  expect(sent.map(({ to }) => to)).toEqual(["amy", "hanna", "hugo", "second"]);
  expect(sent[0]).toMatchObject({ subject: "Desk: Awaiting your decision: Payout of 12.50 EUR" });
  expect(sent[0]?.body).toContain('Reference: "ticket 4711"');
  expect(sent[0]?.body).toContain(`${world.app.env.publicUrl}/approvals?approval=${pending.approvalId}\n`);
});

test("a request of the house is not told to its requester", async () => {
  waits(await patchHouseSettingsOrAsk(hugo, { spreadBps: Decimal.from("80"), account: "acme", reason: "r" }));
  const sent = await letters();
  expect(sent.map(({ to }) => to)).toEqual(["amy", "hanna", "second"]);
  expect(sent[0]?.body).toContain("for the operator:");
  expect(sent[0]?.body).toContain("  Spread: 1.00\u00a0% → 0.80\u00a0%\n");
});

test("where an account has nobody of its own the house's administrators are told", async () => {
  const { account } = world.other;
  const key = contextFor(world.app, { actor: { kind: "operator" }, account, requestId: "test" });
  const pending = waits(await patchSettingsOrAsk(key, { toleranceBps: Decimal.from("80"), reason: "r" }));
  const sent = await letters();
  expect(sent.map(({ to }) => to)).toEqual(["amy", "second"]);
  expect(sent[0]?.body).toContain(`approval=${pending.approvalId}\n`);
});

test("of more requests than anybody reads the desk alone tells", async () => {
  const { rows: waiting } = await world.app.database.pool.query<{ count: number }>(
    "select count(*)::int as count from approval where status = 'PENDING' and account_id = $1",
    [accountOf(ada).id],
  );
  const asks = async (bps: number) =>
    waits(await patchSettingsOrAsk(ada, { toleranceBps: Decimal.from(String(bps)), reason: "r" }));
  const made = [];
  for (let count = waiting[0]?.count ?? 0; count < 20; count += 1) made.push(await asks(100 + count));
  expect(await letters()).toHaveLength(made.length);
  await asks(200);
  expect(await letters()).toEqual([]);
  const [first] = made;
  await withdraw(ada, { approvalId: first?.approvalId ?? "" });
  await withdraw(ada, { approvalId: made[1]?.approvalId ?? "" });
  await asks(201);
  expect(await letters()).toHaveLength(1);
});
