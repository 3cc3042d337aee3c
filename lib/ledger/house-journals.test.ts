import { describe, expect, test } from "vitest";
import { linesOf } from "./book.fixture.ts";
import { lineLinked, lineOfNobody } from "./bank-journal.ts";
import { gasBooked, gasKey, gasReversed } from "./gas-journal.ts";
import { feesSwept, fractionsSwept, type JournalEntry, strayConfirmed, strayReversed } from "./journal.ts";
import { arrivedEntry, codeOfPlace, leftEntry, placeOfCode, reversedEntry } from "./move-journal.ts";
import { leftUnexplained, unexplainedReversed } from "./outgoing-journal.ts";
import { resolutionMade, resolutionReversed } from "./resolution-journal.ts";
import { transferMirrored, transferOfNobody } from "./transfer-journal.ts";

const textOf = (entry: JournalEntry) => [entry.event, entry.effectKey, ...linesOf(entry)];

test("the first bank account is the ledger's own, every other place has its own name", () => {
  expect(["bank:main", "bank:second", "venue:kraken"].map(codeOfPlace)).toEqual([
    "bank",
    "bank:second",
    "venue:kraken",
  ]);
  expect(["bank", "bank:second"].map(placeOfCode)).toEqual(["bank:main", "bank:second"]);
});

describe("a move of the house's means", () => {
  const fact = { effectKey: "move:m:left:p:3", side: "LEFT", units: 1000n, feeUnits: 7n } as const;
  const arrived = { ...fact, effectKey: "move:m:arrived:p:1", side: "ARRIVED" } as const;
  const way = (from: string | undefined, to: string | undefined, asset: "BTC" | "EUR", kind = "MOVE") => ({
    ...{ kind, from, to, asset },
  });

  test.each<[string, JournalEntry, string[]]>([
    [
      "leaves custody: the fee is the network's",
      leftEntry(way("custody:bitcoin", "venue:v", "BTC"), fact),
      ["Dr transit 0.00001 BTC", "Dr house:network-fee 0.00000007 BTC", "Cr custody:bitcoin 0.00001007 BTC"],
    ],
    [
      "leaves a bank: the fee is the bank's",
      leftEntry(way("bank:second", "venue:v", "EUR"), fact),
      ["Dr transit 10 EUR", "Dr house:bank-fee 0.07 EUR", "Cr bank:second 10.07 EUR"],
    ],
    [
      "leaves a venue in fiat: the fee is of the day's result",
      leftEntry(way("venue:v", "bank:main", "EUR"), fact),
      ["Dr transit 10 EUR", "Dr house:result 0.07 EUR", "Cr venue:v 10.07 EUR"],
    ],
    [
      "leaves a venue in crypto: the fee is the venue's",
      leftEntry(way("venue:v", "custody:bitcoin", "BTC"), fact),
      ["Dr transit 0.00001 BTC", "Dr house:venue-fee 0.00000007 BTC", "Cr venue:v 0.00001007 BTC"],
    ],
    [
      "leaves for the owner's hands: capital",
      leftEntry(way("bank:main", undefined, "EUR", "CAPITAL_OUT"), fact),
      ["Dr house:capital 10 EUR", "Dr house:bank-fee 0.07 EUR", "Cr bank 10.07 EUR"],
    ],
    [
      "arrives at a bank: what was lost is the bank's",
      arrivedEntry(way("venue:v", "bank:main", "EUR"), arrived),
      ["Dr bank 10 EUR", "Dr house:bank-fee 0.07 EUR", "Cr transit 10.07 EUR"],
    ],
    [
      "arrives at a venue: what was lost is the venue's",
      arrivedEntry(way("custody:bitcoin", "venue:v", "BTC"), arrived),
      ["Dr venue:v 0.00001 BTC", "Dr house:venue-fee 0.00000007 BTC", "Cr transit 0.00001007 BTC"],
    ],
    [
      "corrects crypto: a cost of the venue",
      leftEntry(way("venue:v", undefined, "BTC", "CORRECTION"), { ...fact, feeUnits: 0n }),
      ["Dr house:venue-fee 0.00001 BTC", "Cr venue:v 0.00001 BTC"],
    ],
    [
      "corrects a bank: a cost of the bank",
      leftEntry(way("bank:main", undefined, "EUR", "CORRECTION"), { ...fact, feeUnits: 0n }),
      ["Dr house:bank-fee 10 EUR", "Cr bank 10 EUR"],
    ],
    [
      "corrects fiat that a venue has less of: of the day's result",
      leftEntry(way("venue:v", undefined, "EUR", "CORRECTION"), { ...fact, feeUnits: 0n }),
      ["Dr house:result 10 EUR", "Cr venue:v 10 EUR"],
    ],
    [
      "corrects fiat at a venue: of the day's result",
      arrivedEntry(way(undefined, "venue:v", "EUR", "CORRECTION"), { ...arrived, feeUnits: 0n }),
      ["Dr venue:v 10 EUR", "Cr house:result 10 EUR"],
    ],
  ])("%s", (_, entry, lines) => {
    const left = ["move.left", "move:m:left:p:3"];
    const isLeft = entry.effectKey === left[1];
    expect(textOf(entry)).toEqual([...(isLeft ? left : ["move.arrived", "move:m:arrived:p:1"]), ...lines]);
  });

  test("leaves a place and arrives at one, and none carries what is not its own", () => {
    expect(() => leftEntry(way(undefined, "venue:v", "BTC"), fact)).toThrow("comes from a place");
    expect(() => arrivedEntry(way("venue:v", undefined, "BTC"), arrived)).toThrow("comes to a place");
    expect(() => leftEntry(way("bank:main", "venue:v", "BTC"), { ...fact, feeUnits: 0n })).toThrow(
      "bank carries no BTC",
    );
    expect(() => arrivedEntry(way("venue:v", "custody:tron", "BTC"), arrived)).toThrow("custody:tron carries no BTC");
  });

  test("is mirrored line by line, whichever side is gone", () => {
    expect(textOf(reversedEntry(way("custody:bitcoin", "venue:v", "BTC"), fact))).toEqual([
      "move.reversed",
      "move:m:left:p:3:reversed",
      ...["Cr transit 0.00001 BTC", "Cr house:network-fee 0.00000007 BTC", "Dr custody:bitcoin 0.00001007 BTC"],
    ]);
    expect(textOf(reversedEntry(way("venue:v", "bank:main", "EUR"), arrived))).toEqual([
      "move.reversed",
      "move:m:arrived:p:1:reversed",
      ...["Cr bank 10 EUR", "Cr house:bank-fee 0.07 EUR", "Dr transit 10.07 EUR"],
    ]);
  });
});

