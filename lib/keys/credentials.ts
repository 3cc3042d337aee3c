import { type Arrival, timesSent } from "#lib/kernel/arrival.ts";
import { Refusal } from "#lib/kernel/errors.ts";

/** What a request brings to say who it is, before anything is believed. */
export type Credentials =
  | { kind: "signature"; keyId: string; timestamp: string; nonce: string; signature: string }
  | { kind: "basic"; keyId: string; secret: string }
  | { kind: "cookie"; header: string }
  | { kind: "none" };

const KEY_HEADERS = ["x-api-key", "x-timestamp", "x-nonce", "x-signature"] as const;
const AUTH_HEADERS = [...KEY_HEADERS, "authorization"] as const;

export const unauthenticated = (sentence: string): Refusal => new Refusal("UNAUTHENTICATED", sentence);

/**
 * Reads the authentication headers of a request. A key header or `Authorization` makes the cookie count for nothing;
 * a repeated header, two ways at once or an incomplete set is 401.
 */
export function credentialsOf(headers: Headers, arrival: Arrival | undefined): Credentials {
  refuseRepeated(arrival);
  const signed = KEY_HEADERS.some((name) => headers.has(name));
  const authorization = headers.get("authorization");
  if (signed && authorization !== null) throw unauthenticated("Send either a signature or Authorization, not both.");
  if (signed) return signatureHeaders(headers);
  if (authorization !== null) return basicHeader(authorization);
  const cookie = headers.get("cookie");
  return cookie === null ? { kind: "none" } : { kind: "cookie", header: cookie };
}

function refuseRepeated(arrival: Arrival | undefined): void {
  if (!arrival) return;
  for (const name of AUTH_HEADERS) {
    if (timesSent(arrival, name) > 1) throw unauthenticated(`The header ${name} is sent more than once.`);
  }
}

const NONCE = /^[\x21-\x7e]{1,64}$/;
const TIMESTAMP = /^\d{1,15}$/;
/** An HMAC in hex, or an Ed25519 signature in hex or base64. */
const SIGNATURE = /^(?:[0-9a-f]{64}|[0-9a-f]{128}|[A-Za-z0-9+/]{86}==)$/;
const KEY_ID = /^[\x21-\x7e]{1,64}$/;

function signatureHeaders(headers: Headers): Credentials {
  const [keyId, timestamp, nonce, signature] = KEY_HEADERS.map((name) => headers.get(name) ?? "") as [
    string,
    string,
    string,
    string,
  ];
  if (!KEY_ID.test(keyId)) throw unauthenticated("x-api-key must be the id of a key.");
  if (!TIMESTAMP.test(timestamp)) throw unauthenticated("x-timestamp must be epoch milliseconds.");
  if (!NONCE.test(nonce)) throw unauthenticated("x-nonce must have 1 to 64 printable characters without spaces.");
  if (!SIGNATURE.test(signature))
    throw unauthenticated("x-signature must be 64 lower-case hex digits, or for an Ed25519 key 128 of them or base64.");
  return { kind: "signature", keyId, timestamp, nonce, signature };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function basicHeader(authorization: string): Credentials {
  const [scheme = "", value = "", ...more] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== "basic" || more.length > 0 || !BASE64.test(value)) {
    throw unauthenticated("Authorization must be Basic with keyId:secret.");
  }
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  const keyId = text.slice(0, Math.max(colon, 0));
  if (!KEY_ID.test(keyId)) throw unauthenticated("Authorization must be Basic with keyId:secret.");
  return { kind: "basic", keyId, secret: text.slice(colon + 1) };
}
