import { afterAll, beforeAll, expect, test } from "vitest";
import { type FrozenClock, creditFiat, frozenClock } from "#e2e/world/frozen-clock.ts";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { SettlementRecord } from "./contract.ts";
import { listSettlements } from "./get-settlements.ts";
import { askForSettlement, makeSettlement } from "./run-settlements.ts";

// What a settlement leaves in the account is that of the newest one, also of one that is made while it is asked for.

const DAY = 86_400_000;
let world: World;
let clock: FrozenClock;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  clock = await frozenClock(world);
});
afterAll(async () => {
  await clock.end();
  await world.close();
});

test("what is asked for leaves the reserve of a period that was closed while the account was waited for", async () => {
  const [hugo, ada] = [await personOfHouse(world, "Hugo"), await personIn(world, "Ada")];
  const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  const midnight = Math.ceil(Date.now() / DAY) * DAY + DAY;
  await clock.at(midnight - DAY / 2);
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "EUR", iban: ibanOf(30) });
  const terms = { account: "acme", currency: "EUR", schedule: "DAILY", beneficiaryId, delayDays: 2 } as const;
  await setTermsOrAsk(hugo, terms);
  await creditFiat(world, "100");
  await clock.at(midnight);
  await world.settle();
  await setTermsOrAsk(hugo, { ...terms, reserve: Decimal.from("60") });
  await clock.at(midnight + DAY);
  const settlements = async () =>
    (await listSettlements(ada, {})).data.map(({ text }) => JSON.parse(text) as SettlementRecord).reverse();
  const [first] = await settlements();
  expect(first).toMatchObject({ status: "DUE", due: 100, reserve: 0 });
  const of = { accountId: world.ctx.account?.id ?? "", currency: "EUR" as const };
  let requested: Promise<boolean> | undefined;
  await worker.transaction(async (tx) => {
    expect(await makeSettlement(tx, of)).toBe(true);
    requested = askForSettlement(worker, first?.settlementId ?? "", async () => undefined);
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBe(true);
  });
  expect(await requested).toBe(true);
  expect(await settlements()).toMatchObject([
    { status: "ASKED", paidOut: 40 },
    { reserve: 60, closing: 100 },
  ]);
  expect(await world.broken()).toEqual([]);
});

async function waitsForLock(): Promise<boolean> {
  const { rows } = await world.app.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}
