import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { creditFiat, frozenClock } from "#e2e/world/frozen-clock.ts";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { approve } from "#lib/approvals/decide-approval.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import type { PayoutRecord } from "./contract.ts";
import { findLapsedPayouts, lapsePayout } from "./decide-payout.ts";
import { getPayout } from "./get-payouts.ts";

const DAY = 86_400_000;

let world: World;
let worker: Ctx;
let hugo: Ctx;
let clock: Awaited<ReturnType<typeof frozenClock>>;
let pay: (quantity: string) => Promise<PayoutRecord>;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  clock = await frozenClock(world);
  await world.price("BTC", "EUR", "60000");
  await creditFiat(world, "500");
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "EUR", iban: ibanOf(1) });
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "worker" });
  hugo = await personOfHouse(world, "Hugo");
  const ada = await personIn(world, "Ada");
  await changeSettings(world.ctx, { secondPerson: "always" });
  pay = async (quantity) =>
    read(await payOrAsk(ada, { asset: "EUR", quantity: Decimal.from(quantity), reference: "wire", beneficiaryId }));
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(async () => {
  await clock.end();
  await world.close();
});

const read = (raw: object) => JSON.parse((raw as Raw<PayoutRecord>).text) as PayoutRecord;
const now = async ({ payoutId }: PayoutRecord) => read(await getPayout(world.ctx, { payoutId }));
const balances = () =>
  Promise.all(
    ["available", "reserved"].map((name) => balanceOf(worker, `acc:${accountOf(world.ctx).id}:${name}`, "EUR")),
  );

test("a payout that nobody decides ends with its request, not a moment before; what somebody agreed to goes on", async () => {
  const at = (await world.ctx.now()).getTime();
  const [left, agreed] = [await pay("100"), await pay("30")];
  expect(await balances()).toEqual([37_000n, 13_000n]);
  await clock.set(new Date(at + DAY - 1));
  expect(await findLapsedPayouts(worker, 10)).toEqual([]);
  await approve(hugo, { approvalId: agreed.approvalId ?? "" });
  await clock.set(new Date(at + DAY));
  expect(await findLapsedPayouts(worker, 10)).toEqual([left.payoutId]);
  // One that was found before a person agreed to it is left alone.
  expect(await lapsePayout(worker, agreed.payoutId)).toBe(false);
  expect(await now(agreed)).toMatchObject({ status: "APPROVED" });
  const ended = await Promise.all([lapsePayout(worker, left.payoutId), lapsePayout(worker, left.payoutId)]);
  expect(ended.sort()).toEqual([false, true]);
  expect(await now(left)).toMatchObject({ status: "CANCELLED", reason: "Nobody decided it in time." });
  expect(await balances()).toEqual([47_000n, 3_000n]);
  expect(await findLapsedPayouts(worker, 10)).toEqual([]);
});
