import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asOwner } from "#e2e/world/agreed.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { auditedOf, personIn } from "#e2e/world/people-of.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { approve, decline } from "./decide-approval.ts";
import { executeOrAsk } from "./execute-or-ask.ts";
import { listApprovals } from "./list-approvals.ts";

let world: World;
let ada: Ctx;
let grace: Ctx;
beforeAll(async () => {
  world = await openWorld();
  [ada, grace] = [await personIn(world, "Ada"), await personIn(world, "Grace")];
  await changeSettings(world.ctx, { secondPerson: "always", "executionLimit.EUR": "100" });
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});
beforeEach(() => world.price("BTC", "EUR", "60000"));

/** A conversion of crypto worth some 120 EUR, which no quote has been asked for yet. */
async function deal(quantity = "0.002"): Promise<string> {
  const { paymentId } = await world.retained(quantity);
  const unconverted = Decimal.from(String((await world.payment(paymentId)).quantityUnconverted));
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: unconverted, items: [{ paymentId }] };
  return recordOf(await createConversion(world.ctx, input)).invoiceId;
}

const quote = async (invoiceId: string) => void (await quoteConversion(world.ctx, { invoiceId }));

/** The request that an execution asks for; fails when it was executed. */
async function approvalFor(invoiceId: string, ctx = ada): Promise<string> {
  const refused = await executeOrAsk(ctx, { invoiceId }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "APPROVAL_REQUIRED", message: expect.stringContaining("above") });
  return isRefusal(refused) ? String(refused.detail.body?.["approvalId"]) : "";
}

test("above the limit another signs an envelope, inside which a fresh quote executes, once", async () => {
  const invoiceId = await deal();
  await quote(invoiceId);
  const approvalId = await approvalFor(invoiceId);
  expect(await approvalFor(invoiceId)).toBe(approvalId);
  const { data } = await listApprovals(ada, { status: "PENDING" });
  expect(data.filter((one) => one.approvalId === approvalId)).toMatchObject([
    {
      what: "execution",
      decides: "account",
      yours: true,
      request: { invoiceId, baseSymbol: "BTC", quoteSymbol: "EUR" },
    },
  ]);
  await expect(approve(ada, { approvalId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await quote(invoiceId);
  expect(await approvalFor(invoiceId)).toBe(approvalId);
  await approve(grace, { approvalId });
  expect((await world.ctx.db.conversion.findUniqueOrThrow({ where: { id: invoiceId } })).status).toBe("QUOTED");
  await world.price("BTC", "EUR", "59800");
  await quote(invoiceId);
  expect(recordOf(await executeOrAsk(ada, { invoiceId })).status).toBe("EXECUTED");
  const lines = await auditedOf(ada, invoiceId);
  expect(lines.find(({ action }) => action === "conversion.execute")?.detail).toMatchObject({ approvalId });
});

test("below the signed price it asks anew, and what was declined or has ended holds nothing", async () => {
  const invoiceId = await deal();
  await quote(invoiceId);
  const first = await approvalFor(invoiceId);
  await approve(grace, { approvalId: first });
  await world.price("BTC", "EUR", "59000");
  await quote(invoiceId);
  const second = await approvalFor(invoiceId);
  expect(second).not.toBe(first);
  await decline(grace, { approvalId: second, note: "wait for the evening" });
  const third = await approvalFor(invoiceId);
  expect(third).not.toBe(second);
  await approve(grace, { approvalId: third });
  expect(recordOf(await executeOrAsk(ada, { invoiceId })).status).toBe("EXECUTED");
});

test("an envelope has an end", async () => {
  const invoiceId = await deal();
  await quote(invoiceId);
  await approve(grace, { approvalId: await approvalFor(invoiceId) });
  const [envelope] = (await listApprovals(ada, { status: "APPROVED" })).data;
  const untilEnd = Number(envelope?.request?.["until"]) - (await world.ctx.now()).getTime();
  await world.later(untilEnd);
  await world.price("BTC", "EUR", "60000");
  await quote(invoiceId);
  await approvalFor(invoiceId);
});

test("up to the limit one person executes alone", async () => {
  const small = await deal("0.0015");
  await quote(small);
  expect(recordOf(await executeOrAsk(ada, { invoiceId: small })).status).toBe("EXECUTED");
});

test("the database refuses an execution above the limit that no envelope holds, and another conversion's envelope", async () => {
  const [invoiceId, other] = [await deal(), await deal()];
  await quote(other);
  const approvalId = await approvalFor(other);
  await approve(grace, { approvalId });
  await quote(invoiceId);
  await expect(executeConversion(world.ctx, { invoiceId })).rejects.toThrow(/needs a second person/);
  await expect(executeConversion(world.ctx, { invoiceId }, async () => approvalId)).rejects.toThrow(
    /needs a second person/,
  );
  await world.price("BTC", "EUR", "59000");
  await quote(other);
  await expect(executeConversion(world.ctx, { invoiceId: other }, async () => approvalId)).rejects.toThrow(
    /needs a second person/,
  );
});

test.each(["executionLimit", "executionLimit.BTC", "executionLimit.BTC.EUR"])(
  "a limit that is set as %s holds for program and database, and a looser one behind it does not",
  async (name) => {
    await changeSettings(world.ctx, { "executionLimit.EUR": "100", [name]: "100" });
    const invoiceId = await deal();
    await quote(invoiceId);
    await openTo({ "executionLimit.EUR": name === "executionLimit" ? "default" : "1000000" });
    await expect(executeConversion(world.ctx, { invoiceId })).rejects.toThrow(/needs a second person/);
    await approvalFor(invoiceId);
    await openTo({ [name]: "1000000" });
    expect(recordOf(await executeOrAsk(ada, { invoiceId })).status).toBe("EXECUTED");
    await openTo({ [name]: "default" });
    await changeSettings(world.ctx, { "executionLimit.EUR": "100" });
  },
);

/** Sets what one person may not, as two would have agreed to. */
async function openTo(values: Record<string, string>): Promise<void> {
  await asOwner(world.databaseUrl, "alter table setting disable trigger setting_guard");
  await changeSettings(world.ctx, values);
  await asOwner(world.databaseUrl, "alter table setting enable trigger setting_guard");
}
