import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";

let api: Api;
/** What the requests of one role carry. */
let viewer: Partial<ApiRequest>;
let treasurer: Partial<ApiRequest>;

beforeAll(async () => {
  api = await openApi();
  viewer = await api.staff("viewer");
  treasurer = await api.staff("treasurer");
  await api.plainPrices();
});
afterAll(async () => {
  expect(await api?.broken()).toEqual([]);
  await api?.close();
});

describe("settings", () => {
  const patch = (body: object, who: Partial<ApiRequest>) =>
    api.send({ method: "PATCH", target: "/manage/v1/settings", body, ...who });

  test("are one flat object of names, with the defaults that rule", async () => {
    expect((await api.get("/manage/v1/settings")).as()).toEqual({
      spreadBps: 100,
      explicitFeeBps: 100,
      transactionFeeBps: 50,
      zone: "UTC",
      urgentCaseMs: 14_400_000,
      normalCaseMs: 86_400_000,
      lowCaseMs: 432_000_000,
      toleranceBps: 0,
      overpayment: "CONVERT",
      guaranteeMs: 7_200_000,
      holdGraceMs: 600_000,
      lifetimeMs: 1_200_000,
      maxDepthBps: 200,
      quoteLifetimeMs: 10_000,
      secondPerson: "never",
    });
  });

  test("rule the next bill, narrowed to a pair, and no earlier one", async () => {
    const before = await api.bill({ cryptoType: "USDC" });
    const rates = { "spreadBps.USDC.EUR": 200, lifetimeMs: 600_000 };
    const limit = { "limitPrice.USDC.EUR": 0.91 };
    expect((await patch({ ...limit, ...rates }, treasurer)).problem.code).toBe("FORBIDDEN");
    const house = await api.staffOfHouse("treasurer");
    const ofHouse = (body: object) =>
      api.send({ method: "PATCH", target: "/house/v1/settings", body: { account: "acme", ...body }, ...house });
    expect((await ofHouse(rates)).as()).toEqual(expect.objectContaining({ spreadBps: 100, ...rates }));
    const answered = await patch(limit, treasurer);
    expect([answered.status, answered.as()]).toEqual([
      200,
      expect.objectContaining({ spreadBps: 100, ...rates, ...limit }),
    ]);
    expect((await api.get("/manage/v1/settings", viewer)).as()).toEqual(answered.as());
    const after = await api.bill({ cryptoType: "USDC" });
    expect([before.price, after.price]).toEqual([0.912087, 0.902874]);
    expect(after.expiryTime - before.expiryTime).toBeLessThan(-590_000);
    const limited = await api.payment((await api.bill({ cryptoType: "USDC", strategy: "LMT" })).paymentId);
    expect(limited).toMatchObject({ limitPrice: 0.91, limitMet: false });
    await ofHouse({ "spreadBps.USDC.EUR": "default", lifetimeMs: "default" });
  });

  test("null is no value that is taken back: a change without one is refused", async () => {
    const house = await api.staffOfHouse("treasurer");
    for (const body of [{ "limitPrice.USDC.EUR": null }, { reason: "none" }, {}]) {
      const { status, problem } = await patch(body, treasurer);
      expect([status, problem.message]).toEqual([400, expect.stringContaining("default takes its value back")]);
    }
    const all = await api.send({ method: "PATCH", target: "/house/v1/settings", body: { account: "acme" }, ...house });
    expect(all.status).toBe(400);
  });

  test.each([
    ["an unknown name", { spread: 100 }, "spread"],
    ["a name of every object", { constructor: 1 }, "constructor"],
    ["an unknown symbol", { "spreadBps.DOGE": 100 }, "spreadBps.DOGE"],
    ["half a basis point", { spreadBps: 12.5 }, "spreadBps"],
    ["a negative fee", { transactionFeeBps: -1 }, "transactionFeeBps"],
    ["another word", { overpayment: "BURN" }, "overpayment"],
    ["no value", { spreadBps: [] }, "spreadBps"],
    ["a limit of nothing", { "depositLimit.BTC": 0 }, "depositLimit.BTC"],
    ["more decimals than the crypto has", { "depositLimit.USDT": 0.0000001 }, "depositLimit.USDT"],
  ])("%s is refused by its name, and nothing is changed", async (_what, change, field) => {
    const before = (await api.get("/manage/v1/settings")).text;
    const { status, problem } = await patch({ toleranceBps: 5, ...change }, treasurer);
    expect([status, problem.code, problem.errors?.map((error) => error.field)]).toEqual([
      400,
      "VALIDATION_FAILED",
      [field],
    ]);
    expect((await api.get("/manage/v1/settings")).text).toBe(before);
  });

  test("are read but not changed by a viewer, nor by another site", async () => {
    expect((await api.get("/manage/v1/settings", viewer)).status).toBe(200);
    expect((await patch({ toleranceBps: 1 }, viewer)).status).toBe(403);
    const elsewhere = { ...treasurer, headers: { ...treasurer.headers, origin: "https://elsewhere.example" } };
    expect((await patch({ toleranceBps: 1 }, elsewhere)).status).toBe(403);
    expect((await api.get("/manage/v1/settings")).as()).toMatchObject({ toleranceBps: 0 });
  });
});

