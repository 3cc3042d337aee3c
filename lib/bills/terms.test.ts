import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CryptoAsset, FIATS, type Fiat, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { levels, referenceWith } from "#lib/pricing/reference.fixture.ts";
import { NOTHING_SET, ruling } from "#lib/settings/setting.ts";
import { fiatLimits } from "./bill.ts";
import { checkRange, limitPriceFor, readRequest, termsFor } from "./terms.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const wanted = {
  cryptoType: "BTC",
  fiat: "EUR",
  fiatReceivable: Decimal.from("100"),
  subaccount: "acme-42",
};
type Input = Parameters<typeof readRequest>[0];
const ask = (more: object = {}) =>
  readRequest({ ...wanted, ...more } as Input, (base, fiat) => base !== "BCH" || fiat !== "JPY");
const usdt = { cryptoType: "USDT" };

function refused(work: () => unknown): { code: string; field: string | undefined; message: string; body: unknown } {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, detail } = error;
    const [first] = detail.errors ?? [];
    if (first) expect(first.message).toBe(message);
    return { code, field: first?.field, message, body: detail.body };
  }
  throw new Error("it was not refused");
}

describe("a request", () => {
  test("asks for RFQ by spread, on a legacy address, unless it says otherwise", () => {
    expect(ask()).toEqual({
      crypto: "BTC",
      asset: "BTC",
      fiat: "EUR",
      fiatUnits: 10_000n,
      bech32: false,
      strategy: "RFQ",
      feeModel: "SPREAD",
      limitPrice: undefined,
    });
    const limitPrice = Decimal.from("0.98");
    expect(
      ask({
        ...usdt,
        networkType: "tron",
        fiat: "JPY",
        bech32: true,
        strategy: "LMT",
        feeModel: "EXPLICIT",
        limitPrice,
      }),
    ).toEqual({
      crypto: "USDT",
      asset: "USDT@tron",
      fiat: "JPY",
      fiatUnits: 100n,
      bech32: true,
      strategy: "LMT",
      feeModel: "EXPLICIT",
      limitPrice,
    });
    expect(ask({ bech32: false }).bech32).toBe(false);
  });

  test.each([
    ["BTC", undefined, "BTC"],
    ["BCH", undefined, "BCH"],
    ["USDT", undefined, "USDT@eth"],
    ["USDT", "eth", "USDT@eth"],
    ["USDT", "tron", "USDT@tron"],
    ["USDC", undefined, "USDC@eth"],
  ])("of %s with networkType %s is paid in %s", (cryptoType, networkType, asset) =>
    expect(ask({ cryptoType, ...(networkType ? { networkType } : {}) }).asset).toBe(asset),
  );

  const limitPrice = Decimal.from("0.98");
  test.each([
    [{ limitPrice }, "VALIDATION_FAILED", "limitPrice", "limitPrice is only allowed with strategy LMT."],
    [
      { ...usdt, strategy: "LMT", limitPrice: Decimal.from("0.123456789") },
      "VALIDATION_FAILED",
      "limitPrice",
      "limitPrice takes at most 8 decimals and 15 significant digits.",
    ],
    [
      { cryptoType: "DOGE", fiat: "CHF" },
      "UNSUPPORTED_CRYPTO",
      "cryptoType",
      "This crypto is not supported; use BTC, BCH, USDT, USDC.",
    ],
    [
      { fiat: "CHF", networkType: "x" },
      "UNSUPPORTED_FIAT",
      "fiat",
      "This fiat is not supported; use EUR, USD, GBP, CAD, JPY.",
    ],
    [
      { cryptoType: "BCH", fiat: "JPY", networkType: "x" },
      "UNSUPPORTED_PAIR",
      "fiat",
      "There are no prices of BCH in JPY; use another fiat.",
    ],
    [{ networkType: "x" }, "NETWORK_TYPE_NOT_FOUND", "networkType", "The provided network type does not exist."],
    [{ networkType: "" }, "NETWORK_TYPE_NOT_FOUND", "networkType", "The provided network type does not exist."],
    [
      { cryptoType: "USDC", networkType: "eth", strategy: "LMT" },
      "NETWORK_TYPE_NOT_ALLOWED",
      "networkType",
      "networkType is only allowed with cryptoType USDT.",
    ],
    [{ strategy: "LMT" }, "STRATEGY_NOT_ALLOWED", "strategy", "The strategy LMT is only allowed with USDT and USDC."],
    [
      { strategy: "LMT", fiatReceivable: Decimal.from("1.001") },
      "VALIDATION_FAILED",
      "fiatReceivable",
      expect.stringContaining("fiatReceivable"),
    ],
  ])("%j is refused with %s at %s", (more, code, field, message) => {
    expect(refused(() => ask(more))).toMatchObject({ code, field, message });
  });

  test.each(["USDT", "USDC"])("of %s may be LMT", (cryptoType) => {
    expect(ask({ cryptoType, strategy: "LMT", limitPrice }).strategy).toBe("LMT");
    expect(ask({ cryptoType, strategy: "LMT" }).limitPrice).toBeUndefined();
  });
});

