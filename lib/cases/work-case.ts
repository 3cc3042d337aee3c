import { actorText } from "#lib/i18n/actor-text.ts";
import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { type Actor, accountOf, actorName, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { queueToEach } from "#lib/mail/queue-mail.ts";
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
import { commentedHref } from "./comment-kinds.ts";
import { MOST_MUTE_MS } from "./contract.ts";
import {
  addressesOf,
  assignFile,
  type CaseEntryRow,
  closeFile,
  entriesOf,
  insertEntry,
  lockFile,
  markLooked,
  membersOf,
  muteFile,
} from "./file-store.ts";
import { caseDetail, unknownCase } from "./get-case.ts";
import { readerOf } from "./reader.ts";
import { type CaseRow, caseRow, type CaseScope } from "./store.ts";
import { waitsOf } from "./waits.ts";
import { lettersText } from "#lib/i18n/letters.ts";
import { exceptionsText } from "#lib/i18n/exceptions.ts";

/**
 * Assigns a case to a member of the account, or unassigns it. Refuses with NOT_FOUND, VALIDATION_FAILED. Answers the
 * case.
 */
export function assignCase(
  ctx: Ctx,
  { caseId, userId }: InputOf<typeof assignCaseEndpoint>,
): Promise<OutputOf<typeof assignCaseEndpoint>> {
  return work(ctx, caseId, assigning(userId));
}

export const assigning =
  (userId: string | undefined): Work =>
  async (tx, accountId, { case_id }) => {
    const member = userId === undefined ? undefined : await memberOf(tx, accountId, userId);
    await assignFile(tx.db, accountId, case_id, member?.userId);
    return member
      ? { action: "ASSIGNED", detail: member.name, extra: { userId: member.userId } }
      : { action: "UNASSIGNED", detail: "" };
  };

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
  const { caseId, ...written } = input;
  if ((written.note === undefined) === (written.withdraws === undefined))
    throw invalid("note", "Send either note or withdraws.");
  return work(ctx, caseId, noting(written));
}

export const noting =
  ({ note, withdraws, mentions = [] }: Omit<InputOf<typeof noteCaseEndpoint>, "caseId">): Work =>
  async (tx, accountId, { case_id: caseId, kind }) => {
    if (withdraws !== undefined) {
      await needOwnNote(tx, accountId, caseId, withdraws);
      return { action: "WITHDRAWN", detail: "", ofEntry: withdraws };
    }
    const addressed = await mentionedOf(tx, accountId, mentions);
    const ofHouse = accountId === (await houseOf(tx.app)).id;
    const path = commentedHref({ kind: "CASE", objectId: caseId }, ofHouse);
    await notifyMentioned(tx, addressed, { what: () => exceptionsText.kinds[kind], path });
    return { action: "NOTED", detail: note ?? "", mentions: addressed };
  };

async function mentionedOf(tx: Ctx, accountId: string, userIds: readonly string[]): Promise<string[]> {
  const members = new Set((await membersOf(tx.db, accountId)).map(({ userId }) => userId));
  if (userIds.some((userId) => !members.has(userId)))
    throw invalid("mentions", "mentions must be members of this account who may sign in.");
  return [...new Set(userIds)];
}

/** A letter to everybody whom a comment addresses but its writer; it says where, not what was written. */
export async function notifyMentioned(
  tx: Ctx,
  userIds: readonly string[],
  { what, path }: { what: () => string; path: string },
): Promise<void> {
  const { actor } = tx;
  const { mention } = lettersText;
  const others = userIds.filter((userId) => actor.kind !== "staff" || userId !== actor.userId);
  if (tx.app.env.smtpUrl === undefined || others.length === 0) return;
  await queueToEach(tx, await addressesOf(tx.db, others), () => ({
    subject: mention.subject(actorText(actorName(actor))),
    text: mention.text(what()),
    path,
  }));
}

export async function needOwnNote(tx: Ctx, accountId: string, caseId: string, entryId: string): Promise<void> {
  const entries = isId(entryId) ? await entriesOf(tx.db, accountId, caseId) : [];
  const note = entries.find(({ id, action }) => id === entryId && action === "NOTED");
  if (!note || note.withdrawn || !isWriter(tx.actor, note)) throw unknownNote();
}

/** People are told apart by their ids, whatever their names; an entry of the first edition has a name alone. */
const isWriter = (actor: Actor, note: Pick<CaseEntryRow, "actor" | "userId">): boolean =>
  actor.kind === "staff" && note.userId !== null ? note.userId === actor.userId : note.actor === actorName(actor);

export const unknownNote = (): Refusal =>
  invalid("withdraws", "withdraws must be a note of your own that still stands.");

/** Takes a case out of the inbox for a time; 0 brings it back. Refuses with NOT_FOUND. */
export function muteCase(
  ctx: Ctx,
  { caseId, ...input }: InputOf<typeof muteCaseEndpoint>,
): Promise<OutputOf<typeof muteCaseEndpoint>> {
  return work(ctx, caseId, muting(input));
}

