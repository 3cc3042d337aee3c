import type { Asset } from "#lib/kernel/assets.ts";
import { balanceCode, NETWORK_FEE } from "./chart.ts";
import { cr, dr, entry, type JournalEntry } from "./journal.ts";

/** One payout's money, or one deposit's part of it. */
export type PayoutMoney = { accountId: string; asset: Asset; units: bigint };

/** Where the money of a payout comes from: what is free, or what is pending of a deposit that goes back. */
export type PayoutSource = "available" | "pending";

type ReservedPayout = PayoutMoney & { payoutId: string; from: PayoutSource; depositId?: string };

/** Asked for: not free any more, and not gone. */
export function payoutReserved(of: ReservedPayout): JournalEntry {
  return entry("payout.reserved", stepKey(of, "reserved"), [
    dr(balanceCode(of.accountId, of.from), of.asset, of.units),
    cr(balanceCode(of.accountId, "reserved"), of.asset, of.units),
  ]);
}

/** Refused, cancelled or failed: back where it came from. */
export function payoutReleased(of: ReservedPayout): JournalEntry {
  return entry("payout.released", stepKey(of, "released"), [
    dr(balanceCode(of.accountId, "reserved"), of.asset, of.units),
    cr(balanceCode(of.accountId, of.from), of.asset, of.units),
  ]);
}

/** The n-th time that one transaction or line of the bank took the payout away, from which place. */
export type Exit = PayoutMoney & { payoutId: string; proof: string; n: number; place: string; feeUnits: bigint };

/** It left: the account pays the quantity to the unit, the network's fee is the house's. */
export function payoutLeft(of: Exit): JournalEntry {
  return entry("payout.left", exitKey(of), [
    dr(balanceCode(of.accountId, "reserved"), of.asset, of.units),
    dr(NETWORK_FEE, of.asset, of.feeUnits),
    cr(of.place, of.asset, of.units + of.feeUnits),
  ]);
}

/** The block that took it is gone. */
export function payoutBack(of: Exit): JournalEntry {
  return entry("payout.back", `${exitKey(of)}:reversed`, [
    dr(of.place, of.asset, of.units + of.feeUnits),
    cr(balanceCode(of.accountId, "reserved"), of.asset, of.units),
    cr(NETWORK_FEE, of.asset, of.feeUnits),
  ]);
}

/** The bank has brought it back: free again. */
export function payoutReturned(of: Exit): JournalEntry {
  return entry("payout.returned", `${exitKey(of)}:returned`, [
    dr(of.place, of.asset, of.units),
    cr(balanceCode(of.accountId, "available"), of.asset, of.units),
  ]);
}

/**
 * One deposit's part was never paid, though it counted as paid: out of custody, or after it was taken back of what is reserved.
 * It is back where it came from; `owed` where its deposit is gone as well, which the account then owes nobody.
 */
export function payoutVoided(of: Required<Omit<ReservedPayout, "from">> & { from: string; to: PayoutSource | "owed" }) {
  return entry("payout.voided", stepKey(of, "voided"), [
    dr(of.from, of.asset, of.units),
    cr(balanceCode(of.accountId, of.to), of.asset, of.units),
  ]);
}

const stepKey = ({ payoutId, depositId }: { payoutId: string; depositId?: string }, step: string): string =>
  depositId === undefined ? `payout:${payoutId}:${step}` : `payout:${payoutId}:${step}:${depositId}`;

/** `payout:id:proof:n`, the proof being the transaction's hash or the bank line's identifier. */
const exitKey = ({ payoutId, proof, n }: Pick<Exit, "payoutId" | "proof" | "n">): string =>
  `payout:${payoutId}:${proof}:${n}`;
