import { type Asset, type CryptoAsset, type Fiat, isFiat, type LedgerAsset, type Network } from "#lib/kernel/assets.ts";
import { must } from "#lib/kernel/errors.ts";
import { minOf, sumOf } from "#lib/kernel/money.ts";
import {
  BANK,
  balanceCode,
  custodyCode,
  HOUSE_BOOK,
  HOUSE_RESULT,
  mayHold,
  SERVICE_FEE,
  TRANSACTION_FEE,
  UNASSIGNED,
  VENUE_FEE,
  venueCode,
} from "./chart.ts";

/** One line of an entry: `debit` is + for a debit and − for a credit, in smallest units, never zero. */
export type EntryPosting = { code: string; asset: LedgerAsset; debit: bigint };

/**
 * One ledger transaction: sums to zero per asset. `effectKey` is unique for ever, so an event posts once however often
 * it is repeated. Postings stand in the order of rulebook 8.5; where one account is both credited and debited (money
 * passing through pending in a reversal) the credit comes first and must be written first, or its balance dips below
 * zero.
 */
export type JournalEntry = { event: string; effectKey: string; postings: EntryPosting[] };

/** Steps of one deposit that post apart from its confirmation, each at most once per confirmation. */
export type DepositStep =
  | "guaranteed"
  | "released"
  | "fresh"
  | "market"
  | "kept"
  | "kept-later"
  | "covered"
  | "uncovered"
  | "reversed";

/**
 * `chain:txid:index:n`, n = how often it has been confirmed, and `:step` for what follows from that confirmation. With
 * `v.n` in place of `n` where the output has paid something else before.
 */
export function depositKey(
  deposit: { network: Network; txHash: string; outputIndex: number; variant: number; timesConfirmed: number },
  step?: DepositStep,
): string {
  const { network, txHash, outputIndex, variant, timesConfirmed } = deposit;
  const n = variant === 0 ? `${timesConfirmed}` : `${variant}.${timesConfirmed}`;
  const key = `${network}:${txHash}:${outputIndex}:${n}`;
  return step ? `${key}:${step}` : key;
}

/** `invoice:id:locked`, `invoice:id:unlocked`, or `invoice:id:ordinal` for the sale of one item. */
export const invoiceKey = (invoiceId: string, step: "locked" | "unlocked" | number): string =>
  `invoice:${invoiceId}:${step}`;

/** `venue:tradeId` with the venue's name; `fee` is the same trade's fee. */
export const tradeKey = (venue: string, tradeId: string, step?: "fee"): string =>
  step ? `${venue}:${tradeId}:${step}` : `${venue}:${tradeId}`;

/** What every entry about an account's crypto names. */
export type About = { effectKey: string; accountId: string; asset: CryptoAsset };

/** A deposit reached its confirmations: also held money, the wrong asset and dust. */
export function confirmed(of: About & { units: bigint }): JournalEntry {
  return entry("deposit.confirmed", of.effectKey, [
    dr(custodyCode(of.asset), of.asset, of.units),
    cr(own(of, "pending"), of.asset, of.units),
  ]);
}

/** Money whose bill is not known reached its confirmations: the house's to give back. */
export function strayConfirmed(of: { effectKey: string; asset: CryptoAsset; units: bigint }): JournalEntry {
  return entry("stray.confirmed", of.effectKey, [
    dr(custodyCode(of.asset), of.asset, of.units),
    cr(UNASSIGNED, of.asset, of.units),
  ]);
}

/** The same money is gone from its chain. */
export function strayReversed(of: { effectKey: string; asset: CryptoAsset; units: bigint }): JournalEntry {
  return entry("stray.reversed", of.effectKey, [
    dr(UNASSIGNED, of.asset, of.units),
    cr(custodyCode(of.asset), of.asset, of.units),
  ]);
}

