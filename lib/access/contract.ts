import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { epochMs, oneOf, orRequired, text, whole } from "#lib/api/fields.ts";
import { SCOPES } from "./scopes.ts";

/** A key as the API shows it, never with its secret; times in epoch milliseconds of the wall clock. */
export type KeyRecord = {
  keyId: string;
  name: string;
  mode: string;
  scopes: readonly string[];
  /** Requests a second. */
  rate: number;
  /** Addresses and blocks it may be used from; empty: from anywhere. */
  ipAllow: readonly string[];
  status: "ACTIVE" | "EXPIRED" | "REVOKED";
  createdAt: number;
  expiresAt?: number;
  revokedAt?: number;
  lastUsedAt?: number;
};

const MAX_RATE = 100_000;
const MAX_OVERLAP_MS = 30 * 86_400_000;

export const getKeysEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/keys",
  scope: "access:read",
  summary: "Answers the account's keys, newest first, without their secrets.",
});

export const makeKeyEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/keys",
  scope: "access:write",
  summary: "Makes a key; its secret is shown this once. At most five are active.",
  body: z.object({
    name: text(1, 128),
    scopes: z.array(oneOf(SCOPES), { error: orRequired("must be a list of scopes") }).min(1),
    rate: whole(1, MAX_RATE).optional(),
    ipAllow: z.array(text(1, 64)).max(100).optional(),
    expiresAt: epochMs().optional(),
  }),
});

export const revokeKeyEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/keys/[keyId]",
  scope: "access:write",
  summary: "Ends a key with its next request.",
});

export const rotateKeyEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/keys/[keyId]/rotate",
  scope: "access:write",
  summary: "Makes a key like this one, its secret shown this once; the old one ends after an overlap (24 hours).",
  body: z.object({ overlapMs: whole(0, MAX_OVERLAP_MS).optional() }),
});
