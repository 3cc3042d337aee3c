import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { readUnsignedEvm, writeSignedEvm, writeUnsignedEvm } from "#lib/chains/evm-raw.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { hexText } from "#lib/signing/evm-signed.ts";
import { readPrepared } from "#lib/signing/read-prepared.ts";

/** The published test mnemonic's seed (BIP39, "abandon" eleven times, "about", no passphrase): anybody has its keys. */
export const SEED =
  "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4";

/** A transaction of eth as a signer of the owner's signs it, from the file alone; `extra` wei more than it says. */
export async function signedByOwner(ctx: Ctx, preparedId: string, extra = 0n): Promise<string> {
  const { bytes } = (await readPrepared(ctx, { preparedId })) as { bytes: Uint8Array };
  const file = JSON.parse(Buffer.from(bytes).toString()) as { path: string; unsigned: string };
  const key = HDKey.fromMasterSeed(hexToBytes(SEED)).derive(file.path).privateKey ?? new Uint8Array();
  const read = readUnsignedEvm(file.unsigned);
  if (!read) throw new Error("the file has one");
  const transaction = { ...read, value: read.value + extra };
  const unsigned = extra === 0n ? hexToBytes(file.unsigned.slice(2)) : writeUnsignedEvm(transaction);
  const signature = secp256k1.sign(keccak_256(unsigned), key, { prehash: false, format: "recovered" });
  return hexText(writeSignedEvm(transaction, { signature: signature.subarray(1), yParity: signature[0] ?? 0 }));
}
