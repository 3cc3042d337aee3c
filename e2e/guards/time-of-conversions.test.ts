import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findConversionsToTimeOut, timeOutConversion } from "#lib/conversions/cancel-conversion.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import type { Shown } from "#e2e/world/api.ts";
import { openStopped, type Stopped } from "./stopped.ts";

const QUOTE = 10_000;
const DAY = 86_400_000;

type Invoice = Shown<ConversionRecord>;

let world: Stopped;
beforeAll(async () => {
  world = await openStopped();
});
afterAll(async () => {
  expect(await world?.api.broken()).toEqual([]);
  await world?.close();
});

async function made(): Promise<string> {
  const bill = await world.api.bill({ strategy: "RAI" });
  await world.pay(bill);
  const { quantityUnconverted: quantity } = await world.payment(bill);
  const items = [{ paymentId: bill.paymentId }];
  const got = await world.api.post("/payment/v1/conversion", {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity,
    items,
  });
  expect(got.status).toBe(200);
  return got.as<Invoice>().invoiceId;
}
const quote = (invoiceId: string) => world.api.post("/payment/v1/conversion/quote", { invoiceId });
const execute = (invoiceId: string) => world.api.post("/payment/v1/conversion/execute", { invoiceId });
async function shown(invoiceId: string): Promise<Invoice> {
  const [record] = (await world.api.get(`/payment/v1/conversion?invoiceId=${invoiceId}`)).as<Invoice[]>();
  if (!record) throw new Error("an invoice is gone");
  return record;
}

describe("a quote", () => {
  test("lives ten seconds: it is sold at in its last millisecond, and expired at its end", async () => {
    const [first, second] = [await made(), await made()];
    for (const invoiceId of [first, second])
      expect((await quote(invoiceId)).as<{ expiryTime: number }>().expiryTime - world.clock.now()).toBe(QUOTE);
    await world.later(QUOTE - 1);
    expect(await shown(second)).toMatchObject({ status: "QUOTED", quoteExpired: false });
    expect((await execute(first)).as<Invoice>().status).toBe("EXECUTED");
    await world.later(1);
    expect(await shown(second)).toMatchObject({ status: "QUOTED", quoteExpired: true });
    expect((await execute(second)).problem.code).toBe("QUOTE_EXPIRED");
  });

  test("lives five to sixty seconds, as the setting says", async () => {
    const house = await world.api.staffOfHouse("treasurer");
    const set = async (quoteLifetimeMs: number) => {
      const body = { account: "acme", quoteLifetimeMs };
      return (await world.api.send({ method: "PATCH", target: "/house/v1/settings", body, ...house })).status;
    };
    expect([await set(4_999), await set(60_001), await set(5_000), await set(60_000)]).toEqual([400, 400, 200, 200]);
    const invoiceId = await made();
    const { quoteTime, expiryTime } = (await quote(invoiceId)).as<{ quoteTime: number; expiryTime: number }>();
    expect(expiryTime - quoteTime).toBe(60_000);
    await world.api.settings({ quoteLifetimeMs: "default" });
  });
});

describe("an invoice nobody touches", () => {
  test("is cancelled after 24 hours, no millisecond earlier, and its crypto is free again", async () => {
    const invoiceId = await made();
    await world.later(DAY - 1);
    await world.work();
    expect((await shown(invoiceId)).status).toBe("CREATED");
    await world.later(1);
    await world.work();
    expect(await shown(invoiceId)).toMatchObject({ status: "CANCELLED", cancelReason: "TIMEOUT" });
  });

  test("is touched by a quote: it has another 24 hours from then on", async () => {
    const invoiceId = await made();
    await world.later(DAY - 1);
    await quote(invoiceId);
    await world.later(DAY - 1);
    await world.work();
    expect((await shown(invoiceId)).status).toBe("QUOTED");
    await world.later(1);
    await world.work();
    expect((await shown(invoiceId)).status).toBe("CANCELLED");
  });

  test("is looked at again under its lock: one that was quoted after a worker found it stays", async () => {
    const invoiceId = await made();
    await world.later(DAY);
    expect(await findConversionsToTimeOut(world.worker, 10)).toContain(invoiceId);
    await quote(invoiceId);
    expect(await timeOutConversion(world.worker, invoiceId)).toBe(false);
    expect((await shown(invoiceId)).status).toBe("QUOTED");
  });

  test("and by a refusal of the venue", async () => {
    const invoiceId = await made();
    await world.later(DAY - 1);
    await quote(invoiceId);
    await world.later(QUOTE - 1);
    await world.api.control("venue", { fault: "reject", count: 1 });
    expect((await execute(invoiceId)).as<Invoice>()).toMatchObject({ status: "CREATED" });
    await world.later(DAY - 1);
    await world.work();
    expect((await shown(invoiceId)).status).toBe("CREATED");
    await world.later(1);
    await world.work();
    expect((await shown(invoiceId)).status).toBe("CANCELLED");
  });
});