/** A request that waits for a second person is put aside by nobody: it would expire unseen by all others who may decide it. */
function needNoDecision({ kind }: CaseRow): void {
  if (kind === "APPROVAL")
    throw new Refusal("INVALID_STATE", "What waits for a second person is approved or declined; until then it stays.");
  if (kind === "LOST_HOURS")
    throw new Refusal(
      "INVALID_STATE",
      "Hours that a restore has lost are stated under Payouts; until then this stays.",
    );
}

type Muting = Omit<InputOf<typeof muteCaseEndpoint>, "caseId">;

export const muting =
  ({ forMs, until: wanted, reason }: Muting): Work =>
  async (tx, accountId, row) => {
    needNoDecision(row);
    if ((forMs === undefined) === (wanted === undefined)) throw invalid("forMs", "Send either forMs or until.");
    const now = (await tx.now()).getTime();
    if (wanted !== undefined && (wanted <= now || wanted > now + MOST_MUTE_MS))
      throw invalid("until", "until must be a time to come, at most 30 days on.");
    const until = forMs === 0 ? undefined : new Date(wanted ?? now + (forMs ?? 0));
    await muteFile(tx.db, accountId, row.case_id, until);
    return {
      action: until ? "MUTED" : "UNMUTED",
      detail: reason ?? "",
      extra: until ? { until: until.toISOString() } : {},
    };
  };

/** Closes a case as its facts are now; other facts open it again. Refuses with NOT_FOUND, and a closed one with INVALID_STATE. */
export function closeCase(
  ctx: Ctx,
  { caseId, reason }: InputOf<typeof closeCaseEndpoint>,
): Promise<OutputOf<typeof closeCaseEndpoint>> {
  return work(ctx, caseId, closing(reason));
}

export const closing =
  (reason: string): Work =>
  async (tx, accountId, row) => {
    if (row.state === "CLOSED") throw new Refusal("INVALID_STATE", "This case is closed already.");
    needNoDecision(row);
    await closeFile(tx.db, accountId, row.case_id, { by: actorName(tx.actor), reason, mark: row.mark });
    return { action: "CLOSED", detail: reason };
  };

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

type Command = {
  action: CaseAction;
  detail: string;
  ofEntry?: string;
  mentions?: readonly string[];
  extra?: Record<string, string>;
};
export type Work = (tx: Ctx, accountId: string, row: CaseRow) => Promise<Command>;

/** One action on a case that stands now, answered with the case as it leaves it. */
async function work(ctx: Ctx, caseId: string, command: Work): Promise<CaseDetail> {
  const scope = await scopeOf(ctx);
  if (!(await caseRow(ctx.db, scope, caseId))) throw unknownCase();
  return ctx.transaction(async (tx) => {
    await carryOut(tx, scope, caseId, command);
    return answerWith(tx, await caseDetail(tx, caseId, "EUR"));
  });
}

/** What a case is looked up by, without a price. */
export const scopeOf = async (ctx: Ctx): Promise<CaseScope> => ({
  accountId: accountOf(ctx).id,
  now: await ctx.now(),
  reader: await readerOf(ctx),
  valuation: { fiat: "EUR", bids: {} },
  waits: await waitsOf(ctx),
});

/**
 * Does it under the lock of the case's file, with its line in the history and in the audit record. Two people at once: one
 * after the other, the later one rules.
 */
export async function carryOut(tx: Ctx, scope: CaseScope, caseId: string, command: Work): Promise<void> {
  const { accountId } = scope;
  await lockFile(tx.db, accountId, caseId);
  const row = await caseRow(tx.db, scope, caseId);
  if (!row) throw unknownCase();
  await recordEntry(tx, caseId, await command(tx, accountId, row), { objectKind: "case", objectId: caseId });
}

/** A line in the history of a case or another object, and the one of the audit record. */
export async function recordEntry(
  tx: Ctx,
  file: string,
  done: Command,
  about: { objectKind: string; objectId: string },
): Promise<void> {
  const { actor } = tx;
  await insertEntry(tx.db, {
    id: tx.id(),
    accountId: accountOf(tx).id,
    caseId: file,
    actor: actorName(actor),
    userId: actor.kind === "staff" ? actor.userId : undefined,
    action: done.action,
    detail: done.detail,
    mentions: done.mentions ?? [],
    ofEntry: done.ofEntry,
  });
  await recordAudit(tx, {
    action: `${about.objectKind}.${COMMANDS[done.action]}`,
    ...about,
    detail: {
      ...(done.detail ? { detail: done.detail } : {}),
      ...done.extra,
      ...(done.mentions?.length ? { mentions: done.mentions } : {}),
      ...(done.ofEntry ? { note: done.ofEntry } : {}),
    },
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
