import { afterAll, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";

// A chain takes back a deposit, and then the payout that was paid from it (rulebook 13.6).

const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

let world: World;
let ada: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  ada = await personOfHouse(world, "Ada");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
afterAll(() => world.close());

const mine = async (count: number) => {
  await mineBlocks(operator, { network: "bitcoin", count });
  await world.settle();
};

test("stands as gone, and is a case, until the deposit is back: then it is reserved again by itself", async () => {
  await mine(30);
  // Other coins are there for what has left, whatever becomes of this deposit.
  await world.retained("0.5");
  const { paymentId } = await world.retained("0.3");
  const { beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID });
  const input = { asset: "BTC", quantity: Decimal.from("0.2"), reference: "out", beneficiaryId, paymentId } as const;
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text);
  const quantity = Decimal.from("0.2");
  const { txHash } = await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: PAID });
  await mine(3);
  const state = async () => {
    const { status, isOut } = await world.ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } });
    return [status, isOut];
  };
  expect(await state()).toEqual(["CONFIRMED", true]);
  const [deposit] = (await world.payment(paymentId)).deposits;
  const lost = deposit?.txHash ?? "";
  await reorganise(operator, { network: "bitcoin", depth: 30, drop: [lost] });
  await world.settle();
  expect((await world.payment(paymentId)).deposits[0]).toMatchObject({ status: "DROPPED" });
  expect(await state()).toEqual(["CONFIRMED", true]);
  await reorganise(operator, { network: "bitcoin", depth: 40, drop: [txHash] });
  await world.settle();
  expect(await state()).toEqual(["CONFIRMED", true]);
  const cases = async () => (await listCases(ada, { kind: "NOT_PAID" })).data;
  await world.later(11 * 60_000);
  expect(await cases()).toMatchObject([{ causeFacts: { txHash }, cause: expect.stringContaining("in no block") }]);
  await world.ctx.db
    .$executeRaw`update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = ${lost}`;
  await world.settle();
  await mine(3);
  expect(await state()).toEqual(["BROADCAST", false]);
  expect(await cases()).toEqual([]);
  expect(await world.broken()).toEqual([]);
});
