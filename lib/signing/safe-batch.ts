import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { SAFE_CONTRACTS, type SafeVersion } from "#lib/chains/safe-contracts.ts";
import { must } from "#lib/kernel/errors.ts";

/** One call of a contract that carries no ether; account and data in hex without 0x. */
export type PlainCall = { to: string; data: string };

/** What a Safe executes: one call, or several by the helper that it runs as if it were its own code. */
export type SafeCall = PlainCall & { operation: 0 | 1 };

/** The same with the Safe's place: by this its owners know what they sign. */
export type SafeBatch = SafeCall & { chainId: bigint; safe: string; nonce: bigint };

const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const account = (script: string): string => script.padStart(64, "0");
const keccak = (hex: string): string => bytesToHex(keccak_256(hexToBytes(hex)));
const named = (text: string): string => bytesToHex(keccak_256(utf8ToBytes(text)));

/** `multiSend(bytes)` of MultiSendCallOnly. */
const MULTI_SEND = named("multiSend(bytes)").slice(0, 8);
const DOMAIN = named("EIP712Domain(uint256 chainId,address verifyingContract)");
const SAFE_TX = named(
  "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)",
);

/** As the wallet of Safe puts it: one call as it is, several packed behind each other for MultiSendCallOnly. */
export function safeCall(version: SafeVersion, calls: readonly PlainCall[]): SafeCall {
  const [only] = calls;
  must(only, "a batch has calls");
  if (calls.length === 1) return { ...only, operation: 0 };
  const packed = calls.map(({ to, data }) => `00${to}${word(0n)}${word(BigInt(data.length / 2))}${data}`).join("");
  const padded = packed.padEnd(Math.ceil(packed.length / 64) * 64, "0");
  const data = MULTI_SEND + word(32n) + word(BigInt(packed.length / 2)) + padded;
  return { to: SAFE_CONTRACTS[version].multiSend, data, operation: 1 };
}

/**
 * The hash that the Safe's owners sign (EIP-712, `safeTxHash`): every signer compares it with what its own device shows.
 * Nobody is paid back by the Safe for the gas of its execution.
 */
export function safeTxHash({ chainId, safe, nonce, to, data, operation }: SafeBatch): string {
  const domain = keccak(DOMAIN + word(chainId) + account(safe));
  const refunds = [0n, 0n, 0n, 0n, 0n].map(word).join("");
  const call = account(to) + word(0n) + keccak(data) + word(BigInt(operation));
  const transaction = keccak(SAFE_TX + call + refunds + word(nonce));
  return `0x${bytesToHex(keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), hexToBytes(domain + transaction))))}`;
}

/** What is written down of a batch: how it is executed, whom it calls, and what with. */
export const writeSafeCall = ({ operation, to, data }: SafeCall): string => `0x0${operation}${to}${data}`;
