import { afterAll, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk, rejectPayout } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { cancelPrepared } from "./end-prepared.ts";
import { prepareTransaction } from "./prepare.ts";

// The file of what was cancelled may lie with the signer, also when its payout is over.

const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

let world: World;
let hugo: Ctx;
let beneficiaryId: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
  hugo = await personOfHouse(world, "Hugo");
  await world.retained("0.3", { bech32: true });
  ({ beneficiaryId } = await makeBeneficiary(world.ctx, { name: "Acme", asset: "BTC", address: PAID }));
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const payout = async (quantity: string): Promise<string> => {
  const input = { asset: "BTC", quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
  return JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text).payoutId;
};
const prepare = (payoutId: string) => prepareTransaction(hugo, { network: "bitcoin", payoutIds: [payoutId] });

test("what is prepared for the same place spends a coin of what was cancelled for a payout that is over", async () => {
  const [over, next, third] = [await payout("0.01"), await payout("0.02"), await payout("0.03")];
  const stale = await prepare(over);
  const [coin] = stale.inputs;
  await cancelPrepared(hugo, { ...stale, note: "by mistake" });
  // A greater coin than all others comes meanwhile: alone it would be spent.
  await world.retained("0.9", { bech32: true });
  await mineBlocks(hugo, { network: "bitcoin", count: 3 });
  await world.settle();
  // As long as that payout may be prepared again, it is that which excludes the file.
  const before = await prepare(next);
  expect(before.inputs).not.toContainEqual(coin);
  await cancelPrepared(hugo, { ...before, note: "again" });
  await rejectPayout(hugo, { payoutId: over, note: "never" });
  const after = await prepare(next);
  expect(after.inputs).toContainEqual(coin);
  // Kept for that one, it hinders no other.
  await cancelPrepared(hugo, { ...after, note: "once more" });
  const again = await prepare(third);
  expect(again.inputs).toContainEqual(coin);
  await world.retained("0.5", { bech32: true });
  await mineBlocks(hugo, { network: "bitcoin", count: 3 });
  await world.settle();
  const free = await prepare(await payout("0.04"));
  expect(free.inputs).not.toContainEqual(coin);
  for (const each of [again, free]) await cancelPrepared(hugo, { ...each, note: "no" });
});
