import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listAudit } from "#lib/audit/list-audit.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { cancelConversion } from "./cancel-conversion.ts";
import { createConversion } from "./create-conversion.ts";
import { executeConversion } from "./execute-conversion.ts";
import { type ConversionsPage, getConversions, needRecord } from "./get-conversions.ts";
import { quoteConversion } from "./quote-conversion.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world.close());

const btc = (quantity: string, ...bills: { paymentId: string }[]) => ({
  baseSymbol: "BTC",
  quoteSymbol: "EUR",
  quantity: Decimal.from(quantity),
  items: bills.map(({ paymentId }) => ({ paymentId })),
});

async function created(quantity: string, ...bills: MadeBill[]) {
  return recordOf(await createConversion(world.ctx, btc(quantity, ...bills)));
}

const listOf = ({ data }: ConversionsPage) => data.map((record) => recordOf(record));
const code = (code: string) => expect.objectContaining({ code });

describe("creating a conversion", () => {
  test("locks all free crypto of its bills and answers the record", async () => {
    const first = await world.retained("0.002");
    const second = await world.retained("0.003");
    await world.pay(first, Decimal.from("0.001"));
    const record = await created("0.00597", second, first);
    expect(record).toMatchObject({
      type: "CONVERSION",
      side: "SELL",
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: 0.00597,
      status: "CREATED",
    });
    expect(record).toMatchObject({ username: "acme", createdBy: "key:ak_test", feeModel: "SPREAD" });
    expect(record.items.map(({ paymentId, quantity, subaccount }) => ({ paymentId, quantity, subaccount }))).toEqual([
      { paymentId: second.paymentId, quantity: 0.002985, subaccount: "shop-1" },
      { paymentId: first.paymentId, quantity: 0.00199, subaccount: "shop-1" },
      { paymentId: first.paymentId, quantity: 0.000995, subaccount: "shop-1" },
    ]);
    expect(record.items[0]?.address).toBe(second.deposit_address);
    const payment = await world.payment(first.paymentId);
    expect(payment).toMatchObject({ quantityUnconverted: 0.002985, quantityLocked: 0.002985 });
    expect(payment.conversions).toEqual([{ invoiceId: record.invoiceId, status: "CREATED", quantity: 0.002985 }]);
    expect(payment.deposits[0]?.txId).toBe(record.items[1]?.txId);
  });

  test("passes over locked residues of a bill that has free ones", async () => {
    const bill = await world.retained("0.002");
    await created("0.00199", bill);
    await world.pay(bill, Decimal.from("0.001"));
    expect((await created("0.000995", bill)).items).toHaveLength(1);
  });

  test("refuses in the order of rulebook 6.4, every failing item by its name", async () => {
    const retained = await world.retained("0.002");
    const usdt = await world.retained("50", { cryptoType: "USDT" });
    const usd = await world.bill({ fiat: "USD" });
    const empty = await world.bill();
    const taken = await world.retained("0.001");
    await created("0.000995", taken);
    const unknown = { paymentId: "0190a000-0000-7000-8000-000000000000" };
    const all = [unknown, usdt, retained, { paymentId: "no id" }, usd, empty, taken];

    await expect(createConversion(world.ctx, btc("1", ...all, retained, usdt))).rejects.toMatchObject({
      code: "DUPLICATE_ITEM",
      detail: { errors: [{ field: "items[7].paymentId" }, { field: "items[8].paymentId" }] },
    });
    await expect(createConversion(world.ctx, btc("1", ...all))).rejects.toMatchObject({
      code: "PAYMENT_NOT_FOUND",
      detail: { errors: [{ field: "items[0].paymentId" }, { field: "items[3].paymentId" }] },
    });
    await expect(createConversion(world.other, btc("0.00199", retained))).rejects.toEqual(code("PAYMENT_NOT_FOUND"));
    await expect(createConversion(world.ctx, btc("1", usdt, retained, usd, empty, taken))).rejects.toMatchObject({
      code: "SYMBOL_MISMATCH",
      detail: { errors: [{ field: "items[0].paymentId" }, { field: "items[2].paymentId" }] },
    });
    await expect(createConversion(world.ctx, btc("1", retained, empty, taken))).rejects.toMatchObject({
      code: "NOTHING_TO_CONVERT",
      detail: {
        errors: [
          { field: "items[1].paymentId", code: "NOTHING_TO_CONVERT" },
          { field: "items[2].paymentId", code: "ALREADY_IN_CONVERSION" },
        ],
      },
    });
    await expect(createConversion(world.ctx, btc("1", taken))).rejects.toEqual(code("ALREADY_IN_CONVERSION"));
    await expect(createConversion(world.ctx, btc("0.002", retained))).rejects.toMatchObject({
      code: "QUANTITY_MISMATCH",
      detail: { errors: [{ field: "quantity" }], body: { expectedQuantity: Decimal.from("0.00199") } },
    });
    await expect(createConversion(world.ctx, btc("0.001990001", retained))).rejects.toEqual(code("VALIDATION_FAILED"));
    await expect(createConversion(world.ctx, { ...btc("1", retained), baseSymbol: "ETH" })).rejects.toEqual(
      code("UNSUPPORTED_CRYPTO"),
    );
    await expect(createConversion(world.ctx, { ...btc("1", retained), quoteSymbol: "CHF" })).rejects.toEqual(
      code("UNSUPPORTED_FIAT"),
    );
    const feeds = [{ name: "one", pairs: [], read: async () => ({ quotes: [], faults: [] }) }];
    const unpriced = { ...world.ctx, app: { ...world.ctx.app, feeds } };
    await expect(createConversion(unpriced, btc("0.00199", retained))).rejects.toEqual(code("UNSUPPORTED_PAIR"));
  });

  test("takes no less than the venue does", async () => {
    const dust = await world.retained("0.00000999");
    await expect(createConversion(world.ctx, btc("0.00000995", dust))).rejects.toMatchObject({
      code: "BELOW_MINIMUM",
      detail: { body: { minimum: Decimal.from("0.00001") } },
    });
  });

  test("takes no less than brings anything, where a fresh price tells", async () => {
    const spread = await world.retained("1.005");
    const explicit = await world.retained("1.005", { feeModel: "EXPLICIT" });
    const quantity = String((await world.payment(spread.paymentId)).quantityUnconverted);
    await world.price("BTC", "EUR", "0.006");
    for (const bill of [spread, explicit]) {
      // 0.01 EUR at 0.00594 a coin, or at 0.006 less a hundredth of the crypto.
      await expect(createConversion(world.ctx, btc(quantity, bill))).rejects.toMatchObject({
        code: "BELOW_MINIMUM",
        detail: { errors: [{ field: "quantity" }], body: { minimum: Decimal.from("1.68350169") } },
      });
    }
    await world.stale("BTC", "EUR");
    expect(await created(quantity, spread)).toMatchObject({ status: "CREATED" });
  });

  test("gives a bill to exactly one of two that want it at once", async () => {
    const bill = await world.retained("0.002");
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => created("0.00199", bill)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const lost of tries)
      if (lost.status === "rejected") expect(lost.reason).toEqual(code("ALREADY_IN_CONVERSION"));
  });

  test("lets USDT of both networks share an invoice, by explicit fee only when all bills are", async () => {
    const explicit = { cryptoType: "USDT", feeModel: "EXPLICIT" } as const;
    const eth = await world.retained("100", explicit);
    const tron = await world.retained("60", { ...explicit, networkType: "tron" });
    const record = recordOf(await createConversion(world.ctx, { ...btc("159.2", eth, tron), baseSymbol: "USDT" }));
    expect(record).toMatchObject({
      quantity: 159.2,
      feeModel: "EXPLICIT",
      items: [{ quantity: 99.5 }, { quantity: 59.7 }],
    });
  });
});

