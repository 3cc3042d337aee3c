import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** What a PSP signs (rulebook 3.2). `target` is path and query exactly as sent. */
export type Signed = { timestamp: string; nonce: string; method: string; target: string; body: Uint8Array };

/** Lower-case hex HMAC-SHA-256 over the five lines; the target's characters are its bytes (latin-1). */
export function signatureOf(secret: string, signed: Signed): string {
  return createHmac("sha256", secret)
    .update(`${signed.timestamp}\n${signed.nonce}\n${signed.method}\n`, "utf8")
    .update(signed.target, "latin1")
    .update(`\n${bodyHash(signed.body)}`, "utf8")
    .digest("hex");
}

/** The five lines as the bytes an Ed25519 key signs: the same that {@link signatureOf} covers. */
export function linesOf(signed: Signed): Uint8Array {
  return Buffer.concat([
    Buffer.from(`${signed.timestamp}\n${signed.nonce}\n${signed.method}\n`, "utf8"),
    Buffer.from(signed.target, "latin1"),
    Buffer.from(`\n${bodyHash(signed.body)}`, "utf8"),
  ]);
}

/** Hex SHA-256 of the raw body bytes; of the empty string when there is none. */
export function bodyHash(body: Uint8Array): string {
  return hash("sha256", body, "hex");
}

/** Compares two texts in a time that depends on neither: by their digests. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer");
