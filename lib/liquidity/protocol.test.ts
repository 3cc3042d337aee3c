import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { closedOutcome, fillOf } from "./fill.ts";
import { judge, MARGIN_MS } from "./protocol.ts";
import { takeShares } from "./share-fill.ts";
import type { VenueOutcome, VenueTrade } from "./venue.ts";

const DEADLINE = new Date("2026-11-21T12:00:10Z");
const FENCED = { fenced: true, marginMs: 0 };
const trade = (tradeId: string, quantity: string): VenueTrade => ({
  tradeId,
  quantity: Decimal.from(quantity),
  proceeds: Decimal.from(quantity).times(Decimal.of(100n)),
  fee: Decimal.from("0.1"),
});
const FILL = fillOf([trade("a", "1")]);
const FILLED: VenueOutcome = { state: "FILLED", fill: FILL, remaining: Decimal.ZERO };
const look = (outcome: VenueOutcome | undefined, pastMs: number, missedPolls = 0, fence = FENCED) =>
  judge(
    { deadline: DEADLINE, placedAt: new Date(DEADLINE.getTime() - 10_000), missedPolls, lastError: undefined },
    { outcome, at: new Date(DEADLINE.getTime() + pastMs) },
    fence,
  );

describe("a look at an order whose outcome is unknown", () => {
  test.each([-5_000, 0, MARGIN_MS, 10 * MARGIN_MS])(
    "%s ms past its deadline: what the venue knows is booked",
    (past) => {
      expect(look(FILLED, past, 1)).toMatchObject({ kind: "BOOK", finalOutcome: { state: "FILLED", fill: FILL } });
      expect(look({ state: "REFUSED", reason: "no" }, past)).toMatchObject({
        kind: "BOOK",
        finalOutcome: { state: "REFUSED" },
      });
    },
  );

  test("an order that is not found counts as never placed only past deadline and margin, at two looks in a row", () => {
    expect(look(undefined, MARGIN_MS - 1, 1)).toMatchObject({ kind: "WAIT", missedPolls: 0 });
    expect(look(undefined, MARGIN_MS)).toMatchObject({ kind: "WAIT", missedPolls: 1 });
    expect(look(undefined, MARGIN_MS, 1)).toMatchObject({ kind: "NEVER_PLACED" });
  });

  test("one that is open at the venue begins to be missed anew", () => {
    expect(look({ state: "UNKNOWN", reason: "open" }, 2 * MARGIN_MS, 1)).toMatchObject({
      kind: "WAIT",
      missedPolls: 0,
    });
  });

  test("is made each second while the order is young, then when its fence has passed, then each second again", () => {
    const next = (pastMs: number, fence = FENCED) => (look(undefined, pastMs, 0, fence) as { afterMs: number }).afterMs;
    const looks = [-9_000, -3_000, -2_000, 5_000, MARGIN_MS].map((past) => next(past));
    expect(looks).toEqual([1_000, 1_000, 12_000, 5_000, 1_000]);
    expect(next(MARGIN_MS, { fenced: false, marginMs: 0 })).toBe(60_000);
    expect(next(MARGIN_MS - 1, { fenced: false, marginMs: 0 })).toBe(1_000);
  });

  test("a venue may need a longer margin; one that keeps no deadline is never taken to have lost an order", () => {
    const slow = { fenced: true, marginMs: 60_000 };
    expect(look(undefined, 59_999, 1, slow)).toMatchObject({ kind: "WAIT", missedPolls: 0 });
    expect(look(undefined, 60_000, 1, slow)).toMatchObject({ kind: "NEVER_PLACED" });
    expect(look(undefined, 86_400_000, 1, { fenced: false, marginMs: 0 })).toMatchObject({
      kind: "WAIT",
      missedPolls: 0,
    });
  });
});

describe("a fill", () => {
  test("is the sum of its trades, each once, in whatever order they are told", () => {
    const [a, b] = [trade("a", "0.4"), trade("b", "0.6")];
    const fill = fillOf([b, a, b]);
    expect(fill.trades.map(({ tradeId }) => tradeId)).toEqual(["a", "b"]);
    expect([fill.quantity, fill.proceeds, fill.fee].map(String)).toEqual(["1", "100", "0.2"]);
    expect(fillOf([a, b])).toEqual(fill);
  });

  test("of a closed order is certain once its trades make up what was executed", () => {
    const [one, whole] = [Decimal.of(1n), Decimal.of(2n)];
    expect(closedOutcome(whole, one, [trade("a", "0.4")])).toMatchObject({ state: "UNKNOWN" });
    expect(closedOutcome(whole, one, [trade("a", "0.4"), trade("b", "0.6")])).toMatchObject({
      state: "FILLED",
      remaining: one,
    });
    expect(closedOutcome(whole, Decimal.ZERO, [])).toMatchObject({ state: "REFUSED" });
  });

  test("is shared out to the ledger's assets trade by trade, and nothing is left over", () => {
    const shares = [
      { asset: "USDT@eth", units: 5n },
      { asset: "USDT@tron", units: 7n },
    ] as const;
    const first = takeShares(shares, 6n);
    expect(first.shares).toEqual([
      { asset: "USDT@eth", units: 5n },
      { asset: "USDT@tron", units: 1n },
    ]);
    expect(takeShares(first.left, 6n)).toEqual({ shares: [{ asset: "USDT@tron", units: 6n }], left: [] });
  });
});
