import type { App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import type { Db } from "#lib/kernel/database.ts";
import type { RowOf } from "#lib/kernel/statement.ts";
import type { KeyCaller } from "./authenticate.ts";
import * as sql from "./key.sql.ts";

/** What proves a key: its sealed secret, or its public half. */
export type StoredProof = ReturnType<typeof storedOf>;

const storedOf = (row: RowOf<typeof sql.storedProofOf>) => ({
  secretSealed: row.secret_sealed,
  publicKey: row.public_key,
  ratePerSecond: row.rate_per_second,
});

/** What proves a key of this mode, whether it is still valid or not. */
export async function storedProofOf({ database, mode }: App, keyId: string): Promise<StoredProof | undefined> {
  const [row] = await sql.storedProofOf(database.prisma, { keyId, mode });
  return row && storedOf(row);
}

/**
 * Stores the nonce and reads the key's present rights in one statement, which requests of one moment share, of whichever accounts they
 * are. Undefined when the key is revoked, expired or gone. Two requests with one nonce: the second waits for the first and
 * then sees `nonceIsNew: false`. The statement does not wait for the disk: whatever the request goes on to commit lies
 * behind its nonce in the log, so no effect outlives it.
 */
export function admitKey(app: App, keyId: string, nonce: string | undefined): Promise<AdmittedKey | undefined> {
  return app.database.gather("admit", { keyId, nonce }, (uses) => admitAll(app, uses));
}

type KeyUse = { keyId: string; nonce: string | undefined };

async function admitAll({ database, mode }: App, uses: readonly KeyUse[]): Promise<(AdmittedKey | undefined)[]> {
  const keyIds = uses.map(({ keyId }) => keyId);
  const nonces = uses.map(({ nonce }) => nonce ?? null);
  const rows = await sql.admitKeys(database.prisma, { keyIds, nonces, mode });
  const keys = new Map(rows.map((row) => [row.id, { caller: callerOf(row), unused: new Set(row.new_nonces) }]));
  // Of requests with one nonce that came together one is the first.
  return uses.map(({ keyId, nonce }) => {
    const key = keys.get(keyId);
    return key && { caller: key.caller, nonceIsNew: nonce !== undefined && key.unused.delete(nonce) };
  });
}

const callerOf = (row: RowOf<typeof sql.admitKeys>): AdmittedKey["caller"] => ({
  kind: "key",
  keyId: row.id,
  account: { id: row.account_id, name: row.account_name },
  scopes: row.scopes,
  ratePerSecond: row.rate_per_second,
  ipAllow: row.ip_allow,
});

type AdmittedKey = { caller: Omit<KeyCaller, "spent">; nonceIsNew: boolean };

/** Whether a key that was let in is neither revoked nor over since. Wall clock. */
export async function isActiveKey({ database }: App, keyId: string): Promise<boolean> {
  const over = [{ expiresAt: null }, { expiresAt: { gt: new Date() } }];
  const where = { id: keyId, revokedAt: null, OR: over };
  return (await database.prisma.apiKey.findFirst({ where, select: { id: true } })) !== null;
}

/** What a key may do now; undefined where it does not work, or there is none in this mode. Nothing is proven by it. */
export async function rightsOfKey(
  { database, mode }: App,
  keyId: string,
): Promise<Pick<KeyCaller, "scopes" | "ipAllow"> | undefined> {
  const over = [{ expiresAt: null }, { expiresAt: { gt: new Date() } }];
  const where = { id: keyId, mode, waiting: false, revokedAt: null, OR: over };
  const row = await database.prisma.apiKey.findFirst({ where, select: { scopes: true, ipAllow: true } });
  return row ?? undefined;
}

export type InsertedKey = {
  id: string;
  accountId: string;
  name: string;
  mode: string;
  scopes: string[];
  /** One of the two. */
  secretSealed: Uint8Array<ArrayBuffer> | null;
  publicKey: Uint8Array<ArrayBuffer> | null;
  ratePerSecond: number;
  ipAllow: string[];
  expiresAt: Date | null;
  waiting: boolean;
  /** The people who have seen its secret, or that of a key it replaces; they stay. */
  makerUserIds: string[];
};

/** The makers of a key, or of one that it replaces; empty where there is no such key. */
export async function makersOf(db: Db, keyId: string): Promise<readonly string[]> {
  const row = await db.apiKey.findUnique({ where: { id: keyId }, select: { makerUserIds: true } });
  return row?.makerUserIds ?? [];
}

/**
 * Every change of an account's keys locks the account before any key: the audit record refers to the account and the
 * database counts its keys, so two transactions that each held a key would wait for each other.
 */
async function lockAccount(ctx: Ctx, accountId: string): Promise<void> {
  await sql.lockAccount(ctx.db, { accountId });
}

/** Inserts a key; the database refuses the sixth active one of an account. */
export async function insertKey(ctx: Ctx, row: InsertedKey): Promise<void> {
  await lockAccount(ctx, row.accountId);
  await ctx.db.apiKey.create({ data: row, select: { id: true } });
}

/** Keys of an account, newest first, without their secrets. */
export function keysOf(ctx: Ctx, accountId: string) {
  return ctx.db.apiKey.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 200,
    omit: { secretSealed: true, accountId: true },
  });
}

export type KeyRow = Awaited<ReturnType<typeof keysOf>>[number];

/** Locks a key of an account that is still active; undefined when there is none. */
export async function lockActiveKey(ctx: Ctx, accountId: string, keyId: string): Promise<KeyRow | undefined> {
  await lockAccount(ctx, accountId);
  const rows = await sql.lockActiveKey(ctx.db, { keyId, accountId });
  return rows.length === 0 ? undefined : (await keysOf(ctx, accountId)).find(({ id }) => id === keyId);
}

/** Lets a key end at a wall-clock time, or earlier if it would have. */
export async function endKeyAt(ctx: Ctx, keyId: string, at: Date): Promise<void> {
  await sql.endKeyAt(ctx.db, { at, keyId });
}

/** Revokes a key of an account; false when there is none that is still active. */
export async function revokeKeyRow(ctx: Ctx, accountId: string, keyId: string): Promise<boolean> {
  await lockAccount(ctx, accountId);
  const { count } = await ctx.db.apiKey.updateMany({
    where: { id: keyId, accountId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return count === 1;
}

/** Lets a key work that waited; false when none of this account waits by this id. */
export async function wakeKey(ctx: Ctx, accountId: string, keyId: string): Promise<boolean> {
  await lockAccount(ctx, accountId);
  const { count } = await ctx.db.apiKey.updateMany({
    where: { id: keyId, accountId, waiting: true, revokedAt: null },
    data: { waiting: false, approvalId: ctx.approval?.approvalId ?? null },
  });
  return count === 1;
}

/** Deletes nonces older than this, some thousands at a time so that no delete holds others up. */
export function deleteNonces(ctx: Ctx, olderThanSeconds: number): Promise<number> {
  return sql.deleteNonces(ctx.db, { olderThanSeconds });
}
