import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { standingOf } from "./record.ts";

export const STATIONS = ["payer", "chain", "custody", "venue", "out"] as const;
export type Station = (typeof STATIONS)[number];

/** How much of a bill's crypto is at each station now; they sum to what was asked for, or came if that is more. */
export type Way = Readonly<Record<Station, Decimal>> & { all: Decimal };

/**
 * The units of a bill by where they are: with the payer while the bill can still be paid, on the chain until they are
 * confirmed, in custody with fees and all that is kept, waits or is held, at the venue once they are sold, and out once
 * they are paid out. What came is the ledger's (rulebook 5.9).
 */
export function wayOf(record: PaymentRecord, now: number): Way {
  const standing = standingOf(record);
  const sum = (deposits: typeof standing) => deposits.reduce((all, one) => all.plus(one.quantity), Decimal.ZERO);
  const missing = record.quantity.minus(sum(standing));
  const parts = {
    payer: now < record.expiryTime && missing.units > 0n ? missing : Decimal.ZERO,
    chain: sum(standing.filter(({ status }) => status === "UNCONFIRMED")),
    custody: record.quantityReceived.minus(record.quantityConverted).minus(record.quantityPaidOut),
    venue: record.quantityConverted,
    out: record.quantityPaidOut,
  };
  return { ...parts, all: STATIONS.reduce((all, station) => all.plus(parts[station]), Decimal.ZERO) };
}
