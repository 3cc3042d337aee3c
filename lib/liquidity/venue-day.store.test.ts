import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

const days = () => world.ctx.db.$queryRawUnsafe("select symbol, taken::text from venue_day order by symbol, day");

test("a venue's day is written last: while a trade's transaction is open, its row is nobody's to wait for", async () => {
  const bill = await world.bill({ fiatReceivable: Decimal.from(100) });
  await world.pay(bill, bill.quantity);
  const before = await days();
  const trade = `insert into venue_trade (venue, trade_id, order_id, quantity_units, proceeds, fee, fiat_units, fee_units, quantity, at)
    select venue, 'second', order_id, quantity_units, proceeds, fee, fiat_units, fee_units, quantity, at from venue_trade limit 1`;
  await expect(
    world.ctx.transaction(async (tx) => {
      await tx.db.$executeRawUnsafe(trade);
      expect(await tx.db.$queryRawUnsafe("select symbol, taken::text from venue_day order by symbol, day")).toEqual(
        before,
      );
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await world.ctx.transaction((tx) => tx.db.$executeRawUnsafe(trade));
  expect(await days()).not.toEqual(before);
});
