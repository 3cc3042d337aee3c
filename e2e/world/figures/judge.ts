import type { Bill, Deposit } from "./books.ts";

/** The states of a bill, told anew from its deposits and the clock by rulebook 5.14, 5.15. */
export type Verdict = {
  status: "PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED";
  amountStatus: "UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID";
};

export const isOwn = (bill: Bill, deposit: Deposit): boolean => deposit.asset === bill.asset && !deposit.wrongAsset;

/** Deposits that count: of the bill's asset, neither dropped nor declined nor dust. */
export const standing = (bill: Bill): Deposit[] =>
  bill.deposits.filter((one) => isOwn(bill, one) && !one.dust && !["DROPPED", "DECLINED"].includes(one.status));

/** What counts towards the bill: of its asset, confirmed, and neither held nor declined. */
export const counting = (bill: Bill): Deposit[] =>
  bill.deposits.filter((one) => isOwn(bill, one) && ["PROCESSING", "CONVERTED", "CREDITED"].includes(one.status));
export const countedOf = (bill: Bill): bigint => counting(bill).reduce((sum, { units }) => sum + units, 0n);

/** Whether something that had counted is gone and has not come back. */
export const isReversed = ({ deposits }: Bill): boolean =>
  deposits.some(({ wasCredited, status }) => wasCredited && status === "DROPPED");

/** The unconfirmed deposit that has furthest to go. */
export const slowestOf = (deposits: readonly Deposit[]): Deposit | undefined =>
  deposits.filter(({ status }) => status === "UNCONFIRMED").sort((a, b) => a.confirmations - b.confirmations)[0];

export function judge(bill: Bill, now: number): Verdict {
  const deposits = standing(bill);
  const ended = now > bill.expiresAt;
  const amountStatus = amountOf(bill, deposits, ended);
  const some = (...statuses: string[]) => deposits.some(({ status }) => statuses.includes(status));
  if (deposits.length === 0) return { status: ended ? "EXPIRED" : "PENDING", amountStatus };
  if (some("PROCESSING", "HELD")) return { status: "PROCESSING", amountStatus };
  if (some("UNCONFIRMED")) return { status: "DETECTED", amountStatus };
  const enough = amountStatus === "PAID" || amountStatus === "OVERPAID";
  return { status: enough || ended ? "COMPLETED" : "PROCESSING", amountStatus };
}

function amountOf(bill: Bill, deposits: Deposit[], ended: boolean): Verdict["amountStatus"] {
  const received = deposits
    .filter(({ status }) => status !== "UNCONFIRMED" && status !== "HELD")
    .reduce((sum, { units }) => sum + units, 0n);
  const slack = (bill.quantity * BigInt(bill.toleranceBps)) / 10_000n;
  if (received === 0n) return "UNPAID";
  if (received < bill.quantity - slack) return ended ? "UNDERPAID" : "PARTIAL";
  return received > bill.quantity + slack ? "OVERPAID" : "PAID";
}