/** Kept: free less the transaction fee; `units` is the amount before it. */
export function retainedLessFee(of: About & { units: bigint; feeUnits: bigint }): JournalEntry {
  return entry("deposit.kept", of.effectKey, [
    dr(own(of, "pending"), of.asset, of.units),
    cr(TRANSACTION_FEE, of.asset, of.feeUnits),
    cr(own(of, "available"), of.asset, of.units - of.feeUnits),
  ]);
}

/** A part sold: `units` with its explicit fee for `fiatUnits`. */
export type SoldFacts = { units: bigint; feeUnits: bigint; fiat: Fiat; fiatUnits: bigint };

/**
 * A part sold to the house: of a deposit from pending, of an invoice's item from locked. `owedFiatUnits` is what the
 * account still owes of an earlier sale of this very deposit; the credit settles that first.
 */
export function sold(of: About & SoldFacts & { from: "pending" | "locked"; owedFiatUnits?: bigint }): JournalEntry {
  const settled = minOf(of.owedFiatUnits ?? 0n, of.fiatUnits);
  return entry(of.from === "pending" ? "deposit.sold" : "invoice.sold", of.effectKey, [
    dr(own(of, of.from), of.asset, of.units),
    cr(HOUSE_BOOK, of.asset, of.units - of.feeUnits),
    cr(SERVICE_FEE, of.asset, of.feeUnits),
    dr(HOUSE_BOOK, of.fiat, of.fiatUnits),
    cr(own(of, "owed"), of.fiat, settled),
    cr(own(of, "available"), of.fiat, of.fiatUnits - settled),
  ]);
}

/** An invoice's crypto; items of USDT may lie on both networks. */
export type InvoiceLock = {
  effectKey: string;
  accountId: string;
  items: readonly { asset: CryptoAsset; units: bigint }[];
};

/** An invoice is created: per item, free crypto is locked. */
export function invoiceLocked(of: InvoiceLock): JournalEntry {
  return betweenBalances("invoice.locked", of, "available", "locked");
}

/** An invoice is cancelled or has failed: per item, locked crypto is free again. */
export function invoiceUnlocked(of: InvoiceLock): JournalEntry {
  return betweenBalances("invoice.unlocked", of, "locked", "available");
}

/** The house sold at the venue, or bought back; `fiatUnits` is an order's fills summed, then rounded to its loss. */
export function venueFill(of: {
  effectKey: string;
  side: "SELL" | "BUY";
  venue: string;
  asset: CryptoAsset;
  units: bigint;
  fiat: Fiat;
  fiatUnits: bigint;
}): JournalEntry {
  const venue = venueCode(of.venue);
  const [gains, gives] = of.side === "SELL" ? [dr, cr] : [cr, dr];
  return entry("venue.filled", of.effectKey, [
    gains(venue, of.fiat, of.fiatUnits),
    gives(HOUSE_BOOK, of.fiat, of.fiatUnits),
    gains(HOUSE_BOOK, of.asset, of.units),
    gives(venue, of.asset, of.units),
  ]);
}

/** The venue's own fee, the house's cost; what it takes in crypto is apart from the result, which is fiat. */
export function venueFee(of: {
  effectKey: string;
  venue: string;
  fiat: Fiat;
  fiatUnits: bigint;
  asset: CryptoAsset;
  units: bigint;
}): JournalEntry {
  return entry("venue.fee", of.effectKey, [
    dr(HOUSE_RESULT, of.fiat, of.fiatUnits),
    cr(venueCode(of.venue), of.fiat, of.fiatUnits),
    dr(VENUE_FEE, of.asset, of.units),
    cr(venueCode(of.venue), of.asset, of.units),
  ]);
}

/** What the house's book has earned of a fiat, or lost, goes to its result; `fiatUnits` is below zero for a loss. */
export function resultSwept(of: { effectKey: string; fiat: Fiat; fiatUnits: bigint }): JournalEntry {
  const [from, to] = of.fiatUnits < 0n ? [HOUSE_RESULT, HOUSE_BOOK] : [HOUSE_BOOK, HOUSE_RESULT];
  const units = of.fiatUnits < 0n ? -of.fiatUnits : of.fiatUnits;
  return entry("result.swept", of.effectKey, [dr(from, of.fiat, units), cr(to, of.fiat, units)]);
}

