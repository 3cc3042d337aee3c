import { lockBills } from "#lib/bills/lock-bill.ts";
import { emitAssignmentEvent, emitPaymentEvents } from "#lib/events/emit.ts";
import { CRYPTO_FACTS } from "#lib/kernel/assets.ts";
import type { AccountRef, Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { owedFor } from "#lib/ledger/balance.ts";
import { post } from "#lib/ledger/post.ts";
import { resolutionMade } from "#lib/ledger/resolution-journal.ts";
import type { ResolutionRecord } from "#lib/resolutions/contract.ts";
import { needOpen, noteResolution } from "#lib/resolutions/resolve.ts";
import { isSenderListed } from "#lib/screening/screen-senders.ts";
import {
  type Assigned,
  assignedOf,
  creditAgain,
  insertAssigned,
  type StrayFound,
  strayForBill,
} from "./assigned-store.ts";
import { aboutDeposit } from "./book-parts.ts";
import { standing } from "./confirm-deposit.ts";
import { emitBillTransition } from "./emit-bill-transition.ts";
import { writeFacts } from "./reason.ts";
import type { ReasonFacts } from "./reason-facts.ts";
import { sentenceOf } from "./sentence.ts";

type Wanted = { subjectId: string; account: AccountRef; paymentId: string; note: string };

/**
 * Crypto that came to an address of no bill is an account's: all of it becomes a deposit of a bill of theirs, kept as it is
 * (rulebook 13.32). No price of the bill is for it, since the person who assigns it may know tomorrow's. Where it lies, and whether
 * its block stands, is still told by what came. Refuses as {@link needOpen} does; with NOT_FOUND a bill that is not the
 * account's; with INVALID_STATE another asset than the bill's, a listed sender, and what was another bill's before.
 */
export async function assignStray(tx: Ctx, { subjectId, account, paymentId, note }: Wanted): Promise<ResolutionRecord> {
  const before = (await lockBills(tx, isId(paymentId) ? [paymentId] : [], account.id)).get(paymentId);
  if (!before) throw new Refusal("NOT_FOUND", "The account has no payment with this paymentId.");
  const open = await needOpen(tx, { kind: "ASSIGN", subjectId });
  const stray = open.subject === "DEPOSIT" ? await strayForBill(tx.db, subjectId) : undefined;
  if (!stray)
    throw new Refusal("INVALID_STATE", "This is no crypto that came to an address of no bill: it has no deposit.");
  const { asset, units, name } = open;
  if (before.terms.asset !== asset) throw new Refusal("INVALID_STATE", "This bill is not in the asset that came.");
  if (stray.sourceAddress !== undefined && (await isSenderListed(tx.db, stray.network, stray.sourceAddress)))
    throw new Refusal("INVALID_STATE", "Its sender is on the list of sanctions: it is assigned to nobody.");
  const known = await assignedOf(tx.db, subjectId);
  if (known && known.billId !== before.id)
    throw new Refusal(
      "INVALID_STATE",
      `This was a deposit of the payment ${known.billId} before: what was sold or paid out of it stands there. Assign it to that one.`,
    );
  const about = { subject: open.subject, subjectId, asset, units, name, note, moveId: undefined };
  const record = await noteResolution(tx, { ...about, kind: "ASSIGN", account, billId: before.id });
  const shown = shownAs(stray, before.terms);
  const { id, owed } = known ? await again(tx, known, shown) : { id: tx.id(), owed: 0n };
  const place = { id, billId: before.id, accountId: account.id };
  if (!known)
    await insertAssigned(tx.db, {
      ...{ ...place, ...shown, strayId: subjectId, address: stray.address },
      isDust: units < CRYPTO_FACTS[stray.asset].dustUnits,
    });
  const made = { id: record.resolutionId, kind: "ASSIGN", asset, units, accountId: account.id } as const;
  await post(tx, resolutionMade(made, owed), aboutDeposit(place));
  await emitAssignmentEvent(tx, record.resolutionId, "assignment.made");
  await emitPaymentEvents(tx, before.id, ["payment.deposit.credited"]);
  await emitBillTransition(tx, before);
  return record;
}

function shownAs({ asset, units, blockTime }: StrayFound, terms: Parameters<typeof sentenceOf>[0]) {
  const facts: ReasonFacts = { quantity: amountOf(asset, units), assigned: true, parts: [] };
  return { reason: sentenceOf(terms, facts), facts: writeFacts(facts), blockTime };
}

/** One that was taken back with its block: what the account still owes of it is settled first, as of any deposit (rulebook 8.5). */
async function again(tx: Ctx, deposit: Assigned, shown: ReturnType<typeof shownAs>) {
  must(deposit.status === "DROPPED", "what stands assigned is not open");
  const owed = await owedFor(tx, deposit, deposit.asset);
  await creditAgain(tx.db, deposit.id, shown, {
    ...(await standing(tx, deposit, owed)),
    unconverted: deposit.units - owed,
  });
  return { id: deposit.id, owed };
}
