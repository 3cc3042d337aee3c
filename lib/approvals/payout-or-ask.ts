import { type AskForBeneficiary, hadBeneficiary, makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import type { BeneficiaryRecord, makeBeneficiaryEndpoint } from "#lib/beneficiaries/contract.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Waiting } from "#lib/contract/out.ts";
import { actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { owes } from "#lib/ledger/owes.ts";
import type {
  cancelPayoutEndpoint,
  PayoutRecord,
  recordPayoutEndpoint,
  rejectPayoutEndpoint,
} from "#lib/payouts/contract.ts";
import { endPayout, holdPayout, refuseBut, requestOf } from "#lib/payouts/decide-payout.ts";
import { needPayout, unknownPayout } from "#lib/payouts/get-payouts.ts";
import { madeTo, type PaidTo } from "#lib/payouts/need-place.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { type AskForPayout, requestPayout } from "#lib/payouts/request-payout.ts";
import { isAsker } from "./approval.ts";
import { ask, askAlong, needsAnother } from "./ask.ts";
import { plain } from "./or-ask.ts";
import { findApproval, lockApproval, writeDecision } from "./store.ts";

/**
 * Asks for a payout to a beneficiary, or records one that was made elsewhere. Where a second person is needed, or while the
 * account owes anything (rulebook 7.20), the first waits with its money reserved, and of the second nothing is recorded:
 * it only asks (202), and what is free when it is approved decides. An account that has had a beneficiary names one, or how
 * the payout was made; what names how, was made elsewhere. Who decides is shown where it went, as far as a chain tells.
 */
export async function payOrAsk(
  ctx: Ctx,
  input: InputOf<typeof recordPayoutEndpoint>,
): Promise<Raw<PayoutRecord> | Waiting<ApprovalRecord>> {
  const { beneficiaryId, txHash, bankReference } = input;
  const isElsewhere = txHash !== undefined || bankReference !== undefined;
  const asks = (await needsAnother(ctx)) || (await owes(ctx));
  if (beneficiaryId !== undefined && !isElsewhere)
    return requestPayout(ctx, { ...input, beneficiaryId }, asks ? askForPayout : undefined);
  if (!isElsewhere && (await hadBeneficiary(ctx)))
    throw invalid("beneficiaryId", "beneficiaryId is required, or txHash or bankReference of a payout made elsewhere.");
  if (!asks) return recordPayout(ctx, input);
  const { asset, quantity, paymentId, txId, reference } = input;
  const to: Partial<PaidTo> = (await madeTo(ctx, input)) ?? {};
  const paid = { beneficiaryId: to.beneficiaryId, beneficiary: to.beneficiary, place: to.place, txHash, bankReference };
  // Said whole, so that the second person sees which network it is.
  const networkType = asset === "USDT" ? (input.networkType ?? "eth") : undefined;
  const made = { asset, networkType, quantity: quantity.toString(), paymentId, txId, reference, ...paid };
  return ask(ctx, { what: "payout", request: plain(made) });
}

const askForPayout: AskForPayout = async (tx, request) => (await askAlong(tx, { what: "payout", request })).approvalId;

/** Asks for a payout to a beneficiary that waits for a second person, also where none is needed. */
export const askToPay = (
  ctx: Ctx,
  { beneficiaryId, ...input }: InputOf<typeof recordPayoutEndpoint> & { beneficiaryId: string },
): Promise<Raw<PayoutRecord>> => requestPayout(ctx, { ...input, beneficiaryId }, askForPayout);

/** How a settlement's payout is asked for; undefined where nobody needs to be asked. */
export const settlementAsk = async (ctx: Ctx): Promise<AskForPayout | undefined> =>
  (await needsAnother(ctx)) ? askForPayout : undefined;

const askForBeneficiary: AskForBeneficiary = async (tx, request) =>
  (await askAlong(tx, { what: "beneficiary", request })).approvalId;

/** Puts a place on the account's list; where a second person is needed it waits for one of the account. */
export async function makeBeneficiaryOrAsk(
  ctx: Ctx,
  input: InputOf<typeof makeBeneficiaryEndpoint>,
): Promise<BeneficiaryRecord> {
  return makeBeneficiary(ctx, input, (await needsAnother(ctx)) ? askForBeneficiary : undefined);
}

/** The same, and it waits for a second person also where none is needed. */
export const askForPlace = (ctx: Ctx, input: InputOf<typeof makeBeneficiaryEndpoint>): Promise<BeneficiaryRecord> =>
  makeBeneficiary(ctx, input, askForBeneficiary);

/**
 * Takes a payout of the account back, and the request that waits for it. What is approved may be on its way by hand, which
 * the house alone knows: from then on it is the one that takes it back. Refuses with NOT_FOUND and INVALID_STATE.
 */
export async function cancelPayout(
  ctx: Ctx,
  { payoutId, note }: InputOf<typeof cancelPayoutEndpoint>,
): Promise<Raw<PayoutRecord>> {
  if (!isId(payoutId)) throw unknownPayout();
  return ctx.transaction(async (tx) => {
    const approvalId = await requestOf(tx, payoutId);
    if (approvalId !== undefined) await lockApproval(tx.db, approvalId);
    const held = await holdPayout(tx, payoutId, true);
    refuseBut(held.payout, ["REQUESTED"]);
    await endPayout(tx, held, { status: "CANCELLED", reason: note });
    if (approvalId !== undefined) await endAlong(tx, approvalId, note);
    return answerWith(tx, await needPayout(tx, payoutId));
  });
}

/**
 * Takes an approved payout back, for the house, before it is prepared; its money may not have left by hand. Refuses with
 * NOT_FOUND and INVALID_STATE.
 */
export async function rejectPayout(
  ctx: Ctx,
  { payoutId, note }: InputOf<typeof rejectPayoutEndpoint>,
): Promise<Raw<PayoutRecord>> {
  return ctx.transaction(async (tx) => {
    const held = await holdPayout(tx, payoutId, false);
    refuseBut(held.payout, ["APPROVED"]);
    await endPayout(tx, held, { status: "REJECTED", reason: note });
    return answerWith(tx, await needPayout(tx, payoutId));
  });
}

/** The request of what is cancelled waits no more. One that a person asked for is ended in a person's name alone; else it lapses. */
async function endAlong(tx: Ctx, id: string, note: string | undefined): Promise<void> {
  const row = await findApproval(tx.db, id);
  const { actor } = tx;
  if (row?.status !== "PENDING") return;
  const own = isAsker(actor, row);
  if (!own && actor.kind !== "staff") return;
  await writeDecision(tx.db, {
    id,
    status: own ? "WITHDRAWN" : "DECLINED",
    before: undefined,
    decidedBy: actorName(actor),
    decidedUserId: actor.kind === "staff" ? actor.userId : undefined,
    note,
    payoutId: undefined,
  });
  const { what, askedBy, request } = row;
  const detail = { what, askedBy, request, ...(note && { note }) };
  const action = own ? "approval.withdraw" : "approval.decline";
  await recordAudit(tx, { action, objectKind: "approval", objectId: id, detail });
}
