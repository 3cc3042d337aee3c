import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { hash160 } from "@scure/btc-signer/utils.js";
import { expect, test } from "vitest";
import { signSchnorr } from "#e2e/prove/signed/schnorr.ts";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import { type RawTransaction, writeRaw } from "#lib/chains/raw-transaction.ts";
import { isWitnessScript, signedDigest } from "#lib/signing/sighash.ts";
import { isUnlocked } from "./unlocks.ts";

const key = (n: number) => new Uint8Array(32).fill(n + 1);
const publicKey = (n: number) => secp256k1.getPublicKey(key(n));
const keyHash = (n: number) => bytesToHex(hash160(publicKey(n)));
const oldScript = (n: number) => `76a914${keyHash(n)}88ac`;
const witnessScript = (n: number) => `0014${keyHash(n)}`;
const push = (hex: string) => (hex.length / 2).toString(16).padStart(2, "0") + hex;

type How = { type: string; schnorr?: boolean; signer?: number };

/** Two coins to one destination, each signed by its key. */
function signed(network: UtxoNetwork, scripts: readonly string[], { type, schnorr = false, signer }: How): string {
  const unsigned: RawTransaction = {
    version: 2,
    lockTime: 0,
    inputs: scripts.map((_, n) => ({
      txHash: `${n + 1}`.repeat(64),
      index: n,
      sequence: 0xfffffffd,
      script: "",
      witness: [],
    })),
    outputs: [{ script: oldScript(9), units: 150_000n }],
  };
  const inputs = unsigned.inputs.map((input, n) => {
    const script = scripts[n] ?? "";
    const digest = signedDigest(network, unsigned, n, { script, units: 100_000n });
    const own = key(signer ?? n);
    const signature = schnorr
      ? signSchnorr(digest, own)
      : secp256k1.sign(digest, own, { prehash: false, format: "der" });
    const pushed = [bytesToHex(signature) + type, bytesToHex(publicKey(n))];
    return isWitnessScript(script) ? { ...input, witness: pushed } : { ...input, script: pushed.map(push).join("") };
  });
  return writeRaw({ ...unsigned, inputs }, { witnesses: true });
}

const coins = (scripts: readonly string[], units = 100_000n) => scripts.map((script) => ({ script, units }));
const old = [oldScript(0), oldScript(1)];
const mixed = [witnessScript(0), oldScript(1)];

test("what the keys of the coins signed is taken, of both kinds on bitcoin and both ways on bitcoincash", () => {
  expect(isUnlocked("bitcoin", signed("bitcoin", mixed, { type: "01" }), coins(mixed))).toBe(true);
  expect(isUnlocked("bitcoincash", signed("bitcoincash", old, { type: "41" }), coins(old))).toBe(true);
  expect(isUnlocked("bitcoincash", signed("bitcoincash", old, { type: "41", schnorr: true }), coins(old))).toBe(true);
});

test("on bitcoincash a signature is of its fork and binds the amount", () => {
  expect(isUnlocked("bitcoincash", signed("bitcoincash", old, { type: "01" }), coins(old))).toBe(false);
  expect(isUnlocked("bitcoincash", signed("bitcoin", old, { type: "41" }), coins(old))).toBe(false);
  expect(isUnlocked("bitcoincash", signed("bitcoincash", old, { type: "41" }), coins(old, 100_001n))).toBe(false);
});

test("another key's signature, another coin, and none at all are refused", () => {
  expect(isUnlocked("bitcoin", signed("bitcoin", mixed, { type: "01", signer: 5 }), coins(mixed))).toBe(false);
  expect(isUnlocked("bitcoin", signed("bitcoin", mixed, { type: "01" }), coins(old))).toBe(false);
  expect(isUnlocked("bitcoin", signed("bitcoin", [witnessScript(3), oldScript(1)], { type: "01" }), coins(mixed))).toBe(
    false,
  );
  const unsigned = signed("bitcoin", old, { type: "01" }).replaceAll(/6[ab]4[78][0-9a-f]{210,212}(?=fdffffff)/g, "00");
  expect(isUnlocked("bitcoin", unsigned, coins(old))).toBe(false);
});
