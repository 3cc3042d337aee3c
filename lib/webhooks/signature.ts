import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** A new secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** `timestamp` in epoch seconds of the wall clock. */
export type SignableEvent = { id: string; timestamp: number; body: string };

/**
 * The value of `webhook-signature`: one `v1,` signature for each secret, divided by spaces, so that a receiver verifies
 * with whichever it knows while secrets change. HMAC-SHA-256 over `id.timestamp.body` (Standard Webhooks 1.0).
 */
export function webhookSignature(secrets: readonly string[], { id, timestamp, body }: SignableEvent): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64")}`;
    })
    .join(" ");
}
