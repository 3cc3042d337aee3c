import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { Key } from "#e2e/world/client.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
});
afterAll(() => api?.close());

const FIELDS = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
const create = (more: object, key?: Key) => api.post(CREATE, { ...FIELDS, ...more }, key ? { key } : {});
/** A market that takes any amount. */
const deepBook = (base: string, quote: string, price: number) =>
  api.control("book", { base, quote, levels: [{ price, quantity: 1e12 }] });
const codeOf = async (more: object, key?: Key) => (await create(more, key)).problem.code;

describe("the answer", () => {
  test("the specification's four fields, paymentId, that its keys are published, and where the record is", async () => {
    const { status, headers, text } = await create({});
    const made = JSON.parse(text) as MadeBill;
    expect(status).toBe(200);
    expect(Object.keys(made)).toEqual(["deposit_address", "price", "quantity", "expiryTime", "paymentId", "sandbox"]);
    expect(headers.location).toBe(`${GET_PAYMENT}?paymentId=${made.paymentId}`);
    const { data } = (await api.get(headers.location ?? "")).as<{ data: { address: string }[] }>();
    expect(data[0]?.address).toBe(made.deposit_address);
  });

  test("defaults are RFQ, SPREAD and, for USDT, eth; they are the same as saying so", async () => {
    const defaults = { strategy: "RFQ", feeModel: "SPREAD", networkType: "eth", bech32: false };
    for (const more of [{}, defaults]) {
      const made = await api.bill({ cryptoType: "USDT", ...more });
      expect(await api.payment(made.paymentId)).toMatchObject({
        strategy: "RFQ",
        feeModel: "SPREAD",
        networkType: "eth",
      });
    }
  });

  test("a new bill's record says what was asked and that nothing has come", async () => {
    const made = await api.bill({ reference: "order-7", subaccount: "acme-42" });
    const record = await api.payment(made.paymentId);
    expect(record).toEqual({
      paymentId: made.paymentId,
      status: "PENDING",
      amountStatus: "UNPAID",
      labels: [],
      username: "acme",
      subaccount: "acme-42",
      reference: "order-7",
      cryptoType: "BTC",
      fiat: "EUR",
      fiatReceivable: 100,
      address: made.deposit_address,
      price: 59_400,
      quantity: 0.00168351,
      expiryTime: made.expiryTime,
      strategy: "RFQ",
      feeModel: "SPREAD",
      quantityReceived: 0,
      quantityPending: 0,
      quantityConverted: 0,
      quantityUnconverted: 0,
      quantityLocked: 0,
      quantityReserved: 0,
      feeQuantity: 0,
      quantityPaidOut: 0,
      fiatReceived: 0,
      createdAt: record.createdAt,
      updatedAt: record.createdAt,
      sandbox: true,
      deposits: [],
      conversions: [],
    });
  });

  test("a reference need not be unique", async () => {
    const [one, two] = [await api.bill({ reference: "same" }), await api.bill({ reference: "same" })];
    expect(one.paymentId).not.toBe(two.paymentId);
  });
});

