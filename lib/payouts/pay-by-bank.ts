import type { Fiat } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { findPayoutOfLine } from "./store.ts";

/** A debit of a bank, as far as it may name a payout. */
export type Debit = {
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
  { asset, units, reference, endToEnd, remittance }: Debit,
): Promise<{ payoutId: string; isOut: boolean } | undefined> {
  const said = `${endToEnd ?? ""} ${remittance ?? ""}`.toLowerCase().replaceAll("-", "");
  const payoutIds = [...said.matchAll(/[0-9a-f]{32}/g)].map(([hex]) =>
    hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  );
  const references = [reference, endToEnd].filter((one) => one !== null);
  return findPayoutOfLine(db, { asset, units, payoutIds, references });
}
