import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { lockBill } from "#lib/bills/lock-bill.ts";
import { emitPaymentEvents } from "./emit.ts";
import { eventsAfter } from "./outbox.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

test("events of one object are read as they were told, whichever transaction began first", async () => {
  const [first, second] = [await world.bill(), await world.bill()];
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  const { promise: began, resolve: hasBegun } = Promise.withResolvers<void>();
  const long = world.ctx.transaction(async (tx) => {
    await lockBill(tx, first.paymentId);
    await emitPaymentEvents(tx, first.paymentId, ["payment.detected"]);
    hasBegun();
    await gate;
    await lockBill(tx, second.paymentId);
    await emitPaymentEvents(tx, second.paymentId, ["payment.completed", "payment.underpaid"]);
    await emitPaymentEvents(tx, second.paymentId, ["payment.expired"]);
  });
  await began;
  await world.ctx.transaction(async (tx) => {
    await lockBill(tx, second.paymentId);
    await emitPaymentEvents(tx, second.paymentId, ["payment.detected"]);
  });
  const read = async () =>
    (await eventsAfter(world.ctx, { tx: "0", seq: "0" }, 100))
      .filter(({ objectId }) => objectId === second.paymentId)
      .map(({ sequence, type }) => [sequence, type]);
  // Nothing is read that the long one could still come before.
  expect(await read()).toEqual([[1, "payment.created"]]);
  go();
  await long;
  expect(await read()).toEqual([
    [1, "payment.created"],
    [2, "payment.detected"],
    [3, "payment.completed"],
    [4, "payment.underpaid"],
    [5, "payment.expired"],
  ]);
});
