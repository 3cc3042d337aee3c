import type { Hand } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { plan } from "./conversions-list.ts";
import { add, addText, type Sheet } from "./figures.ts";

/** Asks once more before a held deposit is released or declined: the deposit's own quantity, thrice. */
export function holdDialog(bill: Bill, command: "Release" | "Decline", hand: Hand): Sheet {
  const held = bill.deposits.find(({ status }) => status === "HELD");
  const amount = hand.bareSum(held?.units ?? 0n, held?.asset ?? "");
  return new Map([
    [" | heading", [amount]],
    [` | button ${command}#${bill.crypto}`, [amount]],
  ]);
}

/** The form that records a payout: what is free, as the most that may go. */
export function payoutForm(bill: Bill, hand: Hand): Sheet {
  const free = hand.bareSum(bill.free, bill.crypto);
  const typed = hand.bare(bill.free, bill.crypto).replaceAll("'", "");
  const over = "Record a payout";
  return new Map([
    [`${over} | `, [free, free]],
    [`${over} | field Quantity, ${bill.crypto}`, [typed]],
  ]);
}

export type Payout = { units: bigint; reference: string };

/** The same once more: what goes and what is left of what is free. */
export function payoutReview(bill: Bill, { units, reference }: Payout, hand: Hand): Sheet {
  const sheet: Sheet = new Map();
  const amount = hand.bareSum(units, bill.crypto);
  add(sheet, " | heading", amount);
  add(sheet, " | Paid out", hand.sum(units, bill.crypto));
  add(sheet, " | Left afterwards", hand.sum(bill.free - units, bill.crypto));
  addText(sheet, " | Reference", reference);
  add(sheet, ` | button Record payout of#${bill.crypto}`, amount);
  return sheet;
}

/** The foot of a list while rows are ticked: how many, and what is free on these alone. */
export function selection(ticked: readonly Bill[], hand: Hand): Sheet {
  const free = ticked.reduce((sum, bill) => sum + bill.free, 0n);
  return new Map([[" | ", [`${ticked.length}`, hand.sum(free, ticked[0]?.crypto ?? "")]]]);
}

/** Asks once more before bills become a conversion: the exact sum of what is free on these alone. */
export function createDialog(ticked: readonly Bill[], hand: Hand): Sheet {
  const sheet: Sheet = new Map([[" | heading", [`${ticked.length}`]]]);
  plan(sheet, "", ticked, ticked[0]?.crypto ?? "", hand);
  return sheet;
}