describe("what nobody expected at a venue", () => {
  const deposit = { id: "t", venue: "v", kind: "DEPOSIT", asset: "BTC", units: 1000n, feeUnits: 7n } as const;
  const withdrawal = { ...deposit, kind: "WITHDRAWAL" } as const;

  test("is unassigned where it came, missing where it went, with the fee on top, and mirrored whole", () => {
    expect(textOf(transferOfNobody(deposit))).toEqual([
      ...["venue.credited", "transfer:t", "Dr venue:v 0.00001 BTC", "Cr house:unassigned 0.00001 BTC"],
    ]);
    expect(textOf(transferOfNobody(withdrawal))).toEqual([
      ...["venue.debited", "transfer:t", "Dr house:missing 0.00001 BTC", "Dr house:venue-fee 0.00000007 BTC"],
      "Cr venue:v 0.00001007 BTC",
    ]);
    expect(linesOf(transferOfNobody({ ...withdrawal, asset: "EUR" }))[1]).toBe("Dr house:result 0.07 EUR");
    expect(textOf(transferMirrored(withdrawal))).toEqual([
      ...["venue.mirrored", "transfer:t:mirrored", "Cr house:missing 0.00001 BTC"],
      ...["Cr house:venue-fee 0.00000007 BTC", "Dr venue:v 0.00001007 BTC"],
    ]);
  });
});

describe("what a person says of it", () => {
  const own = { id: "r", asset: "BTC", units: 1000n, kind: "OWN" } as const;
  const assigned = { ...own, kind: "ASSIGN", accountId: "a" } as const;

  test("assigned to an account, its debt of this deposit goes first", () => {
    expect(textOf(resolutionMade(assigned, 300n))).toEqual([
      ...["resolution.made", "resolution:r", "Dr house:unassigned 0.00001 BTC"],
      ...["Cr acc:a:owed 0.000003 BTC", "Cr acc:a:available 0.000007 BTC"],
    ]);
    expect(linesOf(resolutionMade(assigned))).toEqual([
      ...["Dr house:unassigned 0.00001 BTC", "Cr acc:a:available 0.00001 BTC"],
    ]);
    expect(textOf(resolutionReversed(assigned, 300n))).toEqual([
      ...["resolution.reversed", "resolution:r:reversed", "Dr acc:a:available 0.000007 BTC"],
      ...["Dr acc:a:owed 0.000003 BTC", "Cr house:unassigned 0.00001 BTC"],
    ]);
  });

  test("the owner's is capital; what is missing is a loss: fiat of the day's result, coins of the capital", () => {
    expect(textOf(resolutionMade(own))).toEqual([
      ...["resolution.made", "resolution:r", "Dr house:unassigned 0.00001 BTC", "Cr house:capital 0.00001 BTC"],
    ]);
    expect(textOf(resolutionMade({ ...own, kind: "WRITE_OFF", onItsWay: false }))).toEqual([
      ...["resolution.made", "resolution:r", "Dr house:capital 0.00001 BTC", "Cr house:missing 0.00001 BTC"],
    ]);
    const lost = { ...own, kind: "WRITE_OFF", asset: "EUR", onItsWay: true } as const;
    expect(linesOf(resolutionMade(lost))).toEqual(["Dr house:result 10 EUR", "Cr transit 10 EUR"]);
    expect(textOf(resolutionReversed(own, 0n))).toEqual([
      ...["resolution.reversed", "resolution:r:reversed", "Cr house:unassigned 0.00001 BTC"],
      "Dr house:capital 0.00001 BTC",
    ]);
  });
});

