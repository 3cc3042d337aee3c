import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { base32nopad } from "@scure/base";

/** RFC 6238 with what every authenticator app assumes: HMAC-SHA-1, steps of 30 seconds, six digits. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226, section 4, R6: 160 bits. */
const SECRET_BYTES = 20;
/** Steps before and after ours that are taken too: clocks differ, and typing takes time (RFC 6238, section 5.2). */
const TOLERATED_STEPS = 1;

/** A new secret in base32, as apps take it by hand. */
export const newTotpSecret = (): string => base32nopad.encode(randomBytes(SECRET_BYTES));

/** What an authenticator app scans. */
export function totpUri(secret: string, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** The number of the step a wall-clock time lies in. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", base32nopad.decode(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The step whose code this is, near a wall-clock time and later than `lastStep`; undefined when there is none. */
export function stepOfCode(secret: string, code: string, nowMs: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const here = stepAt(nowMs);
  let found: number | undefined;
  for (let step = here - TOLERATED_STEPS; step <= here + TOLERATED_STEPS; step += 1) {
    const same = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (same && step > lastStep) found ??= step;
  }
  return found;
}
