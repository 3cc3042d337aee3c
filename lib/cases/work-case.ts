import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import type {
  assignCaseEndpoint,
  CaseAction,
  CaseDetail,
  closeCaseEndpoint,
  lookCasesEndpoint,
  muteCaseEndpoint,
  noteCaseEndpoint,
  reopenCaseEndpoint,
} from "./contract.ts";
import {
  assignFile,
  closeFile,
  entriesOf,
  insertEntry,
  lockFile,
  markLooked,
  membersOf,
  muteFile,
} from "./file-store.ts";
import { caseDetail, unknownCase } from "./get-case.ts";
import { type CaseRow, caseRow } from "./store.ts";

/**
 * Assigns a case to a member of the account, or unassigns it. Refuses with NOT_FOUND, VALIDATION_FAILED. Answers the
 * case.
 */
export function assignCase(
  ctx: Ctx,
  { caseId, userId }: InputOf<typeof assignCaseEndpoint>,
): Promise<OutputOf<typeof assignCaseEndpoint>> {
  return work(ctx, caseId, async (tx, accountId) => {
    const member = userId === undefined ? undefined : await memberOf(tx, accountId, userId);
    await assignFile(tx.db, accountId, caseId, member?.userId);
    return member
      ? { action: "ASSIGNED", detail: member.name, told: { userId: member.userId } }
      : { action: "UNASSIGNED", detail: "" };
  });
}

async function memberOf(tx: Ctx, accountId: string, userId: string) {
  const member = (await membersOf(tx.db, accountId)).find((one) => one.userId === userId);
  if (!member) throw invalid("userId", "userId must be a member of this account who may sign in.");
  return member;
}

/** Adds a note, or takes one back that the same person wrote. Refuses with NOT_FOUND, VALIDATION_FAILED. */
export function noteCase(
  ctx: Ctx,
  input: InputOf<typeof noteCaseEndpoint>,
): Promise<OutputOf<typeof noteCaseEndpoint>> {
  const { caseId, note, withdraws } = input;
  if ((note === undefined) === (withdraws === undefined)) throw invalid("note", "Send either note or withdraws.");
  return work(ctx, caseId, async (tx, accountId) => {
    if (withdraws === undefined) return { action: "NOTED", detail: note ?? "" };
    await needOwnNote(tx, accountId, caseId, withdraws);
    return { action: "WITHDRAWN", detail: "", ofEntry: withdraws };
  });
}

async function needOwnNote(tx: Ctx, accountId: string, caseId: string, entryId: string): Promise<void> {
  const entries = isId(entryId) ? await entriesOf(tx.db, accountId, caseId) : [];
  const note = entries.find(({ id, action }) => id === entryId && action === "NOTED");
  if (!note || note.withdrawn || note.actor !== actorName(tx.actor))
    throw invalid("withdraws", "withdraws must be a note of your own that still stands.");
}

/** Takes a case out of the inbox for a time; 0 brings it back. Refuses with NOT_FOUND. */
export function muteCase(
  ctx: Ctx,
  { caseId, forMs, reason }: InputOf<typeof muteCaseEndpoint>,
): Promise<OutputOf<typeof muteCaseEndpoint>> {
  return work(ctx, caseId, async (tx, accountId) => {
    const until = forMs === 0 ? undefined : new Date((await tx.now()).getTime() + forMs);
    await muteFile(tx.db, accountId, caseId, until);
    return {
      action: until ? "MUTED" : "UNMUTED",
      detail: reason ?? "",
      told: until ? { until: until.toISOString() } : {},
    };
  });
}

/** Closes a case as its facts are now; other facts open it again. Refuses with NOT_FOUND, and a closed one with INVALID_STATE. */
export function closeCase(
  ctx: Ctx,
  { caseId, reason }: InputOf<typeof closeCaseEndpoint>,
): Promise<OutputOf<typeof closeCaseEndpoint>> {
  return work(ctx, caseId, async (tx, accountId, row) => {
    if (row.state === "CLOSED") throw new Refusal("INVALID_STATE", "This case is closed already.");
    await closeFile(tx.db, accountId, caseId, { by: actorName(tx.actor), reason, mark: row.mark });
    return { action: "CLOSED", detail: reason };
  });
}

/** Opens a closed case again. Refuses one that is not closed with INVALID_STATE. */
export function reopenCase(
  ctx: Ctx,
  { caseId }: InputOf<typeof reopenCaseEndpoint>,
): Promise<OutputOf<typeof reopenCaseEndpoint>> {
  return work(ctx, caseId, async (tx, accountId, row) => {
    if (row.state !== "CLOSED") throw new Refusal("INVALID_STATE", "This case is not closed.");
    await closeFile(tx.db, accountId, caseId, undefined);
    return { action: "REOPENED", detail: "" };
  });
}

/** Remembers when a person last looked at the cases; keys have no inbox. */
export async function lookAtCases(ctx: Ctx): Promise<OutputOf<typeof lookCasesEndpoint>> {
  const { actor } = ctx;
  const { id: accountId } = accountOf(ctx);
  return ctx.transaction(async (tx) => {
    if (actor.kind === "staff") await markLooked(tx.db, actor.userId, accountId);
    return answerWith(tx, { fresh: 0 });
  });
}

type Command = { action: CaseAction; detail: string; ofEntry?: string; told?: Record<string, string> };
type Work = (tx: Ctx, accountId: string, row: CaseRow) => Promise<Command>;

/**
 * One action on a case that stands now: under the lock of its file, with its line in the history and in the audit
 * record. Two people at once: one after the other, the later one rules.
 */
async function work(ctx: Ctx, caseId: string, command: Work): Promise<CaseDetail> {
  const { id: accountId } = accountOf(ctx);
  const asked = { accountId, now: await ctx.now(), valuation: { fiat: "EUR" as const, bids: {} } };
  if (!(await caseRow(ctx.db, asked, caseId))) throw unknownCase();
  return ctx.transaction(async (tx) => {
    await lockFile(tx.db, accountId, caseId);
    const row = await caseRow(tx.db, asked, caseId);
    if (!row) throw unknownCase();
    const done = await command(tx, accountId, row);
    const { actor } = ctx;
    await insertEntry(tx.db, {
      id: tx.id(),
      accountId,
      caseId,
      actor: actorName(actor),
      userId: actor.kind === "staff" ? actor.userId : undefined,
      action: done.action,
      detail: done.detail,
      ofEntry: done.ofEntry,
    });
    await recordAudit(tx, {
      action: `case.${COMMANDS[done.action]}`,
      objectKind: "case",
      objectId: caseId,
      detail: {
        ...(done.detail ? { detail: done.detail } : {}),
        ...done.told,
        ...(done.ofEntry ? { note: done.ofEntry } : {}),
      },
    });
    return answerWith(tx, await caseDetail(tx, caseId, "EUR"));
  });
}

const COMMANDS: Record<CaseAction, string> = {
  ASSIGNED: "assign",
  UNASSIGNED: "assign",
  NOTED: "note",
  WITHDRAWN: "withdraw-note",
  MUTED: "mute",
  UNMUTED: "unmute",
  CLOSED: "close",
  REOPENED: "reopen",
};
