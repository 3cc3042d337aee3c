import { type Hand, minute } from "./amounts.ts";
import type { Bill } from "./books.ts";
import { plan } from "./conversions-list.ts";
import { add, addText, type Sheet } from "./figures.ts";
import { priceOf } from "./promise.ts";

/** So long after it was held a deposit keeps its bill's price: as the sandbox has it. */
const GRACE = 10 * 60_000;

/**
 * Asks once more before a held deposit is released or declined: the deposit's own quantity, thrice. Of a release it says
 * what is credited, at which price until when, and what afterwards, where nothing has moved: as much.
 */
export function holdDialog(bill: Bill, command: "Release" | "Decline", now: number, hand: Hand): Sheet {
  const held = bill.deposits.find(({ status }) => status === "HELD");
  const amount = hand.bareSum(held?.units ?? 0n, held?.asset ?? "");
  const credited = hand.sum(bill.fiatUnits, bill.fiatSymbol);
  const price = `${hand.rate(priceOf(bill))} ${bill.fiatSymbol}`;
  const until = minute((held?.updatedAt ?? 0) + GRACE, now, hand);
  const sheet: Sheet = new Map();
  add(sheet, " | heading", amount);
  if (command === "Release") add(sheet, " | ", credited, amount, price, ...until, credited);
  add(sheet, ` | button ${command}#${bill.crypto}`, amount);
  return sheet;
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
