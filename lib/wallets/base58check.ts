import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";

const codec = createBase58check(sha256);

/** Longer text than an extended key (111 characters) is never decoded: Base58 takes time by the square of its length. */
const MAX_TEXT = 112;

/** Base58 of the bytes and the first four of their double SHA-256: legacy addresses, Tron's, extended keys. */
export const base58check = (bytes: Uint8Array): string => codec.encode(bytes);

/** The bytes under a Base58Check text, undefined when an odd character, the length or the checksum says it is none. */
export function base58checkBytes(text: string): Uint8Array | undefined {
  if (text.length > MAX_TEXT) return undefined;
  try {
    return codec.decode(text);
  } catch {
    return undefined;
  }
}
