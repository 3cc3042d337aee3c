import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { creditFiat, type FrozenClock, frozenClock } from "#e2e/world/frozen-clock.ts";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { stateLostHoursOrAsk } from "#lib/approvals/lost-hours-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { addDestination } from "#lib/moves/destinations.ts";
import { getPayout } from "#lib/payouts/get-payouts.ts";
import { makePayoutFile } from "#lib/payouts/make-file.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import type { SettlementRecord } from "./contract.ts";
import { listSettlements } from "./get-settlements.ts";

// A settlement that a restore has lost is made anew by itself, and may have been paid (rulebook 13.35, 13.36).

const DAY = 86_400_000;
const HOUR = 3_600_000;

let world: World;
let hugo: Ctx;
let clock: FrozenClock;
/** A midnight, UTC, ahead of the machine's clock. */
const midnight = Math.ceil(Date.now() / DAY) * DAY + 7 * DAY;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo");
  clock = await frozenClock(world);
  await addDestination(hugo, { place: "bank:main", asset: "EUR", address: ibanOf(900), label: "ours" });
  await at(-12 * HOUR);
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban: ibanOf(31) });
  await setTermsOrAsk(hugo, { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId });
  await credit("10");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await clock.end();
  await world.close();
});

const at = (ms: number) => clock.at(midnight + ms);
const credit = (fiat: string) => creditFiat(world, fiat);
async function newestPayout(): Promise<Record<string, unknown>> {
  const [record] = (await listSettlements(world.ctx, {})).data.map(({ text }) => JSON.parse(text) as SettlementRecord);
  return JSON.parse((await getPayout(world.ctx, { payoutId: record?.payoutId ?? "" })).text);
}
const bankReports = (reference: string) => playBank(hugo, { currency: "EUR", amount: Decimal.from("7"), reference });

test("one that was due before the restore waits as what was asked for then, one due later does not", async () => {
  await at(2 * HOUR);
  await asOwner(
    world.databaseUrl,
    "update deployment set epoch = 2, restored_at = business_now(), recovered_at = business_now()",
  );
  await at(3 * HOUR);
  await world.settle();
  const again = await newestPayout();
  expect(again).toMatchObject({ kind: "SETTLEMENT", status: "APPROVED", quantity: 10, mayHaveLeft: true });
  const makeFile = () => makePayoutFile(hugo, { currency: "EUR" });
  await expect(makeFile()).rejects.toEqual(code("INVALID_STATE", /may have been paid/));
  await bankReports("after the restore");
  await expect(makeFile()).rejects.toEqual(code("LOST_HOURS_OPEN"));
  await credit("20");
  await at(DAY + HOUR);
  await world.settle();
  expect(await newestPayout()).toMatchObject({ kind: "SETTLEMENT", quantity: 20 });
  expect(await newestPayout()).not.toHaveProperty("mayHaveLeft");
  await stateLostHoursOrAsk(hugo, { note: "the bank's list of uploads was compared" });
  expect(await makeFile()).toMatchObject({ payouts: 2 });
});
