import { beforeEach, describe, expect, test } from "vitest";
import type { VenueFailureCode } from "#lib/contract/venue-failure.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { type FinalOutcome, finalOutcomeOf } from "./final-outcome.ts";
import { closedOutcome, fillOf } from "./fill.ts";
import { type Attempt, lookLate, lookUp, type Journal, sendAttempt } from "./protocol.ts";
import { shareFill, takeShares } from "./share-fill.ts";
import type { VenueOutcome, LookupResult, Venue, VenueQuote } from "./venue.ts";

const PLACED = new Date("2026-11-21T12:00:00Z");
const DEADLINE = new Date("2026-11-21T12:00:10Z");
const ATTEMPT: Attempt = {
  id: "a",
  clientRef: "ref-a",
  side: "SELL",
  base: "BTC",
  fiat: "EUR",
  quantity: Decimal.of(1n),
  deadline: DEADLINE,
  placedAt: PLACED,
  venueRef: undefined,
  missedPolls: 0,
  lastError: undefined,
};
const QUOTE: VenueQuote = {
  quoteId: "q",
  firm: true,
  price: Decimal.of(100n),
  proceeds: Decimal.of(100n),
  expiresAt: DEADLINE,
};
const one = Decimal.of(1n);
const FILL = fillOf([{ tradeId: "t", quantity: one, proceeds: Decimal.of(100n), fee: Decimal.ZERO }]);
const FILLED: VenueOutcome = { state: "FILLED", fill: FILL, remaining: Decimal.ZERO };
const EMPTY: VenueOutcome = { state: "FILLED", fill: fillOf([]), remaining: one };
const REFUSED: VenueOutcome = { state: "REFUSED", reason: "no funds" };
const LOST: VenueOutcome = { state: "UNKNOWN", reason: "no answer" };

/** All that was asked of the venue and written down, in order. */
let done: unknown[];
let may: { send: boolean; keep: boolean; unsendable?: boolean };
let says: {
  firmQuotes: boolean;
  fenced?: boolean;
  quote: VenueQuote | undefined | Error;
  outcome: VenueOutcome | Error;
  lookup: LookupResult | Error;
};

beforeEach(() => {
  done = [];
  may = { send: true, keep: true };
  says = { firmQuotes: true, quote: QUOTE, outcome: FILLED, lookup: { outcome: undefined, at: DEADLINE } };
});

function orThrow<T>(answer: T | Error): T {
  if (answer instanceof Error) throw answer;
  return answer;
}

const venue = {
  name: "test",
  capabilities: () => ({ firmQuotes: says.firmQuotes, fenced: says.fenced ?? true, marginMs: 0 }),
  quote: async () => orThrow(says.quote),
  execute: async (order: unknown, quote: unknown) => {
    done.push(["executed", order, quote]);
    return orThrow(says.outcome);
  },
  marketOrder: async (order: unknown) => {
    done.push(["sold at market", order]);
    return orThrow(says.outcome);
  },
  find: async (clientRef: string) => {
    done.push(["found", clientRef]);
    return orThrow(says.lookup);
  },
} as unknown as Venue;

const journal: Journal = {
  claimSend: async () => may.send,
  isUnsendable: async () => may.unsendable ?? false,
  keepReference: async (venueRef, goodUntil) => {
    done.push(["kept", venueRef, goodUntil]);
    return may.keep;
  },
  keepUnknown: async (look) => void done.push(["unknown", look]),
  record: async (finalOutcome) => void done.push(["recorded", finalOutcome]),
  warn: (error) => void done.push(["warned", (error as Error).message]),
};

const send = (more: Partial<Attempt> = {}) => sendAttempt({ ...ATTEMPT, ...more }, venue, journal, async () => PLACED);

