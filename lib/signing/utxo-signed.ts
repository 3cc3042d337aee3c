import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { UtxoNetwork } from "#lib/chains/bitcoin.ts";
import { hashOfRaw, type RawInput, type RawTransaction, readRaw, writeRaw } from "#lib/chains/raw-transaction.ts";
import { isSchnorrSigned } from "./cash-schnorr.ts";
import type { Difference, DifferingPart } from "./difference.ts";
import { rawOfPsbt } from "./psbt.ts";
import { isWitnessScript, SIGHASH_ALL, signedDigest } from "./sighash.ts";

/** An input as it was prepared: what it spends, and the one key that may. */
export type PreparedInput = {
  sourceHash: string;
  sourceIndex: number;
  units: bigint;
  script: string;
  publicKey: string;
  sequence: number;
};
export type PreparedUtxo = {
  network: UtxoNetwork;
  version: number;
  lockTime: number;
  inputs: readonly PreparedInput[];
  outputs: readonly { script: string; units: bigint }[];
};

export type SignedTransaction = { hex: string; txHash: string };

/** The transaction that was prepared, without any signature. */
export const unsignedOf = ({ version, inputs, outputs, lockTime }: PreparedUtxo): RawTransaction => ({
  version,
  inputs: inputs.map(({ sourceHash: txHash, sourceIndex: index, sequence }) => ({
    txHash,
    index,
    sequence,
    script: "",
    witness: [],
  })),
  outputs,
  lockTime,
});

/**
 * What came back from the signer, a PSBT or the transaction in hex, against what was prepared: every field of it, and the
 * signature of each input by its own key, over all of it. Answers the signed transaction, or the first difference.
 */
export function compareUtxo(prepared: PreparedUtxo, uploaded: string): SignedTransaction | Difference {
  const transaction = readUploaded(prepared, uploaded.trim());
  if (!transaction) return { part: "FORM", expected: "a PSBT or a transaction in hex", found: "neither, or damaged" };
  const difference = differenceIn(prepared, transaction) ?? unlockDifference(prepared, transaction);
  return difference ?? { hex: writeRaw(transaction, { witnesses: true }), txHash: hashOfRaw(transaction) };
}

const PSBT_MAGIC = "70736274ff";

function readUploaded(prepared: PreparedUtxo, text: string): RawTransaction | undefined {
  const hex = (hexOfElectronCash(text) ?? text).toLowerCase();
  if (/^(?:[0-9a-f]{2})+$/.test(hex))
    return hex.startsWith(PSBT_MAGIC) ? rawOfPsbt(prepared, hexToBytes(hex)) : readRaw(hex);
  const bytes = /^[A-Za-z0-9+/=\s]+$/.test(text) ? Buffer.from(text, "base64") : undefined;
  return bytes && rawOfPsbt(prepared, Uint8Array.from(bytes));
}

/** The transaction in a file of Electron Cash, in hex; undefined where it is none. */
function hexOfElectronCash(text: string): string | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const { hex } = JSON.parse(text) as { hex?: unknown };
    return typeof hex === "string" ? hex : undefined;
  } catch {
    return undefined;
  }
}

/** All but the scripts and witnesses that unlock the inputs. */
function differenceIn(prepared: PreparedUtxo, found: RawTransaction): Difference | undefined {
  if (found.version !== prepared.version) return difference("VERSION", prepared.version, found.version);
  return (
    differenceOfInputs(prepared, found) ??
    differenceOfOutputs(prepared, found) ??
    (found.lockTime === prepared.lockTime ? undefined : difference("LOCKTIME", prepared.lockTime, found.lockTime))
  );
}

function differenceOfInputs({ inputs }: PreparedUtxo, found: RawTransaction): Difference | undefined {
  if (found.inputs.length !== inputs.length) return difference("INPUTS", inputs.length, found.inputs.length);
  for (const [n, input] of inputs.entries()) {
    const other = found.inputs[n];
    const names = [`${input.sourceHash}:${input.sourceIndex}`, `${other?.txHash}:${other?.index}`] as const;
    if (names[0] !== names[1]) return difference("INPUT", ...names, n);
    if (input.sequence !== other?.sequence) return difference("SEQUENCE", input.sequence, other?.sequence ?? 0, n);
  }
  return undefined;
}

