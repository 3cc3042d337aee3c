import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type Level, levelsFrom, levelTexts, sortedBids, takenBy, walk } from "./book.ts";
import { levels } from "./reference.fixture.ts";
import { pathBids } from "./simulated.ts";

const BOOK = levels("60000 × 1, 59940 × 2, 59880 × 2");
const text = (level: Level) => `${level.price} × ${level.quantity}`;
const forFiat = (fiat: string, maxDepthBps = 200, lessBps = 100) =>
  walk(BOOK, { fiat: Decimal.from(fiat), lessBps }, maxDepthBps);
const forQuantity = (quantity: string, maxDepthBps = 200, behind = "0") =>
  walk(BOOK, { quantity: Decimal.from(quantity), behind: Decimal.from(behind) }, maxDepthBps);

describe("a bill", () => {
  test("takes the bid at which it reaches G, and names the levels it takes, the last rounded up", () => {
    const walked = forFiat("150000");
    expect(walked?.bid.toString()).toBe("59963.74564327");
    expect(walked?.levels.map(text)).toEqual(["60000 × 1", "59940 × 1.52677931"]);
  });

  test("that the best level takes, exactly too, is priced at it; one unit more is not", () => {
    expect(forFiat("100")?.bid.toString()).toBe("60000");
    expect(forFiat("59400")?.bid.toString()).toBe("60000");
    expect(forFiat("59400.01")?.bid.toString()).toBe("59999.99998988");
    expect(forFiat("100")?.levels.map(text)).toEqual(["60000 × 0.00168351"]);
  });

  test("fits until the book is used up, or its worst level allowed", () => {
    expect(forFiat("296643.60")).toBeDefined();
    expect(forFiat("296643.61")).toBeUndefined();
    expect(forFiat("178081.20", 15)).toBeDefined();
    expect(forFiat("178081.21", 15)).toBeUndefined();
    expect(forFiat("178081.21", 20)).toBeDefined();
    expect(forFiat("178081.21", 19)).toBeUndefined();
  });

  test("has no bid in an empty book", () => {
    expect(walk([], { fiat: Decimal.from("1"), lessBps: 0 }, 200)).toBeUndefined();
  });
});

describe("a quantity", () => {
  test("takes what it brings, rounded down, and what stands before it first", () => {
    expect(forQuantity("1")?.bid.toString()).toBe("60000");
    expect(forQuantity("3")?.bid.toString()).toBe("59960");
    expect(forQuantity("1.7")?.bid.toString()).toBe("59975.29411764");
    expect(forQuantity("1", 200, "1")?.bid.toString()).toBe("59940");
    expect(forQuantity("1", 200, "2.5")?.bid.toString()).toBe("59910");
    expect(forQuantity("1", 200, "2.5")?.levels.map(text)).toEqual(["59940 × 0.5", "59880 × 0.5"]);
  });

  test("fits to the last unit, and what is taken in all is told", () => {
    expect(forQuantity("5")?.bid.toString()).toBe("59928");
    expect(forQuantity("5.00000001")).toBeUndefined();
    expect(forQuantity("3", 10)).toBeDefined();
    expect(forQuantity("1.00000001", 9)).toBeUndefined();
    expect(forQuantity("2", 200, "3.00000001")).toBeUndefined();
    expect([takenBy(BOOK, 200), takenBy(BOOK, 10), takenBy(BOOK, 9), takenBy(BOOK, 0)].map(String)).toEqual([
      "5",
      "3",
      "1",
      "1",
    ]);
    expect(takenBy(BOOK, 200, Decimal.from("1.5")).toString()).toBe("3.5");
    expect(takenBy(BOOK, 200, Decimal.from("9")).toString()).toBe("0");
  });

  test("never brings more with more of it, and stays within the levels it is sold into", () => {
    const units = fc.bigInt(1n, 500_000_000n);
    fc.assert(
      fc.property(units, units, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const bid = (quantity: bigint) => walk(BOOK, { quantity: Decimal.of(quantity, 8) }, 200)?.bid ?? Decimal.ZERO;
        expect(bid(more).compare(bid(less))).toBeLessThanOrEqual(0);
        expect(bid(less).compare(Decimal.from("60000"))).toBeLessThanOrEqual(0);
        expect(bid(more).compare(Decimal.from("59880"))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test("a walk in fiat is the walk of the quantity it takes, to a rounding", () => {
  fc.assert(
    fc.property(fc.bigInt(100n, 29_000_000n), (units) => {
      const fiat = Decimal.of(units, 2);
      const walked = walk(BOOK, { fiat, lessBps: 0 }, 200);
      const quantity = walked?.levels.reduce((sum, level) => sum.plus(level.quantity), Decimal.ZERO) ?? Decimal.ZERO;
      const again = walk(BOOK, { quantity }, 200);
      const worth = quantity.times(again?.bid ?? Decimal.ZERO);
      // The last level's quantity was rounded up by less than a unit, the bid down.
      expect(worth.compare(fiat.minus(Decimal.from("0.001")))).toBe(1);
      expect(worth.compare(fiat.plus(Decimal.from("0.001")))).toBe(-1);
    }),
  );
});

test("levels in any order are a book, and equal prices one level", () => {
  const book = levels("59940 × 1, 60000 × 1, 59940 × 1, 60000 × 0.5");
  expect(sortedBids(book).map(text)).toEqual(["60000 × 1.5", "59940 × 2"]);
});

describe("the simulated market's own levels", () => {
  test("are a thousandth of the bid apart, down to 8 decimals, and end before nothing", () => {
    const own = [...pathBids("BTC", Decimal.from("60000.12345678"))];
    expect(own).toHaveLength(101);
    expect([own[0], own[1], own[100]].map((level) => level && text(level))).toEqual([
      "60000.12345678 × 50",
      "59940.12333332 × 50",
      "54000.1111111 × 50",
    ]);
    expect([...pathBids("USDT", Decimal.from("0.00000001"))].map(text)).toEqual(["0.00000001 × 5000000"]);
    expect([...pathBids("BCH", Decimal.from("400"))][0]?.quantity.toString()).toBe("5000");
  });
});

test("a sale of nothing, or at a rate that leaves nothing, is a fault of ours; the least of each is not", () => {
  for (const fiat of ["0", "-1"]) expect(() => forFiat(fiat)).toThrow("asks for something");
  expect(() => forFiat("100", 200, 10_000)).toThrow("leaves something");
  expect(forFiat("0.01", 200, 9_999)).toBeDefined();
  for (const quantity of ["0", "-1"]) expect(() => forQuantity(quantity)).toThrow("above zero");
  expect(forQuantity("0.00000001")?.levels.map(text)).toEqual(["60000 × 0.00000001"]);
});

test("a level that pays nothing is none, whatever depth is allowed", () => {
  expect(takenBy(levels("100 × 1, 0 × 5"), 10_000).toString()).toBe("1");
});

test("what was sold before takes whole levels away, and the last unit of one stays", () => {
  expect(forQuantity("1", 200, "1")?.levels.map(text)).toEqual(["59940 × 1"]);
  expect(forQuantity("0.00000001", 200, "0.99999999")?.levels.map(text)).toEqual(["60000 × 0.00000001"]);
});

test("levels are stored as they are, and read again", () => {
  expect(levelTexts(BOOK)).toEqual([
    ["60000", "1"],
    ["59940", "2"],
    ["59880", "2"],
  ]);
  expect(levelsFrom(levelTexts(BOOK))).toEqual(BOOK);
});
