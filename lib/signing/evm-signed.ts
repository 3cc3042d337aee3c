import { bytesToHex } from "@noble/hashes/utils.js";
import { type EvmTransaction, readSignedEvm, type SignedEvm } from "#lib/chains/evm-raw.ts";
import type { Difference, DifferingPart } from "./difference.ts";
import type { SignedTransaction } from "./utxo-signed.ts";

/** A transaction of eth as it was prepared, and the account that sends it. */
export type PreparedEvm = Omit<EvmTransaction, "accessList"> & { sender: string };

/** Each field that is compared, as people read it. */
const FIELDS: readonly (readonly [DifferingPart, (tx: EvmTransaction) => bigint | number | string])[] = [
  ["CHAIN", ({ chainId }) => chainId],
  ["NONCE", ({ nonce }) => nonce],
  ["TO", ({ to }) => `0x${to}`],
  ["VALUE", ({ value }) => value],
  ["DATA", ({ data }) => `0x${data}`],
  ["GAS", ({ gas }) => gas],
  ["FEE", ({ maxFee }) => maxFee],
  ["PRIORITY_FEE", ({ priorityFee }) => priorityFee],
  ["ACCESS_LIST", ({ accessList }) => accessList],
];

/**
 * What came back from the signer, the raw transaction in hex, against what was prepared: every field, and whose key signed
 * it. Answers the signed transaction, or the first difference.
 */
export function compareEvm(prepared: PreparedEvm, uploaded: string): SignedTransaction | Difference {
  const hex = uploaded.trim().toLowerCase().replace(/^0x/, "");
  const found = readSignedEvm(hex);
  if (!found) return { part: "FORM", expected: "a signed transaction of EIP-1559 in hex", found: "none, or damaged" };
  return differenceIn(prepared, found) ?? { hex: `0x${hex}`, txHash: found.txHash };
}

function differenceIn(prepared: PreparedEvm, found: SignedEvm): Difference | undefined {
  for (const [part, of] of FIELDS) {
    const [expected, other] = [of({ ...prepared, accessList: 0 }), of(found)];
    if (expected !== other) return { part, expected: String(expected), found: String(other) };
  }
  if (!found.sender || !found.isLow)
    return { part: "SIGNATURE", at: 1, expected: "one of a key, with a low s", found: "not one that holds" };
  if (found.sender !== prepared.sender)
    return { part: "SENDER", expected: `0x${prepared.sender}`, found: `0x${found.sender}` };
  return undefined;
}

/** The bytes in hex after 0x. */
export const hexText = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;
