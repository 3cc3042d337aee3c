import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { personIn, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { makeBeneficiary, retireBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { getCase } from "./get-case.ts";
import { listCases } from "./list-cases.ts";

// What is paid out is proven to have left within five business days, or the house has a case.

const DAY = 86_400_000;
let world: World;
let hugo: Ctx;
let anna: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  [hugo, anna] = [await personOfHouse(world, "Hugo"), await personIn(world, "Anna")];
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
});
afterAll(() => world.close());

const cases = async (ctx: Ctx) => (await listCases(ctx, { kind: "NOT_PAID" })).data;
const pay = (amount: string, reference: string) =>
  playBank(hugo, { currency: "EUR", amount: Decimal.from(amount), reference });

function fifthBusinessDay(from: Date): number {
  let [at, left] = [from.getTime(), 5];
  while (left > 0) {
    at += DAY;
    if (new Date(at).getUTCDay() % 6 !== 0) left -= 1;
  }
  return at;
}

test("a payout that no line of the bank has paid by the fifth business day is the house's case until one has", async () => {
  const from = await hugo.now();
  const wire = { asset: "EUR" as const, quantity: Decimal.from("10"), reference: "wire", bankReference: "E2E 7" };
  await recordPayout(world.ctx, wire);
  const iban = "DE89370400440532013000";
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme GmbH", asset: "EUR", iban }));
  await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("20"), reference: "PO-1", beneficiaryId });
  await world.later(fifthBusinessDay(from) - from.getTime() - 60_000);
  expect(await cases(hugo)).toEqual([]);
  await world.later(120_000);
  const found = await cases(hugo);
  expect(found.map(({ cause }) => cause).sort()).toEqual([
    expect.stringMatching(/^A payout of 10\.00 EUR of acme \(E2E 7\) was recorded as made by the bank, and no line/),
    expect.stringMatching(
      /^A payout of 20\.00 EUR of acme to DE89370400440532013000 \(PO-1\) was approved, and nothing/,
    ),
  ]);
  expect(await cases(anna)).toEqual([]);
  await pay("-10", "E2E 7");
  await pay("-20", "PO-1");
  expect(await cases(hugo)).toEqual([]);
  for (const { caseId } of found) expect(await getCase(hugo, { caseId })).toMatchObject({ state: "SETTLED" });
});

test("a day that the house lists as a bank holiday is none of the five, of any asset", async () => {
  const house = { ...hugo, account: await houseOf(world.app) };
  const from = await hugo.now();
  const [fifth, list] = [new Date(fifthBusinessDay(from)), "bankHolidays"];
  await changeSettings(house, { [list]: `${fifth.toISOString().slice(0, 10)} Stocktaking` });
  await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("5"), reference: "PO-2", beneficiaryId });
  await world.later(fifth.getTime() - from.getTime() + 60_000);
  expect(await cases(hugo)).toEqual([]);
  const next = fifth.getUTCDay() === 5 ? 3 : 1;
  await world.later(next * DAY - 120_000);
  expect(await cases(hugo)).toEqual([]);
  await world.later(120_000);
  expect((await cases(hugo)).map(({ cause }) => cause)).toEqual([expect.stringContaining("(PO-2)")]);
  await changeSettings(house, { [list]: "default" });
  await pay("-5", "PO-2");
  expect(await cases(hugo)).toEqual([]);
});

test("a payout that nothing has proven stays a case, however long ago it was", async () => {
  const recorded = { asset: "EUR" as const, quantity: Decimal.from("1.5"), reference: "old", bankReference: "E2E 8" };
  await recordPayout(world.ctx, recorded);
  await payOrAsk(world.ctx, { asset: "EUR", quantity: Decimal.from("2.5"), reference: "PO-3", beneficiaryId });
  await world.later(100 * DAY);
  const causes = async () => (await cases(hugo)).map(({ cause }) => cause).sort();
  expect(await causes()).toEqual([
    expect.stringMatching(/^A payout of 1\.50 EUR of acme \(E2E 8\) was recorded/),
    expect.stringMatching(/^A payout of 2\.50 EUR of acme .* \(PO-3\) was approved/),
  ]);
  await pay("-1.5", "E2E 8");
  await pay("-2.5", "PO-3");
  expect(await causes()).toEqual([]);
});

test("a settlement that cannot be requested for a day is the house's case until it can", async () => {
  const spare = await makeBeneficiary(world.ctx, { name: "Acme 2", asset: "EUR", iban: ibanOf(31) });
  const terms = { account: "acme", currency: "EUR", schedule: "DAILY" } as const;
  await setTermsOrAsk(hugo, { ...terms, beneficiaryId: spare.beneficiaryId });
  await retireBeneficiary(world.ctx, { beneficiaryId: spare.beneficiaryId });
  await world.later(DAY);
  await world.settle();
  expect(await cases(hugo)).toEqual([]);
  await world.later(DAY + 60_000);
  await world.settle();
  expect((await cases(hugo)).map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/^The settlement S-EUR-\d{8}-1 of acme over 61\.00 EUR is due and cannot be requested/),
  ]);
  await setTermsOrAsk(hugo, { ...terms, beneficiaryId });
  await world.settle();
  expect(await cases(hugo)).toEqual([]);
});
