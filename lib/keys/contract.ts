import { z } from "zod";
import { count, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf, orRequired, text, whole } from "#lib/contract/fields.ts";
import { HOUSE_SCOPES, SCOPES } from "#lib/contract/permissions.ts";
import { APPROVAL_ID, CREATED_AT, KEY_ID, meaning } from "#lib/contract/meanings.ts";

/** A key as the API shows it, never with its secret; `rate` in requests a second; times in epoch milliseconds of the wall clock. */
const keyRecord = z
  .object({
    keyId: z.string().meta(KEY_ID),
    name: z.string().meta(meaning("Your own name for it.", "order service")),
    mode: z.string().meta(meaning("Whether the key is of a sandbox or live.", "sandbox")),
    scopes: z
      .array(z.string())
      .readonly()
      .meta(meaning("What the key may do.", ["payments:read", "payments:write"])),
    rate: count().meta(meaning("Requests a second.", 10)),
    /** Addresses and blocks it may be used from; empty: from anywhere. */
    ipAllow: z
      .array(z.string())
      .readonly()
      .meta(meaning("Addresses and blocks it may be used from; empty: anywhere.", ["203.0.113.0/24"])),
    /** Ed25519, base64: a key that is proven by it has no secret. */
    publicKey: z
      .string()
      .optional()
      .meta(
        meaning(
          "Ed25519 public key: 32 bytes as base64 (also taken as hex or PEM).",
          "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        ),
      ),
    status: z
      .enum(["ACTIVE", "WAITING", "EXPIRED", "REVOKED"])
      .meta(meaning("State; WAITING for a second person, it works not yet.")),
    createdAt: time().meta(CREATED_AT),
    expiresAt: time().optional().meta(meaning("When the key ends by itself, epoch milliseconds.", 1826605924801)),
    revokedAt: time().optional().meta(meaning("When it was ended, epoch milliseconds.")),
    lastUsedAt: time().optional().meta(meaning("When it was last used, epoch milliseconds of the wall clock.")),
  })
  .meta({ id: "Key" });

/** The secret is there in the first answer alone, not when an idempotency key is answered again. */
const madeKey = keyRecord
  .extend({
    approvalId: z.string().optional().meta(APPROVAL_ID),
    secret: z.string().optional().meta(meaning("Shown this once.", "sk_example-not-a-secret")),
  })
  .meta({ id: "MadeKey" });

export type KeyRecord = z.output<typeof keyRecord>;

const MAX_PUBLIC_KEY = 500;
/** PEM has lines, so this is no text without control characters. */
const publicKey = () => z.string({ error: orRequired("must be a string") }).max(MAX_PUBLIC_KEY);
export const MAX_RATE = 100_000;
const MAX_OVERLAP_MS = 30 * 86_400_000;

const scopesOf = <const Scopes extends readonly [string, ...string[]]>(scopes: Scopes) =>
  z.array(oneOf(scopes), { error: orRequired("must be a list of scopes") }).min(1);

const keyFields = {
  name: text(1, 128).meta(meaning("Your own name for it.", "order service")),
  rate: whole(1, MAX_RATE).optional().meta(meaning("Requests a second.", 10)),
  ipAllow: z
    .array(text(1, 64))
    .max(100)
    .optional()
    .meta(meaning("Addresses and blocks it may be used from; empty: anywhere.", ["203.0.113.0/24"])),
  expiresAt: epochMs().optional().meta(meaning("When the key ends by itself, epoch milliseconds.", 1826605924801)),
  publicKey: publicKey()
    .optional()
    .meta(
      meaning(
        "Ed25519 public key: 32 bytes as base64 (also taken as hex or PEM).",
        "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
      ),
    ),
};

const revokedKey = z
  .object({ keyId: z.string().meta(KEY_ID), revoked: z.literal(true).meta(meaning("It has ended.")) })
  .meta({ id: "RevokedKey" });

export const getKeysEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/keys",
  scope: "keys:read",
  summary: "Answers the account's keys, newest first, without their secrets.",
  answer: listOf(keyRecord).meta({ id: "KeyList" }),
});

export const makeKeyEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/keys",
  scope: "keys:write",
  summary:
    "Makes a key; its secret is shown this once. With a public key (Ed25519) there is none. At most five are active.",
  body: z.object({
    ...keyFields,
    scopes: scopesOf(SCOPES).meta(meaning("What the key may do.", ["payments:read", "payments:write"])),
  }),
  answer: madeKey,
  waiting: ({ status }) => status === "WAITING",
  refuses: ["INVALID_STATE"],
});

export const revokeKeyEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/keys/[keyId]",
  params: { keyId: KEY_ID },
  scope: "keys:write",
  summary: "Ends a key with its next request.",
  answer: revokedKey,
  refuses: ["NOT_FOUND"],
});

export const rotateKeyEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/keys/[keyId]/rotate",
  params: { keyId: KEY_ID },
  scope: "keys:write",
  summary: "Makes a key like this one, its secret shown this once; the old one ends after an overlap (24 hours).",
  body: z.object({
    overlapMs: whole(0, MAX_OVERLAP_MS)
      .optional()
      .meta(meaning("How long the old one goes on beside the new one, milliseconds; absent: 24 hours.", 86400000)),
    publicKey: publicKey()
      .optional()
      .meta(
        meaning(
          "Ed25519 public key: 32 bytes as base64 (also taken as hex or PEM).",
          "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        ),
      ),
  }),
  answer: madeKey,
  waiting: ({ status }) => status === "WAITING",
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const getHouseKeysEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/keys",
  scope: "house:audit",
  summary: "Answers the operator's keys, newest first, without their secrets.",
  answer: listOf(keyRecord).meta({ id: "KeyList" }),
});

export const makeHouseKeyEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/keys",
  scope: "house:keys",
  summary: "Makes a key of the operator; its secret is shown this once. At most five are active.",
  body: z.object({
    ...keyFields,
    scopes: scopesOf(HOUSE_SCOPES).meta(meaning("What the key may do.", ["house:read"])),
  }),
  answer: madeKey,
  waiting: ({ status }) => status === "WAITING",
  refuses: ["INVALID_STATE"],
});

export const revokeHouseKeyEndpoint = endpoint({
  method: "DELETE",
  path: "/house/v1/keys/[keyId]",
  params: { keyId: KEY_ID },
  scope: "house:keys",
  summary: "Ends a key of the operator with its next request.",
  answer: revokedKey,
  refuses: ["NOT_FOUND"],
});
