import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { sumOf } from "#lib/kernel/money.ts";
import { coveredFor, owedFor } from "#lib/ledger/balance.ts";
import { confirmed, confirmedAgain, custodyUncovered, depositKey } from "#lib/ledger/journal.ts";
import { type Posted, post } from "#lib/ledger/post.ts";
import { aboutDeposit } from "./book-parts.ts";
import { standingFills } from "./fill-store.ts";
import type { DepositRow } from "./store.ts";

/**
 * Counts a deposit as confirmed and answers it with what is pending of it. One that was taken back before settles first
 * what the account still owes of it in crypto: what invoices sold stands again, what was paid out is paid out again, and
 * only the rest is pending (rulebook 8.5); what the house brought into custody for it goes back. The caller holds the
 * bill's lock, and posts `entries` with those of the treatment: what is posted late holds the ledger's accounts for a moment only.
 */
export async function confirmDeposit(
  ctx: Ctx,
  deposit: DepositRow,
): Promise<{ counted: DepositRow; entries: readonly Posted[] }> {
  const { accountId, asset, units } = deposit;
  const counted = { ...deposit, timesConfirmed: deposit.timesConfirmed + 1, pending: units };
  const about = { accountId, asset, units, effectKey: depositKey(counted) };
  if (deposit.timesConfirmed === 0) {
    return { counted, entries: [{ entry: confirmed(about), about: aboutDeposit(counted) }] };
  }
  const owedUnits = await owedFor(ctx, deposit, asset);
  await post(ctx, confirmedAgain({ ...about, owedUnits }), aboutDeposit(counted));
  const covered = await coveredFor(ctx, deposit);
  if (covered > 0n) {
    const back = { ...about, units: covered, venue: ctx.app.venue.name, effectKey: depositKey(counted, "uncovered") };
    await post(ctx, custodyUncovered(back), aboutDeposit(counted));
  }
  const stands = { ...counted, ...(await standing(ctx, deposit, owedUnits)), pending: units - owedUnits };
  return { counted: stands, entries: [] };
}

/** What a reversal has left standing of a deposit: what was sold of it by invoice, and what was paid out. */
export async function standing(ctx: Ctx, deposit: Pick<DepositRow, "id">, owedUnits: bigint) {
  const fills = (await standingFills(ctx.db, deposit.id)).filter((fill) => fill.method === "CONVERSION");
  const units = sumOf(fills.map((fill) => fill.units));
  const fee = sumOf(fills.map((fill) => fill.feeUnits));
  must(owedUnits >= units, "what an invoice sold of a reversed deposit is owed");
  return { converted: units - fee, fee, fiat: sumOf(fills.map((fill) => fill.fiatUnits)), paidOut: owedUnits - units };
}
