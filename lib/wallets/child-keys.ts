import { createHmac } from "node:crypto";
import { normalizeZ } from "@noble/curves/abstract/curve.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { HDKey } from "@scure/bip32";
import { must } from "#lib/kernel/errors.ts";

const { Point } = secp256k1;
export type PublicKey = InstanceType<typeof Point>;

const ORDER = Point.CURVE().n;
/** A wider table of the generator's multiples than usual, made when it is first used: thousands of keys come from it. */
Point.BASE.precompute(10);

/**
 * The public keys of a parent's children `from … from + count − 1` (BIP32, "Public parent key → public child key"), as
 * points. What many have in common is done once: the parent's point is found once, and all are brought to their final
 * form by one inversion.
 */
export function childrenOf({ publicKey, chainCode }: HDKey, from: number, count: number): PublicKey[] {
  must(publicKey && chainCode, "an extended public key derives public keys");
  const parent = Point.fromBytes(publicKey);
  const data = Buffer.alloc(publicKey.length + 4);
  data.set(publicKey);
  const points = Array.from({ length: count }, (_, at) => {
    data.writeUInt32BE(from + at, publicKey.length);
    const step = BigInt(`0x${createHmac("sha512", chainCode).update(data).digest("hex").slice(0, 64)}`);
    // One index in 2^127 has no child: nothing may be derived in its place.
    must(step > 0n && step < ORDER, `index ${from + at} has a child`);
    return parent.add(Point.BASE.multiplyUnsafe(step));
  });
  return normalizeZ(Point, points);
}
