import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ceilDiv, Decimal, floorDiv } from "./decimal.ts";

const value = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }))
  .map(([units, scale]) => Decimal.of(units, scale));

/** A fraction with a power of ten below: the model that knows neither scale nor normal form. */
type Fraction = { over: bigint; under: bigint };
const fractionOf = ({ units, scale }: Decimal): Fraction => ({ over: units, under: 10n ** BigInt(scale) });
const equals = (decimal: Decimal, { over, under }: Fraction) => {
  const own = fractionOf(decimal);
  expect(own.over * under).toBe(over * own.under);
};
const isNormal = ({ units, scale }: Decimal) => scale === 0 || units % 10n !== 0n;

test("sum, difference and product are exact, and no value keeps a trailing zero", () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const [a, b] = [fractionOf(one), fractionOf(other)];
      const under = a.under * b.under;
      equals(one.plus(other), { over: a.over * b.under + b.over * a.under, under });
      equals(one.minus(other), { over: a.over * b.under - b.over * a.under, under });
      equals(one.times(other), { over: a.over * b.over, under });
      expect([one, one.plus(other), one.minus(other), one.times(other)].every(isNormal)).toBe(true);
    }),
  );
});

test("values compare as fractions do, and equal ones have equal fields", () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const [a, b] = [fractionOf(one), fractionOf(other)];
      const [left, right] = [a.over * b.under, b.over * a.under];
      expect(one.compare(other)).toBe(left < right ? -1 : left > right ? 1 : 0);
      expect(one.compare(Decimal.of(one.units * 100n, one.scale + 2))).toBe(0);
      expect(Decimal.of(one.units * 100n, one.scale + 2)).toEqual(one);
    }),
  );
});

test("a literal reads back as the value it was written from", () => {
  fc.assert(
    fc.property(value, (one) => {
      const text = one.toString();
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
      expect(Decimal.parse(text)).toEqual(one);
      expect(Decimal.from(text)).toEqual(one);
      expect(one.toJSON()).toBe(text);
      expect(one.toFixed(one.scale + 2)).toBe(one.scale === 0 ? `${text}.00` : `${text}00`);
      expect(one.isZero()).toBe(one.units === 0n);
    }),
  );
});

test("rounded down it is the largest whole number of units not above the value", () => {
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 24 }), (one, scale) => {
      const { over, under } = fractionOf(one);
      const scaled = over * 10n ** BigInt(scale);
      const floor = one.floorUnits(scale);
      expect(floor * under <= scaled && scaled < (floor + 1n) * under).toBe(true);
      expect(one.toUnits(scale)).toBe(one.scale <= scale ? floor : undefined);
    }),
  );
});

test("a quotient is rounded down to the decimals asked for", () => {
  fc.assert(
    fc.property(value, value, fc.integer({ min: 0, max: 24 }), (one, divisor, scale) => {
      fc.pre(!divisor.isZero());
      const [a, b] = [fractionOf(one), fractionOf(divisor)];
      const numerator = a.over * b.under * 10n ** BigInt(scale);
      const denominator = a.under * b.over;
      const quotient = one.dividedDown(divisor, scale);
      expect(quotient.scale).toBeLessThanOrEqual(scale);
      const units = quotient.floorUnits(scale);
      expect(units).toBe(floorDiv(numerator, denominator));
    }),
  );
});

describe("whole division", () => {
  test.each([
    [7n, 2n, 3n, 4n],
    [-7n, 2n, -4n, -3n],
    [7n, -2n, -4n, -3n],
    [-7n, -2n, 3n, 4n],
    [6n, 2n, 3n, 3n],
    [-6n, 2n, -3n, -3n],
    [0n, -5n, 0n, 0n],
    [1n, 3n, 0n, 1n],
    [-1n, 3n, -1n, 0n],
  ])("%d / %d is %d rounded down and %d rounded up", (numerator, denominator, down, up) => {
    expect([floorDiv(numerator, denominator), ceilDiv(numerator, denominator)]).toEqual([down, up]);
  });
});

describe("a number token", () => {
  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["1.50", "1.5"],
    ["1e2", "100"],
    ["1e+00002", "100"],
    ["1E+2", "100"],
    ["12.5e1", "125"],
    ["12.5e-1", "1.25"],
    ["1.000e3", "1000"],
    ["-1.5e0", "-1.5"],
    ["1e20", `1${"0".repeat(20)}`],
    ["1e-20", `0.${"0".repeat(19)}1`],
    ["0.10e0", "0.1"],
  ])("%s is %s", (text, written) => expect(Decimal.parse(text)?.toString()).toBe(written));

  test.each([
    "",
    "x",
    "01",
    ".5",
    "5.",
    "+1",
    "1e",
    "1e21",
    "1e-21",
    "1e00021",
    " 1",
    "1 ",
    "0x1",
    "1,5",
    "NaN",
    "--1",
  ])("%j is none", (text) => {
    expect(Decimal.parse(text)).toBeUndefined();
    expect(() => Decimal.from(text)).toThrow(TypeError);
  });

  test("may have thousands of zeros at its end", () => {
    expect(Decimal.parse(`1.5${"0".repeat(5_000)}`)).toEqual(Decimal.of(15n, 1));
    expect(Decimal.parse(`0.${"0".repeat(5_000)}`)).toEqual(Decimal.ZERO);
  });

  test("of our own may be a whole number, never a float", () => {
    expect(Decimal.from(12n)).toEqual(Decimal.of(12n));
    expect(Decimal.from(12)).toEqual(Decimal.of(12n, 0));
    expect(Decimal.from(Number.MAX_SAFE_INTEGER).units).toBe(BigInt(Number.MAX_SAFE_INTEGER));
    for (const float of [1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => Decimal.from(float)).toThrow("never a float");
  });
});

test("with fixed places it is padded and never cut", () => {
  expect(Decimal.from("-0.05").toFixed(2)).toBe("-0.05");
  expect(Decimal.from("-12").toFixed(0)).toBe("-12");
  expect(Decimal.from("0.5").toFixed(3)).toBe("0.500");
  expect(Decimal.ZERO.toFixed(2)).toBe("0.00");
  expect(() => Decimal.from("0.05").toFixed(1)).toThrow("would drop digits");
});
