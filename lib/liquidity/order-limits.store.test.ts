import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { placeOrder } from "./place-order.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

test("an invoice whose price has gone stale is sold at its quote, no lower than 2 % under its bid", async () => {
  const { paymentId } = await world.retained("0.002");
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.00199"), items: [{ paymentId }] };
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  const { quoteId } = await quoteConversion(world.ctx, { invoiceId });
  await world.stale("BTC", "EUR");
  expect(recordOf(await executeConversion(world.ctx, { invoiceId, quoteId })).status).toBe("EXECUTED");
  const { rows } = await world.app.database.pool.query(
    "select limit_price::text from venue_order where conversion_id = $1",
    [invoiceId],
  );
  expect(rows).toEqual([{ limit_price: "58800.00000000" }]);
});

test.each(["SELL", "BUY"] as const)(
  "without a fresh price the operator trades nothing of its own (%s)",
  async (side) => {
    await world.stale("BTC", "EUR");
    const hedge = { purpose: "HEDGE", side, base: "BTC", fiat: "EUR", units: 100_000n } as const;
    await expect(world.ctx.transaction((tx) => placeOrder(tx, hedge))).rejects.toMatchObject({
      code: "PRICE_UNAVAILABLE",
    });
  },
);
