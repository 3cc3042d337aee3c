import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { declineDeposit } from "#lib/deposits/decide-hold.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { getBalances } from "#lib/ledger/get-balances.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { listPayouts } from "./get-payouts.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const code = (code: string) => expect.objectContaining({ code });
const UNKNOWN = "0190a000-0000-7000-8000-000000000000";

type PayoutInput = Partial<Omit<Parameters<typeof recordPayout>[1], "quantity">>;
async function payOut(quantity: string, input: PayoutInput = {}, ctx: Ctx = world.ctx) {
  const wanted = { asset: "BTC" as const, quantity: Decimal.from(quantity), reference: "wire 17", ...input };
  return JSON.parse((await recordPayout(ctx, wanted)).text) as { payoutId: string };
}

async function balances(asset: string): Promise<Record<string, string>> {
  const { data } = await getBalances(world.ctx);
  const line = data.find((each) => each.asset === asset);
  return Object.fromEntries(
    (["pending", "available", "owed"] as const).map((name) => [name, String(line?.[name] ?? 0)]),
  );
}

async function held(quantity: string) {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.00000001" });
  const bill = await world.bill();
  await world.pay(bill, Decimal.from(quantity));
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  const txId = (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "";
  return { ...bill, txId };
}

describe("a payout of fiat", () => {
  test("takes free fiat and answers what was recorded", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    const before = Number((await balances("EUR"))["available"]);
    expect(await payOut("60", { asset: "EUR" })).toMatchObject({ asset: "EUR", reference: "wire 17" });
    expect((await balances("EUR"))["available"]).toBe(String(before - 60));
    expect((await world.payment(bill.paymentId)).fiatReceived).toBe(100);
  });

  test("changes nothing when there is too little, too many decimals, or a bill named", async () => {
    const before = await balances("EUR");
    await expect(payOut("1000000", { asset: "EUR" })).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    await expect(payOut("1.001", { asset: "EUR" })).rejects.toEqual(code("VALIDATION_FAILED"));
    await expect(payOut("1", { asset: "EUR", paymentId: UNKNOWN })).rejects.toEqual(code("VALIDATION_FAILED"));
    await expect(payOut("1", { asset: "EUR" }, world.other)).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    expect(await balances("EUR")).toEqual(before);
  });

  test("is found by its amount, both ends included", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    for (const quantity of ["7.01", "7.02", "7.03"]) await payOut(quantity, { asset: "EUR" });
    const between = { asset: "EUR", minimum: Decimal.from("7.02"), maximum: Decimal.from("7.03") } as const;
    const { data, startsAfter } = await listPayouts(world.ctx, { ...between, limit: 1 });
    const { data: rest } = await listPayouts(world.ctx, { ...between, limit: 1, startsAfter: startsAfter ?? "" });
    expect([...data, ...rest].map(({ text }) => JSON.parse(text).quantity)).toEqual([7.03, 7.02]);
  });

  test("of all there is goes to one of those that want it at once", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    const all = (await balances("EUR"))["available"] ?? "";
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => payOut(all, { asset: "EUR" })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const lost of tries) if (lost.status === "rejected") expect(lost.reason).toEqual(code("INSUFFICIENT_FUNDS"));
    expect((await balances("EUR"))["available"]).toBe("0");
  });
});

