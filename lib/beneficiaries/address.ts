import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { Address, OutScript } from "@scure/btc-signer";
import type { Network } from "#lib/kernel/assets.ts";
import { base58checkBytes } from "#lib/wallets/base58check.ts";
import { fromCashAddr, toCashAddr } from "#lib/wallets/cashaddr.ts";
import { ethAddress } from "#lib/wallets/encodings.ts";

/** An address as it is shown, and what its chain pays to, as our own are watched by. */
export type Destination = { address: string; script: string };

const TRON_VERSION = 0x41;

/**
 * Reads an address of a network in its usual forms, checksums and mixed case included; undefined when it is none of this
 * network. An account of zeros is nobody's and refused.
 */
export function readAddress(network: Network, text: string): Destination | undefined {
  if (network === "bitcoin") return readBitcoin(text);
  if (network === "bitcoincash") return readBitcoinCash(text);
  return network === "eth" ? readEth(text) : readTron(text);
}

function readBitcoin(text: string): Destination | undefined {
  const address = /^BC1/.test(text) ? text.toLowerCase() : text;
  const script = scriptOf(address);
  return script === undefined ? undefined : { address, script };
}

/** Legacy and CashAddr are one address; it is shown as CashAddr. */
function readBitcoinCash(text: string): Destination | undefined {
  const legacy = fromCashAddr(text) ?? (/^[13]/.test(text) ? text : undefined);
  const script = legacy === undefined ? undefined : scriptOf(legacy);
  return legacy === undefined || script === undefined ? undefined : { address: toCashAddr(legacy), script };
}

function scriptOf(address: string): string | undefined {
  try {
    return bytesToHex(OutScript.encode(Address().decode(address)));
  } catch {
    return undefined;
  }
}

/** Mixed case is a checksum (EIP-55) and must hold; all lower or all upper case carries none. */
function readEth(text: string): Destination | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
  const digits = text.slice(2);
  const address = ethAddress(hexToBytes(digits.toLowerCase()));
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if ((isMixed && address !== text) || /^0+$/.test(digits)) return undefined;
  return { address, script: digits.toLowerCase() };
}

function readTron(text: string): Destination | undefined {
  const bytes = base58checkBytes(text);
  if (bytes?.length !== 21 || bytes[0] !== TRON_VERSION || bytes.slice(1).every((byte) => byte === 0)) return undefined;
  return { address: text, script: bytesToHex(bytes.slice(1)) };
}
