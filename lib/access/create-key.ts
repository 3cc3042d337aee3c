import { randomBytes } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { accountOf, type Ctx } from "#lib/kernel/context.ts";
import { invalid, Refusal } from "#lib/kernel/errors.ts";
import { insertKey, keysOf, sealedSecretOf } from "./key-store.ts";
import { isScope, SCOPES } from "./scopes.ts";

const MAX_ACTIVE = 5;
const MAX_RATE = 100_000;
const DEFAULT_RATE = 10;

export type NewKey = { name: string; scopes: readonly string[]; ratePerSecond?: number };

/**
 * Makes a key for the context's account; its secret is answered this once and kept sealed. Refuses unknown scopes, and
 * with INVALID_STATE a sixth active key.
 */
export async function createKey(ctx: Ctx, wanted: NewKey): Promise<{ keyId: string; secret: string }> {
  const account = accountOf(ctx);
  checkWanted(wanted);
  const keyId = `ak_${randomBytes(12).toString("hex")}`;
  const secret = `sk_${randomBytes(24).toString("base64url")}`;
  await ctx.transaction(async (tx) => {
    const active = (await keysOf(tx, account.id)).filter(
      (key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > new Date()),
    );
    if (active.length >= MAX_ACTIVE)
      throw new Refusal("INVALID_STATE", `${account.name} has ${MAX_ACTIVE} active keys already; revoke one first.`);
    await insertKey(tx, {
      id: keyId,
      accountId: account.id,
      name: wanted.name,
      mode: ctx.house.mode,
      scopes: [...wanted.scopes],
      secretSealed: ctx.house.secrets.seal(`key ${keyId}`, secret),
      ratePerSecond: wanted.ratePerSecond ?? DEFAULT_RATE,
      ipAllow: [],
      expiresAt: null,
    });
    await recordAudit(tx, {
      action: "key.create",
      objectKind: "key",
      objectId: keyId,
      detail: { name: wanted.name, scopes: wanted.scopes },
    });
  });
  return { keyId, secret };
}

function checkWanted({ name, scopes, ratePerSecond }: NewKey): void {
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw invalid(
      "scopes",
      `${unknown ? `There is no scope ${unknown}` : "Name at least one scope"}; the scopes are ${SCOPES.join(", ")}.`,
    );
  }
  if (name.length < 1 || name.length > 128) throw invalid("name", "A key's name has 1 to 128 characters.");
  if (
    ratePerSecond !== undefined &&
    (!Number.isInteger(ratePerSecond) || ratePerSecond < 1 || ratePerSecond > MAX_RATE)
  ) {
    throw invalid("rate", `A key's rate is a whole number from 1 to ${MAX_RATE} requests a second.`);
  }
}

/** The newest active key of this name with its secret: for the sandbox's own seed key, which each start prints. */
export async function openedKey(
  ctx: Ctx,
  accountId: string,
  name: string,
): Promise<{ keyId: string; secret: string } | undefined> {
  const key = (await keysOf(ctx, accountId)).find((each) => each.name === name && each.revokedAt === null);
  const sealed = key && (await sealedSecretOf(ctx.house, key.id));
  return key && sealed && { keyId: key.id, secret: ctx.house.secrets.open(`key ${key.id}`, sealed) };
}
