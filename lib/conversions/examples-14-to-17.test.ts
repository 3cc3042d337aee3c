import { NOTHING_SET, ruling } from "#lib/settings/setting.ts";
import { describe, expect, test } from "vitest";
import { amountStatus, billStatus, factsOf, labelsOf } from "#lib/bills/bill-facts.fixture.ts";
import { readRequest, termsFor } from "#lib/bills/terms.ts";
import { billAt, EXPIRY } from "#lib/bills/terms.fixture.ts";
import { sharesOf } from "#lib/deposits/part.ts";
import type { Holder } from "#lib/deposits/treatment.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { firmBid } from "#lib/pricing/firm-bid.ts";
import { levels, referenceWith } from "#lib/pricing/reference.fixture.ts";
import { AFTER, checkBook, IN_TIME, open, promise, split } from "./world.fixture.ts";

/** A time of the examples' day, on which every bill expires at 12:20 and the fixtures' at EXPIRY. */
const at = (time: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return new Date(EXPIRY.getTime() + ((hours - 12) * 60 + minutes - 20) * 60_000 + Math.round(seconds * 1000));
};

describe("14. held", () => {
  const terms = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });
  const released = (minutes: number) => ({
    ...IN_TIME,
    released: { at: new Date(EXPIRY.getTime() + minutes * 60_000), holder: "HOUSE" as const },
  });

  test("released 50 min after expiry: at P", () => {
    const world = open(terms);
    expect(world.arrive("0.00168351", released(50)).late).toBe(false);
    expect(split(world)).toBe("C 0.00168351 U 0 f 0 → 100.00");
  });
  test.each([
    ["60000", "GUARANTEED", "100.00"],
    ["58000", "SOLD", "96.66"],
  ])("released 2 h 1 min after expiry at a bid of %s: %s for %s", (bid, kind, fiat) => {
    const world = open(terms);
    const { late, parts } = world.arrive("0.00168351", released(121), { bid });
    expect([late, parts.map((part) => part.kind)]).toEqual([false, [kind]]);
    expect(split(world)).toBe(`C 0.00168351 U 0 f 0 → ${fiat}`);
  });
  test("while held: processing and unpaid", () => {
    const record = { quantityUnits: 168_351n, status: "HELD", wrongAsset: false, dust: false, late: false };
    const held = { ...record, wasCredited: false };
    const facts = { ...terms, ...factsOf([held]) };
    expect([billStatus(facts, AFTER), amountStatus(facts, AFTER), ...labelsOf([held])]).toEqual([
      "PROCESSING",
      "UNPAID",
      "HELD",
    ]);
  });
});

describe("15. bid by size, a bill", () => {
  const book = referenceWith(levels("60000 × 1, 59940 × 2, 59880 × 2"));
  const made = (fiatReceivable: string, more: object = {}, settings = NOTHING_SET) =>
    termsFor(
      readRequest(
        {
          cryptoType: "BTC",
          fiat: "EUR",
          fiatReceivable: Decimal.from(fiatReceivable),
          subaccount: "s",
          ...more,
        },
        () => true,
      ),
      settings,
      book,
      new Date(),
      undefined,
    );
  const refusal = (...of: Parameters<typeof made>) => {
    try {
      return promise(made(...of).terms);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.code;
    }
  };

  test("walks in fiat to G, and keeps the levels it takes", () => {
    const { terms, firm } = made("150000");
    expect(promise(terms)).toBe("59364.10818683 2.52677931");
    expect(firm?.bid.toString()).toBe("59963.74564327");
    expect(firm?.samples[0]?.levels.map(({ price, quantity }) => `${price} × ${quantity}`)).toEqual([
      "60000 × 1",
      "59940 × 1.52677931",
    ]);
    expect(promise(made("150000", { feeModel: "EXPLICIT" }).terms)).toBe("59963.74564327 2.52677931");
    expect(promise(made("150000", { strategy: "RAI" }).terms)).toBe("59400 2.52525253");
  });
  test("paid in full it yields F", () => {
    const world = open({ ...made("150000", { feeModel: "EXPLICIT" }).terms, expiresAt: EXPIRY });
    expect(world.arrive("2.52677931", IN_TIME).parts).toMatchObject([
      { feeUnits: 2_526_779n, gross: Decimal.from("150000.0005089897154704"), fiatUnits: 15_000_000n },
    ]);
  });
  test("the best level's price holds while that takes it", () => {
    expect(promise(made("59400").terms)).toBe("59400 1");
    expect(promise(made("59400.01").terms)).toBe("59399.99998998 1.00000017");
    expect(promise(made("100").terms)).toBe("59400 0.00168351");
  });
  test("beyond the book, or the depth allowed, it is refused", () => {
    expect(refusal("296643.60")).not.toBe("INSUFFICIENT_LIQUIDITY");
    expect(refusal("296643.61")).toBe("INSUFFICIENT_LIQUIDITY");
    expect(refusal("178081.20", {}, ruling({ maxDepthBps: "15" }))).not.toBe("INSUFFICIENT_LIQUIDITY");
    expect(refusal("178081.21", {}, ruling({ maxDepthBps: "15" }))).toBe("INSUFFICIENT_LIQUIDITY");
  });
});

