import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { payerState } from "./payer-state.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("a payer is told the confirmations of their own bill, whatever rules by now", async () => {
  await changeSettings(world.ctx, { "confirmations.BTC.EUR": "3,1000:5" });
  const small = await world.bill();
  const large = await world.bill({ fiatReceivable: Decimal.from(1_000) });
  await changeSettings(world.ctx, { "confirmations.BTC.EUR": "1" });
  expect((await payerState(world.ctx, small)).confirmationsRequired).toBe(3);
  expect((await payerState(world.ctx, large)).confirmationsRequired).toBe(5);
});

test("names the fee that the chain's node estimates, where it has one", async () => {
  await world.settle();
  const state = async (input: object) => payerState(world.ctx, { paymentId: (await world.bill(input)).paymentId });
  expect((await state({})).feeRate?.toString()).toBe("10");
  expect((await state({ cryptoType: "BCH" })).feeRate?.toString()).toBe("1");
  expect((await state({ cryptoType: "USDT" })).feeRate).toBeUndefined();
});

test("tells the merchant's name and the way back of the bill's own account, as they stand now", async () => {
  const bill = await world.bill();
  expect(await payerState(world.ctx, bill)).not.toHaveProperty("merchantName");
  await changeSettings(world.ctx, { merchantName: "Corner Shop", returnUrl: "https://shop.example/thanks" });
  expect(await payerState(world.ctx, bill)).toMatchObject({
    merchantName: "Corner Shop",
    returnUrl: "https://shop.example/thanks",
  });
  await changeSettings(world.ctx, { merchantName: "default", returnUrl: "default" });
  expect(await payerState(world.ctx, bill)).not.toHaveProperty("returnUrl");
});