/** Crypto that is a fee account's, below zero where it is a cost. */
export type FeeHeld = { code: string; units: bigint };

/** What a crypto's fees have brought and cost goes into the house's book: what is hedged is what is owned. */
export function feesSwept(of: { effectKey: string; asset: CryptoAsset; held: readonly FeeHeld[] }): JournalEntry {
  const net = sumOf(of.held.map(({ units }) => units));
  const lines = [{ code: HOUSE_BOOK, units: -net }, ...of.held];
  return entry(
    "fees.swept",
    of.effectKey,
    lines.map(({ code, units }) => (units < 0n ? cr(code, of.asset, -units) : dr(code, of.asset, units))),
  );
}

/** Whole units of what a venue's own figures have beyond the books; `units` is below zero where they have less. */
export function fractionsSwept(of: { venue: string; asset: Asset; day: string; units: bigint }): JournalEntry {
  const [venue, counter] = [venueCode(of.venue), isFiat(of.asset) ? HOUSE_RESULT : VENUE_FEE];
  const [to, from] = of.units < 0n ? [counter, venue] : [venue, counter];
  const size = of.units < 0n ? -of.units : of.units;
  return entry("fractions.swept", `fractions:${of.venue}:${of.asset}:${of.day}`, [
    dr(to, of.asset, size),
    cr(from, of.asset, size),
  ]);
}

/** Free crypto was paid out to the account. */
export function payoutCrypto(of: About & { units: bigint }): JournalEntry {
  return outOfCustody("payout.crypto", of, "available");
}

/** Held or declined money, or the wrong asset, was sent back: it never became free. */
export function payoutReturn(of: About & { units: bigint }): JournalEntry {
  return outOfCustody("payout.return", of, "pending");
}

/** Fiat was paid out to the account. */
export function payoutFiat(of: { effectKey: string; accountId: string; fiat: Fiat; fiatUnits: bigint }): JournalEntry {
  return entry("payout.fiat", of.effectKey, [
    dr(own(of, "available"), of.fiat, of.fiatUnits),
    cr(BANK, of.fiat, of.fiatUnits),
  ]);
}

/** A reversal of kept money that is still free: `units` free now, `feeUnits` its transaction fee. */
export function reversedRetained(of: About & { units: bigint; feeUnits: bigint }): JournalEntry {
  const back = of.units + of.feeUnits;
  return entry(REVERSED, of.effectKey, [
    dr(own(of, "available"), of.asset, of.units),
    dr(TRANSACTION_FEE, of.asset, of.feeUnits),
    ...throughPending(of, back),
  ]);
}

/**
 * A reversal of a part sold at the deposit's own treatment. The fiat comes back out of `availableFiatUnits`, what the
 * account has free of that fiat; the shortfall is owed. The house keeps the market risk of its hedge.
 */
export function reversedSold(of: About & SoldFacts & { availableFiatUnits: bigint }): JournalEntry {
  const taken = minOf(of.availableFiatUnits, of.fiatUnits);
  return entry(REVERSED, of.effectKey, [
    dr(HOUSE_BOOK, of.asset, of.units - of.feeUnits),
    dr(SERVICE_FEE, of.asset, of.feeUnits),
    ...throughPending(of, of.units),
    dr(own(of, "available"), of.fiat, taken),
    dr(own(of, "owed"), of.fiat, of.fiatUnits - taken),
    cr(HOUSE_BOOK, of.fiat, of.fiatUnits),
  ]);
}

/** A reversal of crypto already sold by invoice or paid out: the account owes it. */
export function reversedGone(of: About & { units: bigint }): JournalEntry {
  return outOfCustody(REVERSED, of, "owed");
}

/** A reversal of money that was still pending: waiting, held, declined, or of the wrong asset. */
export function reversedPending(of: About & { units: bigint }): JournalEntry {
  return outOfCustody(REVERSED, of, "pending");
}