describe("16. a large overpayment by size", () => {
  const terms = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "100" });
  const bid = levels("60000 × 2, 59500 × 3, 58900 × 1, 58700 × 50");

  test("what the book takes is sold, the rest kept", () => {
    const world = open(terms);
    const { parts, lines, reason } = world.arrive("8", IN_TIME, { bid });
    expect(parts).toMatchObject([
      { kind: "GUARANTEED", fiatUnits: 10_000n },
      { kind: "SOLD", units: 600_000_000n, price: Decimal.from("58970.99999999"), fiatUnits: 35_382_599n },
      { kind: "KEEP", units: 199_831_649n, feeUnits: 0n },
    ]);
    expect(parts[1]).toMatchObject({
      gross: Decimal.from("353825.99999994"),
      firm: { bid: Decimal.from("59566.66666666") },
    });
    expect(reason).toBe("INSUFFICIENT_LIQUIDITY");
    expect(lines).toEqual([
      "Dr custody:bitcoin 8 BTC",
      "Cr acc:psp:pending 8 BTC",
      "Dr acc:psp:pending 0.00168351 BTC",
      "Cr house:book 0.00168351 BTC",
      "Dr house:book 100 EUR",
      "Cr acc:psp:available 100 EUR",
      "Dr acc:psp:pending 6 BTC",
      "Cr house:book 6 BTC",
      "Dr house:book 353825.99 EUR",
      "Cr acc:psp:available 353825.99 EUR",
      "Dr acc:psp:pending 1.99831649 BTC",
      "Cr acc:psp:available 1.99831649 BTC",
    ]);
    expect(split(world)).toBe("C 6.00168351 U 1.99831649 f 0 → 353925.99");
    expect(world.states()).toEqual(["COMPLETED", "OVERPAID"]);
    checkBook(world);
  });
  test("(b) that it takes whole is sold whole", () => {
    const world = open(terms);
    expect(world.arrive("4", IN_TIME, { bid }).parts[1]).toMatchObject({
      price: Decimal.from("59152.60421103"),
      fiatUnits: 23_651_083n,
      firm: { bid: Decimal.from("59750.10526367") },
    });
    expect(split(world)).toBe("C 4 U 0 f 0 → 236610.83");
  });
});

