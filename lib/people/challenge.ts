import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Secrets } from "#lib/kernel/secrets.ts";

/** How long the browser has to answer. Wall clock. */
export const CHALLENGE_MS = 300_000;
const TIME_BYTES = 6;
const RANDOM_BYTES = 18;
const BODY_BYTES = TIME_BYTES + RANDOM_BYTES;
const MAC_BYTES = 32;

/**
 * A challenge that proves itself: when it ends, chance, and a MAC over both and what it is for. Nothing is stored until
 * one is answered, so requests for many challenges take no storage.
 */
export function newChallenge(secrets: Secrets, purpose: string, nowMs: number): Uint8Array<ArrayBuffer> {
  const body = Buffer.alloc(BODY_BYTES);
  body.writeUIntBE(nowMs + CHALLENGE_MS, 0, TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(body, TIME_BYTES);
  return new Uint8Array(Buffer.concat([body, macOf(secrets, purpose, body)]));
}

/** Whether a challenge (base64url) is ours, for this purpose, and not over. That it counts once is the store's to say. */
export function isChallenge(secrets: Secrets, purpose: string, given: string, nowMs: number): boolean {
  const bytes = Buffer.from(given, "base64url");
  if (bytes.length !== BODY_BYTES + MAC_BYTES) return false;
  const body = bytes.subarray(0, BODY_BYTES);
  const ours = timingSafeEqual(macOf(secrets, purpose, body), bytes.subarray(BODY_BYTES));
  return ours && body.readUIntBE(0, TIME_BYTES) > nowMs;
}

/** What is kept of an answered challenge. */
export const challengeDigest = (given: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(given).digest());

const macOf = (secrets: Secrets, purpose: string, body: Uint8Array): Buffer =>
  createHmac("sha256", secrets.derive("challenges")).update(`${purpose}\n`).update(body).digest();
