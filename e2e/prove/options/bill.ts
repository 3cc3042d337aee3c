import type { BillTerms } from "#lib/bills/bill.ts";
import type { GuaranteedPart, SoldPart } from "#lib/deposits/treatment.ts";

/** Minutes a bill may be paid for, and for which its price holds after that. */
export const LIFETIME = 20;
export const GUARANTEE = 120;

const BEGIN = Date.UTC(2026, 10, 21, 12);

export const minuteAt = (minute: number): Date => new Date(BEGIN + minute * 60_000);

/** A payment to a bill, and what has become of it. */
export type Sent = {
  units: bigint;
  seenAt: number;
  state: "UNCONFIRMED" | "HELD" | "TREATED" | "GONE";
  confirmedAt?: number;
  /** What stands of it, of which the first is at P. */
  atPrice?: GuaranteedPart;
  /** The minute at which that part was sold. */
  usedAt?: number;
  under?: SoldPart;
  fiatUnits: bigint;
  /** What the house has bought of it and stands, and what it has sold on, also when the chain has taken that away since. */
  bought: bigint;
  hedged: bigint;
};
export type Bill = { terms: BillTerms; madeAt: number; isHolding: boolean; sent: Sent[] };