describe("17. held and released", () => {
  const terms = billAt({ asset: "BTC", fiat: "EUR", bid: "60000", receivable: "10000" });
  const times = { firstSeen: at("12:01"), confirmedAt: at("12:05") };

  test.each<[string, Holder, string, string, string, string]>([
    ["a", "ACCOUNT", "12:15:00.000", "54000", "GUARANTEED", "10000.00"],
    ["b", "ACCOUNT", "12:15:00.001", "54000", "SOLD", "9000.00"],
    ["b", "ACCOUNT", "13:00", "54000", "SOLD", "9000.00"],
    ["c", "ACCOUNT", "13:00", "66000", "GUARANTEED", "10000.00"],
    ["d", "ACCOUNT", "14:20:00.001", "66000", "GUARANTEED", "10000.00"],
    ["e", "HOUSE", "14:20:00.000", "54000", "GUARANTEED", "10000.00"],
    ["e′", "HOUSE", "14:20:00.001", "54000", "SOLD", "9000.00"],
  ])("(%s) by the %s at %s, bid %s: %s for %s", (_, holder, time, bid, kind, fiat) => {
    const world = open(terms);
    const { late, parts } = world.arrive("0.16835017", { ...times, released: { at: at(time), holder } }, { bid });
    expect([late, parts.map((part) => part.kind)]).toEqual([false, [kind]]);
    if (kind === "SOLD") expect(parts[0]).toMatchObject({ method: "FRESH", price: Decimal.from("53460") });
    expect(split(world)).toBe(`C 0.16835017 U 0 f 0 → ${fiat}`);
    expect(world.states()).toEqual(["COMPLETED", "PAID"]);
    checkBook(world);
  });

  const held = { ...times, released: { at: at("13:00"), holder: "ACCOUNT" as const } };
  test.each([true, false])("(f) in two, the held one first: %s", (first) => {
    const world = open(terms);
    const release = () => world.arrive("0.1", held, { bid: "54000" });
    if (first) release();
    expect(world.arrive("0.06835017", times).parts).toMatchObject([{ kind: "GUARANTEED", fiatUnits: 406_000n }]);
    if (!first) release();
    expect(world.deposits.flatMap(({ parts }) => parts.map((part) => sharesOf([part]).fiatUnits)).toSorted()).toEqual([
      406_000n,
      534_600n,
    ]);
    expect(split(world)).toBe("C 0.16835017 U 0 f 0 → 9406.00");
    expect(world.states()).toEqual(["COMPLETED", "PAID", "MULTIPLE"]);
    checkBook(world);
  });

  test("(g) under LMT the lower price has to be above the limit too", () => {
    const limited = billAt({
      asset: "USDT@eth",
      fiat: "JPY",
      bid: "150.25",
      receivable: "10000",
      strategy: "LMT",
      limitPrice: "148",
    });
    const world = open(limited);
    const { reason, late } = world.arrive("67.228021", held, { bid: "149.3" });
    expect([reason, late]).toEqual(["LIMIT_NOT_MET", false]);
    expect(split(world)).toBe("C 0 U 66.891881 f 0.33614 → 0");
    checkBook(world);
  });

  test("without a fresh price of its size it waits, its part of Q kept for it", () => {
    const world = open(terms);
    expect(world.arrive("0.1", held).parts).toMatchObject([{ kind: "FRESH", atMost: terms.price }]);
    expect(world.arrive("0.1", times).parts).toMatchObject([
      { kind: "GUARANTEED", units: 6_835_017n },
      { kind: "FRESH", units: 3_164_983n },
    ]);
  });
});

describe("21. minimum in crypto", () => {
  const minimum = (fiatReceivable: string, bid: string, more: object = {}) => {
    const request = readRequest(
      {
        cryptoType: "BTC",
        fiat: "JPY",
        fiatReceivable: Decimal.from(fiatReceivable),
        subaccount: "s",
        ...more,
      },
      () => true,
    );
    try {
      return promise(termsFor(request, NOTHING_SET, referenceWith(bid, { fiat: "JPY" }), new Date(), undefined).terms);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { minimum: least, maximum } = error.detail.body as Record<string, Decimal>;
      return `${error.code} ${least} ${maximum}`;
    }
  };
  test("what nobody could pay is refused, and the minimum it names is accepted", () => {
    expect(minimum("100", "19000000")).toBe("AMOUNT_OUT_OF_RANGE 103 100000000");
    expect(minimum("102", "19000000")).toBe("AMOUNT_OUT_OF_RANGE 103 100000000");
    expect(minimum("103", "19000000")).toBe("18810000 0.00000548");
    expect(minimum("100", "19000000", { feeModel: "EXPLICIT" })).toBe("AMOUNT_OUT_OF_RANGE 103 100000000");
    expect(minimum("103", "19000000", { feeModel: "EXPLICIT" })).toMatch(/^19000000 0.0000054/);
    expect(minimum("103", "19000000", { feeModel: "EXPLICIT", strategy: "RAI" })).toBe(
      "AMOUNT_OUT_OF_RANGE 104 100000000",
    );
    expect(minimum("104", "19000000", { feeModel: "EXPLICIT", strategy: "RAI" })).toBe("19000000 0.00000548");
    expect(minimum("100", "18500019.2")).toBe("18315019.008 0.00000546");
  });
});

test("the bid of a size stands behind what is sold before it", () => {
  const bid = (behind: string) =>
    firmBid(
      referenceWith(levels("60000 × 1, 59940 × 2")),
      { quantity: Decimal.from("1"), behind: Decimal.from(behind) },
      200,
    )?.bid.toString();
  expect(["0", "0.5", "2", "2.1"].map(bid)).toEqual(["60000", "59970", "59940", undefined]);
});