describe("a payout of free crypto", () => {
  test("of one bill leaves every other bill alone", async () => {
    const bill = await world.retained("0.002");
    const other = await world.retained("0.003");
    await payOut("0.0005", { paymentId: bill.paymentId });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      quantityPaidOut: 0.0005,
      quantityUnconverted: 0.00149,
      status: "COMPLETED",
      deposits: [{ status: "CREDITED", quantityPaidOut: 0.0005 }],
    });
    expect(await world.payment(other.paymentId)).toMatchObject({ quantityPaidOut: 0, quantityUnconverted: 0.002985 });
  });

  test("of the account takes the oldest first", async () => {
    await payOut((await balances("BTC"))["available"] ?? "");
    const bills = [await world.retained("0.001"), await world.retained("0.002"), await world.retained("0.003")];
    await payOut("0.002");
    const left = await Promise.all(
      bills.map(async ({ paymentId }) => (await world.payment(paymentId)).quantityUnconverted),
    );
    expect(left).toEqual([0, 0.000985, 0.002985]);
  });

  test("never reaches what an invoice has locked, nor more than there is", async () => {
    const bill = await world.retained("0.002");
    await createConversion(world.ctx, {
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: Decimal.from("0.00199"),
      items: [{ paymentId: bill.paymentId }],
    });
    const before = await world.payment(bill.paymentId);
    await expect(payOut("0.00000001", { paymentId: bill.paymentId })).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    await expect(payOut("1000")).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    await expect(payOut("0.001", { asset: "USDT" })).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    expect(await world.payment(bill.paymentId)).toEqual(before);
  });

  test("goes to one of those that want the same at once", async () => {
    const bill = await world.retained("0.002");
    const tries = await Promise.allSettled([1, 2, 3].map(() => payOut("0.00199", { paymentId: bill.paymentId })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const lost of tries) if (lost.status === "rejected") expect(lost.reason).toEqual(code("INSUFFICIENT_FUNDS"));
  });

  test("knows no bill and no deposit of another account", async () => {
    const bill = await world.retained("0.002");
    const txId = (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "";
    const refusals: unknown[] = [];
    for (const [ctx, source] of [
      [world.other, { paymentId: bill.paymentId }],
      [world.ctx, { paymentId: UNKNOWN }],
      [world.ctx, { paymentId: "nothing" }],
      [world.other, { txId }],
      [world.ctx, { txId: UNKNOWN }],
      [world.ctx, { txId: "nothing" }],
    ] as const)
      refusals.push(await payOut("0.001", source, ctx).catch(({ code, message }) => `${code} ${message}`));
    const payment = "NOT_FOUND There is no payment with this paymentId.";
    const deposit = "NOT_FOUND There is no deposit with this txId.";
    expect(refusals).toEqual([payment, payment, payment, deposit, deposit, deposit]);
  });
});

describe("a return to the sender", () => {
  test("of a held deposit declines it; the bill goes on without it", async () => {
    const bill = await held("0.001");
    await payOut("0.0004", { txId: bill.txId });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      labels: ["HELD"],
      quantityPending: 0.0006,
      deposits: [{ status: "HELD", quantityPaidOut: 0.0004 }],
    });
    await expect(payOut("0.0006001", { txId: bill.txId })).rejects.toEqual(code("INSUFFICIENT_FUNDS"));
    await payOut("0.0006", { txId: bill.txId });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "PENDING",
      amountStatus: "UNPAID",
      labels: [],
      quantityPending: 0,
      quantityReceived: 0.001,
      quantityPaidOut: 0.001,
      deposits: [{ status: "DECLINED", quantityPaidOut: 0.001 }],
    });
  });

  test("of a declined deposit is paid from what is pending of it", async () => {
    const bill = await held("0.001");
    await declineDeposit(world.ctx, { txId: bill.txId, note: "no" });
    await payOut("0.001", { paymentId: bill.paymentId });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      quantityPaidOut: 0.001,
      deposits: [{ status: "DECLINED" }],
    });
  });

  test("of the wrong asset is paid in that asset, the bill's sums untouched", async () => {
    const bill = await world.bill({ cryptoType: "USDC" });
    const wrong = { address: bill.deposit_address, quantity: Decimal.from("25"), cryptoType: "USDT" } as const;
    await sendDeposit(world.ctx, wrong);
    await world.settle();
    await mineBlocks(world.ctx, { network: "eth", count: 20 });
    await world.settle();
    expect((await balances("USDT"))["pending"]).toBe("25");
    await expect(payOut("25", { asset: "USDC", paymentId: bill.paymentId })).rejects.toEqual(
      code("INSUFFICIENT_FUNDS"),
    );
    expect(await payOut("25", { asset: "USDT", paymentId: bill.paymentId })).toMatchObject({ networkType: "eth" });
    expect((await balances("USDT"))["pending"]).toBe("0");
    expect(await world.payment(bill.paymentId)).toMatchObject({
      status: "PENDING",
      quantityReceived: 0,
      quantityPaidOut: 0,
      labels: ["WRONG_ASSET"],
      deposits: [{ status: "DECLINED", quantityPaidOut: 25 }],
    });
  });
});