describe("the limit price that rules", () => {
  const settings = ruling({ "limitPrice.USDT.EUR": "0.97" });
  const lmt = { ...usdt, strategy: "LMT" };

  test("is the request's, else the account's, and only LMT has one", () => {
    expect(limitPriceFor(ask({ ...lmt, limitPrice: Decimal.from("0.98") }), settings)?.toString()).toBe("0.98");
    expect(limitPriceFor(ask(lmt), settings)?.toString()).toBe("0.97");
    expect(limitPriceFor(ask(usdt), settings)).toBeUndefined();
  });

  test("has to be said by somebody", () => {
    expect(refused(() => limitPriceFor(ask({ ...lmt, fiat: "USD" }), settings))).toMatchObject({
      code: "LIMIT_PRICE_NOT_CONFIGURED",
      field: "limitPrice",
      message: "Give a limitPrice, or set one for USDT/USD in the account's settings.",
    });
  });
});

test.each([
  ["EUR", "1", "1000000", "0.99", "1000000.01"],
  ["USD", "1", "1000000", "0.99", "1000000.01"],
  ["GBP", "1", "1000000", "0.99", "1000000.01"],
  ["CAD", "1", "1000000", "0.99", "1000000.01"],
  ["JPY", "100", "100000000", "99", "100000001"],
] as const)("a bill in %s is of %s to %s, both allowed", (fiat, least, most, under, over) => {
  const check = (amount: string) => checkRange(ask({ fiat, fiatReceivable: Decimal.from(amount) }));
  expect(() => [least, most].map(check)).not.toThrow();
  for (const amount of [under, over])
    expect(refused(() => check(amount))).toEqual({
      code: "AMOUNT_OUT_OF_RANGE",
      field: "fiatReceivable",
      message: `fiatReceivable must be from ${least} to ${most} ${fiat}.`,
      body: { minimum: Decimal.from(least), maximum: Decimal.from(most) },
    });
});

const referenceAt = (bid: string) => referenceWith(bid);

