import { hexToBytes } from "@noble/hashes/utils.js";
import { bech32, bech32m } from "@scure/base";
import type { Network } from "#lib/kernel/assets.ts";
import { base58checkBytes } from "./base58check.ts";
import { ethAddress, addressKey } from "./encodings.ts";

/** Longest text of a segwit address (BIP173). */
const MAX_SEGWIT = 90;

/** Whether a text is an address of a main net that anybody can pay to: its checksum holds, and it is of that network. */
export function isPayAddress(network: Network, text: string): boolean {
  if (network === "eth") return isEthAddress(text);
  if (network === "tron") return versionOf(text) === 0x41;
  if (network === "bitcoin" && isSegwit(text)) return true;
  const legacy = network === "bitcoincash" ? addressKey(text) : text;
  return versionOf(legacy) === 0x00 || versionOf(legacy) === 0x05;
}

/** The version byte before 20 bytes of hash, undefined for anything else. */
function versionOf(text: string): number | undefined {
  const bytes = base58checkBytes(text);
  return bytes?.length === 21 ? bytes[0] : undefined;
}

/** Twenty bytes; one in mixed case keeps the checksum of EIP-55. */
function isEthAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || text === ethAddress(hexToBytes(digits.toLowerCase()));
}

/** Witness version 0 with its own checksum (BIP173), later ones with theirs (BIP350). */
function isSegwit(text: string): boolean {
  if (text.length > MAX_SEGWIT) return false;
  for (const codec of [bech32, bech32m]) {
    const read = codec.decodeUnsafe(text, MAX_SEGWIT);
    if (read?.prefix !== "bc") continue;
    const [version = 0, ...words] = read.words;
    const size = codec.fromWordsUnsafe(words)?.length ?? 0;
    if (version === 0) return codec === bech32 && (size === 20 || size === 32);
    return codec === bech32m && version <= 16 && size >= 2 && size <= 40;
  }
  return false;
}