describe("quoting a conversion", () => {
  test("answers a firm price for the whole, and a newer one supersedes it", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002"));
    const first = await quoteConversion(world.ctx, { invoiceId });
    expect(first).toMatchObject({
      invoiceId,
      status: "QUOTED",
      side: "SELL",
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      feeModel: "SPREAD",
    });
    expect(first.price.toString()).toBe("59400");
    expect(first.quantity.toString()).toBe("0.00199");
    expect(first.feeQuantity.toString()).toBe("0");
    expect(first.fiatReceivable.toString()).toBe("118.2");
    expect(first.expiryTime - first.quoteTime).toBe(10_000);
    await world.price("BTC", "EUR", "58000");
    const second = await quoteConversion(world.ctx, { invoiceId });
    expect(second.price.toString()).toBe("57420");
    const [record] = listOf(await getConversions(world.ctx, { invoiceId }));
    expect(record).toMatchObject({
      status: "QUOTED",
      quoteExpired: false,
      quote: { quoteId: second.quoteId, price: 57420 },
    });
    await world.later(10_001);
    const [expired] = listOf(await getConversions(world.ctx, { invoiceId }));
    expect(expired).toMatchObject({ status: "QUOTED", quoteExpired: true });
  });

  test("beyond the house's limit is refused: what others are quoted and sell at a quote counts, its own last quote does not", async () => {
    const others: string[] = [];
    while (others.length < 9) others.push((await created("0.4975", await world.retained("0.5"))).invoiceId);
    const { invoiceId } = await created("0.4975", await world.retained("0.5"));
    const quote = (of: string) =>
      quoteConversion(world.ctx, { invoiceId: of }).then(
        () => "QUOTED",
        (refusal: { code?: string }) => refusal.code,
      );
    await changeSettings(world.ctx, { "houseExposureLimit.BTC": "0.6" });
    const atOnce = await Promise.all([invoiceId, ...others].map(quote));
    expect(atOnce.filter((outcome) => outcome === "QUOTED")).toHaveLength(1);
    expect(new Set(atOnce)).toEqual(new Set(["QUOTED", "EXPOSURE_LIMIT"]));
    const lucky = [invoiceId, ...others][atOnce.indexOf("QUOTED")] ?? "";
    const next = lucky === invoiceId ? String(others[0]) : invoiceId;
    expect([await quote(lucky), await quote(next)]).toEqual(["QUOTED", "EXPOSURE_LIMIT"]);
    await world.later(10_001);
    expect([await quote(next), await quote(lucky)]).toEqual(["QUOTED", "EXPOSURE_LIMIT"]);
    await world.fault("slow");
    await executeConversion(world.ctx, { invoiceId: next });
    await world.fault("none");
    await world.later(10_001);
    expect([recordOf(await needRecord(world.ctx, next)).status, await quote(lucky)]).toEqual([
      "EXECUTING",
      "EXPOSURE_LIMIT",
    ]);
    await changeSettings(world.ctx, {
      "houseExposureLimit.BTC": "default",
      "houseExposureLimit.BTC.EUR": "0.9",
    });
    expect(await quote(lucky)).toBe("EXPOSURE_LIMIT");
    await changeSettings(world.ctx, { "houseExposureLimit.BTC.EUR": "1.1" });
    expect(await quote(lucky)).toBe("QUOTED");
    await changeSettings(world.ctx, { "houseExposureLimit.BTC.EUR": "default" });
    await world.settle();
  });

  test("keeps every quote with how it ended: superseded, expired, ended with the conversion", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002"));
    const ends = async (): Promise<string[]> =>
      recordOf(await needRecord(world.ctx, invoiceId)).quotes.map((one) => one.status);
    expect(await ends()).toEqual([]);
    const first = await quoteConversion(world.ctx, { invoiceId });
    expect(await ends()).toEqual(["LIVE"]);
    await world.later(1);
    await quoteConversion(world.ctx, { invoiceId });
    expect(await ends()).toEqual(["SUPERSEDED", "LIVE"]);
    await world.later(10_001);
    expect(await ends()).toEqual(["SUPERSEDED", "EXPIRED"]);
    await quoteConversion(world.ctx, { invoiceId });
    expect(await ends()).toEqual(["SUPERSEDED", "EXPIRED", "LIVE"]);
    const record = recordOf(await cancelConversion(world.ctx, { invoiceId }));
    expect(record.quotes.map(({ status }) => status)).toEqual(["SUPERSEDED", "EXPIRED", "CANCELLED"]);
    expect(record.quotes[0]).toMatchObject({ quoteId: first.quoteId, price: 59400, quoteTime: first.quoteTime });
  });

  test("withholds an explicit fee and sells the rest at the bid", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002", { feeModel: "EXPLICIT" }));
    const quote = await quoteConversion(world.ctx, { invoiceId });
    expect(quote).toMatchObject({ feeModel: "EXPLICIT" });
    expect([quote.price, quote.feeQuantity, quote.fiatReceivable].map(String)).toEqual(["60000", "0.0000199", "118.2"]);
    expect([quote.bid, quote.spread].map(String)).toEqual(["60000", "0"]);
  });

  test("sells no more than it holds where the venue takes no less than more of it by now", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002"));
    await quoteConversion(world.ctx, { invoiceId });
    const can = world.app.venue.capabilities();
    const raised = { ...can, minimum: () => Decimal.from("0.005") };
    const venue = vi.spyOn(world.app.venue, "capabilities").mockReturnValue(raised);
    await expect(executeConversion(world.ctx, { invoiceId })).rejects.toEqual(code("VENUE_UNAVAILABLE"));
    venue.mockRestore();
    expect(await world.ctx.db.venueOrder.count({ where: { conversionId: invoiceId } })).toBe(0);
  });

  test("refuses without a fresh price, a foreign invoice and one that is over", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002"));
    await world.stale("BTC", "EUR");
    await expect(quoteConversion(world.ctx, { invoiceId })).rejects.toEqual(code("PRICE_UNAVAILABLE"));
    await world.price("BTC", "EUR", "60000");
    await expect(quoteConversion(world.other, { invoiceId })).rejects.toEqual(code("NOT_FOUND"));
    await expect(quoteConversion(world.ctx, { invoiceId: "none" })).rejects.toEqual(code("NOT_FOUND"));
    await cancelConversion(world.ctx, { invoiceId });
    await expect(quoteConversion(world.ctx, { invoiceId })).rejects.toEqual(code("INVALID_STATE"));
  });
});

