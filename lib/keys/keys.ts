import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import type { getKeysEndpoint, KeyRecord, makeKeyEndpoint, revokeKeyEndpoint, rotateKeyEndpoint } from "./contract.ts";
import { createKey, movesMoney, type NewKey } from "./create-key.ts";
import { endKeyAt, type KeyRow, keysOf, lockActiveKey, wakeKey } from "./key-store.ts";
import { revokeKey } from "./revoke-key.ts";

const OVERLAP_MS = 86_400_000;

/** The account's keys, newest first; the ended ones stay on record. */
export async function getKeys(ctx: Ctx): Promise<OutputOf<typeof getKeysEndpoint>> {
  return { data: (await keysOf(ctx, accountOf(ctx).id)).map(recordOf) };
}

/** What a key is asked for with, of an account or of the house. */
export type WantedKey = Omit<InputOf<typeof makeKeyEndpoint>, "scopes"> & { scopes: readonly string[] };

/** Asks a second person to agree to a key, in the transaction that makes it; answers the request's id. */
export type AskForKey = (tx: Ctx, request: Readonly<Record<string, string>>) => Promise<string>;

/**
 * Makes a key by {@link createKey}'s rules and answers it with its secret, this once. One that moves money waits for a
 * second person where `askFor` is given.
 */
export function makeKey(ctx: Ctx, input: WantedKey, askFor?: AskForKey): Promise<OutputOf<typeof makeKeyEndpoint>> {
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
  return ctx.transaction((tx) => createAndShow(tx, wanted, askFor));
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
  askFor?: AskForKey,
): Promise<OutputOf<typeof rotateKeyEndpoint>> {
  const { keyId, overlapMs = OVERLAP_MS, publicKey } = input;
  return ctx.transaction(async (tx) => {
    const old = await lockActiveKey(tx, accountOf(tx).id, keyId);
    if (!old) throw new Refusal("NOT_FOUND", "There is no active key with this id.");
    if (old.publicKey && publicKey === undefined)
      throw invalid("publicKey", "This key is proven by a public key; send the new one as publicKey.");
    const waits = askFor !== undefined && movesMoney(old.scopes);
    if (!waits) await endReplaced(tx, keyId, overlapMs);
    const { name, scopes, ratePerSecond, ipAllow, expiresAt, makerUserIds } = old;
    const proof = publicKey === undefined ? {} : { publicKey };
    const wanted = { name, scopes, ratePerSecond, ipAllow, makerUserIds, ...proof, ...(expiresAt && { expiresAt }) };
    return createAndShow(tx, wanted, askFor, { replaces: keyId, overlapMs: String(overlapMs) });
  });
}

async function endReplaced(ctx: Ctx, keyId: string, overlapMs: number): Promise<void> {
  if (overlapMs === 0) await revokeKey(ctx, keyId);
  else await endKeyAt(ctx, keyId, new Date(Date.now() + overlapMs));
  await recordAudit(ctx, { action: "key.rotate", objectKind: "key", objectId: keyId, detail: { overlapMs } });
}

/**
 * Puts a key to work that a second person has agreed to; the one it replaces ends after its overlap. Refuses with
 * NOT_FOUND one that does not wait any more.
 */
export async function agreeToKey(
  ctx: Ctx,
  { keyId = "", replaces, overlapMs = "0" }: Readonly<Record<string, string>>,
): Promise<void> {
  if (!(await wakeKey(ctx, accountOf(ctx).id, keyId)))
    throw new Refusal("NOT_FOUND", "There is no key that waits with this id.");
  await recordAudit(ctx, { action: "key.agree", objectKind: "key", objectId: keyId });
  if (replaces !== undefined) await endReplaced(ctx, replaces, Number(overlapMs));
}

/** The secret is in this one answer only: what a repeated idempotency key is answered with does not hold it. */
async function createAndShow(
  ctx: Ctx,
  wanted: NewKey,
  askFor?: AskForKey,
  more: Readonly<Record<string, string>> = {},
): Promise<OutputOf<typeof makeKeyEndpoint>> {
  const waits = askFor !== undefined && movesMoney(wanted.scopes);
  const { keyId, secret } = await createKey(ctx, { ...wanted, waiting: waits });
  const approvalId = waits ? await askFor(ctx, { keyId, ...termsOf(wanted), ...more }) : undefined;
  const row = (await keysOf(ctx, accountOf(ctx).id)).find(({ id }) => id === keyId);
  if (!row) throw new Error("a key just made is not there");
  const record = { ...recordOf(row), ...(approvalId !== undefined && { approvalId }) };
  await answerWith(ctx, record);
  return { ...record, ...(secret !== undefined && { secret }) };
}

/** What an approver of a key agrees to: also from where it works and until when, empty where that is not bounded. */
const termsOf = ({ name, scopes, ipAllow = [], expiresAt, publicKey }: NewKey): Record<string, string> => ({
  name,
  scopes: scopes.join(" "),
  ipAllow: ipAllow.join(", "),
  expiresAt: expiresAt?.toISOString() ?? "",
  ...(publicKey !== undefined && { publicKey }),
});

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

function statusOf({ revokedAt, expiresAt, waiting }: KeyRow): KeyRecord["status"] {
  if (revokedAt) return "REVOKED";
  if (waiting) return "WAITING";
  return expiresAt && expiresAt.getTime() <= Date.now() ? "EXPIRED" : "ACTIVE";
}
