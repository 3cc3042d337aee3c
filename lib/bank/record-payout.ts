import { recordAudit } from "#lib/audit/record-audit.ts";
import { unitsOf } from "#lib/contract/fields.ts";
import { type Asset, type Fiat, isFiat, scaleOf } from "#lib/kernel/assets.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { lineLinked } from "#lib/ledger/bank-journal.ts";
import { codeOfPlace } from "#lib/ledger/move-journal.ts";
import { post } from "#lib/ledger/post.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { needPayout } from "#lib/payouts/get-payouts.ts";
import { confirmFiatPayout } from "#lib/payouts/leave-payout.ts";
import { goesElsewhere, idsIn, payoutOfLine, type PayoutAtBank, payoutsAtBank } from "#lib/payouts/pay-by-bank.ts";
import type { PayoutInput } from "#lib/payouts/parts.ts";
import { resolvedOf } from "#lib/resolutions/resolve.ts";
import { writePayout } from "#lib/payouts/write-payout.ts";
import { debitOfNobody, debitsNaming, debitsSince, holdLines, type LineRow, linkRow } from "./store.ts";
import { takeNamedLate } from "./take-parts.ts";

/** Records a payout that was made elsewhere. Refuses as {@link writePayout} does. */
export function recordPayout(ctx: Ctx, input: PayoutInput): Promise<Raw<PayoutRecord>> {
  return ctx.transaction(async (tx) => answerWith(tx, await needPayout(tx, await recordMade(tx, input))));
}

/**
 * The same in an open transaction; answers the payout's id. A line of the first bank account that came before it, under the
 * reference that it names, over its exact sum and to no other account, is its own: what the line was booked as is mirrored.
 */
export async function recordMade(tx: Ctx, input: PayoutInput): Promise<string> {
  const payoutId = await writePayout(tx, input);
  const { asset, quantity, bankReference, reference: note } = input;
  if (!isFiat(asset) || bankReference === undefined) return payoutId;
  const units = unitsOf("quantity", quantity, scaleOf(asset));
  const line = await debitOfNobody(tx.db, { place: "bank:main", asset, units, reference: bankReference });
  if (!line || (await resolvedOf(tx, [line.id])).size > 0) return payoutId;
  // As if the line came now: not where the bank says that it paid another account.
  if ((await payoutOfLine(tx, line))?.payoutId !== payoutId) return payoutId;
  await linkToPayout(tx, line, payoutId, note);
  return payoutId;
}

/** Before a payout of fiat is agreed to: no line comes meanwhile. */
export async function holdBank(tx: Ctx, asset: string): Promise<void> {
  if (isFiat(asset)) await holdLines(tx.db, asset);
}

/**
 * Takes a payout that is agreed to only now by the debit that has paid it, as it was agreed to before the database was
 * restored, or paid by hand: an unassigned one that names it, of its sum and to no other account; else one that is all of
 * several that it names, or several that are all of it. What they were booked as is mirrored.
 */
export async function takePaid(
  tx: Ctx,
  { id: payoutId, asset, units }: { id: string; asset: Asset; units: bigint },
): Promise<void> {
  if (!isFiat(asset)) return;
  const naming = await debitsNaming(tx.db, asset, payoutId);
  const resolved = await resolvedOf(
    tx,
    naming.map(({ id }) => id),
  );
  const open = naming.filter(({ id }) => !resolved.has(id));
  const [line, another] = open.filter((each) => each.units === units);
  if (another) return;
  if (!line) return takeNamedLate(tx, open);
  const [payout] = await payoutsAtBank(tx, { place: line.place, asset, named: [payoutId] });
  if (!payout || goesElsewhere(payout, line)) return;
  await linkToPayout(tx, line, payoutId, "paid before it was approved");
  await confirmFiatPayout(tx, { payoutId, bankLineId: line.id, place: codeOfPlace(line.place), units });
}

/** Debits of an account since then that are unassigned, and of which nobody has said what they are. */
async function unexplainedDebits(
  tx: Ctx,
  of: { place: string; asset: Fiat; since: Date },
): Promise<readonly LineRow[]> {
  const debits = await debitsSince(tx.db, of);
  const resolved = await resolvedOf(
    tx,
    debits.map(({ id }) => id),
  );
  return debits.filter(({ id }) => !resolved.has(id));
}

/** Refuses with INVALID_STATE while a debit since then that is unassigned names the payout, or is as much and to no other account. */
export async function refuseDebited(
  tx: Ctx,
  payout: PayoutAtBank,
  { place, asset, since }: { place: string; asset: Fiat; since: Date },
): Promise<void> {
  const debits = await unexplainedDebits(tx, { place, asset, since });
  const open = debits.find((line) => mayBe(line, payout));
  if (open)
    throw new Refusal(
      "INVALID_STATE",
      `${place} was debited by a line that nothing explains, and that may be this payout: ${open.reference}. Decide its case first.`,
    );
}

function mayBe(line: LineRow, payout: PayoutAtBank): boolean {
  const named = idsIn(line.endToEnd, line.remittance);
  if (named.includes(payout.payoutId) || named.includes(payout.fileId ?? "")) return true;
  return line.units >= payout.units && !goesElsewhere(payout, line);
}

async function linkToPayout(tx: Ctx, line: LineRow, payoutId: string, note: string): Promise<void> {
  await linkRow(tx.db, line.id, { payoutId, by: actorName(tx.actor), at: await tx.now(), note });
  await post(tx, lineLinked({ ...line, fiat: line.asset }), {});
  await recordAudit(tx, {
    action: "bank.link",
    accountId: (await houseOf(tx.app)).id,
    objectKind: "bank-line",
    objectId: line.id,
    detail: { payoutId, note },
  });
}
