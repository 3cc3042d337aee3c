import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import type { getKeysEndpoint, KeyRecord, makeKeyEndpoint, revokeKeyEndpoint, rotateKeyEndpoint } from "./contract.ts";
import { createKey, type NewKey } from "./create-key.ts";
import { endKeyAt, type KeyRow, keysOf, lockActiveKey } from "./key-store.ts";
import { revokeKey } from "./revoke-key.ts";

const OVERLAP_MS = 86_400_000;

/** The account's keys, newest first; the ended ones stay on record. */
export async function getKeys(ctx: Ctx): Promise<OutputOf<typeof getKeysEndpoint>> {
  return { data: (await keysOf(ctx, accountOf(ctx).id)).map(recordOf) };
}

/** Makes a key by {@link createKey}'s rules and answers it with its secret, this once. */
export function makeKey(ctx: Ctx, input: InputOf<typeof makeKeyEndpoint>): Promise<OutputOf<typeof makeKeyEndpoint>> {
  const { name, scopes, rate, ipAllow = [], expiresAt, publicKey } = input;
  const proof = publicKey === undefined ? {} : { publicKey };
  const wanted = {
    name,
    scopes,
    ipAllow,
    ...proof,
    ...(rate && { ratePerSecond: rate }),
    ...(expiresAt && { expiresAt }),
  };
  return ctx.transaction((tx) => createAndShow(tx, wanted));
}

/** Ends a key at once. Unknown, foreign or ended already: NOT_FOUND. */
export function endKey(
  ctx: Ctx,
  { keyId }: InputOf<typeof revokeKeyEndpoint>,
): Promise<OutputOf<typeof revokeKeyEndpoint>> {
  return ctx.transaction(async (tx) => {
    await revokeKey(tx, keyId);
    return answerWith(tx, { keyId, revoked: true });
  });
}

/**
 * Makes a key with the name, rights and limits of another and lets that one end after the overlap, at once when there is
 * none. With an overlap both count as active: an account with five needs a free place, or no overlap.
 */
export function rotateKey(
  ctx: Ctx,
  input: InputOf<typeof rotateKeyEndpoint>,
): Promise<OutputOf<typeof rotateKeyEndpoint>> {
  const { keyId, overlapMs = OVERLAP_MS, publicKey } = input;
  return ctx.transaction(async (tx) => {
    const old = await lockActiveKey(tx, accountOf(tx).id, keyId);
    if (!old) throw new Refusal("NOT_FOUND", "There is no active key with this id.");
    if (old.publicKey && publicKey === undefined)
      throw invalid("publicKey", "This key is proven by a public key; send the new one as publicKey.");
    if (overlapMs === 0) await revokeKey(tx, keyId);
    else await endKeyAt(tx, keyId, new Date(Date.now() + overlapMs));
    await recordAudit(tx, { action: "key.rotate", objectKind: "key", objectId: keyId, detail: { overlapMs } });
    const { name, scopes, ratePerSecond, ipAllow, expiresAt } = old;
    const proof = publicKey === undefined ? {} : { publicKey };
    return createAndShow(tx, { name, scopes, ratePerSecond, ipAllow, ...proof, ...(expiresAt && { expiresAt }) });
  });
}

/** The secret is in this one answer only: what a repeated idempotency key is answered with does not hold it. */
async function createAndShow(ctx: Ctx, wanted: NewKey): Promise<OutputOf<typeof makeKeyEndpoint>> {
  const { keyId, secret } = await createKey(ctx, wanted);
  const row = (await keysOf(ctx, accountOf(ctx).id)).find(({ id }) => id === keyId);
  if (!row) throw new Error("a key just made is not there");
  const record = recordOf(row);
  await answerWith(ctx, record);
  return { ...record, ...(secret !== undefined && { secret }) };
}

function recordOf(row: KeyRow): KeyRecord {
  return {
    keyId: row.id,
    name: row.name,
    mode: row.mode,
    scopes: row.scopes,
    rate: row.ratePerSecond,
    ipAllow: row.ipAllow,
    ...(row.publicKey && { publicKey: Buffer.from(row.publicKey).toString("base64") }),
    status: statusOf(row),
    createdAt: row.createdAt.getTime(),
    ...(row.expiresAt && { expiresAt: row.expiresAt.getTime() }),
    ...(row.revokedAt && { revokedAt: row.revokedAt.getTime() }),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.getTime() }),
  };
}

function statusOf({ revokedAt, expiresAt }: KeyRow): KeyRecord["status"] {
  if (revokedAt) return "REVOKED";
  return expiresAt && expiresAt.getTime() <= Date.now() ? "EXPIRED" : "ACTIVE";
}
