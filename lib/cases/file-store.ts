import type { Db } from "#lib/kernel/database.ts";
import type { CaseAction, CasePerson } from "./contract.ts";

export type FileRow = { assignee_id: string | null; muted_until: Date | null; closed_at: Date | null };

/** What people added to a case, under its row lock; made when nobody has touched the case yet. */
export async function lockFile(db: Db, accountId: string, caseId: string): Promise<FileRow> {
  await db.$executeRaw`
    insert into case_file (account_id, case_id, updated_at) values (${accountId}::uuid, ${caseId}, business_now()) on conflict do nothing`;
  const [row] = await db.$queryRaw<FileRow[]>`
    select assignee_id, muted_until, closed_at from case_file where account_id = ${accountId}::uuid and case_id = ${caseId} for update`;
  if (!row) throw new Error("a file that is made is there");
  return row;
}

export async function assignFile(db: Db, accountId: string, caseId: string, userId: string | undefined): Promise<void> {
  await db.$executeRaw`
    update case_file set assignee_id = ${userId ?? null}::uuid, updated_at = business_now()
    where account_id = ${accountId}::uuid and case_id = ${caseId}`;
}

export async function muteFile(db: Db, accountId: string, caseId: string, until: Date | undefined): Promise<void> {
  await db.$executeRaw`
    update case_file set muted_until = ${until ?? null}::timestamptz, updated_at = business_now()
    where account_id = ${accountId}::uuid and case_id = ${caseId}`;
}

export type Closing = { by: string; reason: string; mark: string };

export async function closeFile(
  db: Db,
  accountId: string,
  caseId: string,
  closing: Closing | undefined,
): Promise<void> {
  await db.$executeRaw`
    update case_file set closed_at = case when ${closing !== undefined} then business_now() end, closed_by = ${closing?.by ?? null},
      closed_reason = ${closing?.reason ?? null}, closed_mark = ${closing?.mark ?? null}, updated_at = business_now()
    where account_id = ${accountId}::uuid and case_id = ${caseId}`;
}

export type NewEntry = {
  id: string;
  accountId: string;
  caseId: string;
  actor: string;
  userId: string | undefined;
  action: CaseAction;
  detail: string;
  ofEntry?: string | undefined;
};

export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  await db.$executeRaw`
    insert into case_entry (id, account_id, case_id, at, actor, user_id, action, detail, of_entry)
    values (${entry.id}::uuid, ${entry.accountId}::uuid, ${entry.caseId}, business_now(), ${entry.actor}, ${entry.userId ?? null}::uuid,
      ${entry.action}, ${entry.detail}, ${entry.ofEntry ?? null}::uuid)`;
}

export type EntryRow = {
  id: string;
  at: Date;
  actor: string;
  user_id: string | null;
  action: CaseAction;
  detail: string;
  withdrawn: boolean;
};

/** A case's history, oldest first. */
export function entriesOf(db: Db, accountId: string, caseId: string): Promise<EntryRow[]> {
  return db.$queryRaw<EntryRow[]>`
    select e.id, e.at, e.actor, e.user_id, e.action, e.detail, exists (select from case_entry w where w.of_entry = e.id) as withdrawn
    from case_entry e where e.account_id = ${accountId}::uuid and e.case_id = ${caseId} order by e.at, e.id`;
}

/** Who can be given a case: members of the account who may sign in. */
export async function membersOf(db: Db, accountId: string): Promise<CasePerson[]> {
  return db.$queryRaw<CasePerson[]>`
    select s.id as "userId", s.name from membership m join staff_user s on s.id = m.user_id
    where m.account_id = ${accountId}::uuid and s.disabled_at is null order by s.name, s.id`;
}

export async function markLooked(db: Db, userId: string, accountId: string): Promise<void> {
  await db.$executeRaw`
    insert into case_look (user_id, account_id, looked_at) values (${userId}::uuid, ${accountId}::uuid, business_now())
    on conflict (user_id, account_id) do update set looked_at = excluded.looked_at`;
}
