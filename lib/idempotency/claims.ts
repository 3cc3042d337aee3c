import type { App } from "#lib/kernel/app.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import * as sql from "./idempotency.sql.ts";

/** A claim whose process died is free again after this (wall clock). */
const LEASE_SECONDS = 60;

/** What a key is unique within: of what is a person's own, `accountId` is the person. */
export type ClaimScope = { accountId: string; method: string; path: string; key: string };

/** How long a completed key is remembered. */
const RETENTION_HOURS = 24;

export type NewClaim = { scope: ClaimScope; payloadHash: string; owner: string };

/** `isMine`: the key was free, or what it was used for is long ago. Undefined: another claim was made in this very moment. */
type Claim = { isMine: true } | ({ isMine: false } & KnownClaim) | undefined;
export type StoredAnswer = { body: string; headers: Record<string, string>; status: 200 | 202 };
/** `isInFlight`: the effect is written, and the request that made it not answered yet. */
export type KnownClaim = { payloadHash: string; stored: StoredAnswer | undefined; isInFlight: boolean };

/**
 * Claims a key, or tells what is known of it. Keys of one moment share a statement across accounts; it does not wait for
 * the disk: the effect that completes a claim lies behind it in the log.
 */
export function claimOrRead({ database }: App, claim: NewClaim): Promise<Claim> {
  return database.gather("claims", claim, async (claims) => {
    const scopes = claims.map(({ scope }) => scope);
    const rows = await sql.claimKeys(database.prisma, {
      accountIds: scopes.map(({ accountId }) => accountId),
      methods: scopes.map(({ method }) => method),
      paths: scopes.map(({ path }) => path),
      keys: scopes.map(({ key }) => key),
      payloadHashes: claims.map(({ payloadHash }) => payloadHash),
      owners: claims.map(({ owner }) => owner),
      keptHours: RETENTION_HOURS,
    });
    return rows.map(claimFrom);
  });
}

function claimFrom({ claimed, payload_hash, in_flight, ...answer }: RowOf<typeof sql.claimKeys>): Claim {
  if (claimed) return { isMine: true };
  if (payload_hash === null) return undefined;
  return { isMine: false, payloadHash: payload_hash, stored: storedIn(answer), isInFlight: in_flight ?? false };
}

type Answered = Pick<RowOf<typeof sql.claimKeys>, "body" | "headers" | "status">;

function storedIn({ body, headers, status }: Answered): StoredAnswer | undefined {
  if (body === null) return undefined;
  return { body, headers: (headers ?? {}) as StoredAnswer["headers"], status: status as StoredAnswer["status"] };
}

export async function readClaim(db: Db, { accountId, method, path, key }: ClaimScope): Promise<KnownClaim | undefined> {
  const [row] = await sql.readClaim(db, { accountId, method, path, key });
  return row && { payloadHash: row.payload_hash, stored: storedIn(row), isInFlight: row.in_flight };
}

/** Takes a claim over whose lease has ended unfinished. */
export async function takeOver(db: Db, scope: ClaimScope, payloadHash: string, owner: string): Promise<boolean> {
  return (await sql.takeOver(db, { ...scope, payloadHash, owner, leaseSeconds: LEASE_SECONDS })) === 1;
}

/**
 * Stores the answer in the effect's transaction; false when another request has taken the claim over. `openSeconds`: the
 * request goes on behind the effect, and {@link endFlight} follows; where its process dies this long.
 */
export async function completeRow(
  db: Db,
  scope: ClaimScope,
  owner: string,
  { body, headers, status }: StoredAnswer,
  openSeconds?: number,
): Promise<boolean> {
  const changed = await sql.completeRow(db, {
    openSeconds,
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

/** The request that made the effect is answered. */
export async function endFlight(db: Db, { accountId, method, path, key }: ClaimScope, owner: string): Promise<void> {
  const where = { accountId, method, path, key, owner, inFlightUntil: { not: null } };
  await db.idempotency.updateMany({ where, data: { inFlightUntil: null } });
}

export async function deleteClaim(db: Db, { accountId, method, path, key }: ClaimScope, owner: string): Promise<void> {
  await db.idempotency.deleteMany({ where: { accountId, method, path, key, owner, completedAt: null } });
}

/** Deletes what is beyond its time, some thousands at a time so that no delete holds others up. */
export function deleteOld(db: Db): Promise<number> {
  return sql.deleteOld(db, { keptHours: RETENTION_HOURS });
}
