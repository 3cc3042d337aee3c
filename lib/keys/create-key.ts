import { randomBytes } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { isAddressOrBlock } from "#lib/kernel/addresses.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { CHECK_VIOLATION, sqlState } from "#lib/kernel/sql-state.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { MAX_RATE } from "./contract.ts";
import { insertKey, keysOf, storedProofOf } from "./key-store.ts";
import { doerOf, peopleBehind } from "./makers.ts";
import { readPublicKey } from "./public-key.ts";
import { HOUSE_SCOPES, SCOPES } from "#lib/contract/permissions.ts";
import { MONEY_SCOPES } from "#lib/kernel/sql-facts.ts";
import { houseOf } from "#lib/kernel/tenants.ts";

const MAX_ACTIVE = 5;
const DEFAULT_RATE = 10;
const MAX_ADDRESSES = 100;

export type NewKey = {
  name: string;
  scopes: readonly string[];
  ratePerSecond?: number;
  /** Addresses or blocks such as 10.0.0.0/8 the key may be used from; none: from anywhere. */
  ipAllow?: readonly string[];
  /** Wall clock. */
  expiresAt?: Date;
  /** It works only once a second person has agreed to it. */
  waiting?: boolean;
  /** An Ed25519 public key whose other half never comes to us; none: a secret is made. */
  publicKey?: string;
  /** Of the key whose place it takes: they are its makers beside the person who creates it. */
  makerUserIds?: readonly string[];
};

/**
 * Makes a key for the context's account; its secret, unless it is proven by a public key, is answered this once and
 * kept sealed. Refuses unknown scopes and addresses, and with INVALID_STATE a sixth active key, however many are
 * requested at once: the database counts them.
 */
export function createKey(
  ctx: Ctx,
  wanted: Omit<NewKey, "publicKey"> & { publicKey?: never },
): Promise<{ keyId: string; secret: string }>;
export function createKey(ctx: Ctx, wanted: NewKey): Promise<{ keyId: string; secret?: string }>;
export async function createKey(ctx: Ctx, wanted: NewKey): Promise<{ keyId: string; secret?: string }> {
  const account = accountOf(ctx);
  checkScopes(wanted.scopes, account.id === (await houseOf(ctx.app)).id ? HOUSE_SCOPES : SCOPES);
  checkRest(wanted);
  const keyId = `ak_${randomBytes(12).toString("hex")}`;
  const publicKey = wanted.publicKey === undefined ? null : readPublicKey(wanted.publicKey);
  const secret = publicKey ? undefined : `sk_${randomBytes(24).toString("base64url")}`;
  const inserted = ctx.transaction(async (tx) => {
    const behind = [...(await peopleBehind(tx, doerOf(tx.actor))), ...(wanted.makerUserIds ?? [])];
    const makers = [...new Set(behind)];
    const rate = wanted.ratePerSecond ?? DEFAULT_RATE;
    await insertKey(tx, {
      id: keyId,
      accountId: account.id,
      name: wanted.name,
      mode: ctx.app.mode,
      scopes: [...wanted.scopes],
      secretSealed: secret === undefined ? null : ctx.app.secrets.seal(`key ${keyId}`, secret),
      publicKey,
      ratePerSecond: rate,
      ipAllow: [...(wanted.ipAllow ?? [])],
      expiresAt: wanted.expiresAt ?? null,
      waiting: wanted.waiting ?? false,
      makerUserIds: makers,
    });
    await recordAudit(tx, {
      action: "key.create",
      objectKind: "key",
      objectId: keyId,
      detail: {
        name: wanted.name,
        scopes: wanted.scopes,
        ipAllow: (wanted.ipAllow ?? []).join(", "),
        expiresAt: wanted.expiresAt?.toISOString() ?? "",
        publicKey: publicKey === null ? "" : Buffer.from(publicKey).toString("base64"),
        rate,
        makers,
      },
    });
  });
  await inserted.catch((error: unknown) => {
    if (sqlState(error) !== CHECK_VIOLATION || !String(error).includes("active keys")) throw error;
    throw new Refusal("INVALID_STATE", `${account.name} has ${MAX_ACTIVE} active keys already; revoke one first.`);
  });
  return { keyId, ...(secret !== undefined && { secret }) };
}

/** Whether a key with these scopes moves money, or says that it has moved: it needs two persons. */
export const movesMoney = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => (MONEY_SCOPES as readonly string[]).includes(scope));

function checkScopes(scopes: readonly string[], known: readonly string[]): void {
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown === undefined && scopes.length > 0) return;
  const fault = unknown === undefined ? "Name at least one scope" : `There is no scope ${unknown}`;
  throw invalid("scopes", `${fault}; the scopes are ${known.join(", ")}.`);
}

function checkRest({ name, ratePerSecond = DEFAULT_RATE, ipAllow = [], expiresAt }: NewKey): void {
  if (name.length < 1 || name.length > 128) throw invalid("name", "A key's name has 1 to 128 characters.");
  if (!Number.isInteger(ratePerSecond) || ratePerSecond < 1 || ratePerSecond > MAX_RATE) {
    throw invalid("rate", `A key's rate is a whole number from 1 to ${MAX_RATE} requests a second.`);
  }
  if (ipAllow.length > MAX_ADDRESSES || !ipAllow.every(isAddressOrBlock)) {
    throw invalid("ipAllow", `Give at most ${MAX_ADDRESSES} network addresses or blocks such as 10.0.0.0/8.`);
  }
  if (expiresAt && !(expiresAt.getTime() > Date.now())) throw invalid("expiresAt", "A key expires in the future.");
}

/** The newest active key of this name with its secret: for the sandbox's own seed key, which each start prints. */
export async function openedKey(
  ctx: Ctx,
  accountId: string,
  name: string,
): Promise<{ keyId: string; secret: string } | undefined> {
  const key = (await keysOf(ctx, accountId)).find((each) => each.name === name && each.revokedAt === null);
  const sealed = key && (await storedProofOf(ctx.app, key.id))?.secretSealed;
  return key && sealed ? { keyId: key.id, secret: ctx.app.secrets.open(`key ${key.id}`, sealed) } : undefined;
}
