import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { createConversion } from "./create-conversion.ts";
import { executeConversion } from "./execute-conversion.ts";
import { needRecord } from "./get-conversions.ts";
import { quoteConversion } from "./quote-conversion.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

const WORDS = "EOrder:Insufficient funds";

test("what a venue says when it refuses is the operator's: the account reads a sentence of ours and a code", async () => {
  const { paymentId } = await world.retained("0.002");
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.00199"), items: [{ paymentId }] };
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  await quoteConversion(world.ctx, { invoiceId });
  await world.fault("insufficient-funds", 1);
  const answered = recordOf(await executeConversion(world.ctx, { invoiceId }));
  expect(answered).toMatchObject({ status: "CREATED", lastError: "The venue refused the order." });
  expect(answered.failure).toEqual({ code: "REFUSED" });
  const read = recordOf(await needRecord(world.ctx, invoiceId));
  expect([read.lastError, read.failure]).toEqual(["The venue refused the order.", { code: "REFUSED" }]);
  expect(recordOf(await needRecord(world.ctx, invoiceId, true)).failure).toEqual({ code: "REFUSED", detail: WORDS });

  const shown = await world.app.database.pool.query<{ text: string }>(
    `select data::text as text from event where object_id = $1 union all
     select detail::text from audit where object_id = $1::text and account_id = (select account_id from conversion where id = $1)`,
    [invoiceId],
  );
  expect(shown.rows.length).toBeGreaterThan(3);
  for (const { text } of shown.rows) expect(text).not.toContain(WORDS);
  const { rows } = await world.app.database.pool.query("select last_error from venue_order where conversion_id = $1", [
    invoiceId,
  ]);
  expect(rows).toEqual([{ last_error: WORDS }]);
});
