import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "#lib/kernel/money.ts";
import { linesOf, openBook } from "./book.fixture.ts";
import {
  confirmed,
  confirmedAgain,
  custodyCovered,
  custodyUncovered,
  depositKey,
  invoiceKey,
  invoiceLocked,
  invoiceUnlocked,
  type JournalEntry,
  retainedLessFee,
  payoutCrypto,
  payoutFiat,
  payoutReturn,
  reversedGone,
  reversedRetained,
  reversedPending,
  reversedSold,
  resultSwept,
  sold,
  mergedEntries,
  tradeKey,
  venueFee,
  venueFill,
} from "./journal.ts";

const deposit = { network: "bitcoin", txHash: "ab", outputIndex: 1, variant: 0, timesConfirmed: 2 } as const;
const about = { effectKey: "k", accountId: "a", asset: "BTC" } as const;

describe("effect keys", () => {
  test("tell a deposit's confirmations and their steps apart", () => {
    expect(depositKey(deposit)).toBe("bitcoin:ab:1:2");
    expect(depositKey(deposit, "reversed")).toBe("bitcoin:ab:1:2:reversed");
    expect(depositKey({ ...deposit, timesConfirmed: 3 }, "fresh")).toBe("bitcoin:ab:1:3:fresh");
    expect(depositKey({ ...deposit, network: "eth", variant: 1 }, "fresh")).toBe("eth:ab:1:1.2:fresh");
  });
  test("tell an invoice's steps and items, a trade and its fee apart", () => {
    expect([
      invoiceKey("i", "locked"),
      invoiceKey("i", 0),
      tradeKey("kraken", "T1"),
      tradeKey("kraken", "T1", "fee"),
    ]).toEqual(["invoice:i:locked", "invoice:i:0", "kraken:T1", "kraken:T1:fee"]);
  });
});

