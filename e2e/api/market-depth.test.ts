import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
beforeEach(() => api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 }));
afterEach(async () => expect(await api.broken()).toEqual([]));
afterAll(() => api?.close());

type Levels = readonly (readonly [price: number, quantity: number])[];
const book = (levels: Levels) =>
  api.control<{ levels: { price: number; quantity: number }[] }>("book", {
    base: "BTC",
    quote: "EUR",
    levels: levels.map(([price, quantity]) => ({ price, quantity })),
  });
const EXAMPLE_15: Levels = [
  [59_880, 2],
  [60_000, 1],
  [59_940, 2],
];
const input = { cryptoType: "BTC", fiat: "EUR", subaccount: "shop-1" };
const preview = async (fiatReceivable: number) =>
  (await api.get(`/manage/v1/price?cryptoType=BTC&fiat=EUR&fiatReceivable=${fiatReceivable}`)).as<{ bid: number }>();
const levelsOf = async ({ paymentId }: MadeBill) => {
  const { samples } = (await api.get(`/manage/v1/payments/${paymentId}/price`)).as<{
    samples: { source: string; bid: number; levels?: { price: number; quantity: number }[] }[];
  }>();
  return samples.map(({ levels }) => levels?.map(({ price, quantity }) => [price, quantity]));
};

describe("a book of the sandbox", () => {
  test("is shown best first, equal prices summed, and its best is the pair's bid", async () => {
    const { levels } = await book([...EXAMPLE_15, [60_000, 0.5]]);
    expect(levels.map(({ price, quantity }) => [price, quantity])).toEqual([
      [60_000, 1.5],
      [59_940, 2],
      [59_880, 2],
    ]);
    expect((await preview(100)).bid).toBe(60_000);
  });

  test("and a price rule in turn; taken back, what was said before it rules again", async () => {
    await book([[50_000, 1]]);
    expect((await preview(100)).bid).toBe(50_000);
    await book([]);
    expect((await preview(100)).bid).toBe(60_000);
    await book([[50_000, 1]]);
    await api.control("prices", { base: "BTC", quote: "EUR", price: 61_000 });
    expect((await preview(100)).bid).toBe(61_000);
    await book([]);
    expect((await preview(100)).bid).toBe(61_000);
  });

  test("stays fresh, also after its pair was said to be stale", async () => {
    await api.control("prices", { base: "BTC", quote: "EUR", stale: true });
    expect((await api.post(CREATE, { ...input, fiatReceivable: 100 })).status).toBe(503);
    await book([[50_000, 1]]);
    await api.control("clock", { advanceMs: 60_000 });
    expect((await preview(100)).bid).toBe(50_000);
  });

  test.each([
    ["levels[0].price", [{ price: 0.123456789, quantity: 1 }]],
    [
      "levels[1].quantity",
      [
        { price: 1, quantity: 1 },
        { price: 1, quantity: 0.123456789 },
      ],
    ],
    ["levels[0].quantity", [{ price: 1, quantity: 1e13 }]],
    ["levels[0].quantity", [{ price: 1, quantity: 0 }]],
    ["levels[0].depth", [{ price: 1, quantity: 1, depth: 1 }]],
  ])("is refused with %s, and changes nothing", async (field, levels) => {
    const { status, problem } = await api.post("/sandbox/v1/book", { base: "BTC", quote: "EUR", levels });
    expect([status, problem.errors?.[0]?.field]).toEqual([400, field]);
    expect((await preview(100)).bid).toBe(60_000);
  });
});

describe("a bill by size (example 15)", () => {
  test("is priced at what its size brings, and its price names the levels", async () => {
    await book(EXAMPLE_15);
    const bill = await api.bill({ fiatReceivable: 150_000 });
    expect([bill.price, bill.quantity]).toEqual([59_364.10818683, 2.52677931]);
    expect(await levelsOf(bill)).toEqual([
      [
        [60_000, 1],
        [59_940, 1.52677931],
      ],
    ]);
    expect(await preview(150_000)).toMatchObject({ bid: 59_963.74564327, price: 59_364.10818683 });
    const explicit = await api.bill({ fiatReceivable: 150_000, feeModel: "EXPLICIT" });
    expect([explicit.price, explicit.quantity]).toEqual([59_963.74564327, 2.52677931]);
    const asIs = await api.bill({ fiatReceivable: 150_000, strategy: "RAI" });
    expect([asIs.price, asIs.quantity]).toEqual([59_400, 2.52525253]);
    expect(await levelsOf(asIs)).toEqual([undefined]);
  });

  test("that the book does not take is 409, also where only the depth allowed forbids it", async () => {
    await book(EXAMPLE_15);
    const made = async (fiatReceivable: number) => {
      const { status, problem } = await api.post(CREATE, { ...input, fiatReceivable });
      return status === 200 ? status : [status, problem.code, problem.errors?.[0]?.field];
    };
    const thin = [409, "INSUFFICIENT_LIQUIDITY", "fiatReceivable"];
    expect([await made(296_643.6), await made(296_643.61)]).toEqual([200, thin]);
    expect((await api.get("/manage/v1/price?cryptoType=BTC&fiat=EUR&fiatReceivable=296643.61")).status).toBe(409);
    await api.settings({ maxDepthBps: "15" });
    expect([await made(178_081.2), await made(178_081.21)]).toEqual([200, thin]);
    await api.settings({ maxDepthBps: "default" });
  });

  test("keeps the depth it was made with", async () => {
    await book([[60_000, 8]]);
    const bill = await api.bill();
    await api.settings({ maxDepthBps: "0" });
    await book([
      [60_000, 2],
      [59_500, 3],
    ]);
    await api.pay(bill, 4, "bitcoin");
    expect(await api.payment(bill.paymentId)).toMatchObject({ quantityConverted: 4, quantityUnconverted: 0 });
    await api.settings({ maxDepthBps: "default" });
  });
});

