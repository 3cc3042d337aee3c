import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { createConversion } from "./create-conversion.ts";
import { executeConversion } from "./execute-conversion.ts";
import { getConversionPrices } from "./price-line.ts";
import { quoteConversion } from "./quote-conversion.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const code = (code: string) => expect.objectContaining({ code });

async function invoiceOf({ paymentId }: MadeBill): Promise<string> {
  const quantity = Decimal.from("0.00199");
  const items = [{ paymentId }];
  return recordOf(await createConversion(world.ctx, { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items }))
    .invoiceId;
}

describe("the price of a conversion on one line", () => {
  const line = async (invoiceId: string) =>
    (await getConversionPrices(world.ctx, { invoiceId })).points.map(({ kind, bid, mid }) =>
      [kind, bid.toString(), mid?.toString()].join(" "),
    );

  test("is what was stored before, each quote, what was last known at the execution, and now", async () => {
    const bill = await world.retained("0.002");
    await world.price("BTC", "EUR", "57000");
    await keepPrices(world.ctx);
    await world.later(6 * 60_000);
    await world.price("BTC", "EUR", "58000");
    const invoiceId = await invoiceOf(bill);
    const { quoteId } = await quoteConversion(world.ctx, { invoiceId });
    await executeConversion(world.ctx, { invoiceId, quoteId });
    await world.later(6 * 60_000);
    await world.price("BTC", "EUR", "59000");
    await keepPrices(world.ctx);
    expect((await line(invoiceId)).slice(-5)).toEqual([
      "MARKET 57000 57011.4",
      "QUOTE 58000 58011.6",
      "EXECUTION 58000 58011.6",
      "MARKET 59000 59011.8",
      "NOW 59000 59011.8",
    ]);
  });

  test("begins ten minutes before the first quote, to the millisecond", async () => {
    const invoiceId = await invoiceOf(await world.retained("0.002"));
    const { quoteTime } = await quoteConversion(world.ctx, { invoiceId });
    const stored = (beforeMs: number, bid: string) =>
      world.app.database.pool.query(
        "insert into price_history (base, fiat, at, bid, ask) values ('BTC', 'EUR', $1, $2, $2)",
        [new Date(quoteTime - beforeMs), bid],
      );
    await stored(600_001, "50001");
    expect(await line(invoiceId)).not.toContain("MARKET 50001 50001");
    await stored(600_000, "50002");
    expect((await line(invoiceId))[0]).toBe("MARKET 50002 50002");
  });

  test("belongs to the account alone", async () => {
    const invoiceId = await invoiceOf(await world.retained("0.002"));
    await expect(getConversionPrices(world.ctx, { invoiceId: "no id" })).rejects.toEqual(code("NOT_FOUND"));
    const stranger = { ...world.ctx, account: { ...world.ctx.account, id: world.ctx.id() } } as Ctx;
    await expect(getConversionPrices(stranger, { invoiceId })).rejects.toEqual(code("NOT_FOUND"));
  });
});