describe("an attempt is sent", () => {
  test("to nobody when the right to send is gone", async () => {
    may.send = false;
    await send();
    expect(done).toEqual([]);
  });

  test("at a firm quote whose reference is kept before it is used", async () => {
    await send();
    expect(done).toEqual([
      ["kept", "q", DEADLINE],
      ["executed", ATTEMPT, QUOTE],
      ["recorded", FILLED],
    ]);
  });

  test("at the market where the venue gives no firm quotes", async () => {
    says.firmQuotes = false;
    await send();
    expect(done).toEqual([
      ["sold at market", ATTEMPT],
      ["recorded", FILLED],
    ]);
  });

  test.each<[string, () => void, Partial<Attempt>, unknown[]]>([
    ["no quote", () => (says.quote = undefined), {}, [["recorded", refusal("The venue gave no quote.", "NO_QUOTE")]]],
    [
      "a quote under no reference",
      () => (says.quote = { ...QUOTE, quoteId: undefined }),
      {},
      [["recorded", refusal("The venue gave no quote.", "NO_QUOTE")]],
    ],
    [
      "a fault instead of a quote",
      () => (says.quote = new Error("away")),
      {},
      [
        ["warned", "away"],
        ["recorded", refusal("The venue gave no quote.", "NO_QUOTE")],
      ],
    ],
    [
      "a quote below the limit",
      () => undefined,
      { limitPrice: Decimal.from("100.01") },
      [["recorded", refusal("The venue's quote is past the limit.", "PAST_LIMIT")]],
    ],
    [
      "a quote that comes too late to be kept",
      () => (may.keep = false),
      {},
      [
        ["kept", "q", DEADLINE],
        ["recorded", refusal("The venue's quote came too late.", "TOO_LATE")],
      ],
    ],
  ])("and refused at %s, with nothing executed", async (_, arrange, more, expected) => {
    arrange();
    await send(more);
    expect(done).toEqual(expected);
  });

  test("at a quote that meets the limit exactly", async () => {
    await send({ limitPrice: QUOTE.price });
    expect(done.at(-1)).toEqual(["recorded", FILLED]);
  });

  test.each([true, false])(
    "and stays open when the venue's answer is in doubt (firm quotes: %s)",
    async (firmQuotes) => {
      says = { ...says, firmQuotes, outcome: LOST };
      await send();
      expect(done.at(-1)).toEqual(["unknown", { reason: "no answer", afterMs: 0, missedPolls: 0 }]);
      done = [];
      says.outcome = new Error("away");
      await send();
      expect(done.slice(-2)).toEqual([
        ["warned", "away"],
        ["unknown", { reason: "The venue could not be reached.", code: "SILENT", afterMs: 0, missedPolls: 0 }],
      ]);
    },
  );

  test("and counts as refused when nothing was filled", async () => {
    says.outcome = EMPTY;
    await send();
    expect(done.at(-1)).toEqual(["recorded", refusal("The venue filled nothing.", "NOT_FILLED")]);
  });
});

function refusal(reason: string, code: VenueFailureCode): FinalOutcome {
  return { state: "REFUSED", reason, code };
}

describe("an open attempt is looked up by its own reference", () => {
  const at = new Date(DEADLINE.getTime() + 10_000);
  const look = (more: Partial<Attempt> = {}) => lookUp({ ...ATTEMPT, ...more }, venue, journal);

  test.each([
    [FILLED, FILLED],
    [REFUSED, REFUSED],
    [EMPTY, refusal("The venue filled nothing.", "NOT_FILLED")],
  ])("what is certain is recorded: %j", async (outcome, finalOutcome) => {
    says.lookup = { outcome, at };
    expect(await look()).toBe(true);
    expect(done).toEqual([
      ["found", "ref-a"],
      ["recorded", finalOutcome],
    ]);
  });

  test("what was missed twice past its fence counts as never placed, and is watched", async () => {
    says.lookup = { outcome: undefined, at };
    expect(await look()).toBe(false);
    expect(done.at(-1)).toEqual([
      "unknown",
      {
        kind: "WAIT",
        reason: "The venue does not know the order yet.",
        code: "NOT_FOUND",
        missedPolls: 1,
        afterMs: 1_000,
      },
    ]);
    expect(await look({ missedPolls: 1 })).toBe(true);
    expect(done.at(-1)).toEqual([
      "recorded",
      { state: "REFUSED", reason: "The order never reached the venue.", code: "NEVER_PLACED", missed: true },
    ]);
    await look({ missedPolls: 1, lastError: "The line went dead." });
    expect(done.at(-1)).toEqual([
      "recorded",
      { state: "REFUSED", reason: "The line went dead.", code: "NEVER_PLACED", missed: true },
    ]);
    await look({ lastError: "The line went dead." });
    expect(done.at(-1)).toMatchObject(["unknown", { reason: "The line went dead." }]);
  });

  test("at a venue that keeps no deadline it counts so when nobody can have sent it, and only then", async () => {
    says = { ...says, fenced: false, lookup: { outcome: undefined, at } };
    expect(await look({ missedPolls: 1 })).toBe(false);
    expect(done.at(-1)).toMatchObject(["unknown", { missedPolls: 0, afterMs: 60_000 }]);
    may.unsendable = true;
    expect(await look()).toBe(false);
    expect(done.at(-1)).toMatchObject(["unknown", { missedPolls: 1, afterMs: 1_000 }]);
    expect(await look({ missedPolls: 1 })).toBe(true);
    expect(done.at(-1)).toMatchObject(["recorded", { code: "NEVER_PLACED", missed: true }]);
    says.lookup = { outcome: FILLED, at };
    await look({ missedPolls: 1 });
    expect(done.at(-1)).toEqual(["recorded", FILLED]);
  });

  test("what is in doubt at the venue waits, in its words", async () => {
    says.lookup = { outcome: LOST, at };
    expect(await look({ missedPolls: 1 })).toBe(false);
    expect(done.at(-1)).toEqual(["unknown", { kind: "WAIT", reason: "no answer", missedPolls: 0, afterMs: 1_000 }]);
  });

  test("a look that fails changes nothing but when the next one is made", async () => {
    says.lookup = new Error("away");
    expect(await look({ missedPolls: 1 })).toBe(false);
    expect(done.slice(1)).toEqual([
      ["warned", "away"],
      [
        "unknown",
        { kind: "WAIT", reason: "The venue could not be reached.", code: "SILENT", missedPolls: 1, afterMs: 5_000 },
      ],
    ]);
    await look({ lastError: "The line went dead." });
    expect(done.at(-1)).toMatchObject(["unknown", { reason: "The line went dead.", missedPolls: 0 }]);
  });

  test("a late look finds what was sold after all, nothing, or doubt", async () => {
    const late = () => lookLate(ATTEMPT, venue, journal);
    const found = async (outcome: VenueOutcome | undefined) => {
      says.lookup = { outcome, at };
      return late();
    };
    expect(await found(FILLED)).toBe(FILL);
    expect(await found(EMPTY)).toBe("NOTHING");
    expect(await found(REFUSED)).toBe("NOTHING");
    expect(await found(undefined)).toBe("NOTHING");
    expect(await found(LOST)).toBe("DOUBT");
    done = [];
    says.lookup = new Error("away");
    expect(await late()).toBe("DOUBT");
    expect(done).toEqual([
      ["found", "ref-a"],
      ["warned", "away"],
    ]);
  });
});