describe("the terms of a bill", () => {
  test("are those of the defaults where nobody has set anything", () => {
    expect(termsFor(ask(), NOTHING_SET, referenceAt("60000"), NOW, undefined).terms).toStrictEqual({
      asset: "BTC",
      fiat: "EUR",
      fiatUnits: 10_000n,
      price: Decimal.from("59400"),
      quantityUnits: 168_351n,
      strategy: "RFQ",
      feeModel: "SPREAD",
      spreadBps: 100,
      explicitFeeBps: 100,
      transactionFeeBps: 50,
      toleranceBps: 0,
      overpayment: "CONVERT",
      guaranteeMs: 7_200_000,
      maxDepthBps: 200,
      holdGraceMs: 600_000,
      confirmationTiers: "2",
      expiresAt: new Date("2026-11-21T12:20:00.000Z"),
    });
  });

  test("take the depth, the grace, the tiers and the limit of a deposit from the settings too", () => {
    const settings = ruling({
      maxDepthBps: "15",
      "holdGraceMs.EUR": "0",
      "confirmations.BTC": "2,1000:3,50000:6",
      "depositLimit.BTC": "0.1",
    });
    expect(termsFor(ask(), settings, referenceAt("60000"), NOW, undefined).terms).toMatchObject({
      maxDepthBps: 15,
      holdGraceMs: 0,
      confirmationTiers: "2,1000:3,50000:6",
      depositLimit: Decimal.from("0.1"),
    });
  });

  test("are copied from the settings of the pair", () => {
    const settings = ruling({
      "spreadBps.USDT.EUR": "200",
      "explicitFeeBps.USDT": "300",
      "transactionFeeBps.EUR": "40",
      toleranceBps: "10",
      "overpayment.USDT.EUR": "KEEP",
      guaranteeMs: "1000",
      "lifetimeMs.EUR": "5000",
      "spreadBps.BTC.EUR": "999",
    });
    const limitPrice = Decimal.from("0.9");
    const request = ask({ ...usdt, strategy: "LMT", feeModel: "EXPLICIT" });
    expect(termsFor(request, settings, referenceAt("0.92"), NOW, limitPrice).terms).toMatchObject({
      price: Decimal.from("0.92"),
      // 100 / 0.92 / 0.97, rounded up
      quantityUnits: 112_057_374n,
      limitPrice,
      spreadBps: 200,
      explicitFeeBps: 300,
      transactionFeeBps: 40,
      toleranceBps: 10,
      overpayment: "KEEP",
      guaranteeMs: 1_000,
      expiresAt: new Date(NOW.getTime() + 5_000),
    });
    expect(
      termsFor(request, ruling({ overpayment: "CONVERT" }), referenceAt("0.92"), NOW, limitPrice).terms.overpayment,
    ).toBe("CONVERT");
  });

  test("are of the bid by size, of what is left of it after the bill's own fee", () => {
    const book = referenceWith(levels("60000 × 1, 54000 × 1000"));
    const settings = ruling({ spreadBps: "0", explicitFeeBps: "1000", maxDepthBps: "5000" });
    // Exactly one coin at the best bid, and with a fee of a tenth on top more than one.
    const priceOf = (feeModel: "SPREAD" | "EXPLICIT") =>
      termsFor(ask({ fiatReceivable: Decimal.from("60000"), feeModel }), settings, book, NOW, undefined).terms.price;
    expect(priceOf("SPREAD")).toEqual(Decimal.from("60000"));
    expect(priceOf("EXPLICIT").compare(Decimal.from("60000"))).toBe(-1);
    const wide = ruling({ spreadBps: "1000", explicitFeeBps: "0", maxDepthBps: "5000" });
    const explicit = ask({ fiatReceivable: Decimal.from("60000"), feeModel: "EXPLICIT" });
    expect(termsFor(explicit, wide, book, NOW, undefined).terms.price).toEqual(Decimal.from("60000"));
  });

  test("do not exist beyond what the market takes near its best price, and the field is named that asks for less", () => {
    const book = referenceWith(levels("60000 × 1"));
    const large = ask({ fiatReceivable: Decimal.from("60001") });
    expect(refused(() => termsFor(large, ruling({ spreadBps: "0" }), book, NOW, undefined))).toEqual({
      code: "INSUFFICIENT_LIQUIDITY",
      field: "fiatReceivable",
      message: "The market does not take BTC for 60001 EUR near its best price now; ask for less, or try again later.",
      body: undefined,
    });
  });

  test("take the best bid where all is received as is, however little the market takes", () => {
    const book = referenceWith(levels("60000 × 1"));
    const large = ask({ fiatReceivable: Decimal.from("600000"), strategy: "RAI" });
    const { terms, firm } = termsFor(large, ruling({ spreadBps: "0" }), book, NOW, undefined);
    expect([terms.price, terms.quantityUnits, firm]).toEqual([Decimal.from("60000"), 1_000_000_000n, undefined]);
  });

  test("ask for no less than the chain lets anybody send; the least that may be asked for is named, and accepted", () => {
    // At 10 000 000 EUR a bitcoin, 54.50 EUR are 545 units, and each cent more is a unit more, rounded up.
    const at = (fiat: string) =>
      termsFor(
        ask({ fiatReceivable: Decimal.from(fiat) }),
        ruling({ spreadBps: "0" }),
        referenceAt("10000000"),
        NOW,
        undefined,
      ).terms.quantityUnits;
    expect(refused(() => at("54.5"))).toMatchObject({
      code: "AMOUNT_OUT_OF_RANGE",
      body: { minimum: Decimal.from("54.51"), maximum: Decimal.from("1000000") },
    });
    expect(at("54.51")).toBe(546n);
  });

  test("exist at no price that the spread has eaten", () => {
    expect(refused(() => termsFor(ask(), NOTHING_SET, referenceAt("0.00000001"), NOW, undefined))).toEqual({
      code: "PRICE_UNAVAILABLE",
      field: undefined,
      message: "BTC/EUR is worth too little to be priced; try again later.",
      body: undefined,
    });
    try {
      termsFor(ask(), NOTHING_SET, referenceAt("0.00000001"), NOW, undefined);
    } catch (error) {
      expect((error as Refusal).detail.retryAfterSeconds).toBe(5);
    }
  });

  test("never ask for 2^53 units: the most that may be asked for is named, and is itself accepted", () => {
    const amount = fc.bigInt({ min: 100n, max: 100_000_000n });
    const price = fc.integer({ min: 1, max: 1_000_000 }).map((units) => Decimal.of(BigInt(units), 8));
    fc.assert(
      fc.property(
        fc.constantFrom<CryptoAsset>("BTC", "USDT@eth"),
        fc.constantFrom<Fiat>(...FIATS),
        price,
        amount,
        (...of) => {
          const [asset, fiat, bid, fiatUnits] = of;
          const { minimumUnits } = fiatLimits(fiat);
          const request = { ...ask(asset === "BTC" ? {} : usdt), asset, fiat, fiatUnits: minimumUnits + fiatUnits };
          const at = (units: bigint) =>
            termsFor(
              { ...request, fiatUnits: units },
              ruling({ spreadBps: "0" }),
              referenceWith(bid.toString()),
              NOW,
              undefined,
            ).terms;
          let quantity: bigint;
          try {
            quantity = at(request.fiatUnits).quantityUnits;
          } catch (error) {
            const { code, detail } = error as Refusal;
            expect(code).toBe("AMOUNT_OUT_OF_RANGE");
            const { minimum, maximum } = detail.body as Record<"minimum" | "maximum", Decimal>;
            expect(minimum.toUnits(scaleOf(fiat))).toBe(minimumUnits);
            const most = maximum.floorUnits(scaleOf(fiat));
            expect(most < request.fiatUnits).toBe(true);
            if (most > 0n) expect(at(most).quantityUnits < 2n ** 53n).toBe(true);
            return;
          }
          expect(quantity < 2n ** 53n).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("end one unit below 2^53", () => {
    // At 10 000 000 EUR a bitcoin, ten cents are one unit.
    const at = (fiatUnits: bigint) =>
      termsFor({ ...ask(), fiatUnits }, ruling({ spreadBps: "0" }), referenceAt("10000000"), NOW, undefined).terms
        .quantityUnits;
    const limit = 2n ** 53n;
    expect(at((limit - 1n) * 10n)).toBe(limit - 1n);
    expect(refused(() => at(limit * 10n))).toMatchObject({
      code: "AMOUNT_OUT_OF_RANGE",
      body: { minimum: Decimal.from("1"), maximum: Decimal.of((limit - 1n) * 10n, 2) },
    });
  });
});
