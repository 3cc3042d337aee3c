import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { ethAddress } from "#lib/wallets/encodings.ts";
import type { PlainCall } from "./safe-batch.ts";

type BatchFile = Readonly<Record<string, unknown>> & { meta: Readonly<Record<string, unknown>> };

/** As Transaction Builder writes an object to be hashed: its names sorted, then their values in that order. */
function serialized(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(serialized).join(",")}]`;
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const of = json as Readonly<Record<string, unknown>>;
  const names = Object.keys(of).sort();
  return `{${JSON.stringify(names)}${names.map((name) => `${serialized(of[name] ?? null)},`).join("")}}`;
}

/** The checksum of a batch that has none yet, by which Transaction Builder notices what was altered; but not its name. */
export const checksumOf = (file: BatchFile): string =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(serialized({ ...file, meta: { ...file.meta, name: null } }))))}`;

type FileFacts = {
  chainId: bigint;
  safe: string;
  nonce: bigint;
  safeTxHash: string;
  at: Date;
  calls: readonly PlainCall[];
};

/** A batch as Safe's Transaction Builder loads it; its description says the number and the hash to be compared. */
export function safeFile({ chainId, safe, nonce, safeTxHash, at, calls }: FileFacts): string {
  const file: BatchFile = {
    version: "1.0",
    chainId: chainId.toString(),
    createdAt: at.getTime(),
    meta: {
      name: `Nonce ${nonce}`,
      description: `Execute with nonce ${nonce}. safeTxHash ${safeTxHash}`,
      txBuilderVersion: "1.16.5",
      createdFromSafeAddress: ethAddress(hexToBytes(safe)),
      createdFromOwnerAddress: "",
    },
    transactions: calls.map(({ to, data }) => ({
      to: ethAddress(hexToBytes(to)),
      value: "0",
      data: `0x${data}`,
      contractMethod: null,
      contractInputsValues: null,
    })),
  };
  const whole = { ...file, meta: { ...file.meta, checksum: checksumOf(file) } };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}
