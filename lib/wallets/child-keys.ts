import { createHmac } from "node:crypto";
import { normalizeZ } from "@noble/curves/abstract/curve.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { HDKey } from "@scure/bip32";
import { must } from "#lib/kernel/errors.ts";

const { Point } = secp256k1;
export type PublicKey = InstanceType<typeof Point>;

const ORDER = Point.CURVE().n;
/** A wider table of the generator's multiples than usual, made when it is first used: thousands of keys come from it. */
Point.BASE.precompute(8);

/** What public children are derived from: the compressed public key, and the chain code (BIP32, "Extended keys"). */
export type Parent = Readonly<Record<"publicKey" | "chainCode", Uint8Array>>;
type Given = Pick<HDKey, keyof Parent>;

/** What the child number `index` is as a parent itself. */
export function childOf(given: Given, index: number): Parent {
  const [key] = childrenOf(given, index, 1);
  must(key, "one was derived");
  return { publicKey: key.toBytes(true), chainCode: stepOf(parentOf(given), index).chainCode };
}

/**
 * The public keys of a parent's children `from … from + count − 1` (BIP32, "Public parent key → public child key"), as
 * points. What many have in common is done once: the parent's point is found once, and all are brought to their final
 * form by one inversion. All of it is public, so nothing is done to hide from a clock what is multiplied.
 */
export function childrenOf(given: Given, from: number, count: number): PublicKey[] {
  const parent = parentOf(given);
  const point = Point.fromBytes(parent.publicKey);
  const points = Array.from({ length: count }, (_, at) => {
    const { step } = stepOf(parent, from + at);
    // One index in 2^127 has no child: nothing may be derived in its place.
    must(step > 0n && step < ORDER, `index ${from + at} has a child`);
    return point.add(Point.BASE.multiplyUnsafe(step));
  });
  return normalizeZ(Point, points);
}

function parentOf({ publicKey, chainCode }: Given): Parent {
  must(publicKey && chainCode, "an extended public key derives public keys");
  return { publicKey, chainCode };
}

/** How far the child lies from its parent, in multiples of the generator, and the child's chain code. */
function stepOf({ publicKey, chainCode }: Parent, index: number): { step: bigint; chainCode: Uint8Array } {
  const data = Buffer.alloc(publicKey.length + 4);
  data.set(publicKey);
  data.writeUInt32BE(index, publicKey.length);
  const hash = createHmac("sha512", chainCode).update(data).digest();
  return { step: BigInt(`0x${hash.toString("hex", 0, 32)}`), chainCode: hash.subarray(32) };
}