describe("cancelling a conversion", () => {
  test("frees its crypto and keeps its items; a second time answers the same", async () => {
    const bill = await world.retained("0.002");
    const { invoiceId, items } = await created("0.00199", bill);
    const record = recordOf(await cancelConversion(world.ctx, { invoiceId }));
    expect(record).toMatchObject({ status: "CANCELLED", items });
    expect(record.cancelled).toBeDefined();
    expect(record.cancelReason).toBeUndefined();
    expect(recordOf(await cancelConversion(world.ctx, { invoiceId }))).toEqual(record);
    expect(await world.payment(bill.paymentId)).toMatchObject({
      quantityLocked: 0,
      conversions: [{ status: "CANCELLED" }],
    });
    await expect(cancelConversion(world.other, { invoiceId })).rejects.toEqual(code("NOT_FOUND"));
    expect((await created("0.00199", bill)).status).toBe("CREATED");
  });

  test("keeps the note of whoever cancels in record and audit; a later one changes nothing", async () => {
    const { invoiceId, items } = await created("0.00199", await world.retained("0.002"));
    const record = recordOf(await cancelConversion(world.ctx, { invoiceId, note: "customer changed the order" }));
    expect(record).toMatchObject({ status: "CANCELLED", cancelNote: "customer changed the order" });
    expect(recordOf(await cancelConversion(world.ctx, { invoiceId, note: "another" }))).toEqual(record);
    const { data } = JSON.parse(writeJson(await listAudit(world.ctx, { objectId: invoiceId })));
    expect(data[0]).toMatchObject({ action: "conversion.cancel", detail: { note: "customer changed the order" } });
    const { deposits } = await world.payment(items[0]?.paymentId ?? "");
    expect(items).toMatchObject([{ txHash: deposits[0]?.txHash, outputIndex: deposits[0]?.outputIndex }]);
  });

  test("happens by itself after 24 hours untouched, counted anew from a quote", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002"));
    const statusAfter = async (ms: number) => {
      await world.later(ms);
      await world.settle();
      return listOf(await getConversions(world.ctx, { invoiceId }))[0];
    };
    expect(await statusAfter(23 * 3_600_000)).toMatchObject({ status: "CREATED" });
    await quoteConversion(world.ctx, { invoiceId });
    expect(await statusAfter(23 * 3_600_000)).toMatchObject({ status: "QUOTED", quoteExpired: true });
    expect(await statusAfter(3_600_000)).toMatchObject({ status: "CANCELLED", cancelReason: "TIMEOUT" });
  });
});

