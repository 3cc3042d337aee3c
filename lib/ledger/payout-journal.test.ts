import { describe, expect, test } from "vitest";
import { linesOf } from "./book.fixture.ts";
import type { JournalEntry } from "./journal.ts";
import { payoutBack, payoutLeft, payoutReleased, payoutReserved, payoutReturned } from "./payout-journal.ts";

const crypto = { payoutId: "p", accountId: "a", asset: "BTC", units: 1000n } as const;
const exit = { ...crypto, proof: "ab", n: 2, place: "custody:bitcoin", feeUnits: 7n } as const;
const fiat = { payoutId: "p", accountId: "a", asset: "EUR", units: 500n } as const;

describe("each step of a payout posts its lines, under a key of its own", () => {
  test.each<[string, JournalEntry, string, string, string[]]>([
    [
      "fiat is asked for",
      payoutReserved({ ...fiat, from: "available" }),
      "payout.reserved",
      "payout:p:reserved",
      ["Dr acc:a:available 5 EUR", "Cr acc:a:reserved 5 EUR"],
    ],
    [
      "a deposit's part is asked for, out of what is pending of it",
      payoutReserved({ ...crypto, from: "pending", depositId: "d" }),
      "payout.reserved",
      "payout:p:reserved:d",
      ["Dr acc:a:pending 0.00001 BTC", "Cr acc:a:reserved 0.00001 BTC"],
    ],
    [
      "fiat is refused",
      payoutReleased({ ...fiat, from: "available" }),
      "payout.released",
      "payout:p:released",
      ["Dr acc:a:reserved 5 EUR", "Cr acc:a:available 5 EUR"],
    ],
    [
      "a deposit's part is refused, back into what is pending of it",
      payoutReleased({ ...crypto, from: "pending", depositId: "d" }),
      "payout.released",
      "payout:p:released:d",
      ["Dr acc:a:reserved 0.00001 BTC", "Cr acc:a:pending 0.00001 BTC"],
    ],
    [
      "it leaves, and the network's fee is the house's",
      payoutLeft(exit),
      "payout.left",
      "payout:p:ab:2",
      ["Dr acc:a:reserved 0.00001 BTC", "Dr house:network-fee 0.00000007 BTC", "Cr custody:bitcoin 0.00001007 BTC"],
    ],
    [
      "fiat leaves by its bank, and no network has a fee of it",
      payoutLeft({ ...exit, ...fiat, place: "bank:second", feeUnits: 0n }),
      "payout.left",
      "payout:p:ab:2",
      ["Dr acc:a:reserved 5 EUR", "Cr bank:second 5 EUR"],
    ],
    [
      "its block is gone, and the fee with it",
      payoutBack(exit),
      "payout.back",
      "payout:p:ab:2:reversed",
      ["Dr custody:bitcoin 0.00001007 BTC", "Cr acc:a:reserved 0.00001 BTC", "Cr house:network-fee 0.00000007 BTC"],
    ],
    [
      "the bank brings it back: free again, and no fee is",
      payoutReturned({ ...exit, ...fiat, place: "bank:second", feeUnits: 0n }),
      "payout.returned",
      "payout:p:ab:2:returned",
      ["Dr bank:second 5 EUR", "Cr acc:a:available 5 EUR"],
    ],
  ])("%s", (_, entry, event, effectKey, lines) => {
    expect({ event: entry.event, effectKey: entry.effectKey, lines: linesOf(entry) }).toEqual({
      event,
      effectKey,
      lines,
    });
  });
});