describe("a large overpayment (example 16)", () => {
  const BOOK: Levels = [
    [60_000, 2],
    [59_500, 3],
    [58_900, 1],
    [58_700, 50],
  ];
  /** Everything there was to hedge is sold: the house is flat. */
  const paid = async (more: object, quantity: number) => {
    const bill = await api.bill(more);
    await book(BOOK);
    await api.pay(bill, quantity, "bitcoin");
    return api.payment(bill.paymentId);
  };

  test("is sold as far as the book takes it; a bill of 1 EUR is no way to sell 100 BTC at the best bid", async () => {
    expect(await paid({}, 8)).toMatchObject({
      amountStatus: "OVERPAID",
      fiatReceived: 353_925.99,
      quantityConverted: 6.00168351,
      quantityUnconverted: 1.99831649,
      deposits: [{ status: "CONVERTED", reasonCode: "INSUFFICIENT_LIQUIDITY", feeQuantity: 0 }],
    });
    await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
    await api.settle();
    const small = await paid({ fiatReceivable: 1 }, 100);
    expect(small.fiatReceived).toBeLessThan(354_000);
    expect(small.quantityUnconverted).toBeGreaterThan(93);
  });

  test("of many bills paid at once is sold into one book: the next begins where the one before has ended", async () => {
    await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
    await api.settle();
    const bills: MadeBill[] = [];
    while (bills.length < 20) bills.push(await api.bill({ fiatReceivable: 1 }));
    await book(BOOK);
    for (const bill of bills) await api.control("deposits", { address: bill.deposit_address, quantity: 2 });
    await api.control("blocks", { network: "bitcoin", count: 2 });
    await api.settle();
    const paid = await Promise.all(bills.map(({ paymentId }) => api.payment(paymentId)));
    const byRule = Map.groupBy(paid, ({ deposits }) => String(deposits[0]?.reasonCode));
    expect(byRule.get("INSUFFICIENT_LIQUIDITY")?.map(({ quantityConverted }) => quantityConverted)).toEqual(
      Array(17).fill(0.00001684),
    );
    expect(
      byRule
        .get("undefined")
        ?.map(({ fiatReceived }) => fiatReceived)
        .toSorted(),
    ).toEqual([117_216.01, 117_810, 118_799.99]);
  });

  test("(b) is sold whole where the book takes it", async () => {
    await api.settle();
    expect(await paid({}, 4)).toMatchObject({ fiatReceived: 236_610.83, quantityConverted: 4 });
  });

  test("under ACA its rest goes to a market order", async () => {
    await api.settle();
    const payment = await paid({ strategy: "ACA" }, 8);
    expect(payment).toMatchObject({ quantityConverted: 8, quantityUnconverted: 0, quantityPending: 0 });
    expect(payment.deposits[0]?.fills.map(({ method, quantity }) => [method, quantity])).toEqual([
      ["RFQ", 0.00168351],
      ["FRESH", 6],
      ["MARKET", 1.99831649],
    ]);
  });
});

describe("a conversion", () => {
  const invoiceOf = async (quantity: number) => {
    const bill = await api.bill({ strategy: "RAI", fiatReceivable: 1000 });
    await api.pay(bill, quantity, "bitcoin");
    const { quantityUnconverted } = await api.payment(bill.paymentId);
    const created = await api.post("/payment/v1/conversion", {
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: quantityUnconverted,
      items: [{ paymentId: bill.paymentId }],
    });
    return created.as<{ invoiceId: string }>();
  };
  const quote = (of: { invoiceId: string }) => api.post("/payment/v1/conversion/quote", { invoiceId: of.invoiceId });

  test("is quoted at its size, and refused with what is available where the book is too thin", async () => {
    const invoice = await invoiceOf(10);
    await api.settle();
    await book([
      [60_000, 2],
      [59_000, 7.95],
    ]);
    // 2 × 60 000 + 7.95 × 59 000 = 589 050, of 9.95 BTC
    const { price, fiatReceivable } = (await quote(invoice)).as<{ price: number; fiatReceivable: number }>();
    expect([price, fiatReceivable]).toEqual([58_608.99497486, 583_159.49]);
    await book([
      [60_000, 2],
      [59_000, 7.94999999],
    ]);
    const { status, problem } = await quote(invoice);
    expect([status, problem.code, problem["available"]]).toEqual([409, "INSUFFICIENT_LIQUIDITY", 9.94999999]);
  });

  test("that brings nothing is refused", async () => {
    const invoice = await invoiceOf(0.5);
    await book([[0.01, 1000]]);
    const { status, problem } = await quote(invoice);
    expect([status, problem.code]).toEqual([400, "BELOW_MINIMUM"]);
  });
});