test("what came back is a move, and what was kept of it a cost of its bank or venue", () => {
  const back = { id: "r", asset: "EUR", units: 950n, kind: "RETURN", from: "bank:main", left: 1_000n } as const;
  expect(textOf(resolutionMade(back))).toEqual([
    ...["resolution.made", "resolution:r", "Dr house:unassigned 9.5 EUR", "Dr house:bank-fee 0.5 EUR"],
    "Cr transit 10 EUR",
  ]);
  expect(linesOf(resolutionMade({ ...back, from: "custody:bitcoin", units: 1_000n }))).toEqual([
    ...["Dr house:unassigned 10 EUR", "Cr transit 10 EUR"],
  ]);
  expect(linesOf(resolutionMade({ ...back, asset: "BTC", from: "venue:v" }))).toEqual([
    ...["Dr house:unassigned 0.0000095 BTC", "Dr house:venue-fee 0.0000005 BTC", "Cr transit 0.00001 BTC"],
  ]);
});

test("a payout that its bank never made is the account's again, and mirrored once the bank did", () => {
  const never = { id: "r", asset: "EUR", units: 950n, kind: "VOID", accountId: "a" } as const;
  expect(textOf(resolutionMade(never))).toEqual([
    ...["resolution.made", "resolution:r", "Dr bank 9.5 EUR", "Cr acc:a:available 9.5 EUR"],
  ]);
  expect(textOf(resolutionReversed(never, 0n))).toEqual([
    ...["resolution.reversed", "resolution:r:reversed", "Cr bank 9.5 EUR", "Dr acc:a:available 9.5 EUR"],
  ]);
});

test("what is nobody's again, as what it was linked to is void, is booked under a key of its own, and so is its mirror", () => {
  const line = { id: "l", place: "bank:main", fiat: "EUR", units: 250n, side: "CREDIT" } as const;
  expect(
    [undefined, 0, 1, 2].map((voided) => lineOfNobody({ ...line, ...(voided !== undefined && { voided }) }).effectKey),
  ).toEqual([...["bank:l", "bank:l", "bank:l:1", "bank:l:2"]]);
  expect(lineLinked({ ...line, voided: 2 }).effectKey).toBe("bank:l:2:linked");
  const transfer = { id: "t", venue: "v", kind: "DEPOSIT", asset: "EUR", units: 1n, feeUnits: 0n, voided: 3 } as const;
  expect(transferOfNobody(transfer).effectKey).toBe("transfer:t:3");
  expect(transferMirrored(transfer).effectKey).toBe("transfer:t:3:mirrored");
});

test("a bank's line that nobody expects is unassigned where it came, missing where it went, and mirrored once it is linked", () => {
  const line = { id: "l", place: "bank:second", fiat: "EUR", units: 250n } as const;
  expect(textOf(lineOfNobody({ ...line, side: "CREDIT" }))).toEqual([
    ...["bank.credited", "bank:l", "Dr bank:second 2.5 EUR", "Cr house:unassigned 2.5 EUR"],
  ]);
  expect(textOf(lineOfNobody({ ...line, side: "DEBIT" }))).toEqual([
    ...["bank.debited", "bank:l", "Dr house:missing 2.5 EUR", "Cr bank:second 2.5 EUR"],
  ]);
  expect(textOf(lineLinked({ ...line, side: "DEBIT" }))).toEqual([
    ...["bank.linked", "bank:l:linked", "Cr house:missing 2.5 EUR", "Dr bank:second 2.5 EUR"],
  ]);
});

