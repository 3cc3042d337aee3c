import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CRYPTO_ASSETS, CRYPTO_FACTS, FIATS, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import {
  FEE_MODELS,
  isPrice,
  leastFiat,
  marketCredit,
  quantityFor,
  roundPrice,
  STRATEGIES,
  sale,
  sellPrice,
} from "./price.ts";

const exact = (text: string) => Decimal.from(text);

describe("a price", () => {
  test.each([
    ["59400", "59400"],
    ["0.123456789", "0.12345678"],
    ["0.999999999", "0.99999999"],
    ["9.123456789", "9.12345678"],
    ["1234567.123456789", "1234567.12345678"],
    ["12345678.12345678", "12345678.1234567"],
    ["123456789012345.9", "123456789012345"],
    ["0.000000009", "0"],
  ])("%s is rounded down to %s", (from, to) => expect(roundPrice(exact(from)).toString()).toBe(to));

  test("of 10^15 and above, or below zero, is none", () => {
    expect(roundPrice(exact("999999999999999")).toString()).toBe("999999999999999");
    expect(() => roundPrice(exact("1000000000000000"))).toThrow("invariant");
    expect(() => roundPrice(exact("-0.1"))).toThrow("invariant");
  });

  test("is the bid less the spread under SPREAD and the bid under EXPLICIT", () => {
    const bid = exact("49000.12345678");
    expect(sellPrice({ bid, feeModel: "SPREAD", spreadBps: 100 }).toString()).toBe("48510.12222221");
    expect(sellPrice({ bid, feeModel: "EXPLICIT", spreadBps: 100 }).toString()).toBe("49000.12345678");
    expect(sellPrice({ bid, feeModel: "SPREAD", spreadBps: 0 }).toString()).toBe("49000.12345678");
  });

  test("keeps to 8 decimals and 15 digits, below the exact value by less than its last place", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n - 1n), fc.bigInt(0n, 10n ** 20n - 1n), (whole, fraction) => {
        const value = Decimal.of(whole * 10n ** 20n + fraction, 20);
        const price = roundPrice(value);
        const digits = price.units.toString().length;
        const place = Math.min(8, 15 - whole.toString().length);
        expect(price.scale).toBeLessThanOrEqual(8);
        expect(digits).toBeLessThanOrEqual(15);
        expect(price.compare(value)).toBeLessThanOrEqual(0);
        expect(value.minus(price).compare(Decimal.of(1n, place))).toBe(-1);
      }),
    );
  });
});

describe("the quantity of a bill", () => {
  const btc = { asset: "BTC", fiat: "EUR", fiatUnits: 10000n, explicitFeeBps: 100 } as const;

  test.each([
    ["SPREAD", "RFQ", "59400", 168351n],
    ["EXPLICIT", "RFQ", "50000", 202021n],
    ["EXPLICIT", "ACA", "50000", 202021n],
    ["EXPLICIT", "RAI", "50000", 200000n],
    ["SPREAD", "RAI", "50000", 200000n],
  ] as const)("%s %s at %s is %s sat for 100 EUR", (feeModel, strategy, price, quantity) => {
    expect(quantityFor({ ...btc, feeModel, strategy, price: exact(price) })).toBe(quantity);
  });

  test("needs a price above zero and a fee below the whole", () => {
    const bill = { ...btc, feeModel: "EXPLICIT", strategy: "RFQ" } as const;
    expect(() => quantityFor({ ...bill, price: Decimal.ZERO })).toThrow("invariant");
    expect(() => quantityFor({ ...bill, price: exact("1"), explicitFeeBps: 10_000 })).toThrow("invariant");
  });

  test("is the least that still yields F, after the fee where there is one", () => {
    const bills = fc.record({
      asset: fc.constantFrom(...CRYPTO_ASSETS),
      fiat: fc.constantFrom(...FIATS),
      fiatUnits: fc.bigInt(1n, 10n ** 10n),
      price: fc.bigInt(1n, 10n ** 15n - 1n).map((u) => Decimal.of(u, 8)),
      feeModel: fc.constantFrom(...FEE_MODELS),
      strategy: fc.constantFrom(...STRATEGIES),
      explicitFeeBps: fc.integer({ min: 0, max: 9_999 }),
    });
    fc.assert(
      fc.property(bills, (bill) => {
        const quantity = quantityFor(bill);
        const feeModel = bill.strategy === "RAI" ? "SPREAD" : bill.feeModel;
        expect(sale({ ...bill, feeModel, units: quantity }).fiatUnits).toBeGreaterThanOrEqual(bill.fiatUnits);
        const share = Decimal.of(BigInt(feeModel === "EXPLICIT" ? 10_000 - bill.explicitFeeBps : 10_000), 4);
        const oneLess = Decimal.of(quantity - 1n, scaleOf(bill.asset))
          .times(bill.price)
          .times(share);
        expect(oneLess.compare(Decimal.of(bill.fiatUnits, scaleOf(bill.fiat)))).toBe(-1);
      }),
    );
  });
});

