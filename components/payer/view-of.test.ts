import { describe, expect, it } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { payerState } from "./payer-state.fixture.ts";
import { viewOf } from "./view-of.ts";

const END = 1_000;
const of = (text: string) => Decimal.from(text);
const state = (given: Partial<PayerState>) => payerState({ expiryTime: END, serverTime: 0, ...given });
const HALF = of("0.001");
const ALL = of("0.002");

describe("what a payer is shown", () => {
  it("ends by the clock, before the server has said so", () => {
    expect(viewOf(state({}), END)).toBe("pay");
    expect(viewOf(state({}), END + 1)).toBe("ended");
    const half = state({ status: "PROCESSING", amountStatus: "PARTIAL", quantityReceived: HALF });
    expect(viewOf(half, END)).toBe("rest");
    expect(viewOf(half, END + 1)).toBe("under");
  });

  it("does not ask for money that is on its way or being checked", () => {
    expect(viewOf(state({ status: "DETECTED", quantitySeen: ALL }), 0)).toBe("seen");
    expect(viewOf(state({ status: "DETECTED", quantitySeen: ALL }), END + 1)).toBe("seen");
    expect(viewOf(state({ status: "PROCESSING", quantitySeen: ALL }), 0)).toBe("checking");
    const restHeld = { status: "PROCESSING", quantityReceived: HALF, quantitySeen: HALF } as const;
    expect(viewOf(state({ ...restHeld, amountStatus: "PARTIAL" }), 0)).toBe("checking");
    expect(viewOf(state({ ...restHeld, amountStatus: "UNDERPAID" }), END + 1)).toBe("checking");
    expect(
      viewOf(
        state({ ...restHeld, amountStatus: "PARTIAL", quantitySeen: of("0.000999"), quantityMissing: Decimal.ZERO }),
        0,
      ),
    ).toBe("checking");
  });

  it("asks for what was not sent as soon as it is known, and not after the end", () => {
    for (const status of ["DETECTED", "PROCESSING"] as const) {
      const part = state({ status, quantitySeen: HALF });
      expect(viewOf(part, END)).toBe("rest");
      expect(viewOf(part, END + 1)).toBe(status === "DETECTED" ? "seen" : "checking");
    }
  });

  it("thanks for nothing but what is settled and in time", () => {
    const paid = { amountStatus: "PAID", quantityReceived: ALL } as const;
    const over = { amountStatus: "OVERPAID", quantityReceived: of("0.003") } as const;
    for (const [amount, view] of [
      [paid, "paid"],
      [over, "over"],
    ] as const) {
      expect(viewOf(state({ status: "COMPLETED", ...amount }), END + 1)).toBe(view);
      expect(viewOf(state({ status: "COMPLETED", late: true, ...amount }), END + 1)).toBe("late");
      expect(viewOf(state({ status: "PROCESSING", ...amount }), 0)).toBe("checking");
      expect(viewOf(state({ status: "PROCESSING", quantitySeen: HALF, ...amount }), 0)).toBe("checking");
      expect(viewOf(state({ status: "DETECTED", quantitySeen: HALF, ...amount }), 0)).toBe("seen");
    }
    const under = { status: "COMPLETED", amountStatus: "UNDERPAID", quantityReceived: HALF } as const;
    expect(viewOf(state(under), END + 1)).toBe("under");
    expect(viewOf(state({ ...under, late: true }), END + 1)).toBe("under");
  });

  it("says of money that was declined that it was, and asks for none until some is sent again", () => {
    const declined = { quantityDeclined: ALL };
    expect(viewOf(state(declined), 0)).toBe("declined");
    expect(viewOf(state({ ...declined, status: "EXPIRED" }), END + 1)).toBe("declined");
    expect(viewOf(state({ ...declined, status: "DETECTED", quantitySeen: HALF }), 0)).toBe("rest");
    const again = { ...declined, status: "COMPLETED", amountStatus: "PAID", quantityReceived: ALL } as const;
    expect(viewOf(state(again), 0)).toBe("paid");
  });
});
