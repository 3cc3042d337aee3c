import { createHmac } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { HDKey } from "@scure/bip32";
import { must } from "#lib/kernel/errors.ts";
import { addMultiples, type PublicKey } from "./generator-multiples.ts";

export type { PublicKey } from "./generator-multiples.ts";

const { Point } = secp256k1;
const ORDER = Point.CURVE().n;
const STEP_BYTES = 32;

/**
 * The public keys of a parent's children `from … from + count − 1` (BIP32, "Public parent key → public child key"), as
 * points. What many have in common is done once: the parent's point is found once, and all additions go together.
 */
export function childrenOf({ publicKey, chainCode }: HDKey, from: number, count: number): PublicKey[] {
  must(publicKey && chainCode, "an extended public key derives public keys");
  const data = Buffer.alloc(publicKey.length + 4);
  data.set(publicKey);
  const steps = Array.from({ length: count }, (_, at) => {
    data.writeUInt32BE(from + at, publicKey.length);
    const bytes = createHmac("sha512", chainCode).update(data).digest().subarray(0, STEP_BYTES);
    const step = BigInt(`0x${bytes.toString("hex")}`);
    // One index in 2^127 has no child: nothing may be derived in its place.
    must(step > 0n && step < ORDER, `index ${from + at} has a child`);
    return bytes;
  });
  return addMultiples(Point.fromBytes(publicKey), steps);
}
