import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { readTron, type TronTransaction, tronHash, tronJson, writeTron } from "#lib/chains/tron-raw.ts";
import { must } from "#lib/kernel/errors.ts";
import { tronAddress } from "#lib/wallets/encodings.ts";
import type { PreparedRow } from "./store.ts";
import type { PreparedTron } from "./tron-signed.ts";

/** A transaction as wallets of Tron take it; `from` and `path` say whose key signs it. */
export function tronFile(transaction: TronTransaction, path: string): string {
  const rawHex = bytesToHex(writeTron(transaction));
  const content = {
    visible: false,
    txID: tronHash(rawHex),
    raw_data: tronJson(transaction),
    raw_data_hex: rawHex,
    from: tronAddress(hexToBytes(transaction.owner)),
    path,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** A prepared transaction of tron as the signed one is compared with: the bytes that are kept, and the account that sends. */
export function preparedTron({ unsigned, inputs }: Pick<PreparedRow, "unsigned" | "inputs">): PreparedTron {
  const transaction = readTron(unsigned);
  const [input] = inputs;
  must(transaction && input, "a prepared transaction of tron is one");
  return { ...transaction, sender: input.script };
}
