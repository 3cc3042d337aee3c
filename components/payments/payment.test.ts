import { describe, expect, it } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { DepositRecord } from "#lib/payments/contract.ts";
import { CREATED, deposit, EXPIRY, halfLate, payment } from "./payment.fixture.ts";
import { freeOf } from "#components/conversions/free-of.ts";
import { addsUp, differenceOf, dueOf, missingOf } from "./record.ts";
import { stateOf, tagsOf } from "./state-of.ts";
import { storyOf } from "./story.ts";
import { timelineOf } from "./timeline-of.ts";

const of = (text: string) => Decimal.from(text);
const DURING = CREATED + 60_000;
const AFTER = EXPIRY + 3_600_000;

describe("stateOf: the contract's word, coloured by the worst fact", () => {
  const paid = {
    status: "COMPLETED",
    amountStatus: "PAID",
    quantityReceived: of("0.00420876"),
    quantityConverted: of("0.00420876"),
  } as const;
  it.each([
    ["waits for the payer", payment(), DURING, "none", "expires in 19\u00a0min"],
    [
      "is on its chain",
      payment({ status: "DETECTED", deposits: [deposit({ status: "UNCONFIRMED", confirmations: 1 })] }),
      DURING,
      "out",
      "1/2 confirmed",
    ],
    ["is done", payment(paid), AFTER, "done", "Paid"],
    ["has late money kept", halfLate(), AFTER, "wait", "Paid · late, kept"],
    [
      "is held",
      payment({
        status: "PROCESSING",
        labels: ["HELD"],
        deposits: [deposit({ status: "HELD", reasonCode: "SCREENING" })],
      }),
      AFTER,
      "fail",
      "Held · screening",
    ],
    ["was reversed", payment({ status: "EXPIRED", labels: ["REVERSED"] }), AFTER, "fail", "Reversed"],
    ["ended unpaid", payment({ status: "EXPIRED" }), AFTER, "none", "Unpaid"],
    [
      "is kept by choice",
      payment({ ...paid, strategy: "RAI", quantityConverted: Decimal.ZERO, quantityUnconverted: of("0.00420876") }),
      AFTER,
      "none",
      "Paid · kept as BTC",
    ],
    ["is underpaid", payment({ ...paid, amountStatus: "UNDERPAID" }), AFTER, "wait", "Underpaid"],
  ] as const)("%s", (_, record, now, tone, why) => {
    expect(stateOf(record, now)).toMatchObject({ tone, why });
  });

  it("never shows green while anything is held or late money waits", () => {
    for (const record of [
      halfLate(),
      payment({ ...paid, labels: ["HELD"] }),
      payment({ ...paid, labels: ["WRONG_ASSET"] }),
    ]) {
      expect(stateOf(record, AFTER).tone).not.toBe("done");
    }
  });

  it("tags the amount first, then each label", () => {
    expect(tagsOf(halfLate()).map((tag) => tag.word)).toEqual(["Paid", "Late", "Multiple deposits"]);
  });
});

describe("storyOf", () => {
  it("says what came late and what may be done with it", () => {
    expect(storyOf(halfLate(), AFTER).map((one) => one.text.replaceAll("\u00a0", " "))).toEqual([
      "0.002 BTC was converted to 118.80 EUR.",
      "0.00220876 BTC received 18 min after expiry, so it was kept as BTC.",
      "It is available to convert.",
    ]);
  });

  it("misses nothing of a bill whose rest is held", () => {
    const held = deposit({ txId: "t2", status: "HELD", reasonCode: "SCREENING", quantity: of("0.00220876") });
    const record = payment({ status: "PROCESSING", amountStatus: "PARTIAL", deposits: [deposit(), held] });
    const story = storyOf(record, DURING).map((one) => one.text);
    expect(story.join(" ")).toContain("0.00220876\u00a0BTC is held");
    expect(story.join(" ")).not.toContain("missing");
    expect(missingOf(record).isZero()).toBe(true);
  });

  it("tells a payer's wrong coin by its own name", () => {
    const wrong = deposit({
      cryptoType: "USDT",
      networkType: "eth",
      quantity: of("348.02"),
      status: "HELD",
      reasonCode: "WRONG_ASSET",
    });
    const [first] = storyOf(payment({ status: "EXPIRED", labels: ["WRONG_ASSET"], deposits: [wrong] }), AFTER);
    expect(first).toMatchObject({ weighs: true });
    expect(first?.text).toContain("348.02\u00a0USDT received, but this bill is for BTC");
  });

  it("says that a deposit was declined, and does not leave the bill as if nothing had come", () => {
    const declined = deposit({ status: "DECLINED", quantity: of("0.1517") });
    const story = storyOf(payment({ status: "EXPIRED", deposits: [declined] }), AFTER);
    expect(story.map(({ text }) => text)).toContain(
      "0.1517\u00a0BTC was declined and does not count towards this bill.",
    );
  });
});

describe("timelineOf", () => {
  it("stands in the order things happened", () => {
    expect(timelineOf(halfLate(), AFTER).map((one) => one.title)).toEqual([
      "Bill requested",
      "Price set",
      "Deposit 1 seen, in time",
      "Bill expired",
      "Converted at the bill’s price",
      "Deposit 2 seen, late by 18\u00a0min 11\u00a0s",
      "Kept as BTC",
    ]);
  });

  it("does not end a bill before its time", () => {
    expect(timelineOf(payment(), DURING).map((one) => one.key)).toEqual(["requested", "price"]);
  });
});

describe("record", () => {
  it("adds up, and knows what is free", () => {
    expect(addsUp(halfLate())).toBe(true);
    expect(addsUp({ ...halfLate(), feeQuantity: of("0.00000001") })).toBe(false);
    expect(freeOf({ ...halfLate(), quantityLocked: of("0.002") }).toString()).toBe("0.00020876");
    expect(differenceOf(payment())).toBeUndefined();
    expect(differenceOf(halfLate())?.isZero()).toBe(true);
  });

  it("asks for the whole again once a part was declined, and for the rest of what counts or is seen", () => {
    const of = (status: DepositRecord["status"]) =>
      payment({ quantityReceived: Decimal.from("0.002"), deposits: [deposit({ status })] });
    expect(
      (["CONVERTED", "PROCESSING", "HELD", "UNCONFIRMED", "DECLINED", "DROPPED"] as const).map((one) =>
        String(dueOf(of(one))),
      ),
    ).toEqual(["0.00220876", "0.00220876", "0.00220876", "0.00220876", "0.00420876", "0.00420876"]);
    expect(differenceOf(of("DECLINED"))).toBeUndefined();
    expect(String(differenceOf(of("CREDITED")))).toBe("-0.00220876");
  });
});
