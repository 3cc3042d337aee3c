import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { Script, Transaction } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { hash160, sha256x2 } from "@scure/btc-signer/utils.js";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import { isSchnorrSigned } from "#lib/signing/cash-schnorr.ts";

/** An output that is spent, in the order of the inputs. */
export type SpentCoin = { script: string; units: bigint };

const SIGHASH_ALL = 0x01;
/** Replay-protected sighash of bitcoincash's fork of August 2017 (SIGHASH_FORKID). */
const SIGHASH_FORKID = 0x40;
const KEY_HASH = /^76a914([0-9a-f]{40})88ac$/;
const WITNESS_KEY_HASH = /^0014([0-9a-f]{40})$/;
const SCHNORR_BYTES = 64;
const ANY = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
  allowUnknownVersion: true,
};

/**
 * Whether each input is unlocked by a signature of the key that its coin names, as a node checks it before it passes a
 * transaction on. What is signed is reckoned by @scure/btc-signer and by nothing that prepares or compares here, so that a
 * fault of the one does not agree with the same fault of the other.
 */
export function isUnlocked(network: UtxoNetwork, hex: string, coins: readonly SpentCoin[]): boolean {
  const transaction = Transaction.fromRaw(hexToBytes(hex), ANY);
  return coins.every((coin, at) => isInputUnlocked(network, transaction, at, coin));
}

function isInputUnlocked(network: UtxoNetwork, transaction: Transaction, at: number, { script, units }: SpentCoin) {
  const input = transaction.getInput(at);
  const witnessHash = network === "bitcoin" ? WITNESS_KEY_HASH.exec(script)?.[1] : undefined;
  const keyHash = witnessHash ?? KEY_HASH.exec(script)?.[1];
  if (keyHash === undefined) return false;
  const [signature, publicKey, ...more] = witnessHash
    ? (input.finalScriptWitness ?? [])
    : Script.decode(input.finalScriptSig ?? new Uint8Array()).filter((part) => part instanceof Uint8Array);
  if (!signature || !publicKey || more.length > 0 || bytesToHex(hash160(publicKey)) !== keyHash) return false;
  const type = signature.at(-1);
  if (type !== (network === "bitcoincash" ? SIGHASH_ALL | SIGHASH_FORKID : SIGHASH_ALL)) return false;
  const code = hexToBytes(`76a914${keyHash}88ac`);
  const digest =
    network === "bitcoincash" || witnessHash
      ? transaction.preimageWitnessV0(at, code, type, units)
      : digestOfOld(transaction, at, code);
  return isSigned(network, signature.subarray(0, -1), digest, publicKey);
}

/** What is signed of old: the transaction with the coin's own script in this input, and no other script. */
function digestOfOld(transaction: Transaction, at: number, code: Uint8Array): Uint8Array {
  const { inputs, ...rest } = RawOldTx.decode(transaction.toBytes(true, false));
  const blank = inputs.map((input, n) => ({ ...input, finalScriptSig: n === at ? code : new Uint8Array() }));
  return sha256x2(RawOldTx.encode({ ...rest, inputs: blank }), Uint8Array.of(SIGHASH_ALL, 0, 0, 0));
}

function isSigned(network: UtxoNetwork, signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (network === "bitcoincash" && signature.length === SCHNORR_BYTES)
    return isSchnorrSigned(signature, digest, publicKey);
  try {
    return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: "der" });
  } catch {
    return false;
  }
}
