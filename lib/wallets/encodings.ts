import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { base58check } from "./base58check.ts";
import { fromCashAddr } from "./cashaddr.ts";

/** RIPEMD-160 of SHA-256: what bitcoin and bitcoincash pay to instead of a public key. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** The legacy address of a public key's hash, `1…`, the same text on bitcoin and bitcoincash. */
export const p2pkhAddress = (hash: Uint8Array): string => base58check(concatBytes(Uint8Array.of(0x00), hash));

/** Its scriptPubKey in hex: DUP HASH160 <hash> EQUALVERIFY CHECKSIG. */
export const p2pkhScript = (hash: Uint8Array): string => `76a914${bytesToHex(hash)}88ac`;

/** The segwit address of a public key's hash, `bc1q…` (BIP173, witness version 0). */
export const p2wpkhAddress = (hash: Uint8Array): string => bech32.encode("bc", [0, ...bech32.toWords(hash)]);

/** Its scriptPubKey in hex: 0 <hash> (BIP141). */
export const p2wpkhScript = (hash: Uint8Array): string => `0014${bytesToHex(hash)}`;

/** The 20-byte account of an uncompressed public key without its leading 04: Ethereum's and Tron's alike. */
export const accountOfKey = (point: Uint8Array): Uint8Array => keccak_256(point).slice(-20);

/** An account in Ethereum's mixed-case form (EIP-55): a letter is a capital where the hash's nibble is 8 or more. */
export function ethAddress(account: Uint8Array): string {
  const digits = bytesToHex(account);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${Array.from(digits, (digit, at) => (hash.charAt(at) >= "8" ? digit.toUpperCase() : digit)).join("")}`;
}

/** An account in Tron's form, `T…`: Base58Check under the main net's byte 0x41. */
export const tronAddress = (account: Uint8Array): string => base58check(concatBytes(Uint8Array.of(0x41), account));

/** An account of a chain of accounts, its twenty bytes in hex, as people write it there; on eth in small letters. */
export const accountAddress = (network: string, script: string): string =>
  network === "tron" ? tronAddress(hexToBytes(script)) : `0x${script}`;

/**
 * The one form of an address that look-ups compare: a bitcoincash address of either form becomes its legacy form, an
 * Ethereum one and bech32 become lower case, all else stays. Never throws: text that is no address is its own key.
 */
export function addressKey(text: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  if (/^(?:bc1[0-9a-z]{6,87}|BC1[0-9A-Z]{6,87})$/.test(text)) return text.toLowerCase();
  return fromCashAddr(text) ?? text;
}
