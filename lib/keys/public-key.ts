import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { invalid } from "#lib/kernel/errors.ts";

/** What precedes the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo (RFC 8410 §4). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * The 32 bytes of an Ed25519 public key given as hex, base64 or PEM. Refuses what is no point of the curve, and points
 * of small order, under which a signature can be made without the private key.
 */
export function readPublicKey(given: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(given.trim());
  if (!bytes || !isPoint(bytes)) {
    throw invalid("publicKey", "publicKey must be an Ed25519 public key: 32 bytes as hex or base64, or PEM.");
  }
  return bytes;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  const body = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----|\s|\\n/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  const bytes = Buffer.from(body, "base64");
  const isSpki = bytes.length === SPKI_HEAD.length + KEY_BYTES && bytes.subarray(0, SPKI_HEAD.length).equals(SPKI_HEAD);
  const raw = isSpki ? bytes.subarray(SPKI_HEAD.length) : bytes;
  return raw.length === KEY_BYTES ? new Uint8Array(raw) : undefined;
}

function isPoint(bytes: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(bytes).isSmallOrder();
  } catch {
    // Not every 32 bytes are a point of the curve.
    return false;
  }
}

/** A stored public key, ready to verify with. */
export function publicKeyFrom(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: "der", type: "spki" });
}

/** Whether a signature, as 128 hex digits or base64, is the key's over these bytes. */
export function isSignedBy(key: KeyObject, lines: Uint8Array, signature: string): boolean {
  const bytes = Buffer.from(signature, /^[0-9a-f]{128}$/.test(signature) ? "hex" : "base64");
  return bytes.length === SIGNATURE_BYTES && verify(null, lines, key, bytes);
}
