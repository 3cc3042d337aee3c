// Written from exports.sql and the database's own description by `node .config/statements.ts`.
import { type NoValues, command, query } from "#lib/kernel/statement.ts";

type AddPartValues = {
  rows: bigint | number;
  contentLength: bigint | number;
  leaseMs: number;
  id: string;
  lease: string;
  ordinal: number;
  content: Uint8Array;
};
export const addPart = command<AddPartValues>({
  text: () => `with mine as (
  update export_job set rows_done = rows_done + $1, bytes = bytes + $2,
    leased_until = clock_timestamp() + $3 * interval '1 millisecond'
  where id = $4::uuid and lease = $5::uuid returning id)
insert into export_part (job_id, ordinal, content) select id, $6, $7 from mine`,
  values: ["rows", "contentLength", "leaseMs", "id", "lease", "ordinal", "content"],
});

type NoteRowsValues = {
  rows: bigint | number;
  leaseMs: number;
  id: string;
  lease: string;
};
export const noteRows = command<NoteRowsValues>({
  text: () => `update export_job set rows_done = $1, leased_until = clock_timestamp() + $2 * interval '1 millisecond'
where id = $3::uuid and lease = $4::uuid`,
  values: ["rows", "leaseMs", "id", "lease"],
});

type SetReadyValues = {
  keptDays: number;
  id: string;
  lease: string;
};
export const setReady = command<SetReadyValues>({
  text: () => `update export_job set status = 'READY', lease = null, leased_until = null, finished_at = business_now(),
  expires_at = business_now() + $1 * interval '1 day'
where id = $2::uuid and lease = $3::uuid`,
  values: ["keptDays", "id", "lease"],
});

type SetFailedValues = {
  fault: string;
  failure: string;
  id: string;
  lease: string;
};
export const setFailed = command<SetFailedValues>({
  text: () => `update export_job set status = 'FAILED', lease = null, leased_until = null, finished_at = business_now(), fault = $1, failure = $2
where id = $3::uuid and lease = $4::uuid`,
  values: ["fault", "failure", "id", "lease"],
});

type SetCancelledValues = {
  id: string;
  accountId: string;
};
export const setCancelled = command<SetCancelledValues>({
  text: () => `update export_job set status = 'CANCELLED', lease = null, leased_until = null, expires_at = null,
  finished_at = coalesce(finished_at, business_now())
where id = $1::uuid and account_id = $2::uuid and status in ('QUEUED', 'RUNNING', 'READY')`,
  values: ["id", "accountId"],
});

type ExpireFilesRow = {
  id: string;
};
export const expireFiles = query<NoValues, ExpireFilesRow>({
  text: () =>
    `update export_job set status = 'EXPIRED' where status = 'READY' and expires_at <= business_now() returning id`,
  values: [],
});

type WeightOfValues = {
  accountId: string;
};
type WeightOfRow = {
  waiting: number;
  bytes: bigint;
};
export const weightOf = query<WeightOfValues, WeightOfRow>({
  text: () => `select count(*) filter (where status <> 'READY')::integer as "waiting", coalesce(sum(bytes) filter (where status = 'READY'), 0)::bigint as "bytes"
from export_job where account_id = $1::uuid
  and (status in ('QUEUED', 'RUNNING') or (status = 'READY' and expires_at > business_now()))`,
  values: ["accountId"],
});

type ExportsOfValues = {
  accountId: string;
  limit: bigint | number;
};
type ExportsOfRow = {
  id: string;
  accountId: string;
  accountName: string;
  createdBy: string;
  createdUserId: string | null;
  list: "payments" | "conversions" | "statement" | "audit" | "cases";
  format: "csv" | "xlsx";
  language: "en" | "de";
  filter: string;
  status: string;
  rowsExpected: bigint;
  rowsDone: bigint;
  bytes: bigint;
  fault: string | null;
  failure: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
};
export const exportsOf = query<ExportsOfValues, ExportsOfRow>({
  text: () => `select e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.created_user_id as "createdUserId", e.list, e.format, e.language,
e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as "status",
e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.failure, e.created_at as "createdAt",
e.finished_at as "finishedAt", e.expires_at as "expiresAt" from export_job e join account a on a.id = e.account_id
  where e.account_id = $1::uuid order by e.created_at desc, e.id desc limit $2`,
  values: ["accountId", "limit"],
});

type ExportOfValues = {
  accountId: string;
  id: string;
};
export const exportOf = query<ExportOfValues, ExportsOfRow>({
  text: () => `select e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.created_user_id as "createdUserId", e.list, e.format, e.language,
e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as "status",
e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.failure, e.created_at as "createdAt",
e.finished_at as "finishedAt", e.expires_at as "expiresAt" from export_job e join account a on a.id = e.account_id
  where e.account_id = $1::uuid and e.id = $2::uuid`,
  values: ["accountId", "id"],
});

type TakeExportValues = {
  lease: string;
  leaseMs: number;
};
export const takeExport = query<TakeExportValues, ExportsOfRow>({
  text: () => `with taken as (
    update export_job set status = 'RUNNING', lease = $1::uuid, rows_done = 0, bytes = 0,
      leased_until = clock_timestamp() + $2 * interval '1 millisecond'
    where id = (select id from export_job where status = 'QUEUED' or (status = 'RUNNING' and leased_until < clock_timestamp())
                order by created_at limit 1 for update skip locked)
    returning *)
select e.id, e.account_id as "accountId", a.name as "accountName", e.created_by as "createdBy", e.created_user_id as "createdUserId", e.list, e.format, e.language,
e.filter, case when e.status = 'READY' and e.expires_at <= business_now() then 'EXPIRED' else e.status end as "status",
e.rows_expected as "rowsExpected", e.rows_done as "rowsDone", e.bytes, e.fault, e.failure, e.created_at as "createdAt",
e.finished_at as "finishedAt", e.expires_at as "expiresAt" from taken e join account a on a.id = e.account_id`,
  values: ["lease", "leaseMs"],
});
