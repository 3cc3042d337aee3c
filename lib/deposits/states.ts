import { Refusal } from "#lib/kernel/errors.ts";

/** Why a deposit, or a part of it, was not converted at the bill's price, or where it went (rulebook 5.18). */
export const REASON_CODES = [
  "RECEIVE_AS_IS",
  "BILL_EXPIRED",
  "LIMIT_NOT_MET",
  "OVERPAYMENT_KEPT",
  "BELOW_MINIMUM",
  "DEPOSIT_LIMIT",
  "CONVERSION_FAILED",
  "SCREENING",
  "WRONG_ASSET",
  "REORGANISED",
  "DOUBLE_SPENT",
  "BEFORE_BILL",
  "INSUFFICIENT_LIQUIDITY",
  "ASSIGNED",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** A deposit's status says how it was treated; invoices never change it (rulebook 5.17). */
export const DEPOSIT_STATUSES = [
  "UNCONFIRMED",
  "PROCESSING",
  "CONVERTED",
  "CREDITED",
  "HELD",
  "DECLINED",
  "DROPPED",
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** The same table as machine 'deposit' in the database's state_transition; a test compares them. */
export const DEPOSIT_TRANSITIONS: Record<DepositStatus, readonly DepositStatus[]> = {
  UNCONFIRMED: ["PROCESSING", "CONVERTED", "CREDITED", "HELD", "DROPPED"],
  PROCESSING: ["CONVERTED", "CREDITED", "DROPPED"],
  CONVERTED: ["DROPPED"],
  CREDITED: ["DROPPED"],
  HELD: ["PROCESSING", "CONVERTED", "CREDITED", "DECLINED", "DROPPED"],
  DECLINED: ["DROPPED"],
  DROPPED: ["UNCONFIRMED"],
};

/** The requested state, or `INVALID_STATE` when a deposit cannot go there from where it is. */
export function advance(from: DepositStatus, to: DepositStatus): DepositStatus {
  if (DEPOSIT_TRANSITIONS[from].includes(to)) return to;
  throw new Refusal("INVALID_STATE", `A deposit that is ${from} cannot become ${to}.`);
}
