import { afterAll, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { getOverview } from "./get-overview.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

test("a day's volume counts what was credited, as kept what is kept, paid out since or not, and apart what is pending", async () => {
  const volume = async () => {
    const { facts } = JSON.parse(writeJson(await getOverview(world.ctx, {})));
    return facts.volume;
  };
  const sold = await world.bill({ fiatReceivable: Decimal.from("100") });
  await world.pay(sold, sold.quantity);
  await world.retained("0.01");
  expect(await volume()).toMatchObject([
    { cryptoType: "BTC", fiat: "EUR", count: 2, converted: 100, kept: 591.03, pending: 0 },
  ]);
  // Coins that left are what was kept, and a bill that nobody paid is none of the day's.
  await recordPayout(world.ctx, { asset: "BTC", quantity: Decimal.from("0.004"), reference: "by hand" });
  await world.bill({ fiatReceivable: Decimal.from("70") });
  expect(await volume()).toMatchObject([{ count: 2, converted: 100, kept: 591.03, pending: 0 }]);
  await changeSettings(world.ctx, { depositLimit: "0.001" });
  const held = await world.bill({ fiatReceivable: Decimal.from("120") });
  await world.pay(held, held.quantity);
  expect((await world.payment(held.paymentId)).quantityPending).not.toBe(0);
  // 0.00202021 more, at 59 400.
  expect(await volume()).toMatchObject([{ count: 3, converted: 100, kept: 591.03, pending: 120 }]);
});
