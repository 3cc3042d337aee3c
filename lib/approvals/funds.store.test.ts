import { afterAll, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { setTermsOrAsk } from "#lib/approvals/terms-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { ibanOf } from "#lib/beneficiaries/iban.fixture.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { listApprovals } from "./list-approvals.ts";
import { decline } from "./decide-approval.ts";
import { askToPay } from "./payout-or-ask.ts";

let world: World;
let hugo: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  await personOfHouse(world, "Hanna");
  const sold = await world.bill({ fiatReceivable: Decimal.from("500") });
  await world.pay(sold, sold.quantity);
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Müller", asset: "EUR", iban: ibanOf(1) }));
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const ask = (quantity: string) =>
  askToPay(world.ctx, { asset: "EUR", quantity: Decimal.from(quantity), reference: quantity, beneficiaryId });
const waiting = async (ctx: Ctx, reference: string): Promise<ApprovalRecord> => {
  const found = (await listApprovals(ctx, {})).data.find(({ payout }) => payout?.reference === reference);
  return found as ApprovalRecord;
};
const texts = (side: { holds: Decimal; promised: Decimal; after: Decimal } | undefined) =>
  side && [side.holds, side.promised, side.after].map(String);

test("a payout that waits says what its account holds, what is promised to others, and what it leaves", async () => {
  await ask("100");
  await ask("30.5");
  expect(texts((await waiting(world.ctx, "100")).funds?.account)).toEqual(["500", "30.5", "369.5"]);
  expect(texts((await waiting(world.ctx, "30.5")).funds?.account)).toEqual(["500", "100", "369.5"]);
});

test("the place that pays it is told to the house alone, by the books", async () => {
  const [own, theirs] = [await waiting(world.ctx, "100"), await waiting(hugo, "100")];
  expect(own.funds?.place).toBeUndefined();
  expect(theirs.funds?.account).toEqual(own.funds?.account);
  const lies = Decimal.from(((await balanceOf(hugo, "bank", "EUR")) / 100n).toString());
  const place = theirs.funds?.place;
  expect(place?.name).toBe("bank:main");
  const after = lies.minus(Decimal.from("130.5"));
  expect(texts(place)).toEqual([lies.toString(), "30.5", after.toString()]);
});

test("what is decided says nothing of balances any more, and frees what was promised", async () => {
  const { approvalId } = await waiting(hugo, "100");
  await decline(hugo, { approvalId, note: "no" });
  expect((await waiting(hugo, "100")).funds).toBeUndefined();
  expect(texts((await waiting(world.ctx, "30.5")).funds?.account)).toEqual(["500", "0", "469.5"]);
});

test("it names what the settlement terms hold back of it", async () => {
  const reserve = Decimal.from("450");
  await setTermsOrAsk(hugo, { account: "acme", currency: "EUR", schedule: "DAILY", reserve, beneficiaryId });
  expect((await waiting(hugo, "30.5")).funds?.account.reserve?.toString()).toBe("450");
  await expect(ask("20")).rejects.toMatchObject({ code: "INSUFFICIENT_FUNDS" });
});
