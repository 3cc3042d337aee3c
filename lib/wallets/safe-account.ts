import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { invalid } from "#lib/kernel/errors.ts";
import { ethAddress } from "./encodings.ts";

/** A Safe's account: its address as people see it, and what the chain is watched by. */
export type SafeAccount = { address: string; script: string };

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Reads the address of a Safe, in capitals and small letters as EIP-55 has them, or without the difference. Refuses any other
 * text, and letters that do not hold, as VALIDATION_FAILED naming the field `xpub`.
 */
export function safeAccount(text: string): SafeAccount {
  if (!ADDRESS.test(text)) throw invalid("xpub", "The address of a Safe must be written as 0x and 40 digits.");
  const script = text.slice(2).toLowerCase();
  const address = ethAddress(hexToBytes(script));
  const isPlain = text.slice(2) === script || text.slice(2) === script.toUpperCase();
  if (!isPlain && text !== address)
    throw invalid("xpub", "The address of the Safe is mistyped: its letters do not hold.");
  return { address, script };
}

/** What stands for a key's fingerprint: the first four bytes of the account. */
export const safeFingerprint = ({ script }: SafeAccount): string => bytesToHex(hexToBytes(script).subarray(0, 4));
