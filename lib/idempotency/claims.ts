import type { App } from "#lib/kernel/app.ts";
import type { Db } from "#lib/kernel/database.ts";
import * as sql from "./idempotency.sql.ts";

/** A claim whose process died is free again after this (wall clock). */
const LEASE_SECONDS = 60;

/** What a key is unique within. */
export type ClaimScope = { accountId: string; method: string; path: string; key: string };

/** How long a completed key is remembered. */
const RETENTION_HOURS = 24;

type NewClaim = { scope: ClaimScope; payloadHash: string; owner: string };

/**
 * True when the key was free, or what it was used for is long ago. Claims of an account and a moment share a statement,
 * which does not wait for the disk: the effect that completes a claim lies behind it in the log.
 */
export function insertClaim({ database }: App, claim: NewClaim): Promise<boolean> {
  return database.gather(`claims ${claim.scope.accountId}`, claim, insertAll(database), areApart);
}

/** A statement takes each key once. */
const areApart = (batch: readonly NewClaim[], { scope: { method, path, key } }: NewClaim): boolean =>
  !batch.some(({ scope }) => scope.key === key && scope.path === path && scope.method === method);

const insertAll =
  (database: App["database"]) =>
  async (claims: readonly NewClaim[]): Promise<boolean[]> => {
    const scopes = claims.map(({ scope }) => scope);
    const rows = await sql.insertClaims(database.prisma, {
      accountIds: scopes.map(({ accountId }) => accountId),
      methods: scopes.map(({ method }) => method),
      paths: scopes.map(({ path }) => path),
      keys: scopes.map(({ key }) => key),
      payloadHashes: claims.map(({ payloadHash }) => payloadHash),
      owners: claims.map(({ owner }) => owner),
      keptHours: RETENTION_HOURS,
    });
    const owners = new Set(rows.map(({ owner }) => owner));
    return claims.map(({ owner }) => owners.has(owner));
  };

export type StoredAnswer = { body: string; headers: Record<string, string>; status: 200 | 202 };
export type ClaimRow = { payloadHash: string; stored: StoredAnswer | undefined };

export async function readClaim(db: Db, { accountId, method, path, key }: ClaimScope): Promise<ClaimRow | undefined> {
  const row = await db.idempotency.findUnique({
    where: { accountId_method_path_key: { accountId, method, path, key } },
  });
  if (!row) return undefined;
  const { body, headers, status, payloadHash } = row;
  return {
    payloadHash,
    stored:
      body === null
        ? undefined
        : {
            body,
            headers: (headers ?? {}) as StoredAnswer["headers"],
            status: status as StoredAnswer["status"],
          },
  };
}

/** Takes a claim over whose lease has ended unfinished. */
export async function takeOver(db: Db, scope: ClaimScope, payloadHash: string, owner: string): Promise<boolean> {
  return (await sql.takeOver(db, { ...scope, payloadHash, owner, leaseSeconds: LEASE_SECONDS })) === 1;
}

/** Stores the answer in the effect's transaction; false when another request has taken the claim over. */
export async function completeRow(
  db: Db,
  scope: ClaimScope,
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

export async function deleteClaim(db: Db, { accountId, method, path, key }: ClaimScope, owner: string): Promise<void> {
  await db.idempotency.deleteMany({ where: { accountId, method, path, key, owner, completedAt: null } });
}

/** Deletes what is beyond its time, some thousands at a time so that no delete holds others up. */
export function deleteOld(db: Db): Promise<number> {
  return sql.deleteOld(db, { keptHours: RETENTION_HOURS });
}
