import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
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

const amounts = async (paymentId: string) => {
  const { quantityReceived, quantitySeen, quantityMissing, quantityDeclined, late } = await payerState(world.ctx, {
    paymentId,
  });
  return [quantityReceived, quantitySeen, quantityMissing, quantityDeclined].map(String).concat(late ? ["late"] : []);
};

test("what is unconfirmed or held is seen, and nothing is missing of it", async () => {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.0011" });
  const bill = await world.bill({ fiatReceivable: Decimal.from(100) });
  const rest = bill.quantity.minus(Decimal.from("0.0004"));
  expect(await amounts(bill.paymentId)).toEqual(["0", "0", bill.quantity.toString(), "0"]);
  await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: Decimal.from("0.0004") });
  await world.settle();
  expect(await amounts(bill.paymentId)).toEqual(["0", "0.0004", rest.toString(), "0"]);
  await mineBlocks(world.ctx, { network: "bitcoin", count: 2 });
  await world.settle();
  expect(await amounts(bill.paymentId)).toEqual(["0.0004", "0", rest.toString(), "0"]);
  await world.pay(bill, rest);
  expect(await payerState(world.ctx, bill)).toMatchObject({ status: "PROCESSING", amountStatus: "PARTIAL" });
  expect(await amounts(bill.paymentId)).toEqual(["0.0004", rest.toString(), "0", "0"]);
  const { deposits } = await world.payment(bill.paymentId);
  const txId = deposits.find(({ status }) => status === "HELD")?.txId ?? "";
  await declineDeposit(world.ctx, { txId, note: "unknown sender" });
  expect(await amounts(bill.paymentId)).toEqual(["0.0004", "0", rest.toString(), rest.toString()]);
  await changeSettings(world.ctx, { "depositLimit.BTC": "default" });
});

test("of what is within the bill's tolerance nothing is missing", async () => {
  await changeSettings(world.ctx, { toleranceBps: "100" });
  const bill = await world.bill({ fiatReceivable: Decimal.from(100) });
  await changeSettings(world.ctx, { toleranceBps: "default" });
  await sendDeposit(world.ctx, {
    address: bill.deposit_address,
    quantity: bill.quantity.minus(Decimal.from("0.00001")),
  });
  await world.settle();
  expect((await amounts(bill.paymentId))[2]).toBe("0");
});

test("tells of money that was late, and of another asset than the bill's", async () => {
  const [late, wrong] = [await world.bill(), await world.bill({ cryptoType: "USDT" })];
  await sendDeposit(world.ctx, { address: wrong.deposit_address, quantity: Decimal.from(7), cryptoType: "USDC" });
  await world.settle();
  expect(await payerState(world.ctx, wrong)).toMatchObject({ wrongAsset: true, late: false });
  expect((await amounts(wrong.paymentId)).slice(0, 2)).toEqual(["0", "0"]);
  await world.later(21 * 60_000);
  await world.pay(late, late.quantity);
  expect(await payerState(world.ctx, late)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID", late: true });
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

test("names each transaction that counts, and says when one that had counted is gone", async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  const { deposits } = await world.payment(bill.paymentId);
  const [{ txHash, firstSeen } = { txHash: "", firstSeen: 0 }] = deposits;
  expect(await payerState(world.ctx, bill)).toMatchObject({
    reversed: false,
    deposits: [{ txHash, firstSeen, quantity: bill.quantity }],
  });
  await reorganise(world.ctx, { network: "bitcoin", depth: 20, doubleSpend: [txHash] });
  await world.settle();
  const after = await payerState(world.ctx, bill);
  expect(after).toMatchObject({ reversed: true, amountStatus: "UNPAID" });
  expect(after).not.toHaveProperty("deposits");
});
