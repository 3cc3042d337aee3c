import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { RawTx, Transaction } from "@scure/btc-signer";
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { compactSize, hashOfRaw, type RawInput, type RawTransaction, readRaw } from "#lib/chains/raw-transaction.ts";
import { isWitnessScript, SIGHASH_ALL } from "./sighash.ts";
import type { PreparedUtxo } from "./utxo-signed.ts";

/** Where a key of ours stands: the fingerprint of a key, and the steps from it, hardened ones from 2^31 on. */
export type KeyOrigin = { fingerprint: number; path: readonly number[] };

/** What the signer needs beside the transaction: whose keys, and of an old script the whole transaction it spends. */
export type Origins = {
  inputs: readonly (KeyOrigin & { before: string | undefined })[];
  /** Of change: the signer tells it from a payment by this. */
  outputs: readonly ((KeyOrigin & { publicKey: string }) | undefined)[];
};

/** A PSBT of BIP 174, version 0: what external signers of Bitcoin's family take. */
export function psbtOf({ network, version, lockTime, inputs, outputs }: PreparedUtxo, origins: Origins): Uint8Array {
  const draft = new Transaction({
    version,
    lockTime,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
    // A simulated chain has no whole transactions: there an old script's amount stands alone.
    disableScriptCheck: true,
  });
  for (const [n, input] of inputs.entries()) {
    const origin = origins.inputs[n];
    const script = hexToBytes(input.script);
    draft.addInput({
      txid: hexToBytes(input.sourceHash),
      index: input.sourceIndex,
      sequence: input.sequence,
      sighashType: SIGHASH_ALL[network],
      ...(origin?.before === undefined ? {} : { nonWitnessUtxo: hexToBytes(origin.before) }),
      ...(isWitnessScript(input.script) || origin?.before === undefined
        ? { witnessUtxo: { script, amount: input.units } }
        : {}),
      ...(origin && { bip32Derivation: [[hexToBytes(input.publicKey), derivation(origin)]] }),
    });
  }
  for (const [n, { script, units }] of outputs.entries()) {
    const origin = origins.outputs[n];
    draft.addOutput({
      script: hexToBytes(script),
      amount: units,
      ...(origin && { bip32Derivation: [[hexToBytes(origin.publicKey), derivation(origin)]] }),
    });
  }
  return draft.toPSBT(0);
}

const derivation = ({ fingerprint, path }: KeyOrigin) => ({ fingerprint, path: [...path] });

/** The transaction that a PSBT has come to, with the scripts and witnesses that unlock its inputs; undefined for no PSBT. */
export function rawOfPsbt(prepared: PreparedUtxo, bytes: Uint8Array): RawTransaction | undefined {
  const psbt = decoded(bytes);
  const carried = psbt?.global.unsignedTx;
  const unsigned = carried && readRaw(bytesToHex(RawOldTx.encode(carried)));
  if (!unsigned) return undefined;
  const inputs = unsigned.inputs.map((input, n): RawInput => {
    const { finalScriptSig, finalScriptWitness, partialSig } = psbt.inputs[n] ?? {};
    if (finalScriptSig || finalScriptWitness)
      return {
        ...input,
        script: bytesToHex(finalScriptSig ?? new Uint8Array()),
        witness: (finalScriptWitness ?? []).map((part) => bytesToHex(part)),
      };
    const [signed] = partialSig ?? [];
    if (!signed) return input;
    const parts = [signed[1], signed[0]].map((part) => bytesToHex(part));
    return isWitnessScript(prepared.inputs[n]?.script ?? "")
      ? { ...input, witness: parts }
      : { ...input, script: parts.map((part) => bytesToHex(compactSize(part.length / 2)) + part).join("") };
  });
  return { ...unsigned, inputs };
}

/** The whole transactions that a PSBT of ours carries, by their hashes. */
export function beforeIn(content: string): ReadonlyMap<string, string> {
  const psbt = decoded(Uint8Array.from(Buffer.from(content, "base64")));
  const whole = (psbt?.inputs ?? []).flatMap(({ nonWitnessUtxo }) => {
    const hex = nonWitnessUtxo && bytesToHex(RawTx.encode(nonWitnessUtxo));
    const raw = hex === undefined ? undefined : readRaw(hex);
    return hex !== undefined && raw ? [[hashOfRaw(raw), hex] as const] : [];
  });
  return new Map(whole);
}

function decoded(bytes: Uint8Array) {
  try {
    return RawPSBTV0.decode(bytes);
  } catch {
    return undefined;
  }
}
