import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

type PayoutInput = Partial<Omit<Parameters<typeof recordPayout>[1], "quantity">>;
const payOut = async (quantity: string, input: PayoutInput = {}) => {
  const wanted = { asset: "BTC" as const, quantity: Decimal.from(quantity), reference: "wire 17", ...input };
  return JSON.parse((await recordPayout(world.ctx, wanted)).text) as { payoutId: string };
};
async function rows<Row>(text: string, values: unknown[]): Promise<Row[]> {
  return (await world.app.database.pool.query(text, values)).rows as Row[];
}
const emittedTypes = async (paymentId: string) =>
  (await rows<{ type: string }>("select type from event where object_id = $1 order by tx, seq", [paymentId])).map(
    ({ type }) => type,
  );

test("a hold paid back in two parts is told as declined once, with the last", async () => {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.00000001" });
  const bill = await world.bill();
  await world.pay(bill, Decimal.from("0.001"));
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  const before = await emittedTypes(bill.paymentId);
  await payOut("0.0004", { paymentId: bill.paymentId });
  expect(await emittedTypes(bill.paymentId)).toEqual(before);
  await payOut("0.0006", { paymentId: bill.paymentId });
  expect((await emittedTypes(bill.paymentId)).filter((type) => type === "payment.deposit.declined")).toHaveLength(1);
});

test("of a bill with something free and something held, only what is free goes out", async () => {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.0015" });
  const bill = await world.retained("0.001");
  await world.pay(bill, Decimal.from("0.002"));
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  await expect(payOut("0.001", { paymentId: bill.paymentId })).rejects.toThrow(
    "0.001 BTC is more than the 0.000995 that can be paid out.",
  );
  await payOut("0.000995", { paymentId: bill.paymentId });
  const { deposits } = await world.payment(bill.paymentId);
  expect(deposits.map(({ status, quantityPaidOut }) => [status, quantityPaidOut])).toEqual([
    ["CREDITED", 0.000995],
    ["HELD", 0],
  ]);
});

describe("what is recorded", () => {
  test("stands as it was asked for, with its parts and whose action it was", async () => {
    await world.retained("0.001");
    const bill = await world.retained("0.002");
    const { payoutId } = await payOut("0.0005", { paymentId: bill.paymentId });
    const [payout] = await rows("select * from payout where id = $1", [payoutId]);
    expect(payout).toMatchObject({ asset: "BTC", reference: "wire 17", from_pending: false });
    expect(String((payout as Record<string, unknown>)["quantity_units"])).toBe("50000");
    const [deposit] = await rows<{ id: string }>("select id from deposit where bill_id = $1", [bill.paymentId]);
    expect(
      await rows("select deposit_id, quantity_units::text as units from payout_part where payout_id = $1", [payoutId]),
    ).toEqual([{ deposit_id: deposit?.id, units: "50000" }]);
    const sold = await world.bill();
    await world.pay(sold, sold.quantity);
    const { payoutId: wire } = await payOut("1", { asset: "EUR" });
    expect(await rows("select asset, from_pending, tx_hash from payout where id = $1", [wire])).toEqual([
      { asset: "EUR", from_pending: false, tx_hash: null },
    ]);
    const { payoutId: bare } = await payOut("0.00000001");
    expect(await rows("select tx_hash from payout where id = $1", [bare])).toEqual([{ tx_hash: null }]);
  });

  test("of USDT names its network, and no other crypto takes one", async () => {
    await expect(payOut("1", { networkType: "eth" })).rejects.toThrow("networkType is only allowed with asset USDT.");
    await expect(payOut("1", { asset: "USDT", networkType: "tron" })).rejects.toThrow(
      "1 USDT on tron is more than the 0 that can be paid out.",
    );
    await world.price("USDT", "EUR", "0.92");
    const bill = await world.retained("25", { cryptoType: "USDT" });
    expect(await payOut("1", { asset: "USDT", networkType: "eth", paymentId: bill.paymentId })).toMatchObject({
      networkType: "eth",
    });
    await expect(payOut("1", { asset: "USDT", networkType: "tron", paymentId: bill.paymentId })).rejects.toThrow(
      "1 USDT on tron is more than the 0",
    );
  });
});