describe("each event posts its lines", () => {
  const sale = { units: 1000n, feeUnits: 10n, fiat: "EUR", fiatUnits: 500n } as const;
  test.each<[string, JournalEntry, string, string[]]>([
    [
      "confirmed",
      confirmed({ ...about, units: 1000n }),
      "deposit.confirmed",
      ["Dr custody:bitcoin 0.00001 BTC", "Cr acc:a:pending 0.00001 BTC"],
    ],
    [
      "kept under RFQ, ACA, dust",
      retainedLessFee({ ...about, units: 1000n, feeUnits: 0n }),
      "deposit.kept",
      ["Dr acc:a:pending 0.00001 BTC", "Cr acc:a:available 0.00001 BTC"],
    ],
    [
      "kept under RAI, LMT",
      retainedLessFee({ ...about, units: 1000n, feeUnits: 5n }),
      "deposit.kept",
      ["Dr acc:a:pending 0.00001 BTC", "Cr house:fee:transaction 0.00000005 BTC", "Cr acc:a:available 0.00000995 BTC"],
    ],
    [
      "sold from pending",
      sold({ ...about, ...sale, from: "pending" }),
      "deposit.sold",
      [
        "Dr acc:a:pending 0.00001 BTC",
        "Cr house:book 0.0000099 BTC",
        "Cr house:fee:service 0.0000001 BTC",
        "Dr house:book 5 EUR",
        "Cr acc:a:available 5 EUR",
      ],
    ],
    [
      "sold from locked, without fee",
      sold({ ...about, ...sale, feeUnits: 0n, from: "locked" }),
      "invoice.sold",
      ["Dr acc:a:locked 0.00001 BTC", "Cr house:book 0.00001 BTC", "Dr house:book 5 EUR", "Cr acc:a:available 5 EUR"],
    ],
    [
      "sold again while more is owed than it credits",
      sold({ ...about, ...sale, from: "pending", owedFiatUnits: 600n }),
      "deposit.sold",
      [
        "Dr acc:a:pending 0.00001 BTC",
        "Cr house:book 0.0000099 BTC",
        "Cr house:fee:service 0.0000001 BTC",
        "Dr house:book 5 EUR",
        "Cr acc:a:owed 5 EUR",
      ],
    ],
    [
      "invoice created",
      invoiceLocked({
        effectKey: "k",
        accountId: "a",
        items: [
          { asset: "USDT@eth", units: 1n },
          { asset: "USDT@tron", units: 2n },
        ],
      }),
      "invoice.locked",
      [
        "Dr acc:a:available 0.000001 USDT@eth",
        "Cr acc:a:locked 0.000001 USDT@eth",
        "Dr acc:a:available 0.000002 USDT@tron",
        "Cr acc:a:locked 0.000002 USDT@tron",
      ],
    ],
    [
      "invoice cancelled or failed",
      invoiceUnlocked({ effectKey: "k", accountId: "a", items: [{ asset: "BTC", units: 1000n }] }),
      "invoice.unlocked",
      ["Dr acc:a:locked 0.00001 BTC", "Cr acc:a:available 0.00001 BTC"],
    ],
    [
      "venue fill",
      venueFill({ effectKey: "k", side: "SELL", venue: "v", asset: "BTC", units: 1000n, fiat: "EUR", fiatUnits: 50n }),
      "venue.filled",
      ["Dr venue:v 0.5 EUR", "Cr house:book 0.5 EUR", "Dr house:book 0.00001 BTC", "Cr venue:v 0.00001 BTC"],
    ],
    [
      "venue fill that buys back",
      venueFill({ effectKey: "k", side: "BUY", venue: "v", asset: "BTC", units: 1000n, fiat: "EUR", fiatUnits: 50n }),
      "venue.filled",
      ["Cr venue:v 0.5 EUR", "Dr house:book 0.5 EUR", "Cr house:book 0.00001 BTC", "Dr venue:v 0.00001 BTC"],
    ],
    [
      "venue fee",
      venueFee({ effectKey: "k", venue: "v", fiat: "EUR", fiatUnits: 3n, asset: "BTC", units: 2n }),
      "venue.fee",
      [
        "Dr house:result 0.03 EUR",
        "Cr venue:v 0.03 EUR",
        "Dr house:venue-fee 0.00000002 BTC",
        "Cr venue:v 0.00000002 BTC",
      ],
    ],
    [
      "payout of crypto",
      payoutCrypto({ ...about, units: 1000n }),
      "payout.crypto",
      ["Dr acc:a:available 0.00001 BTC", "Cr custody:bitcoin 0.00001 BTC"],
    ],
    [
      "return of held money",
      payoutReturn({ ...about, units: 1000n }),
      "payout.return",
      ["Dr acc:a:pending 0.00001 BTC", "Cr custody:bitcoin 0.00001 BTC"],
    ],
    [
      "payout of fiat",
      payoutFiat({ effectKey: "k", accountId: "a", fiat: "JPY", fiatUnits: 7n }),
      "payout.fiat",
      ["Dr acc:a:available 7 JPY", "Cr bank 7 JPY"],
    ],
    [
      "coins missing at a reversal brought by the house",
      custodyCovered({ ...about, units: 1000n, venue: "v" }),
      "custody.covered",
      ["Dr custody:bitcoin 0.00001 BTC", "Cr venue:v 0.00001 BTC"],
    ],
    [
      "the same going back",
      custodyUncovered({ ...about, units: 1000n, venue: "v" }),
      "custody.uncovered",
      ["Dr venue:v 0.00001 BTC", "Cr custody:bitcoin 0.00001 BTC"],
    ],
    [
      "reversal of kept money",
      reversedRetained({ ...about, units: 995n, feeUnits: 5n }),
      "deposit.reversed",
      [
        "Dr acc:a:available 0.00000995 BTC",
        "Dr house:fee:transaction 0.00000005 BTC",
        "Cr acc:a:pending 0.00001 BTC",
        "Dr acc:a:pending 0.00001 BTC",
        "Cr custody:bitcoin 0.00001 BTC",
      ],
    ],
    [
      "reversal of sold money",
      reversedSold({ ...about, ...sale, availableFiatUnits: 200n }),
      "deposit.reversed",
      [
        "Dr house:book 0.0000099 BTC",
        "Dr house:fee:service 0.0000001 BTC",
        "Cr acc:a:pending 0.00001 BTC",
        "Dr acc:a:pending 0.00001 BTC",
        "Cr custody:bitcoin 0.00001 BTC",
        "Dr acc:a:available 2 EUR",
        "Dr acc:a:owed 3 EUR",
        "Cr house:book 5 EUR",
      ],
    ],
    [
      "reversal of money sold by invoice or paid out",
      reversedGone({ ...about, units: 1000n }),
      "deposit.reversed",
      ["Dr acc:a:owed 0.00001 BTC", "Cr custody:bitcoin 0.00001 BTC"],
    ],
    [
      "reversal of pending money",
      reversedPending({ ...about, units: 1000n }),
      "deposit.reversed",
      ["Dr acc:a:pending 0.00001 BTC", "Cr custody:bitcoin 0.00001 BTC"],
    ],
    [
      "confirmed again, owed first",
      confirmedAgain({ ...about, units: 1000n, owedUnits: 400n }),
      "deposit.confirmed",
      ["Dr custody:bitcoin 0.00001 BTC", "Cr acc:a:owed 0.000004 BTC", "Cr acc:a:pending 0.000006 BTC"],
    ],
  ])("%s", (_, entry, event, lines) => {
    expect(linesOf(entry)).toEqual(lines);
    expect([entry.event, entry.effectKey]).toEqual([event, "k"]);
  });

  test("an entry of nothing has no lines", () => {
    expect(confirmed({ ...about, units: 0n }).postings).toEqual([]);
  });
});

test("what the book earned goes to the result, and what it lost comes back out of it", () => {
  const swept = (fiatUnits: bigint) => resultSwept({ effectKey: "k", fiat: "EUR", fiatUnits });
  expect(swept(5n)).toEqual({
    event: "result.swept",
    effectKey: "k",
    postings: [
      { code: "house:book", asset: "EUR", debit: 5n },
      { code: "house:result", asset: "EUR", debit: -5n },
    ],
  });
  expect(swept(-5n).postings).toEqual([
    { code: "house:result", asset: "EUR", debit: 5n },
    { code: "house:book", asset: "EUR", debit: -5n },
  ]);
  expect(swept(0n).postings).toEqual([]);
});

