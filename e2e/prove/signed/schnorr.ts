import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, numberToBytesBE } from "@noble/curves/utils.js";

const { BASE, Fp, Fn } = secp256k1.Point;
const wholeOf = (bytes: Uint8Array): bigint => Fn.create(BigInt(`0x${bytesToHex(bytes)}`));

/** Signs as wallets of bitcoincash do since May 2019 (2019-05-15-schnorr.md): 64 bytes, r and s behind each other. */
export function signSchnorr(digest: Uint8Array, key: Uint8Array): Uint8Array {
  const secret = wholeOf(sha256(concatBytes(key, digest)));
  const { x, y } = BASE.multiply(secret).toAffine();
  const isSquare = Fp.eql(Fp.pow(y, (Fp.ORDER - 1n) / 2n), Fp.ONE);
  const r = numberToBytesBE(x, 32);
  const e = wholeOf(sha256(concatBytes(r, secp256k1.getPublicKey(key), digest)));
  const s = Fn.add(isSquare ? secret : Fn.neg(secret), Fn.mul(e, wholeOf(key)));
  return concatBytes(r, numberToBytesBE(s, 32));
}
