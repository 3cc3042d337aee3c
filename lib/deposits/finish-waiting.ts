import type { LockedBill } from "#lib/bills/lock-bill.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Reference } from "#lib/pricing/reference.ts";
import { type EventType, emitPaymentEvents } from "#lib/events/emit.ts";
import { postAll } from "#lib/ledger/post.ts";
import { fillParts } from "./book-parts.ts";
import type { Became } from "./fresh-sale.ts";
import { type Part, reasonOf, type SoldPart, sharesOf, usedOf, type WaitingPart, waitingIn } from "./part.ts";
import { readFacts, withOutcome, writeFacts } from "./reason.ts";
import { sentenceOf } from "./sentence.ts";
import { advance } from "./states.ts";
import { type DepositRow, updateTreated } from "./store.ts";

/** What is read again of a recorded decision. */
type Decided = { parts: readonly Record<string, string>[] };

/** What a deposit's waiting parts of a kind became; a market order may be left to wait for. */
export type Finish = {
  kind: WaitingPart["kind"];
  became: readonly Became[];
  reference?: Reference | undefined;
  /** More for the record of the decision, such as the venue's orders. */
  facts?: Record<string, unknown>;
};

/**
 * Books what became of a deposit's waiting parts, all that was pending of it, and emits the event. The caller holds the
 * bill's lock.
 */
export async function finishWaiting(ctx: Ctx, bill: LockedBill, deposit: DepositRow, finish: Finish): Promise<void> {
  const { became } = finish;
  await postAll(ctx, await fillParts(ctx, bill, deposit, became, finish.reference));
  const after = sharesOf(became);
  const was = deposit.decision as Decided;
  const settled = was.parts.filter(({ kind }) => kind !== finish.kind);
  const sold = after.convertedUnits > 0n || settled.some(({ kind }) => kind === "GUARANTEED" || kind === "SOLD");
  const waits = after.pendingUnits > 0n;
  const status = waits ? "PROCESSING" : sold ? "CONVERTED" : "CREDITED";
  const facts = deposit.reasonFacts && withOutcome(bill.terms, readFacts(deposit.reasonFacts), finish.kind, became);
  const finished = { at: bill.now.toISOString(), parts: became.map(partFacts), ...finish.facts };
  await updateTreated(ctx.db, {
    id: deposit.id,
    status: waits ? status : advance(deposit.status, status),
    late: deposit.late,
    reasonCode: reasonOf(became) ?? deposit.reasonCode,
    reason: facts && sentenceOf(bill.terms, facts),
    reasonFacts: facts && writeFacts(facts),
    decision: waits ? { ...was, priced: finished, parts: [...settled, ...finished.parts] } : { ...was, finished },
    guaranteedUnits: deposit.guaranteedUnits - usedOf(waitingIn(was)) + usedOf(became),
    pending: after.pendingUnits,
    converted: deposit.converted + after.convertedUnits,
    unconverted: deposit.unconverted + after.unconvertedUnits,
    fee: deposit.fee + after.feeUnits,
    fiat: deposit.fiat + after.fiatUnits,
    treatAfterMs: waits ? 0 : undefined,
    giveUpAt: undefined,
    timesConfirmed: deposit.timesConfirmed,
  });
  await emitPaymentEvents(ctx, bill.id, outcomeEvents(status));
}

/** The event that reports where a deposit has come to; none while it waits. */
export function outcomeEvents(status: string): EventType[] {
  if (status === "CONVERTED") return ["payment.deposit.converted"];
  return status === "CREDITED" ? ["payment.deposit.credited"] : [];
}

/** A part as text, for the record of the decision; its evidence stays with the fill. */
export function partFacts(part: Part | SoldPart): Record<string, string> {
  const facts = Object.entries(part).filter(([name]) => name !== "firm");
  return Object.fromEntries(facts.map(([name, value]) => [name, String(value)]));
}
