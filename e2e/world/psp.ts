import { randomUUID } from "node:crypto";
import { signatureOf } from "#lib/keys/signature.ts";

/** An answer as it came; numbers of `body` are as JavaScript reads them. */
export type Reply = { status: number; text: string; body: Record<string, unknown>; replayed: boolean };

export type Call = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  target: string;
  body?: unknown;
  idempotencyKey?: string;
};

/** A payment service provider's client that signs every request. Undefined: the line went dead, and nobody knows what became of it. */
export type Psp = (call: Call) => Promise<Reply | undefined>;

const TIMEOUT_MS = 15_000;

export function pspClient(baseUrl: string, key: { keyId: string; secret: string }): Psp {
  return async ({ method, target, body, idempotencyKey }) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const timestamp = String(Date.now());
    const nonce = randomUUID();
    try {
      const response = await fetch(baseUrl + target, {
        method,
        headers: {
          "x-api-key": key.keyId,
          "x-timestamp": timestamp,
          "x-nonce": nonce,
          "x-signature": signatureOf(key.secret, { timestamp, nonce, method, target, body: Buffer.from(text) }),
          ...(text && { "content-type": "application/json" }),
          ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
        },
        ...(text && { body: text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answered = await response.text();
      return {
        status: response.status,
        text: answered,
        body: JSON.parse(answered),
        replayed: response.headers.get("idempotent-replayed") === "true",
      };
    } catch {
      return undefined;
    }
  };
}
