import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

const { Point } = secp256k1;
const { Fp } = Point;
const ORDER = Point.Fn.ORDER;

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
/** Whether a coordinate is a square of the field (Euler's criterion). */
const isSquare = (y: bigint): boolean => Fp.eql(Fp.pow(y, (Fp.ORDER - 1n) / 2n), Fp.ONE);

/** A signature of Schnorr as bitcoincash has it since May 2019 (2019-05-15-schnorr.md): r and s behind each other. */
export function isSchnorrSigned(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  if (numberOf(r) >= Fp.ORDER || numberOf(s) >= ORDER || numberOf(s) === 0n) return false;
  const e = numberOf(sha256(concatBytes(r, publicKey, digest))) % ORDER;
  const key = Point.fromBytes(publicKey);
  const minus = e === 0n ? Point.ZERO : key.multiply(e).negate();
  const point = Point.BASE.multiply(numberOf(s)).add(minus);
  if (point.is0()) return false;
  const { x, y } = point.toAffine();
  return isSquare(y) && x === numberOf(r);
}