describe("getting conversions", () => {
  test("pages a range newest first, each page asking for the next", async () => {
    const startTime = await world.ctx.now();
    const made: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      const bill = await world.retained("0.002");
      made.unshift((await created("0.00199", bill)).invoiceId);
    }
    const endTime = await world.ctx.now();
    const seen: string[] = [];
    let page = await getConversions(world.ctx, { startTime, endTime, limit: 2 });
    for (let pages = 0; pages < 4; pages += 1) {
      seen.push(...listOf(page).map(({ invoiceId }) => invoiceId));
      if (!page.next) break;
      page = await getConversions(world.ctx, page.next);
    }
    expect(seen).toEqual(made);
    expect(listOf(await getConversions(world.other, { startTime, endTime }))).toEqual([]);
    await expect(getConversions(world.ctx, { startTime, endTime, startsAfter: "x.y" })).rejects.toEqual(
      code("INVALID_PAGINATION_TOKEN"),
    );
  });

  test("lets an identifier win over a range, and asks for one of them", async () => {
    const { invoiceId } = await created("0.00199", await world.retained("0.002"));
    expect(
      listOf(await getConversions(world.ctx, { invoiceId, startTime: new Date(0), endTime: new Date(1) })),
    ).toHaveLength(1);
    await expect(getConversions(world.ctx, {})).rejects.toEqual(code("VALIDATION_FAILED"));
    await expect(getConversions(world.ctx, { invoiceId: "unknown" })).rejects.toEqual(code("NOT_FOUND"));
    await expect(getConversions(world.other, { invoiceId })).rejects.toEqual(code("NOT_FOUND"));
    await expect(getConversions(world.ctx, { startTime: new Date(2), endTime: new Date(1) })).rejects.toEqual(
      code("VALIDATION_FAILED"),
    );
  });
});