test("an order of which nothing was filled is as good as refused", () => {
  expect(finalOutcomeOf(EMPTY as Exclude<VenueOutcome, { state: "UNKNOWN" }>)).toEqual(
    refusal("The venue filled nothing.", "NOT_FILLED"),
  );
});

describe("a closed order", () => {
  const trade = { tradeId: "t", quantity: Decimal.from("0.4"), proceeds: Decimal.of(40n), fee: Decimal.ZERO };
  test("says how much of it has been told, or that nothing was sold", () => {
    expect(closedOutcome(one, one, [trade])).toEqual({
      state: "UNKNOWN",
      reason: "The venue has told trades of 0.4 of 1 so far.",
      code: "UNDER_WAY",
    });
    expect(closedOutcome(one, Decimal.ZERO, [])).toEqual(
      refusal("The venue closed the order without a fill.", "NOT_FILLED"),
    );
    expect(closedOutcome(one, trade.quantity, [trade])).toMatchObject({ remaining: Decimal.from("0.6") });
  });
});

describe("a fill is shared out", () => {
  const parts = [
    { asset: "USDT@eth", soldUnits: 5n },
    { asset: "USDT@tron", soldUnits: 3n },
    { asset: "USDT@eth", soldUnits: 2n },
  ] as const;

  test.each([
    [0n, []],
    [1n, [["USDT@eth", 1n]]],
    [4n, [["USDT@eth", 4n]]],
    [5n, [["USDT@eth", 5n]]],
    [
      7n,
      [
        ["USDT@eth", 5n],
        ["USDT@tron", 2n],
      ],
    ],
    [
      10n,
      [
        ["USDT@eth", 7n],
        ["USDT@tron", 3n],
      ],
    ],
    [
      13n,
      [
        ["USDT@eth", 10n],
        ["USDT@tron", 3n],
      ],
    ],
  ])("%d units in the order of its parts, what is beyond to the last", (filled, expected) => {
    expect(shareFill(filled, parts)).toEqual(expected.map(([asset, units]) => ({ asset, units })));
  });

  test("and taken trade by trade", () => {
    const shares = [
      { asset: "USDT@eth", units: 5n },
      { asset: "USDT@tron", units: 3n },
    ] as const;
    expect(takeShares(shares, 5n)).toEqual({ shares: [shares[0]], left: [shares[1]] });
    expect(takeShares(shares, 6n)).toEqual({
      shares: [shares[0], { asset: "USDT@tron", units: 1n }],
      left: [{ asset: "USDT@tron", units: 2n }],
    });
    expect(takeShares(shares, 0n)).toEqual({ shares: [], left: shares });
  });
});
