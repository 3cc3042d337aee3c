import { createHash, createHmac } from "node:crypto";

/**
 * Kraken's `API-Sign`: HMAC-SHA512 under the base64 secret over the path and SHA-256 of nonce and body, in base64
 * (docs.kraken.com, "Spot REST authentication").
 */
export function krakenSignature(path: string, nonce: string, body: string, secret: string): string {
  const digest = createHash("sha256").update(`${nonce}${body}`).digest();
  return createHmac("sha512", Buffer.from(secret, "base64")).update(path).update(digest).digest("base64");
}
