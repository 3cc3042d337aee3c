import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { RawTx, Transaction } from "@scure/btc-signer";
import { RawPSBTV0, RawPSBTV2 } from "@scure/btc-signer/psbt.js";
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

/**
 * The transaction that a PSBT has come to, with the scripts and witnesses that unlock its inputs: of version 0, or of version 2
 * (BIP 370), which some signers write whatever they were given. Undefined for no PSBT.
 */
export function rawOfPsbt(prepared: PreparedUtxo, bytes: Uint8Array): RawTransaction | undefined {
  const psbt = decodedBy(RawPSBTV0, bytes) ?? decodedBy(RawPSBTV2, bytes);
  const unsigned = psbt && (psbt.global.unsignedTx ? carriedIn(psbt.global.unsignedTx) : composedOf(psbt));
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

type Psbt = ReturnType<(typeof RawPSBTV2)["decode"]>;

const carriedIn = (unsigned: NonNullable<Psbt["global"]["unsignedTx"]>): RawTransaction | undefined =>
  readRaw(bytesToHex(RawOldTx.encode(unsigned)));

/** Of version 2 each input and output says its own part; the locktime is the latest that one asks for, as all of them are met by it. */
function composedOf({ global, inputs, outputs }: Psbt): RawTransaction {
  const required = inputs.flatMap(({ requiredHeightLocktime, requiredTimeLocktime }) => [
    requiredHeightLocktime ?? 0,
    requiredTimeLocktime ?? 0,
  ]);
  return {
    version: global.txVersion ?? 0,
    inputs: inputs.map(({ txid = new Uint8Array(), index = 0, sequence = 0xffffffff }) => ({
      txHash: bytesToHex(txid),
      index,
      sequence,
      script: "",
      witness: [],
    })),
    outputs: outputs.map(({ amount = 0n, script = new Uint8Array() }) => ({
      units: amount,
      script: bytesToHex(script),
    })),
    lockTime: Math.max(global.fallbackLocktime ?? 0, ...required),
  };
}

/** The whole transactions that a PSBT of ours carries, by their hashes. */
export function beforeIn(content: string): ReadonlyMap<string, string> {
  const psbt = decodedBy(RawPSBTV0, Uint8Array.from(Buffer.from(content, "base64")));
  const whole = (psbt?.inputs ?? []).flatMap(({ nonWitnessUtxo }) => {
    const hex = nonWitnessUtxo && bytesToHex(RawTx.encode(nonWitnessUtxo));
    const raw = hex === undefined ? undefined : readRaw(hex);
    return hex !== undefined && raw ? [[hashOfRaw(raw), hex] as const] : [];
  });
  return new Map(whole);
}

function decodedBy({ decode }: Pick<typeof RawPSBTV2, "decode">, bytes: Uint8Array): Psbt | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}
