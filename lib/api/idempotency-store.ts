import type { Pool } from "pg";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./idempotency.sql.ts";

/** A claim whose process died is free again after this (wall clock). */
const LEASE_SECONDS = 60;

/** What a key is unique within. */
export type Scope = { accountId: string; method: string; path: string; key: string };

const valuesOf = (scope: Scope) => [scope.accountId, scope.method, scope.path, scope.key];
const SAME = "account_id = $1 and method = $2 and path = $3 and key = $4";

/** How long a completed key is remembered. */
const KEPT_HOURS = 24;

/** True when the key was free, or what it was used for is long ago. */
export async function insertClaim(pool: Pool, scope: Scope, payloadHash: string, owner: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into idempotency (account_id, method, path, key, payload_hash, owner) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, method, path, key) do update
       set payload_hash = excluded.payload_hash, owner = excluded.owner, claimed_at = clock_timestamp(), completed_at = null, body = null
       where idempotency.claimed_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`,
    [...valuesOf(scope), payloadHash, owner],
  );
  return rowCount === 1;
}

export type StoredAnswer = { body: string; headers: Record<string, string>; status: 200 | 202 };
export type ClaimRow = { payloadHash: string; stored: StoredAnswer | undefined };

export async function readClaim(pool: Pool, scope: Scope): Promise<ClaimRow | undefined> {
  const { rows } = await pool.query<{
    payload_hash: string;
    body: string | null;
    headers: Record<string, string> | null;
    status: 200 | 202;
  }>(`select payload_hash, body, headers, status from idempotency where ${SAME}`, valuesOf(scope));
  const row = rows[0];
  if (!row) return undefined;
  const { body, headers, status } = row;
  return {
    payloadHash: row.payload_hash,
    stored: body === null ? undefined : { body, headers: headers ?? {}, status },
  };
}

/** Takes a claim over whose lease has ended unfinished. */
export async function takeOver(pool: Pool, scope: Scope, payloadHash: string, owner: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update idempotency set owner = $6, claimed_at = clock_timestamp() where ${SAME} and payload_hash = $5 and completed_at is null
       and claimed_at < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})`,
    [...valuesOf(scope), payloadHash, owner],
  );
  return rowCount === 1;
}

/** Stores the answer in the effect's transaction; false when somebody else has taken the claim over. */
export async function completeRow(
  db: Db,
  scope: Scope,
  owner: string,
  { body, headers, status }: StoredAnswer,
): Promise<boolean> {
  const changed = await sql.completeRow(db, {
    body,
    headers: JSON.stringify(headers),
    status,
    accountId: scope.accountId,
    method: scope.method,
    path: scope.path,
    key: scope.key,
    owner,
  });
  return changed === 1;
}

export async function deleteClaim(pool: Pool, scope: Scope, owner: string): Promise<void> {
  await pool.query(`delete from idempotency where ${SAME} and owner = $5 and completed_at is null`, [
    ...valuesOf(scope),
    owner,
  ]);
}

/** Deletes what is beyond its time, some thousands at a time so that no delete holds others up. */
export function deleteOld(db: Db): Promise<number> {
  return sql.deleteOld(db, { keptHours: KEPT_HOURS });
}
