import { z } from "zod";
import { count, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf, orRequired, text, whole } from "#lib/contract/fields.ts";
import { SCOPES } from "#lib/contract/permissions.ts";

/** A key as the API shows it, never with its secret; `rate` in requests a second; times in epoch milliseconds of the wall clock. */
const keyRecord = z
  .object({
    keyId: z.string(),
    name: z.string(),
    mode: z.string(),
    scopes: z.array(z.string()).readonly(),
    rate: count(),
    /** Addresses and blocks it may be used from; empty: from anywhere. */
    ipAllow: z.array(z.string()).readonly(),
    /** Ed25519, base64: a key that is proven by it has no secret. */
    publicKey: z.string().optional(),
    status: z.enum(["ACTIVE", "EXPIRED", "REVOKED"]),
    createdAt: time(),
    expiresAt: time().optional(),
    revokedAt: time().optional(),
    lastUsedAt: time().optional(),
  })
  .meta({ id: "Key" });

/** The secret is there in the first answer alone, not when an idempotency key is answered again. */
const madeKey = keyRecord.extend({ secret: z.string().optional() }).meta({ id: "MadeKey" });

export type KeyRecord = z.output<typeof keyRecord>;

const MAX_PUBLIC_KEY = 500;
/** PEM has lines, so this is no text without control characters. */
const publicKey = () => z.string({ error: orRequired("must be a string") }).max(MAX_PUBLIC_KEY);
const MAX_RATE = 100_000;
const MAX_OVERLAP_MS = 30 * 86_400_000;

export const getKeysEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/keys",
  scope: "access:read",
  summary: "Answers the account's keys, newest first, without their secrets.",
  answer: listOf(keyRecord).meta({ id: "KeyList" }),
});

export const makeKeyEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/keys",
  scope: "access:write",
  summary:
    "Makes a key; its secret is shown this once. With a public key (Ed25519) there is none. At most five are active.",
  body: z.object({
    name: text(1, 128),
    scopes: z.array(oneOf(SCOPES), { error: orRequired("must be a list of scopes") }).min(1),
    rate: whole(1, MAX_RATE).optional(),
    ipAllow: z.array(text(1, 64)).max(100).optional(),
    expiresAt: epochMs().optional(),
    publicKey: publicKey().optional(),
  }),
  answer: madeKey,
  refuses: ["INVALID_STATE"],
});

export const revokeKeyEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/keys/[keyId]",
  scope: "access:write",
  summary: "Ends a key with its next request.",
  answer: z.object({ keyId: z.string(), revoked: z.literal(true) }).meta({ id: "RevokedKey" }),
  refuses: ["NOT_FOUND"],
});

export const rotateKeyEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/keys/[keyId]/rotate",
  scope: "access:write",
  summary: "Makes a key like this one, its secret shown this once; the old one ends after an overlap (24 hours).",
  body: z.object({
    overlapMs: whole(0, MAX_OVERLAP_MS).optional(),
    publicKey: publicKey().optional(),
  }),
  answer: madeKey,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