describe("addresses", () => {
  const FORMS: [string, object, RegExp][] = [
    ["BTC", { cryptoType: "BTC" }, /^1[1-9A-HJ-NP-Za-km-z]{25,33}$/],
    ["BTC with bech32", { cryptoType: "BTC", bech32: true }, /^bc1q[02-9ac-hj-np-z]{38}$/],
    ["BCH", { cryptoType: "BCH" }, /^1[1-9A-HJ-NP-Za-km-z]{25,33}$/],
    ["BCH with bech32", { cryptoType: "BCH", bech32: true }, /^bitcoincash:q[02-9ac-hj-np-z]{41}$/],
    ["USDT", { cryptoType: "USDT" }, /^0x[0-9a-fA-F]{40}$/],
    ["USDT on eth with bech32", { cryptoType: "USDT", networkType: "eth", bech32: true }, /^0x[0-9a-fA-F]{40}$/],
    ["USDT on tron", { cryptoType: "USDT", networkType: "tron" }, /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
    ["USDC", { cryptoType: "USDC", bech32: true }, /^0x[0-9a-fA-F]{40}$/],
  ];

  test.each(FORMS)("%s", async (_name, input, form) => {
    expect((await api.bill(input)).deposit_address).toMatch(form);
  });

  test("a fresh one for every bill, at once or one after the other", async () => {
    const input = Array.from({ length: 120 }, (_, at) => FORMS[at % FORMS.length]?.[1] ?? {});
    const made = await Promise.all(input.map((each) => api.bill(each)));
    expect(new Set(made.map(({ deposit_address }) => deposit_address.toLowerCase())).size).toBe(120);
  });
});

describe("price and quantity, by the worked examples", () => {
  test.each([
    ["1", "BTC", "EUR", "60000", { fiatReceivable: 100 }, 59_400, 0.00168351],
    ["2", "BTC", "EUR", "60000", { fiatReceivable: 250 }, 59_400, 0.00420876],
    ["3", "BTC", "EUR", "50000", { feeModel: "EXPLICIT" }, 50_000, 0.00202021],
    ["4", "BTC", "JPY", "15000000", { feeModel: "EXPLICIT", fiatReceivable: 10_000 }, 15_000_000, 0.00067341],
    ["5", "BTC", "JPY", "15000000", { fiatReceivable: 10_000 }, 14_850_000, 0.00067341],
    [
      "7",
      "USDT",
      "EUR",
      "0.92",
      { strategy: "ACA", feeModel: "EXPLICIT", networkType: "tron", fiatReceivable: 500 },
      0.92,
      548.967941,
    ],
    ["8", "USDT", "JPY", "150.25", { strategy: "LMT", limitPrice: 148.7, fiatReceivable: 10_000 }, 148.7475, 67.228021],
    ["10", "USDC", "JPY", "150", { strategy: "RAI", feeModel: "EXPLICIT", fiatReceivable: 15_000 }, 150, 100],
    [
      "11",
      "USDC",
      "EUR",
      "0.9213",
      { strategy: "LMT", limitPrice: 0.92, feeModel: "EXPLICIT", fiatReceivable: 1000 },
      0.9213,
      1096.386639,
    ],
    ["12", "BCH", "EUR", "412.37", { strategy: "ACA", fiatReceivable: 75.5 }, 408.2463, 0.18493738],
  ])("example %s: %s/%s at %s", async (_number, base, quote, bid, input, price, quantity) => {
    await api.post("/sandbox/v1/prices", `{"base":"${base}","quote":"${quote}","price":${bid}}`);
    expect(await api.bill({ cryptoType: base, fiat: quote, ...input })).toMatchObject({ price, quantity });
  });

  test("the account's rates and lifetime rule, from the next bill on", async () => {
    const key = await api.newKey({ account: "cheap" });
    await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
    await api.settings({ spreadBps: "200", "spreadBps.BTC.EUR": "0", lifetimeMs: "60000" }, "cheap");
    const made = await api.bill({}, key);
    expect(made).toMatchObject({ price: 60_000, quantity: 0.00166667 });
    const got = await api.get(`${GET_PAYMENT}?paymentId=${made.paymentId}`, { key });
    const [record] = got.as<{ data: { createdAt: number }[] }>().data;
    expect(made.expiryTime - (record?.createdAt ?? 0)).toBe(60_000);
    await api.settings({ "spreadBps.BTC.EUR": "50" }, "cheap");
    expect(await api.bill({}, key)).toMatchObject({ price: 59_700, quantity: 0.00167505 });
  });

  test("a price so low that the quantity would reach 2^53 units refuses the amount", async () => {
    await api.post("/sandbox/v1/prices", '{"base":"BCH","quote":"CAD","price":0.0001}');
    const { status, problem } = await create({ cryptoType: "BCH", fiat: "CAD", fiatReceivable: 1_000_000 });
    expect([status, problem.code]).toEqual([400, "AMOUNT_OUT_OF_RANGE"]);
    expect(problem["maximum"]).toBeLessThan(9_008);
    await deepBook("BCH", "CAD", 0.0001);
    expect((await create({ cryptoType: "BCH", fiat: "CAD", fiatReceivable: problem["maximum"] })).status).toBe(200);
  });

  test("a bid that leaves no price after the spread is no price", async () => {
    await api.post("/sandbox/v1/prices", '{"base":"BCH","quote":"GBP","price":0.00000001}');
    const { status, problem } = await create({ cryptoType: "BCH", fiat: "GBP" });
    expect([status, problem.code]).toEqual([503, "PRICE_UNAVAILABLE"]);
  });
});

describe("checks", () => {
  /** Each of these has what the ones before it lack, and everything wrong that comes after. */
  const WRONG: [string, object][] = [
    [
      "VALIDATION_FAILED",
      { cryptoType: "XRP", fiat: "CHF", networkType: "solana", strategy: "LMT", fiatReceivable: 0 },
    ],
    [
      "UNSUPPORTED_CRYPTO",
      { cryptoType: "XRP", fiat: "CHF", networkType: "solana", strategy: "LMT", fiatReceivable: 2e9 },
    ],
    [
      "UNSUPPORTED_FIAT",
      { cryptoType: "BTC", fiat: "CHF", networkType: "solana", strategy: "LMT", fiatReceivable: 2e9 },
    ],
    ["NETWORK_TYPE_NOT_FOUND", { cryptoType: "BTC", networkType: "solana", strategy: "LMT", fiatReceivable: 2e9 }],
    ["NETWORK_TYPE_NOT_ALLOWED", { cryptoType: "BTC", networkType: "tron", strategy: "LMT", fiatReceivable: 2e9 }],
    ["STRATEGY_NOT_ALLOWED", { cryptoType: "BTC", strategy: "LMT", fiatReceivable: 2e9 }],
    ["LIMIT_PRICE_NOT_CONFIGURED", { cryptoType: "USDT", strategy: "LMT", fiatReceivable: 2e9 }],
    ["AMOUNT_OUT_OF_RANGE", { cryptoType: "USDT", strategy: "LMT", limitPrice: 0.9, fiatReceivable: 2e9 }],
    ["PRICE_UNAVAILABLE", { cryptoType: "USDT", strategy: "LMT", limitPrice: 0.9, fiatReceivable: 500 }],
    ["EXPOSURE_LIMIT", { cryptoType: "BTC", fiatReceivable: 500 }],
  ];

  test.each(WRONG)("%s comes before all that follow it", async (code, input) => {
    const key = await api.newKey({ account: `order of checks ${code}` });
    await api.settings({ openExposureLimit: "400" }, `order of checks ${code}`);
    await api.control("prices", { base: "USDT", quote: "EUR", stale: true });
    await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
    expect(await codeOf(input, key)).toBe(code);
  });

  test("more decimals than the fiat has are a fault of form, before anything that is not supported", async () => {
    const wrong = { cryptoType: "XRP", networkType: "solana", strategy: "LMT" };
    for (const amount of [{ fiatReceivable: 100.001 }, { fiat: "JPY", fiatReceivable: 100.5 }]) {
      const { status, problem } = await create({ ...wrong, ...amount });
      expect([status, problem.code, problem.errors?.[0]?.field]).toEqual([400, "VALIDATION_FAILED", "fiatReceivable"]);
    }
  });

  test("a network type that does not exist is told in the specification's words", async () => {
    for (const networkType of ["solana", "ETH", "Tron", "", "eth ", "e\nth", "eth\0", "x".repeat(1_000)]) {
      for (const cryptoType of ["USDT", "BTC"]) {
        const { status, problem } = await create({ cryptoType, networkType });
        expect([status, problem.code, problem.message]).toEqual([
          400,
          "NETWORK_TYPE_NOT_FOUND",
          "The provided network type does not exist.",
        ]);
      }
    }
  });

  test("a network type with anything but USDT is 400, eth with USDC too", async () => {
    for (const cryptoType of ["BTC", "BCH", "USDC"]) {
      for (const networkType of ["eth", "tron"]) {
        const { status, problem } = await create({ cryptoType, networkType });
        expect([status, problem.code]).toEqual([400, "NETWORK_TYPE_NOT_ALLOWED"]);
      }
    }
  });

  test("a limit price belongs to LMT, is above zero, and is a price", async () => {
    for (const strategy of ["RFQ", "RAI", "ACA", undefined])
      expect(await codeOf({ cryptoType: "USDT", strategy, limitPrice: 1 })).toBe("VALIDATION_FAILED");
    for (const limitPrice of [0, -1, "1", 0.123456789, 5e15, 1234567.123456789]) {
      const { status, problem } = await create({ cryptoType: "USDT", strategy: "LMT", limitPrice });
      expect([status, problem.errors?.[0]?.field]).toEqual([400, "limitPrice"]);
    }
  });

  test("LMT takes the request's limit price before the settings' one", async () => {
    const key = await api.newKey({ account: "limited" });
    await api.control("prices", { base: "USDC", quote: "EUR", price: 0.92 });
    expect(await codeOf({ cryptoType: "USDC", strategy: "LMT" }, key)).toBe("LIMIT_PRICE_NOT_CONFIGURED");
    await api.settings({ "limitPrice.USDC.EUR": "0.9108" }, "limited");
    const list = async (input: object) => {
      const { paymentId } = await api.bill({ cryptoType: "USDC", strategy: "LMT", ...input }, key);
      const { data } = (await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`, { key })).as<{ data: object[] }>();
      return data[0];
    };
    expect(await list({})).toMatchObject({ limitPrice: 0.9108, limitMet: false, price: 0.9108 });
    expect(await list({ limitPrice: 0.9107 })).toMatchObject({ limitPrice: 0.9107, limitMet: true });
  });

  test.each([
    ["EUR", 0.99, 1, 1_000_000, 1_000_000.01],
    ["GBP", 0.99, 1, 1_000_000, 1_000_000.01],
    ["JPY", 99, 100, 100_000_000, 100_000_001],
  ])("the range of %s: both ends are allowed", async (fiat, under, least, most, over) => {
    await deepBook("BTC", fiat, 60_000);
    for (const fiatReceivable of [under, over]) {
      const { status, problem } = await create({ fiat, fiatReceivable });
      expect([status, problem.code]).toEqual([400, "AMOUNT_OUT_OF_RANGE"]);
      expect(problem).toMatchObject({ minimum: least, maximum: most, errors: [{ field: "fiatReceivable" }] });
    }
    for (const fiatReceivable of [least, most]) expect((await create({ fiat, fiatReceivable })).status).toBe(200);
  });

  test("a quantity under the asset's dust names the least that is accepted (example 21)", async () => {
    await api.control("prices", { base: "BTC", quote: "JPY", price: 19_000_000 });
    const { status, problem } = await create({ fiat: "JPY", fiatReceivable: 100 });
    expect([status, problem.code]).toEqual([400, "AMOUNT_OUT_OF_RANGE"]);
    expect(problem).toMatchObject({ minimum: 103, maximum: 100_000_000, errors: [{ field: "fiatReceivable" }] });
    expect((await create({ fiat: "JPY", fiatReceivable: 102 })).problem["minimum"]).toBe(103);
    const made = await create({ fiat: "JPY", fiatReceivable: 103 });
    expect(made.as<MadeBill>()).toMatchObject({ price: 18_810_000, quantity: 0.00000548 });
  });

  test("a stale price is 503 with Retry-After, until the next one", async () => {
    await api.control("prices", { base: "BCH", quote: "USD", stale: true });
    const { status, problem, headers } = await create({ cryptoType: "BCH", fiat: "USD" });
    expect([status, problem.code]).toEqual([503, "PRICE_UNAVAILABLE"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    await api.control("prices", { base: "BCH", quote: "USD", price: 400 });
    expect(await api.bill({ cryptoType: "BCH", fiat: "USD" })).toMatchObject({ price: 396 });
  });

  test("an untouched pair has a fresh price after any time, and a set one stays fresh", async () => {
    await api.control("clock", { advanceMs: 86_400_000 });
    expect((await create({ cryptoType: "USDC", fiat: "CAD" })).status).toBe(200);
    expect(await api.bill()).toMatchObject({ price: 59_400 });
  });
});

describe("the limit on open promises", () => {
  test("the bill being made counts; paid and expired ones do not, other fiats have their own", async () => {
    const key = await api.newKey({ account: "exposed" });
    await api.settings({ openExposureLimit: "250" }, "exposed");
    const first = await api.bill({}, key);
    await api.bill({}, key);
    const { status, problem } = await create({}, key);
    expect([status, problem.code]).toEqual([409, "EXPOSURE_LIMIT"]);
    await api.bill({ fiatReceivable: 50 }, key);
    expect(await codeOf({ fiatReceivable: 1 }, key)).toBe("EXPOSURE_LIMIT");
    await api.bill({ fiat: "USD", fiatReceivable: 250 }, key);
    const paid = await api.post(
      "/sandbox/v1/deposits",
      { address: first.deposit_address, quantity: first.quantity, confirmations: 2 },
      { key },
    );
    expect(paid.status).toBe(200);
    await api.settle();
    await api.bill({}, key);
    expect(await codeOf({}, key)).toBe("EXPOSURE_LIMIT");
    await api.control("clock", { advanceMs: 20 * 60_000 + 1 });
    await api.bill({ fiatReceivable: 250 }, key);
  });

  test("creates at once cannot pass it together", async () => {
    const key = await api.newKey({ account: "racing" });
    await api.settings({ openExposureLimit: "500" }, "racing");
    const got = await Promise.all(Array.from({ length: 24 }, () => create({}, key)));
    expect(got.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(got.filter(({ status }) => status !== 200).map(({ problem }) => problem.code)).toEqual(
      Array(19).fill("EXPOSURE_LIMIT"),
    );
  });
});

test("what is refused leaves no bill behind and uses no address up", async () => {
  const key = await api.newKey({ account: "refused" });
  const before = await api.bill({}, key);
  for (const more of [{ fiatReceivable: 0 }, { cryptoType: "XRP" }, { networkType: "eth" }, { fiatReceivable: 2e6 }])
    await create(more, key);
  const { data } = (await api.get(`${GET_PAYMENT}?startTime=${before.expiryTime - 21 * 60_000}`, { key })).as<{
    data: unknown[];
  }>();
  expect(data).toHaveLength(1);
});
