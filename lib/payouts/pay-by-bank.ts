import type { Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { findConfirmed, findPayoutOfLine } from "./store.ts";

/** A line of a bank, as far as it may name a payout. */
export type Line = {
  asset: Fiat;
  units: bigint;
  reference: string;
  endToEnd: string | null;
  remittance: string | null;
};

/**
 * The fiat payout that a debit pays, to the unit: by the payout's id, which files give the bank as EndToEndId, or recorded
 * under the bank's own reference; `isOut` where it is booked already. Undefined when there is none, or several.
 */
export function payoutOfLine(
  { db }: Ctx,
  { asset, units, reference, endToEnd, remittance }: Line,
): Promise<{ payoutId: string; isOut: boolean } | undefined> {
  const payoutIds = idsIn(endToEnd, remittance);
  const references = [reference, endToEnd].filter((one) => one !== null);
  return findPayoutOfLine(db, { asset, units, payoutIds, references });
}

/** The confirmed fiat payout that a credit brings back, to the unit, to the ledger account it left; by its id alone. */
export function payoutBroughtBack(
  { db }: Ctx,
  { asset, units, place, endToEnd, remittance }: Omit<Line, "reference"> & { place: string },
): Promise<string | undefined> {
  return findConfirmed(db, { asset, units, place, payoutIds: idsIn(endToEnd, remittance) });
}

/** Identifiers of payouts in what a line says: 32 hexadecimal digits, as files give them to the bank. */
function idsIn(...texts: readonly (string | null)[]): string[] {
  const said = texts.join(" ").toLowerCase().replaceAll("-", "");
  return [...said.matchAll(/[0-9a-f]{32}/g)].map(([hex]) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  );
}