test("there are four strategies and two fee models", () => {
  expect([...STRATEGIES]).toEqual(["RFQ", "RAI", "ACA", "LMT"]);
  expect([...FEE_MODELS]).toEqual(["SPREAD", "EXPLICIT"]);
});

test.each([
  ["0.00000001", true],
  ["12345678.1234567", true],
  ["1.5", true],
  ["999999999999999", true],
  ["0", false],
  ["-1", false],
  ["0.000000001", false],
  ["12345678.12345678", false],
  ["1000000000000000", false],
  ["10000000000000000", false],
])("%s is a price as it is stored: %s", (text, is) => expect(isPrice(exact(text))).toBe(is));

test("nothing is rounded down to nothing", () => expect(roundPrice(Decimal.ZERO)).toEqual(Decimal.ZERO));

describe("a sale", () => {
  const surplus = {
    asset: "BTC",
    fiat: "EUR",
    units: 47979n,
    price: exact("49000.12345678"),
    explicitFeeBps: 100,
  } as const;

  test("under EXPLICIT withholds its fee, rounded down, and sells the rest", () => {
    expect(sale({ ...surplus, feeModel: "EXPLICIT" })).toEqual({
      units: 47979n,
      feeUnits: 479n,
      soldUnits: 47500n,
      gross: exact("23.2750586419705"),
      fiatUnits: 2327n,
    });
  });

  test("under SPREAD sells all of it", () => {
    expect(sale({ ...surplus, feeModel: "SPREAD" })).toMatchObject({
      feeUnits: 0n,
      soldUnits: 47979n,
      fiatUnits: 2350n,
    });
  });

  test("in yen is floored to whole yen", () => {
    expect(sale({ ...surplus, fiat: "JPY", feeModel: "SPREAD" }).fiatUnits).toBe(23n);
  });
});

describe("a market order", () => {
  const order = { soldUnits: 548_967_941n, spreadBps: 100, asset: "USDT@tron", fiat: "EUR" } as const;

  test("credits its proceeds less the spread, and shows their average", () => {
    const credit = marketCredit({ ...order, proceeds: exact("504.651537779") });
    expect(credit.fiatUnits).toBe(49960n);
    expect(credit.price.toString()).toBe("0.9100805");
    expect(credit.gross.toString()).toBe("499.60502240121");
  });

  test("of one smallest unit is credited", () => {
    const credit = marketCredit({ ...order, soldUnits: 1n, proceeds: exact("0.01"), spreadBps: 0 });
    expect(credit).toEqual({ fiatUnits: 1n, price: exact("10000"), gross: exact("0.01") });
  });

  test("that sold nothing is not credited", () => {
    expect(() => marketCredit({ ...order, soldUnits: 0n, proceeds: Decimal.ZERO })).toThrow("invariant");
  });
});

test("the least that may be asked for is the first whose crypto a network passes on", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CRYPTO_ASSETS),
      fc.constantFrom(...FIATS),
      fc.constantFrom(...FEE_MODELS),
      fc.constantFrom(...STRATEGIES),
      fc.integer({ min: 1, max: 10_000_000_000 }),
      (asset, fiat, feeModel, strategy, units) => {
        // One smallest unit of the crypto may be worth many of the fiat.
        const terms = { asset, fiat, feeModel, strategy, explicitFeeBps: 100, price: Decimal.of(BigInt(units), 1) };
        const [least, { dustUnits }] = [leastFiat(terms), CRYPTO_FACTS[asset]];
        expect(quantityFor({ ...terms, fiatUnits: least })).toBeGreaterThanOrEqual(dustUnits);
        if (least > 1n) expect(quantityFor({ ...terms, fiatUnits: least - 1n })).toBeLessThan(dustUnits);
      },
    ),
  );
});
