import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { requestAddress } from "#lib/bills/request-address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { findMissedOrders, watchMissed } from "#lib/liquidity/watch-missed.ts";
import type { CaseRecord } from "./contract.ts";
import { findCases } from "./find-cases.ts";
import { getCase, getCaseSummary } from "./get-case.ts";
import { listCases } from "./list-cases.ts";

// Two accounts have the same: a conversion whose order turned up late, and one that failed. Each sees its own alone.

const RETAINED = Decimal.from("0.00199");
/** An order's deadline and the margin after it, and the wait until what was missed is looked for again. */
const FENCE_MS = 60_000;
const WATCH_MS = 30_000;

let world: World;
let own: { late: string; failed: string };
let theirs: { late: string; failed: string };

beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  own = { late: await lateConversion(world.ctx), failed: await created(world.ctx) };
  theirs = { late: await lateConversion(world.other), failed: await created(world.other) };
  await leaveExecuting(world.ctx, own.failed);
  await leaveExecuting(world.other, theirs.failed);
  // No verb of today lets a conversion fail for good; its state machine does.
  await world.app.database.pool.query("update conversion set status = 'FAILED' where id = any($1::uuid[])", [
    [own.failed, theirs.failed],
  ]);
});
afterAll(() => world.close());

test.each([
  ["SOLD_TWICE", "late"],
  ["FAILED", "failed"],
] as const)("%s is a case of the account whose conversion it is, and of no other", async (kind, which) => {
  expect(await conversionsIn(world.ctx, kind)).toEqual([own[which]]);
  expect(await conversionsIn(world.other, kind)).toEqual([theirs[which]]);
  const found = await findCases(world.ctx, { billIds: [], conversionIds: [own[which]], endpointIds: [] });
  expect(found.map((one) => one.kind)).toContain(kind);
  const countIn = async (ctx: Ctx) => (await getCaseSummary(ctx)).byKind.find((each) => each.kind === kind)?.count;
  expect([await countIn(world.ctx), await countIn(world.other)]).toEqual([1, 1]);
  const [caseId = ""] = (await listCases(world.ctx, { kind })).data.map((each) => each.caseId);
  await expect(getCase(world.other, { caseId })).rejects.toEqual(expect.objectContaining({ code: "NOT_FOUND" }));
});

async function conversionsIn(ctx: Ctx, kind: CaseRecord["kind"]): Promise<(string | undefined)[]> {
  return (await listCases(ctx, { kind })).data.map(({ invoiceId }) => invoiceId);
}

/** The venue takes the order in, its answer is lost, and until the order counts as never placed it does not know it. */
async function lateConversion(ctx: Ctx): Promise<string> {
  const invoiceId = await created(ctx);
  await leaveExecuting(ctx, invoiceId);
  const at = async () => new Date((await world.ctx.now()).getTime() + FENCE_MS);
  const unknown = vi
    .spyOn(world.app.venue, "find")
    .mockImplementation(async () => ({ outcome: undefined, at: await at() }));
  await world.later(FENCE_MS);
  await world.settle();
  unknown.mockRestore();
  await world.fault("none");
  await world.later(WATCH_MS);
  const worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
  for (const orderId of await findMissedOrders(worker, 1)) expect(await watchMissed(worker, orderId)).toBe(true);
  return invoiceId;
}

async function created(ctx: Ctx): Promise<string> {
  const bill = await requestAddress(ctx, {
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: Decimal.from("100"),
    subaccount: "shop-1",
    strategy: "RAI",
  });
  await world.pay(bill, Decimal.from("0.002"));
  const items = [{ paymentId: bill.paymentId }];
  const invoice = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: RETAINED, items };
  const { invoiceId } = recordOf(await createConversion(ctx, invoice));
  return invoiceId;
}

async function leaveExecuting(ctx: Ctx, invoiceId: string): Promise<void> {
  await quoteConversion(ctx, { invoiceId });
  await world.fault("timeout-after-accept");
  await executeConversion(ctx, { invoiceId });
}
