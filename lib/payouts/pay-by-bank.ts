import { readIban } from "#lib/beneficiaries/iban.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { sumOf } from "#lib/kernel/money.ts";
import {
  findConfirmed,
  findPayoutOfLine,
  isPayoutOrFile,
  openFiatPayouts,
  recordedFiat,
  recordedReferences,
  recordedUnits,
  standingFiatPayouts,
} from "./bank-store.ts";

/** A line of a bank, as far as it may name a payout. */
export type PayoutLine = {
  asset: Fiat;
  units: bigint;
  reference: string;
  endToEnd: string | null;
  remittance: string | null;
  counterpartyIban: string | null;
};

/**
 * The fiat payout that a debit pays, to the unit and to no other account: by the payout's id, which files give the bank as
 * EndToEndId, or recorded under the bank's own reference, which the first bank account has paid; `isOut` where it is booked
 * already. Undefined when there is none, or several.
 */
export function payoutOfLine(
  { db }: Ctx,
  { asset, units, place, reference, endToEnd, remittance, counterpartyIban }: PayoutLine & { place: string },
): Promise<{ payoutId: string; isOut: boolean } | undefined> {
  const payoutIds = idsIn(endToEnd, remittance);
  const references = place === "bank:main" ? [reference, endToEnd].filter((one) => one !== null) : [];
  return findPayoutOfLine(db, { asset, units, payoutIds, references, paidTo: ibanOf(counterpartyIban) });
}

const ibanOf = (text: string | null): string | undefined => (text === null ? undefined : readIban(text));

/** Whether a line of the bank names another account than the one that a payout goes to. */
export function goesElsewhere(
  { iban }: Pick<PayoutAtBank, "iban">,
  line: Pick<PayoutLine, "counterpartyIban">,
): boolean {
  const paidTo = ibanOf(line.counterpartyIban);
  return iban !== undefined && paidTo !== undefined && paidTo !== iban;
}

/** The confirmed fiat payout that a credit brings back, to the unit, to the ledger account it left; by its id alone, or as `paid` says. */
export function payoutBroughtBack(
  { db }: Ctx,
  { asset, units, place, endToEnd, remittance }: Omit<PayoutLine, "reference" | "counterpartyIban"> & { place: string },
  paid?: string,
): Promise<string | undefined> {
  const payoutIds = [...idsIn(endToEnd, remittance), ...(paid === undefined ? [] : [paid])];
  return findConfirmed(db, { asset, units, place, payoutIds });
}

/** A fiat payout that a line may pay, or bring back; `at` is the day of its file, else of its approval. */
export type PayoutAtBank = {
  payoutId: string;
  fileId: string | undefined;
  units: bigint;
  iban: string | undefined;
  at: Date;
};

/**
 * Fiat payouts that a bank account of ours may pay now, in no file of another one: of all, or as a line names them by
 * their own ids or their files'.
 */
export const payoutsAtBank = (
  { db }: Ctx,
  { place, asset, named }: { place: string; asset: Fiat; named?: readonly string[] },
): Promise<PayoutAtBank[]> => openFiatPayouts(db, { bank: place.replace(/^bank:/, ""), asset, named });

/** Fiat payouts that have left a ledger account by its bank and not come back, as a line names them, their files, or by the proof of the line that paid them. */
export const payoutsToReturn = (
  { db }: Ctx,
  of: { place: string; asset: Fiat; named: readonly string[]; proofs: readonly string[] },
): Promise<PayoutAtBank[]> => standingFiatPayouts(db, of);

/** A payout of fiat that was recorded as made elsewhere: whose, where it went, and since when. */
export type RecordedFiat = NonNullable<Awaited<ReturnType<typeof recordedFiat>>>;

export const recordedAsPaid = ({ db }: Ctx, payoutId: string): Promise<RecordedFiat | undefined> =>
  recordedFiat(db, payoutId);

/** Of these references those that a payout made elsewhere was recorded under, and that no line has paid yet. */
export const recordedAmong = ({ db }: Ctx, asset: Fiat, references: readonly string[]): Promise<ReadonlySet<string>> =>
  recordedReferences(db, asset, references);

/** What payouts that were recorded as made elsewhere come to of which no line tells yet: the first bank account has paid them. */
export const recordedAtBank = async ({ db }: Ctx, { place, asset }: { place: string; asset: Fiat }): Promise<bigint> =>
  place === "bank:main" ? sumOf(await recordedUnits(db, asset)) : 0n;

/** Whether a line names a payout or a file of ours, whatever became of it. */
export const namesPayout = (
  { db }: Ctx,
  { endToEnd, remittance }: Pick<PayoutLine, "endToEnd" | "remittance">,
): Promise<boolean> => isPayoutOrFile(db, idsIn(endToEnd, remittance));

/** Identifiers of payouts and their files in what a line says: 32 hexadecimal digits, as the bank was given them. */
export function idsIn(...texts: readonly (string | null)[]): string[] {
  const text = texts.join(" ").toLowerCase().replaceAll("-", "");
  return [...text.matchAll(/[0-9a-f]{32}/g)].map(([hex]) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  );
}