function differenceOfOutputs({ outputs }: PreparedUtxo, found: RawTransaction): Difference | undefined {
  if (found.outputs.length !== outputs.length) return difference("OUTPUTS", outputs.length, found.outputs.length);
  for (const [n, output] of outputs.entries()) {
    const other = found.outputs[n];
    if (output.script !== other?.script) return difference("DESTINATION", output.script, other?.script ?? "", n);
    if (output.units !== other.units) return difference("AMOUNT", output.units, other.units, n);
  }
  return undefined;
}

const difference = (part: DifferingPart, expected: unknown, found: unknown, n?: number): Difference => ({
  part,
  ...(n === undefined ? {} : { at: n + 1 }),
  expected: String(expected),
  found: String(found),
});

/** Each input is unlocked by one signature and its own public key, in the one place where its kind has them. */
function unlockDifference(prepared: PreparedUtxo, found: RawTransaction): Difference | undefined {
  const unsigned = unsignedOf(prepared);
  for (const [n, input] of prepared.inputs.entries()) {
    const fault = unlockFault(prepared.network, unsigned, { n, input, found: found.inputs[n] });
    if (fault) return fault;
  }
  return undefined;
}

type Unlocked = { n: number; input: PreparedInput; found: RawInput | undefined };

function unlockFault(network: UtxoNetwork, unsigned: RawTransaction, { n, input, found }: Unlocked) {
  const { script = "", witness = [] } = found ?? {};
  const isWitness = isWitnessScript(input.script);
  const [signature, publicKey, ...more] = isWitness ? witness : pushesOf(script);
  const isElsewhere = (isWitness ? script.length : witness.length) > 0;
  if (signature === undefined && !isElsewhere) return difference("UNSIGNED", "signed", "not signed", n);
  if (!signature || !publicKey || more.length > 0 || isElsewhere)
    return difference("SIGNATURE", "one signature and one public key", "something else", n);
  if (publicKey !== input.publicKey) return difference("PUBLIC_KEY", input.publicKey, publicKey, n);
  const [type, wanted] = [signature.slice(-2), SIGHASH_ALL[network].toString(16).padStart(2, "0")];
  if (type !== wanted) return difference("SIGNATURE", `of the type ${wanted}`, `of the type ${type}`, n);
  const digest = signedDigest(network, unsigned, n, input);
  return isSignedBy(network, hexToBytes(signature.slice(0, -2)), digest, hexToBytes(publicKey))
    ? undefined
    : difference("SIGNATURE", "one over what was prepared", "not one that holds", n);
}

/** What a script pushes, each in the shortest way; undefined where it does anything else. */
function pushesOf(script: string): string[] {
  const pushes: string[] = [];
  for (let rest = script; rest.length > 0; ) {
    const length = Number.parseInt(rest.slice(0, 2), 16);
    const pushed = rest.slice(2, 2 + 2 * length);
    if (length < 1 || length > 75 || pushed.length !== 2 * length) return [script, "", ""];
    pushes.push(pushed);
    rest = rest.slice(2 + 2 * length);
  }
  return pushes;
}

/** ECDSA in strict DER with a low s, so that nobody else can write it otherwise; Schnorr's of 64 bytes on bitcoincash. */
function isSignedBy(network: UtxoNetwork, signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  if (network === "bitcoincash" && signature.length === 64) return isSchnorrSigned(signature, digest, publicKey);
  try {
    const read = secp256k1.Signature.fromBytes(signature, "der");
    if (bytesToHex(read.toBytes("der")) !== bytesToHex(signature)) return false;
    return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: true, format: "der" });
  } catch {
    return false;
  }
}