test("a transaction's gas: the fee is the network's, what went is missing, what came is unassigned, or the owner's", () => {
  const effectKey = gasKey("tron", "h", 2);
  const gas = { effectKey, asset: "TRX", fee: 7_000_000n, missing: 5_000_000n, received: 0n, opening: false } as const;
  expect(textOf(gasBooked(gas))).toEqual([
    ...["gas.booked", "gas:tron:h:2", "Dr house:network-fee 7 TRX", "Dr house:missing 5 TRX", "Cr custody:tron 12 TRX"],
  ]);
  expect(textOf(gasReversed(gas))).toEqual([
    ...["gas.reversed", "gas:tron:h:2:reversed"],
    ...["Cr house:network-fee 7 TRX", "Cr house:missing 5 TRX", "Dr custody:tron 12 TRX"],
  ]);
  const received = { ...gas, fee: 0n, missing: 0n, received: 3_000_000n };
  expect(textOf(gasBooked(received)).slice(2)).toEqual(["Dr custody:tron 3 TRX", "Cr house:unassigned 3 TRX"]);
  expect(textOf(gasBooked({ ...received, opening: true })).at(-1)).toBe("Cr house:capital 3 TRX");
});

test("money whose bill is not known is unassigned where it came, and gone as it came", () => {
  const stray = { effectKey: "k", asset: "USDT@tron", units: 2_500_000n } as const;
  expect(textOf(strayConfirmed(stray))).toEqual([
    ...["stray.confirmed", "k", "Dr custody:tron 2.5 USDT@tron", "Cr house:unassigned 2.5 USDT@tron"],
  ]);
  expect(textOf(strayReversed(stray))).toEqual([
    ...["stray.reversed", "k", "Dr house:unassigned 2.5 USDT@tron", "Cr custody:tron 2.5 USDT@tron"],
  ]);
});

test("what left without approval is missing, its fee the network's, what others paid by it unassigned; each asset by itself", () => {
  const parts = [
    { asset: "BTC", missing: 1000n, fee: 7n, gain: 20n },
    { asset: "USDC@eth", missing: 3_000_000n, fee: 0n, gain: 0n },
  ] as const;
  expect(textOf(leftUnexplained({ effectKey: "k", parts }))).toEqual([
    ...["outgoing.left", "k", "Dr house:missing 0.00001 BTC", "Dr house:network-fee 0.00000007 BTC"],
    ...["Cr custody:bitcoin 0.00001007 BTC", "Dr custody:bitcoin 0.0000002 BTC", "Cr house:unassigned 0.0000002 BTC"],
    ...["Dr house:missing 3 USDC@eth", "Cr custody:eth 3 USDC@eth"],
  ]);
  expect(textOf(unexplainedReversed({ effectKey: "k", parts }))).toEqual([
    ...["outgoing.reversed", "k", "Cr house:missing 0.00001 BTC", "Cr house:network-fee 0.00000007 BTC"],
    ...["Dr custody:bitcoin 0.00001007 BTC", "Cr custody:bitcoin 0.0000002 BTC", "Dr house:unassigned 0.0000002 BTC"],
    ...["Cr house:missing 3 USDC@eth", "Dr custody:eth 3 USDC@eth"],
  ]);
});

describe("what is swept at the end of a day", () => {
  const fees = (...held: [code: string, units: bigint][]) =>
    textOf(feesSwept({ effectKey: "k", asset: "BTC", held: held.map(([code, units]) => ({ code, units })) }));

  test("what fees have brought goes into the book, what they have cost comes out of it", () => {
    expect(fees(["house:fee:service", 1000n], ["house:network-fee", -300n])).toEqual([
      ...["fees.swept", "k", "Cr house:book 0.000007 BTC"],
      ...["Dr house:fee:service 0.00001 BTC", "Cr house:network-fee 0.000003 BTC"],
    ]);
    expect(fees(["house:venue-fee", -300n])).toEqual([
      ...["fees.swept", "k", "Dr house:book 0.000003 BTC", "Cr house:venue-fee 0.000003 BTC"],
    ]);
  });

  test("what a venue has in whole units beyond the books, or has not, is the day's result in fiat, its fee in crypto", () => {
    const of = { venue: "kraken", asset: "EUR", day: "2026-11-21", units: 2n } as const;
    expect(textOf(fractionsSwept(of))).toEqual([
      ...["fractions.swept", "fractions:kraken:EUR:2026-11-21", "Dr venue:kraken 0.02 EUR", "Cr house:result 0.02 EUR"],
    ]);
    expect(linesOf(fractionsSwept({ ...of, units: -2n }))).toEqual([
      ...["Dr house:result 0.02 EUR", "Cr venue:kraken 0.02 EUR"],
    ]);
    expect(textOf(fractionsSwept({ ...of, asset: "BTC", units: -1n }))).toEqual([
      ...["fractions.swept", "fractions:kraken:BTC:2026-11-21", "Dr house:venue-fee 0.00000001 BTC"],
      "Cr venue:kraken 0.00000001 BTC",
    ]);
  });
});
