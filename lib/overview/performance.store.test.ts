import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { reorganise } from "#lib/sandbox/chain-controls.ts";
import { getPerformance } from "./get-performance.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

type Performance = { conversions: Record<string, unknown>[]; deliveries: Record<string, number>[] };

/** As the operator's people read it, unless another person asks. */
async function performanceOf(
  ctx = world.ctx,
  actor: Ctx["actor"] = { kind: "staff", userId: "1", name: "Hugo", role: "admin", houseRole: "viewer" },
): Promise<Performance> {
  const { actor: _own, ...same } = ctx;
  const body = await getPerformance({ ...same, actor }, {});
  return { conversions: JSON.parse(body.conversions.text), deliveries: JSON.parse(body.deliveries.text) };
}

test("a conversion's result is what the venue paid beyond the fiat credited; its slippage is against the quote's bid", async () => {
  const bill = await world.retained("0.01");
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, {
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: Decimal.from("0.00995"),
      items: [{ paymentId: bill.paymentId }],
    }),
  );
  await quoteConversion(world.ctx, { invoiceId });
  await executeConversion(world.ctx, { invoiceId });
  await world.settle();
  const { rows } = await world.app.database.pool.query<{ result: string; slippage: string; fiat: string }>(
    `select trim_scale(round(o.proceeds - o.fee - v.fiat_units / 100.0, 2)) as result, v.fiat_units / 100.0 as fiat,
      trim_scale(round((60000 - o.proceeds / 0.00995) / 6, 1)) as slippage
    from venue_order o join conversion v on v.id = o.conversion_id where v.id = $1`,
    [invoiceId],
  );
  const [day, ...more] = (await performanceOf()).conversions;
  expect(more).toEqual([]);
  expect(day).toMatchObject({
    count: 1,
    sold: Number(rows[0]?.fiat),
    result: Number(rows[0]?.result),
    slippageMedian: Number(rows[0]?.slippage),
    slippageHigh: Number(rows[0]?.slippage),
  });
  expect(Number(rows[0]?.result)).toBeGreaterThan(0);
});

test("an account's own key reads what was sold and how fast, nothing of what it brought or cost the operator", async () => {
  for (const actor of [world.ctx.actor, { kind: "staff", userId: "2", name: "Ada", role: "admin" }] as const) {
    const [day] = (await performanceOf(world.ctx, actor)).conversions;
    expect(Object.keys(day ?? {})).toEqual(["day", "count", "sold"]);
  }
});

test("an explicit fee is withheld from the crypto: what it leaves is sold, and all of the fiat counts against it", async () => {
  const bill = await world.retained("0.01", { cryptoType: "BTC", fiat: "EUR", feeModel: "EXPLICIT" });
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, {
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: Decimal.from("0.00995"),
      items: [{ paymentId: bill.paymentId }],
    }),
  );
  const before = Number((await performanceOf()).conversions[0]?.["result"] ?? 0);
  await quoteConversion(world.ctx, { invoiceId });
  await executeConversion(world.ctx, { invoiceId });
  await world.settle();
  const { rows } = await world.app.database.pool.query<{ result: string }>(
    `select round(o.proceeds - o.fee - v.fiat_units / 100.0, 2) as result
    from venue_order o join conversion v on v.id = o.conversion_id where v.id = $1`,
    [invoiceId],
  );
  const after = Number((await performanceOf()).conversions[0]?.["result"]);
  expect(after - before).toBeCloseTo(Number(rows[0]?.result), 1);
});

test("the time to fiat counts from the first sighting, and of money that was sold without a person", async () => {
  const before = (await performanceOf()).deliveries.length;
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  const deposit = (await world.payment(bill.paymentId)).deposits[0];
  const ms = Number(deposit?.fills[0]?.at) - Number(deposit?.firstSeen);
  expect(before).toBe(0);
  expect((await performanceOf()).deliveries).toMatchObject([{ count: 1, medianMs: ms, highMs: ms }]);
  expect(await performanceOf(world.other)).toEqual({ conversions: [], deliveries: [] });
});

test("fiat that was taken back with its payment is none that was delivered", async () => {
  const before = (await performanceOf()).deliveries;
  const bill = await world.bill();
  const txHash = await world.pay(bill, bill.quantity);
  expect((await performanceOf()).deliveries[0]?.["count"]).toBe(Number(before[0]?.["count"]) + 1);
  await reorganise(world.ctx, { network: "bitcoin", depth: 20, drop: [txHash] });
  await world.settle();
  expect((await world.payment(bill.paymentId)).deposits[0]).toMatchObject({ status: "DROPPED" });
  expect((await performanceOf()).deliveries).toEqual(before);
});