describe("an entry is refused", () => {
  test("below zero", () => {
    expect(() => confirmed({ ...about, units: -1n })).toThrow("invariant");
    expect(() => retainedLessFee({ ...about, units: 1n, feeUnits: 2n })).toThrow("invariant");
  });
  test("together with an entry of another effect", () => {
    const gone = reversedGone({ ...about, units: 1n });
    expect(mergedEntries([gone, reversedPending({ ...about, units: 2n })]).postings).toHaveLength(4);
    expect(() => mergedEntries([gone, reversedGone({ ...about, effectKey: "other", units: 1n })])).toThrow("invariant");
    expect(() => mergedEntries([gone, confirmed({ ...about, units: 1n })])).toThrow("invariant");
    expect(() => mergedEntries([])).toThrow("invariant");
    expect(() => mergedEntries([gone, gone, confirmed({ ...about, units: 1n })])).toThrow("invariant");
  });
});

describe("random parts in random order", () => {
  const amount = fc.bigInt(1n, 10n ** 9n);
  const parts = fc.array(
    fc.record({
      kind: fc.constantFrom("sold", "kept", "waiting"),
      units: amount,
      feeShare: fc.bigInt(0n, 100n),
      fiatUnits: fc.bigInt(0n, 10n ** 7n),
    }),
    { minLength: 1, maxLength: 12 },
  );

  type Stood = { key: string; kind: string; units: bigint; feeUnits: bigint; fiatUnits: bigint };
  const of = { accountId: "a", asset: "BTC" as const };

  function posted({ key, kind, units, feeUnits, fiatUnits }: Stood): JournalEntry[] {
    const entries = [confirmed({ ...of, effectKey: key, units })];
    const sale = { units, feeUnits, fiat: "EUR" as const, fiatUnits };
    if (kind === "sold") entries.push(sold({ ...of, ...sale, effectKey: `${key}:fresh`, from: "pending" }));
    if (kind === "kept") entries.push(retainedLessFee({ ...of, effectKey: `${key}:kept`, units, feeUnits }));
    return entries;
  }

  function reversed({ key, kind, units, feeUnits, fiatUnits }: Stood, availableFiatUnits: bigint): JournalEntry {
    const effectKey = `${key}:reversed`;
    if (kind === "kept") return reversedRetained({ ...of, effectKey, units: units - feeUnits, feeUnits });
    if (kind === "waiting") return reversedPending({ ...of, effectKey, units });
    return reversedSold({ ...of, effectKey, units, feeUnits, fiat: "EUR", fiatUnits, availableFiatUnits });
  }

  test("sum to zero, keep every floor, and are undone whole by their reversals, in any order", () => {
    fc.assert(
      fc.property(parts, fc.nat(), (all, turn) => {
        const book = openBook();
        const stood = all.map(
          (part, index): Stood => ({ ...part, key: `${index}`, feeUnits: (part.units * part.feeShare) / 100n }),
        );
        for (const entry of stood.flatMap(posted)) book.post(entry);
        expect(book.balance("custody:bitcoin", "BTC")).toBe(sumOf(stood.map((part) => part.units)));
        const cut = turn % stood.length;
        for (const part of [...stood.slice(cut).reverse(), ...stood.slice(0, cut)]) {
          book.post(reversed(part, book.balance("acc:a:available", "EUR")));
        }
        expect(book.balances()).toEqual({});
      }),
    );
  });

  test("a reversal after payouts is owed, and settled by the same money coming back", () => {
    fc.assert(
      fc.property(amount, amount, fc.bigInt(0n, 100n), (units, fiatUnits, share) => {
        const book = openBook();
        const paidOut = (fiatUnits * share) / 100n;
        const sale = { units, feeUnits: 0n, fiat: "EUR" as const, fiatUnits };
        book.post(confirmed({ ...of, effectKey: "1", units }));
        book.post(sold({ ...of, ...sale, effectKey: "1:guaranteed", from: "pending" }));
        book.post(payoutFiat({ effectKey: "p", accountId: "a", fiat: "EUR", fiatUnits: paidOut }));
        book.post(reversedSold({ ...of, ...sale, effectKey: "1:reversed", availableFiatUnits: fiatUnits - paidOut }));
        expect(book.balance("acc:a:owed", "EUR")).toBe(paidOut);
        expect(book.balance("acc:a:available", "EUR")).toBe(0n);
        book.post(confirmedAgain({ ...of, effectKey: "2", units, owedUnits: 0n }));
        book.post(sold({ ...of, ...sale, effectKey: "2:guaranteed", from: "pending", owedFiatUnits: paidOut }));
        expect(book.balance("acc:a:owed", "EUR")).toBe(0n);
        expect(book.balance("acc:a:available", "EUR")).toBe(fiatUnits - paidOut);
      }),
    );
  });
});
