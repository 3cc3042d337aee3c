import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, openApi } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
  await api.control("prices", { base: "BTC", quote: "JPY", price: 15_000_000 });
});
afterAll(() => api?.close());

/** A create whose body is written by hand, so that every digit is the test's. */
const create = (fiatReceivable: string, fiat = "EUR") =>
  api.post(CREATE, `{"cryptoType":"BTC","fiat":"${fiat}","subaccount":"s","fiatReceivable":${fiatReceivable}}`);

describe("numbers go out as exact decimal literals", () => {
  test("price and quantity of example 1, no exponent, no trailing zeros", async () => {
    const made = await create("100");
    expect(made.text).toMatch(/"price":59400,"quantity":0\.00168351,"expiryTime":\d{13},/);
    const { paymentId } = made.as<{ paymentId: string }>();
    const { text } = await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`);
    expect(text).toMatch(/"fiatReceivable":100[,}]/);
    expect(text).toMatch(/"price":59400[,}]/);
    expect(text).toMatch(/"quantity":0\.00168351[,}]/);
    expect(text).toMatch(/"quantityReceived":0[,}]/);
    expect(text).not.toMatch(/\d[eE][+-]?\d+[,}\]]/);
  });

  test("a quantity of few satoshi is no exponent form", async () => {
    await api.control("prices", { base: "BTC", quote: "USD", price: 180_000 });
    const made = await create("1", "USD");
    expect(made.text).toContain('"quantity":0.00000562,');
  });

  test("a price has at most 8 decimals and 15 significant digits, rounded down", async () => {
    await api.post("/sandbox/v1/prices", '{"base":"USDT","quote":"EUR","price":0.92031987}');
    const tether = await api.bill({ cryptoType: "USDT" });
    expect(tether.price).toBe(0.91111667);
    await api.post("/sandbox/v1/prices", '{"base":"BTC","quote":"GBP","price":51234567.8901234}');
    const { text } = await create("100000", "GBP");
    expect(text).toContain('"price":50722222.2112221,');
  });
});

describe("numbers come in by the text of their token", () => {
  test.each(["100", "100.0", "100.00", "1e2", "1E+2", "1000e-1", "0.1e3", "100.000000000000000000000"])(
    "%s is one hundred",
    async (token) => {
      const { paymentId } = (await create(token)).as<{ paymentId: string }>();
      expect((await api.payment(paymentId)).fiatReceivable).toBe(100);
    },
  );

  test("cents survive that no float holds", async () => {
    const { paymentId } = (await create("123456.79")).as<{ paymentId: string }>();
    expect((await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`)).text).toContain('"fiatReceivable":123456.79,');
  });

  test.each([
    ["100.001", "EUR", "fiatReceivable must have at most 2 decimals."],
    ["100.5", "JPY", "fiatReceivable must be a whole number."],
    ["1e-20", "EUR", "fiatReceivable must have at most 8 decimals."],
    ["0", "EUR", "fiatReceivable must be greater than zero."],
    ["-0.0", "EUR", "fiatReceivable must be greater than zero."],
    ["-100", "EUR", "fiatReceivable must be greater than zero."],
    ['"100"', "EUR", "fiatReceivable must be a number."],
    ["true", "EUR", "fiatReceivable must be a number."],
    ["[100]", "EUR", "fiatReceivable must be a number."],
    ["9007199254740992", "EUR", "fiatReceivable is too large."],
    ["90071992547409.92", "EUR", "fiatReceivable is too large."],
    ["9007199254740992", "JPY", "fiatReceivable is too large."],
    ["1e20", "EUR", "fiatReceivable is too large."],
  ])("%s %s is refused, never rounded", async (token, fiat, message) => {
    const { status, problem } = await create(token, fiat);
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      code: "VALIDATION_FAILED",
      message,
      errors: [{ field: "fiatReceivable", message }],
    });
  });

  test("one unit under 2^53 is read; it is only out of the pair's range", async () => {
    for (const [token, fiat] of [
      ["90071992547409.91", "EUR"],
      ["9007199254740991", "JPY"],
    ] as const) {
      expect((await create(token, fiat)).problem.code).toBe("AMOUNT_OUT_OF_RANGE");
    }
  });

  test.each(["1e400", "1e21", "1e-21", "1e99999999999"])("the exponent of %s is refused", async (token) => {
    const { status, problem } = await create(token);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ code: "INVALID_JSON", errors: [{ field: "fiatReceivable" }] });
  });

  test.each(["NaN", "Infinity", "01", "+1", "1.", ".5", "0x10", "1_000", "1e", "--1"])(
    "%s is no JSON",
    async (token) => {
      const { status, problem } = await create(token);
      expect([status, problem.code]).toEqual([400, "INVALID_JSON"]);
    },
  );

  test("sixty thousand digits cost a small part of what a square of them would", async () => {
    for (const token of [`1.${"0".repeat(60_000)}`, `1${"0".repeat(60_000)}`, `1.${"0".repeat(60_000)}1`]) {
      const before = process.cpuUsage();
      expect([200, 400]).toContain((await create(token)).status);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(4_000);
    }
  });
});

describe("epoch times are milliseconds", () => {
  const range = (query: string) => api.get(`${GET_PAYMENT}?${query}`);

  test.each(["1", "1700000000", "99999999999", "1.7e9"])("%s looks like seconds", async (seconds) => {
    for (const query of [`startTime=${seconds}`, `startTime=1700000000000&endTime=${seconds}`]) {
      const { status, problem } = await range(query);
      expect(status).toBe(400);
      expect(problem.message).toContain("looks like seconds; use epoch milliseconds");
    }
  });

  test.each(["0", "100000000000", "1700000000000", "1.7e12"])("%s is taken", async (ms) => {
    expect((await range(`startTime=${ms}&endTime=${ms}`)).status).toBe(200);
  });

  test.each(["-1", "1700000000000.5", "2026-01-31T00:00:00Z", "", "1e400", "Infinity", "253402300800000"])(
    "%s is refused",
    async (text) => {
      const { status, problem } = await range(`startTime=${text}`);
      expect([status, problem.code, problem.errors?.[0]?.field]).toEqual([400, "VALIDATION_FAILED", "startTime"]);
    },
  );

  test("expiryTime and createdAt are milliseconds, a lifetime of twenty minutes apart", async () => {
    const before = Date.now();
    const made = await api.bill();
    const record = await api.payment(made.paymentId);
    expect(made.expiryTime - record.createdAt).toBe(20 * 60_000);
    expect(record.expiryTime).toBe(made.expiryTime);
    expect(record.createdAt).toBeGreaterThanOrEqual(before);
    expect(record.createdAt).toBeLessThanOrEqual(Date.now());
  });
});
