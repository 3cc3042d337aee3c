import type { House } from "#lib/kernel/house.ts";
import { type Db, Prisma } from "#lib/kernel/database.ts";
import type { ExportRecord } from "./contract.ts";
import type { ExportFormat, ExportList } from "./export-facts.ts";

export type ExportRow = {
  id: string;
  accountId: string;
  accountName: string;
  createdBy: string;
  list: ExportList;
  format: ExportFormat;
  filter: string;
  status: ExportRecord["status"];
  rowsExpected: bigint;
  rowsDone: bigint;
  bytes: bigint;
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
};

const ROW = Prisma.sql`e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.list, e.format,
  e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as status,
  e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.created_at as "createdAt",
  e.finished_at as "finishedAt", e.expires_at as "expiresAt"`;

export type NewExport = Pick<
  ExportRow,
  "id" | "accountId" | "createdBy" | "list" | "format" | "filter" | "rowsExpected"
>;

export async function insertExport(db: Db, made: NewExport): Promise<void> {
  await db.$executeRaw`
    insert into export_job (id, account_id, created_by, list, format, filter, rows_expected, created_at)
    values (${made.id}::uuid, ${made.accountId}::uuid, ${made.createdBy}, ${made.list}, ${made.format}, ${made.filter},
      ${made.rowsExpected}, business_now())`;
}

export function exportsOf(db: Db, accountId: string, limit: number): Promise<ExportRow[]> {
  return db.$queryRaw<ExportRow[]>`
    select ${ROW} from export_job e join account a on a.id = e.account_id
    where e.account_id = ${accountId}::uuid order by e.created_at desc, e.id desc limit ${limit}`;
}

export async function exportOf(db: Db, accountId: string, id: string): Promise<ExportRow | undefined> {
  const [row] = await db.$queryRaw<ExportRow[]>`
    select ${ROW} from export_job e join account a on a.id = e.account_id
    where e.account_id = ${accountId}::uuid and e.id = ${id}::uuid`;
  return row;
}

/** Takes the oldest export that nobody writes, or whose writer has fallen silent; what was written of it is thrown away. */
export async function takeExport(db: Db, lease: string, leaseMs: number): Promise<ExportRow | undefined> {
  const rows = await db.$queryRaw<ExportRow[]>`
    with taken as (
      update export_job set status = 'RUNNING', lease = ${lease}::uuid, rows_done = 0, bytes = 0,
        leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      where id = (select id from export_job where status = 'QUEUED' or (status = 'RUNNING' and leased_until < clock_timestamp())
                  order by created_at limit 1 for update skip locked)
      returning *)
    select ${ROW} from taken e join account a on a.id = e.account_id`;
  const [row] = rows;
  if (row) await deleteParts(db, row.id);
  return row;
}

/** Keeps a piece of the file and the lease; false when the export was cancelled or given to another meanwhile. */
export async function addPart(
  db: Db,
  held: { id: string; lease: string; leaseMs: number },
  part: { ordinal: number; content: Uint8Array; rows: number },
): Promise<boolean> {
  const kept = await db.$executeRaw`
    with mine as (
      update export_job set rows_done = rows_done + ${part.rows}, bytes = bytes + ${part.content.length},
        leased_until = clock_timestamp() + ${held.leaseMs} * interval '1 millisecond'
      where id = ${held.id}::uuid and lease = ${held.lease}::uuid returning id)
    insert into export_part (job_id, ordinal, content) select id, ${part.ordinal}, ${part.content} from mine`;
  return kept === 1;
}

/** Notes how far a file is whose content comes at the end; false as with {@link addPart}. */
export async function noteRows(
  db: Db,
  held: { id: string; lease: string; leaseMs: number },
  rows: number,
): Promise<boolean> {
  const kept = await db.$executeRaw`
    update export_job set rows_done = ${rows}, leased_until = clock_timestamp() + ${held.leaseMs} * interval '1 millisecond'
    where id = ${held.id}::uuid and lease = ${held.lease}::uuid`;
  return kept === 1;
}

export async function setReady(db: Db, id: string, lease: string, keptDays: number): Promise<boolean> {
  const kept = await db.$executeRaw`
    update export_job set status = 'READY', lease = null, leased_until = null, finished_at = business_now(),
      expires_at = business_now() + ${keptDays} * interval '1 day'
    where id = ${id}::uuid and lease = ${lease}::uuid`;
  return kept === 1;
}

