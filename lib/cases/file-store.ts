import type { RowOf } from "#lib/kernel/statement.ts";
import { type Db, type Prisma, wordFrom } from "#lib/kernel/database.ts";
import { type CaseAction, type CasePerson, CASE_ACTIONS } from "./contract.ts";
import * as sql from "./file.sql.ts";

export type CaseFileRow = RowOf<typeof sql.lockFile>;

/** What people added to a case, under its row lock; created if no person has touched the case yet. */
export async function lockFile(db: Db, accountId: string, caseId: string): Promise<CaseFileRow> {
  await sql.ensureFile(db, { accountId, caseId });
  const [row] = await sql.lockFile(db, { accountId, caseId });
  if (!row) throw new Error("a file that is made is there");
  return row;
}

export async function assignFile(db: Db, accountId: string, caseId: string, userId: string | undefined): Promise<void> {
  await sql.assignFile(db, { userId, accountId, caseId });
}

export async function muteFile(db: Db, accountId: string, caseId: string, until: Date | undefined): Promise<void> {
  await sql.muteFile(db, { until, accountId, caseId });
}

export type Closing = { by: string; reason: string; mark: string };

export async function closeFile(
  db: Db,
  accountId: string,
  caseId: string,
  closing: Closing | undefined,
): Promise<void> {
  await sql.closeFile(db, {
    closing: closing !== undefined,
    by: closing?.by,
    reason: closing?.reason,
    mark: closing?.mark,
    accountId,
    caseId,
  });
}

export type NewEntry = {
  id: string;
  accountId: string;
  caseId: string;
  actor: string;
  userId: string | undefined;
  action: CaseAction;
  detail: string;
  mentions: readonly string[];
  ofEntry?: string | undefined;
};

export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  await db.caseEntry.createMany({
    data: { ...entry, mentions: [...entry.mentions], userId: entry.userId ?? null, ofEntry: entry.ofEntry ?? null },
  });
}

const WITH_WITHDRAWAL = { withdrawal: { select: { id: true } } } satisfies Prisma.CaseEntryInclude;

export type CaseEntryRow = ReturnType<typeof entryOf>;

const entryOf = ({ withdrawal, ...entry }: Prisma.CaseEntryGetPayload<{ include: typeof WITH_WITHDRAWAL }>) => ({
  ...entry,
  action: wordFrom(CASE_ACTIONS, entry.action),
  withdrawn: withdrawal !== null,
});

/** A case's history, oldest first. */
export async function entriesOf(db: Db, accountId: string, caseId: string): Promise<CaseEntryRow[]> {
  const rows = await db.caseEntry.findMany({
    include: WITH_WITHDRAWAL,
    where: { accountId, caseId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return rows.map(entryOf);
}

/** Who can be given a case: members of the account who may sign in. */
export async function membersOf(db: Db, accountId: string): Promise<CasePerson[]> {
  const rows = await db.membership.findMany({
    select: { user: { select: { id: true, name: true } } },
    where: { accountId, disabledAt: null, user: { disabledAt: null } },
    orderBy: [{ user: { name: "asc" } }, { user: { id: "asc" } }],
  });
  return rows.map(({ user }) => ({ userId: user.id, name: user.name }));
}

/** Where these people get their mail. */
export async function addressesOf(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.staffUser.findMany({ select: { email: true }, where: { id: { in: [...userIds] } } });
  return rows.map(({ email }) => email);
}

const MENTION = { id: true, caseId: true, actor: true, at: true } as const;

export type Mention = Prisma.CaseEntryGetPayload<{ select: typeof MENTION }>;

const MOST_MENTIONS = 20;

/** Notes that stand and address a person, since their last look at the account's cases; newest first. */
export async function mentionsOf(db: Db, accountId: string, userId: string): Promise<Mention[]> {
  const looked = await db.caseLook.findUnique({ where: { userId_accountId: { userId, accountId } } });
  return db.caseEntry.findMany({
    select: MENTION,
    where: {
      accountId,
      mentions: { has: userId },
      withdrawal: null,
      NOT: { userId },
      ...(looked ? { at: { gt: looked.lookedAt } } : {}),
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MOST_MENTIONS,
  });
}

export async function markLooked(db: Db, userId: string, accountId: string): Promise<void> {
  await sql.markLooked(db, { userId, accountId });
}