/** A dropped deposit is confirmed again: what the account still owes of it in crypto is settled first, the rest is pending. */
export function confirmedAgain(of: About & { units: bigint; owedUnits: bigint }): JournalEntry {
  const settled = minOf(of.owedUnits, of.units);
  return entry("deposit.confirmed", of.effectKey, [
    dr(custodyCode(of.asset), of.asset, of.units),
    cr(own(of, "owed"), of.asset, settled),
    cr(own(of, "pending"), of.asset, of.units - settled),
  ]);
}

/** A reversal needs more coins than custody holds, since some were paid out: the house brings them from its venue. */
export function custodyCovered(of: About & { units: bigint; venue: string }): JournalEntry {
  return entry("custody.covered", of.effectKey, [
    dr(custodyCode(of.asset), of.asset, of.units),
    cr(venueCode(of.venue), of.asset, of.units),
  ]);
}

/** The deposit has come again: what the house brought into custody for it goes back. */
export function custodyUncovered(of: About & { units: bigint; venue: string }): JournalEntry {
  return entry("custody.uncovered", of.effectKey, [
    dr(venueCode(of.venue), of.asset, of.units),
    cr(custodyCode(of.asset), of.asset, of.units),
  ]);
}

/** Several entries of one event and key as the one transaction they are: the parts of a deposit's reversal. */
export function mergedEntries(entries: readonly JournalEntry[]): JournalEntry {
  const [first, ...others] = entries;
  must(first, "there is an entry to post");
  must(
    others.every((other) => other.effectKey === first.effectKey && other.event === first.event),
    "entries posted together are of one effect",
  );
  return { ...first, postings: entries.flatMap((each) => each.postings) };
}

const REVERSED = "deposit.reversed";

/** A debit line. */
export const dr = (code: string, asset: LedgerAsset, units: bigint): EntryPosting => posting(code, asset, units, 1n);
/** A credit line. */
export const cr = (code: string, asset: LedgerAsset, units: bigint): EntryPosting => posting(code, asset, units, -1n);
const own = (of: { accountId: string }, balance: Parameters<typeof balanceCode>[1]): string =>
  balanceCode(of.accountId, balance);

function posting(code: string, asset: LedgerAsset, units: bigint, sign: bigint): EntryPosting {
  must(units >= 0n, "a posting names its side, its amount is never below zero");
  must(units === 0n || mayHold(code, asset), `${code} carries no ${asset}`);
  return { code, asset, debit: sign * units };
}

function throughPending(of: About, units: bigint): EntryPosting[] {
  const pending = own(of, "pending");
  return [cr(pending, of.asset, units), dr(pending, of.asset, units), cr(custodyCode(of.asset), of.asset, units)];
}

function outOfCustody(
  event: string,
  of: About & { units: bigint },
  balance: "available" | "pending" | "owed",
): JournalEntry {
  return entry(event, of.effectKey, [
    dr(own(of, balance), of.asset, of.units),
    cr(custodyCode(of.asset), of.asset, of.units),
  ]);
}

function betweenBalances(
  event: string,
  of: InvoiceLock,
  from: "available" | "locked",
  to: "available" | "locked",
): JournalEntry {
  const postings = of.items.flatMap(({ asset, units }) => [
    dr(own(of, from), asset, units),
    cr(own(of, to), asset, units),
  ]);
  return entry(event, of.effectKey, postings);
}

/** Drops zero lines and proves the zero sum before the database does. */
export function entry(event: string, effectKey: string, postings: readonly EntryPosting[]): JournalEntry {
  const sums = new Map<LedgerAsset, bigint>();
  for (const { asset, debit } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + debit);
  must(
    [...sums.values()].every((sum) => sum === 0n),
    `${effectKey} sums to zero per asset`,
  );
  return { event, effectKey, postings: postings.filter(({ debit }) => debit !== 0n) };
}
