import { concatBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { must } from "#lib/kernel/errors.ts";
import { base58check, base58checkBytes } from "./base58check.ts";

/** What a CashAddr pays to: type 0 a public key's hash, type 1 a script's hash (CashAddr, "Address types"). */
export type CashAddr = { prefix: string; type: number; hash: Uint8Array };

const MAINNET = "bitcoincash";
const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_WORDS = 8;
/** Bytes of the hash by the size bits of the version byte. */
const HASH_SIZES = [20, 24, 28, 32, 40, 48, 56, 64];
const TYPES = [0, 1];
/** Version bytes of the legacy form by type: `1…` and `3…`. */
const LEGACY_VERSIONS = [0, 5];
/** Prefix, colon, version byte and the longest hash in words, checksum; longer text is never looked at. */
const MAX_TEXT = 128;

/** The CashAddr of a hash: lower case, with its prefix. Only the types and hash sizes of the specification. */
export function encodeCashAddr({ prefix, type, hash }: CashAddr): string {
  const size = HASH_SIZES.indexOf(hash.length);
  must(TYPES.includes(type) && size >= 0, "a CashAddr has a known type and size of hash");
  const words = bech32.toWords(concatBytes(Uint8Array.of((type << 3) | size), hash));
  const sum = polymod([...prefixWords(prefix), ...words, ...new Array<number>(CHECKSUM_WORDS).fill(0)]);
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, at) => Number((sum >> BigInt(35 - 5 * at)) & 31n));
  return `${prefix}:${[...words, ...checksum].map((word) => ALPHABET[word]).join("")}`;
}

/**
 * Reads a CashAddr, all lower or all upper case; text without a prefix is read under `prefix`. Undefined when checksum,
 * version byte, length, padding or mixed case say that it is none.
 */
export function decodeCashAddr(text: string, prefix: string = MAINNET): CashAddr | undefined {
  const read = checkedWords(text, prefix);
  const bytes = read && bytesOf(read.words);
  const version = bytes?.[0];
  if (!read || !bytes || version === undefined) return undefined;
  const type = version >> 3;
  const hash = bytes.slice(1);
  return TYPES.includes(type) && HASH_SIZES[version & 7] === hash.length
    ? { prefix: read.prefix, type, hash }
    : undefined;
}

/** The five-bit words before a checksum that holds, whatever they mean. */
export function checkedWords(text: string, defaultPrefix: string): { prefix: string; words: number[] } | undefined {
  const lower = text.toLowerCase();
  if (text.length > MAX_TEXT || (text !== lower && text !== text.toUpperCase())) return undefined;
  const [, prefix = defaultPrefix, payload] = /^(?:([a-z]+):)?([02-9ac-hj-np-z]{8,})$/.exec(lower) ?? [];
  if (payload === undefined) return undefined;
  const words = [...payload].map((character) => ALPHABET.indexOf(character));
  return polymod([...prefixWords(prefix), ...words]) === 0n
    ? { prefix, words: words.slice(0, -CHECKSUM_WORDS) }
    : undefined;
}

/** The main net's CashAddr of a legacy address (`1…` or `3…`); anything else is a fault of ours. */
export function toCashAddr(legacy: string): string {
  const bytes = base58checkBytes(legacy);
  must(bytes?.length === 21, "a legacy address is 21 bytes in Base58Check");
  return encodeCashAddr({ prefix: MAINNET, type: LEGACY_VERSIONS.indexOf(bytes[0] ?? -1), hash: bytes.slice(1) });
}

/** The legacy address of a main net CashAddr with or without its prefix; undefined for any other text. */
export function fromCashAddr(text: string): string | undefined {
  const read = decodeCashAddr(text);
  const version = read && LEGACY_VERSIONS[read.type];
  if (version === undefined || read?.prefix !== MAINNET || read.hash.length !== 20) return undefined;
  return base58check(concatBytes(Uint8Array.of(version), read.hash));
}

function bytesOf(words: number[]): Uint8Array | undefined {
  const bytes = bech32.fromWordsUnsafe(words);
  return bytes ?? undefined;
}

/** The low five bits of each character of the prefix, and a zero for the colon. */
function prefixWords(prefix: string): number[] {
  return [...Array.from(prefix, (character) => character.charCodeAt(0) & 31), 0];
}

/** The 40-bit BCH code over GF(2^5), constants of the specification; zero over words whose checksum holds. */
function polymod(words: readonly number[]): bigint {
  let sum = 1n;
  for (const word of words) {
    const top = Number(sum >> 35n);
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> bit) & 1) sum ^= generator;
    });
  }
  return sum ^ 1n;
}

const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
