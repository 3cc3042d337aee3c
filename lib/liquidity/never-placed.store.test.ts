import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { needRecord } from "#lib/conversions/get-conversions.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { recorders } from "#lib/worker/due.ts";
import { stateNeverPlaced } from "./never-placed.ts";
import type { Venue } from "./venue.ts";

let world: World;
let hugo: Ctx;
beforeAll(async () => {
  world = await openWorld();
  hugo = await personOfHouse(world, "Hugo");
});
beforeEach(async () => {
  await world.fault("none");
  await world.price("BTC", "EUR", "60000");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const state = (orderId: string, ctx = hugo) =>
  stateNeverPlaced(ctx, { orderId, note: "no order of that minute at the venue" }, recorders);
/** An invoice whose order is sent into a fault of the venue. */
async function executing(fault: Parameters<World["fault"]>[0]): Promise<{ invoiceId: string; orderId: string }> {
  const { paymentId } = await world.retained("0.002");
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.00199"), items: [{ paymentId }] };
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  await quoteConversion(world.ctx, { invoiceId });
  await world.fault(fault, 1);
  expect(recordOf(await executeConversion(world.ctx, { invoiceId })).status).toBe("EXECUTING");
  const { rows } = await world.app.database.pool.query<{ id: string }>(
    "select id from venue_order where conversion_id = $1",
    [invoiceId],
  );
  return { invoiceId, orderId: rows[0]?.id ?? "" };
}
const venueThat = (does: Partial<Venue>): Ctx => ({
  ...hugo,
  app: { ...hugo.app, venues: hugo.app.venues.map((venue) => ({ ...venue, ...does })) },
});

test("an order that never reached its venue is stated so, and its conversion goes on", async () => {
  const { invoiceId, orderId } = await executing("timeout-before-accept");
  const found = { caseId: `unknown-outcome-${orderId}`, account: world.ctx.account?.name, invoiceId };
  await expect(state(orderId)).rejects.toEqual(code("INVALID_STATE"));
  await world.later(21_000);
  expect((await listCases(hugo, { kind: "UNKNOWN_OUTCOME" })).data).toMatchObject([found]);
  const silent = venueThat({ find: () => Promise.reject(new Error("away")) });
  await expect(state(orderId, silent)).rejects.toEqual(code("VENUE_UNAVAILABLE"));
  expect(await state(orderId)).toMatchObject({ orderId, purpose: "INVOICE", status: "REFUSED", venue: "sandbox" });
  expect(recordOf(await needRecord(world.ctx, invoiceId))).toMatchObject({
    status: "CREATED",
    failure: { code: "NEVER_PLACED" },
  });
  expect((await listCases(hugo, { kind: "UNKNOWN_OUTCOME" })).data).toEqual([]);
  await expect(state(orderId)).rejects.toEqual(code("INVALID_STATE"));
  const { rows } = await world.app.database.pool.query(
    "select missed, (select detail ->> 'note' from audit where object_id = o.id::text and action = 'order.never-placed') as note from venue_order o where id = $1",
    [orderId],
  );
  expect(rows).toEqual([{ missed: true, note: "no order of that minute at the venue" }]);
});

test("so is one whose venue is no longer named, by the person's word alone", async () => {
  const { invoiceId, orderId } = await executing("timeout-before-accept");
  await world.later(21_000);
  await state(orderId, venueThat({ name: "another" }));
  expect(recordOf(await needRecord(world.ctx, invoiceId)).status).toBe("CREATED");
});

test("one that the venue has is not overruled, and one of nobody's is unknown", async () => {
  const { invoiceId, orderId } = await executing("timeout-after-accept");
  await world.later(21_000);
  await expect(state(orderId)).rejects.toEqual(code("INVALID_STATE"));
  await expect(state("no-order")).rejects.toEqual(code("NOT_FOUND"));
  await world.settle();
  expect(recordOf(await needRecord(world.ctx, invoiceId)).status).toBe("EXECUTED");
});
