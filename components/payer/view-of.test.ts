import { describe, expect, it } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { restOf, viewOf } from "./view-of.ts";

const END = 1_000;
const state = (given: Partial<PayerState>): PayerState => ({
  cryptoType: "BTC",
  network: "bitcoin",
  quantity: Decimal.from("0.002"),
  quantityReceived: Decimal.ZERO,
  confirmationsRequired: 2,
  fiat: "EUR",
  fiatReceivable: Decimal.from(100),
  address: "bc1q",
  status: "PENDING",
  amountStatus: "UNPAID",
  expiryTime: END,
  serverTime: 0,
  ...given,
});

describe("what a payer is shown", () => {
  it("ends by the clock, before the server has said so", () => {
    expect(viewOf(state({}), END)).toBe("pay");
    expect(viewOf(state({}), END + 1)).toBe("ended");
    expect(viewOf(state({ status: "PROCESSING", amountStatus: "PARTIAL" }), END)).toBe("rest");
    expect(viewOf(state({ status: "PROCESSING", amountStatus: "PARTIAL" }), END + 1)).toBe("under");
  });

  it("does not ask for money that is on its way or being checked", () => {
    expect(viewOf(state({ status: "DETECTED" }), END + 1)).toBe("seen");
    expect(viewOf(state({ status: "PROCESSING" }), 0)).toBe("checking");
    expect(viewOf(state({ status: "COMPLETED", amountStatus: "OVERPAID" }), 0)).toBe("over");
    expect(viewOf(state({ status: "COMPLETED", amountStatus: "PAID" }), END + 1)).toBe("paid");
    expect(viewOf(state({ status: "COMPLETED", amountStatus: "UNDERPAID" }), END + 1)).toBe("under");
  });

  it("asks for the rest, exactly", () => {
    expect(restOf(state({ quantityReceived: Decimal.from("0.00199999") })).toString()).toBe("0.00000001");
    expect(restOf(state({ quantityReceived: Decimal.from("0.003") })).toString()).toBe("0.002");
  });
});