describe("a price explained", () => {
  test("tells samples, median, rates and what came of them, to the bill's own account", async () => {
    const { paymentId } = await api.bill({ cryptoType: "BCH", feeModel: "EXPLICIT" });
    const target = `/manage/v1/payments/${paymentId}/price`;
    expect((await api.get(target, viewer)).as()).toMatchObject({
      paymentId,
      feeModel: "EXPLICIT",
      explicitFeeBps: 100,
      bid: 412.37,
      price: 412.37,
      quantity: 0.24495017,
      samples: [{ source: "sandbox", bid: 412.37 }],
    });
    const other = await api.newKey({ account: "other" });
    for (const [path, key] of [
      [target, other],
      ["/manage/v1/payments/none/price", api.key],
    ] as const)
      expect((await api.get(path, { key })).problem.code).toBe("PAYMENT_NOT_FOUND");
  });
});

describe("a price preview", () => {
  const cases = [
    { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100 },
    { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 250.01, feeModel: "EXPLICIT" },
    { cryptoType: "BTC", fiat: "JPY", fiatReceivable: 10_000, strategy: "RFQ" },
    { cryptoType: "BCH", fiat: "EUR", fiatReceivable: 75.5, strategy: "ACA" },
    {
      cryptoType: "USDT",
      fiat: "JPY",
      fiatReceivable: 10_000,
      networkType: "tron",
      strategy: "LMT",
      limitPrice: 148.7,
    },
    { cryptoType: "USDC", fiat: "EUR", fiatReceivable: 999.99, strategy: "RAI", feeModel: "EXPLICIT" },
  ];
  const preview = (input: object) =>
    api.get(
      `/manage/v1/price?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`,
    );

  test.each(cases)("is what create then promises: %j", async (input) => {
    const shown = (await preview(input)).as<Record<string, unknown>>();
    const made: MadeBill = await api.bill(input);
    expect([shown["price"], shown["quantity"]]).toEqual([made.price, made.quantity]);
    const payment = await api.payment(made.paymentId);
    expect(shown).toMatchObject({
      cryptoType: payment.cryptoType,
      fiat: payment.fiat,
      fiatReceivable: payment.fiatReceivable,
      strategy: payment.strategy,
      feeModel: payment.feeModel,
    });
    for (const name of ["networkType", "limitPrice", "limitMet"] as const)
      expect([name, shown[name]]).toEqual([name, payment[name]]);
    expect(shown["lifetimeMs"]).toBe(payment.expiryTime - payment.createdAt);
  });

  test("refuses as create does", async () => {
    for (const wrong of [
      { ...cases[0], fiatReceivable: 0.5 },
      { ...cases[0], strategy: "LMT" },
      { ...cases[0], networkType: "eth" },
      { ...cases[4], networkType: "base" },
      { ...cases[0], fiat: "CHF" },
    ]) {
      const [shown, made] = [
        await preview(wrong),
        await api.post("/payment/v1/requestPaymentAddress", { subaccount: "s", ...wrong }),
      ];
      expect([shown.status, shown.problem.code, shown.problem.message]).toEqual([
        400,
        made.problem.code,
        made.problem.message,
      ]);
    }
  });
});

test("assets: what can be paid and in which fiats, with decimals, confirmations and limits", async () => {
  type Assets = { cryptos: Record<string, unknown>[]; fiats: Record<string, unknown>[] };
  const { cryptos, fiats } = (await api.get("/manage/v1/assets")).as<Assets>();
  expect(
    cryptos.map(({ cryptoType, networkType, network, decimals, confirmations }) => [
      cryptoType,
      networkType,
      network,
      decimals,
      confirmations,
    ]),
  ).toEqual([
    ["BTC", undefined, "bitcoin", 8, 2],
    ["BCH", undefined, "bitcoincash", 8, 6],
    ["USDT", "eth", "eth", 6, 12],
    ["USDT", "tron", "tron", 6, 20],
    ["USDC", undefined, "eth", 6, 12],
  ]);
  expect(cryptos[0]).toMatchObject({ dust: 0.00000546, bech32: true, strategies: ["RFQ", "RAI", "ACA"] });
  expect(cryptos[2]).toMatchObject({ dust: 0.01, bech32: false, strategies: ["RFQ", "RAI", "ACA", "LMT"] });
  expect(fiats).toEqual([
    ...["EUR", "USD", "GBP", "CAD"].map((fiat) => ({ fiat, decimals: 2, minimum: 1, maximum: 1_000_000 })),
    { fiat: "JPY", decimals: 0, minimum: 100, maximum: 100_000_000 },
  ]);
});
