import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { Decider } from "#lib/contract/approval-states.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { AT_MOST_MS } from "#lib/bank/take-statement.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { must, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { actingOn } from "./acting.ts";
import { refuseDecided, refuseDecider, refuseFirst, refuseWithdrawer, refuseWithoutAsker } from "./approval.ts";
import type { approveRequestEndpoint, declineRequestEndpoint, withdrawRequestEndpoint } from "./contract.ts";
import { perform, undo } from "./perform.ts";
import { fieldsBefore } from "./fields-before.ts";
import { needsTwo, recordOf, rulesFor } from "./record.ts";
import { type ApprovalRow, type Decision, findApproval, lockApproval, writeDecision, writeFirst } from "./store.ts";

/**
 * Agrees as a second person, and has the action done in the same transaction: once, however many approve at once. A payout
 * of an account in debt waits until two of the house have agreed (rulebook 7.20); the first only puts their name to it.
 * Refuses with FORBIDDEN the requester, a key and a person who may not decide it, with INVALID_STATE what is decided or
 * expired, with NOT_FOUND a foreign request, and with the action's own refusal what cannot be done now; then the request
 * goes on waiting.
 */
export const approve = (
  ctx: Ctx,
  input: InputOf<typeof approveRequestEndpoint>,
): Promise<OutputOf<typeof approveRequestEndpoint>> => decide(ctx, input, APPROVE);

/** Declines as a second person; nothing is done. Refuses as {@link approve} does before its action. */
export const decline = (
  ctx: Ctx,
  input: InputOf<typeof declineRequestEndpoint>,
): Promise<OutputOf<typeof declineRequestEndpoint>> =>
  decide(ctx, input, {
    status: "DECLINED",
    action: "approval.decline",
    refuse: refuseDecider,
    command: (tx, row, note) => undo(actingFor(tx, row), row, { status: "REJECTED", note }),
  });

/** Takes one's own request back. Refuses everybody but the asker with FORBIDDEN, and what is decided with INVALID_STATE. */
export const withdraw = (
  ctx: Ctx,
  input: InputOf<typeof withdrawRequestEndpoint>,
): Promise<OutputOf<typeof withdrawRequestEndpoint>> =>
  decide(ctx, input, {
    status: "WITHDRAWN",
    action: "approval.withdraw",
    refuse: refuseWithdrawer,
    command: (tx, row, note) => undo(actingFor(tx, row), row, { status: "CANCELLED", note }),
  });

type Way = Pick<Decision, "status"> & {
  action: string;
  refuse(ctx: Ctx, row: ApprovalRow, from: Decider): void | Promise<void>;
  /** What is done with it; answers the payout that came of it. */
  command(ctx: Ctx, row: ApprovalRow, note: string | undefined): Promise<string | undefined>;
};

const APPROVE: Way = {
  status: "APPROVED",
  action: "approval.approve",
  async refuse(tx, row, from) {
    await refuseDecider(tx, row, from);
    refuseFirst(tx, row);
    await refuseWithoutAsker(tx, row);
  },
  command(tx, row) {
    return perform(actingFor(tx, row), { ...row, reason: row.reason ?? undefined });
  },
};

const actingFor = (tx: Ctx, row: ApprovalRow): Ctx => actingOn(tx, row, { id: row.accountId, name: row.accountName });

async function decide(
  ctx: Ctx,
  input: { approvalId: string; note?: string | undefined },
  way: Way,
): Promise<ApprovalRecord> {
  const { approvalId, note } = input;
  if (!isId(approvalId)) throw unknownApproval();
  const atMostMs = (await findApproval(ctx.db, approvalId))?.what === "bank-statement" ? AT_MOST_MS : undefined;
  return ctx.transaction(async (tx) => {
    const { actor } = tx;
    const { row, from } = await heldRow(tx, approvalId);
    refuseDecided(row);
    await way.refuse(tx, row, from);
    if (way === APPROVE && row.firstUserId === null && (await needsTwo(tx, row))) return agreeFirst(tx, row, note);
    const before = row.what === "setting" ? await rulesFor(tx, row) : await fieldsBefore(tx, row);
    const payoutId = await way.command(tx, row, note);
    await writeDecision(tx.db, {
      id: row.id,
      status: way.status,
      before,
      decidedBy: actorName(actor),
      decidedUserId: actor.kind === "staff" ? actor.userId : undefined,
      note,
      payoutId,
    });
    await recordDecision(tx, row, { action: way.action, payoutId, note });
    return answerRow(tx, row.id);
  }, atMostMs);
}

/** The first of two agrees: nothing is done, and the request waits for another. */
async function agreeFirst(tx: Ctx, row: ApprovalRow, note: string | undefined): Promise<ApprovalRecord> {
  const { actor } = tx;
  must(actor.kind === "staff", "only a person agrees");
  await writeFirst(tx.db, { id: row.id, by: actorName(actor), userId: actor.userId });
  await recordDecision(tx, row, { action: "approval.approve-first", note });
  return answerRow(tx, row.id);
}

async function answerRow(tx: Ctx, id: string): Promise<ApprovalRecord> {
  const decided = await findApproval(tx.db, id);
  must(decided, "a request that was decided is there");
  return answerWith(tx, await recordOf(tx, decided));
}

/** The request, held until the transaction ends, as the caller's tenant may see it. Others are refused with NOT_FOUND. */
async function heldRow(tx: Ctx, approvalId: string): Promise<{ row: ApprovalRow; from: Decider }> {
  const { id: tenant } = accountOf(tx);
  const from = tenant === (await houseOf(tx.app)).id ? "house" : "account";
  await lockApproval(tx.db, approvalId);
  const row = await findApproval(tx.db, approvalId);
  if (!row || (from === "account" && row.accountId !== tenant)) throw unknownApproval();
  return { row, from };
}

/** The decision stands in the record of the tenant that asked, and of the one that decided. */
async function recordDecision(
  tx: Ctx,
  row: ApprovalRow,
  done: { action: string; payoutId?: string | undefined; note?: string | undefined },
) {
  const { what, askedBy, request } = row;
  const { action, payoutId, note } = done;
  for (const accountId of new Set([row.accountId, accountOf(tx).id]))
    await recordAudit(tx, {
      action,
      accountId,
      objectKind: "approval",
      objectId: row.id,
      detail: { what, askedBy, request, ...(payoutId && { payoutId }), ...(note && { note }) },
    });
}

const unknownApproval = (): Refusal => new Refusal("NOT_FOUND", "There is no request with this approvalId.");
