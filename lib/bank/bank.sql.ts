// Written from bank.sql and the database's own description by `node .config/statements.ts`.
import { command, query } from "#lib/kernel/statement.ts";

type HoldAccountValues = {
  name: string;
};
type HoldAccountRow = {
  held: string | null;
};
export const holdAccount = query<HoldAccountValues, HoldAccountRow>({
  text: () => `select pg_advisory_xact_lock(hashtextextended($1, 0))::text as held`,
  values: ["name"],
});

type LockLineValues = {
  id: string;
};
type LockLineRow = {
  id: string;
};
export const lockLine = query<LockLineValues, LockLineRow>({
  text: () => `select id from bank_line where id = $1::uuid for update`,
  values: ["id"],
});

type InsertRefusalValues = {
  id: string;
  format: string;
  fileName: string;
  digest: string;
  place?: string | null | undefined;
  asset?: string | null | undefined;
  day?: string | null | undefined;
  fault: string;
  failure?: string | null | undefined;
  uploadedBy: string;
  at: Date;
};
/** The same file refused for the same reason is one case. */
export const insertRefusal = query<InsertRefusalValues, LockLineRow>({
  text: () => `insert into bank_refusal (id, format, file_name, digest, place, asset, day, fault, failure, uploaded_by, at)
values ($1::uuid, $2, $3, $4, $5, $6, $7::text::date, $8, $9::jsonb, $10, $11)
on conflict do nothing returning id`,
  values: ["id", "format", "fileName", "digest", "place", "asset", "day", "fault", "failure", "uploadedBy", "at"],
});

type DigestOfLinesValues = {
  statementId: string;
};
type DigestOfLinesRow = {
  digest: string;
};
export const digestOfLines = query<DigestOfLinesValues, DigestOfLinesRow>({
  text: () => `select digest_of_lines($1::uuid) as "digest"`,
  values: ["statementId"],
});

type ReleaseLineValues = {
  id: string;
};
export const releaseLine = command<ReleaseLineValues>({
  text: () => `update bank_line set belongs_to = 'NOBODY', move_id = null, linked_by = null, linked_at = null, note = null,
  voided = voided + was_nobodys::integer, was_nobodys = true where id = $1::uuid and belongs_to = 'MOVE'`,
  values: ["id"],
});

type LockPartsValues = {
  proof: string;
};
export const lockParts = query<LockPartsValues, LockLineRow>({
  text: () => `select id from bank_part where proof = $1::uuid order by id for update`,
  values: ["proof"],
});

type ReleasePartsValues = {
  ids: readonly (string | null)[];
};
export const releaseParts = command<ReleasePartsValues>({
  text: () =>
    `update bank_part set move_id = null, proof = id, voided = voided + 1 where id = any($1::uuid[]) and move_id is not null`,
  values: ["ids"],
});

type DebitsNamingValues = {
  asset: string;
  payoutId: string;
};
export const debitsNaming = query<DebitsNamingValues, LockLineRow>({
  text: () => `select id from bank_line where asset = $1 and side = 'DEBIT' and belongs_to = 'NOBODY' and reversal_of is null
  and strpos(replace(lower(concat_ws(' ', end_to_end, remittance)), '-', ''), replace($2::text, '-', '')) > 0 order by id for update`,
  values: ["asset", "payoutId"],
});