/** Lets somebody else begin an unfinished export; one that was cancelled stays so. */
export async function giveBack(db: Db, id: string, lease: string): Promise<void> {
  await db.$executeRaw`
    update export_job set status = 'QUEUED', lease = null, leased_until = null
    where id = ${id}::uuid and lease = ${lease}::uuid`;
}

export async function setFailed(db: Db, id: string, lease: string, fault: string): Promise<void> {
  await db.$executeRaw`
    update export_job set status = 'FAILED', lease = null, leased_until = null, finished_at = business_now(), fault = ${fault}
    where id = ${id}::uuid and lease = ${lease}::uuid`;
}

/** Stops an export, or removes its file; what is over already stays as it is. */
export async function setCancelled(db: Db, accountId: string, id: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    update export_job set status = 'CANCELLED', lease = null, leased_until = null, expires_at = null,
      finished_at = coalesce(finished_at, business_now())
    where id = ${id}::uuid and account_id = ${accountId}::uuid and status in ('QUEUED', 'RUNNING', 'READY')`;
  await deleteParts(db, id);
  return changed === 1;
}

/** Removes the files whose time is over; answers how many. */
export async function expireFiles(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    update export_job set status = 'EXPIRED' where status = 'READY' and expires_at <= business_now() returning id`;
  for (const { id } of rows) await deleteParts(db, id);
  return rows.length;
}

async function deleteParts(db: Db, id: string): Promise<void> {
  await db.$executeRaw`delete from export_part where job_id = ${id}::uuid`;
}

export async function partOf(db: Db, id: string, ordinal: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [row] = await db.$queryRaw<{ content: Uint8Array<ArrayBuffer> }[]>`
    select content from export_part where job_id = ${id}::uuid and ordinal = ${ordinal}`;
  return row?.content;
}

/** Everything that `work` reads is of one moment, however long it takes (repeatable read). */
export function inSnapshot<T>({ database }: House, timeoutMs: number, work: (db: Db) => Promise<T>): Promise<T> {
  return database.prisma.$transaction(work, {
    isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
    timeout: timeoutMs,
  });
}

type Range = { accountId: string; startTime?: Date | undefined; endTime?: Date | undefined };

const within = (column: Prisma.Sql, { startTime, endTime }: Range) => Prisma.sql`
  ${startTime ? Prisma.sql`and ${column} >= ${startTime}` : Prisma.empty}
  ${endTime ? Prisma.sql`and ${column} <= ${endTime}` : Prisma.empty}`;

export async function countConversions(
  db: Db,
  asked: Range & { status?: readonly string[] | undefined },
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) from conversion v where v.account_id = ${asked.accountId}::uuid ${within(Prisma.sql`v.created_at`, asked)}
      ${asked.status ? Prisma.sql`and v.status = any(${asked.status})` : Prisma.empty}`;
  return Number(row?.count ?? 0n);
}

export async function countMovements(db: Db, asked: Range & { asset?: string | undefined }): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) from ledger_account l join posting p on p.ledger_account_id = l.id join ledger_transaction t on t.id = p.transaction_id
    where l.account_id = ${asked.accountId}::uuid ${within(Prisma.sql`t.at`, asked)}
      ${asked.asset ? Prisma.sql`and crypto_of(p.asset) = ${asked.asset}` : Prisma.empty}`;
  return Number(row?.count ?? 0n);
}

type AuditAsked = Range & Partial<Record<"actor" | "action" | "objectId" | "requestId", string | undefined>>;

export async function countAudit(db: Db, asked: AuditAsked): Promise<number> {
  const same = (column: Prisma.Sql, value: string | undefined) =>
    value === undefined ? Prisma.empty : Prisma.sql`and ${column} = ${value}`;
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    select count(*) from audit where account_id = ${asked.accountId}::uuid ${within(Prisma.sql`at`, asked)}
      ${same(Prisma.sql`actor`, asked.actor)} ${same(Prisma.sql`action`, asked.action)}
      ${same(Prisma.sql`object_id`, asked.objectId)} ${same(Prisma.sql`request_id`, asked.requestId)}`;
  return Number(row?.count ?? 0n);
}
