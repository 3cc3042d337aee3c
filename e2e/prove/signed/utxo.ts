import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Chance } from "#e2e/world/seeded.ts";
import { type RawInput, type RawOutput, type RawTransaction, readRaw, writeRaw } from "#lib/chains/raw-transaction.ts";
import type { DifferingPart } from "#lib/signing/difference.ts";
import { isWitnessScript, SIGHASH_ALL, signedDigest } from "#lib/signing/sighash.ts";
import type { PreparedUtxo } from "#lib/signing/utxo-signed.ts";
import { signSchnorr } from "./schnorr.ts";

/** How the owner's signer signs: as all of the family do, or as bitcoincash may since May 2019. */
export type Scheme = "ECDSA" | "SCHNORR";

/** A change of a signed transaction: what it is called, which difference has to be told, and what comes instead. */
export type Mutation = { name: string; parts: readonly DifferingPart[]; text: string };

type Changed = { name: string; parts: readonly DifferingPart[]; tx: RawTransaction };

const nth = <Item>(items: readonly Item[], at: number, change: (item: Item) => Item): Item[] =>
  items.map((item, n) => (n === at ? change(item) : item));
const hexOf = (chance: Chance, bytes: number): string =>
  Array.from({ length: bytes }, () => chance.whole(0, 255).toString(16).padStart(2, "0")).join("");
const flipped = (hex: string, chance: Chance): string => {
  const at = chance.whole(0, hex.length / 2 - 1) * 2;
  const byte = Number.parseInt(hex.slice(at, at + 2), 16) ^ (1 << chance.whole(0, 7));
  return hex.slice(0, at) + byte.toString(16).padStart(2, "0") + hex.slice(at + 2);
};

/** One change of one field that says something else; the keys sign it anew, as an insider who has them would, or do not. */
function fieldChanged(tx: RawTransaction, chance: Chance): Changed {
  const at = chance.whole(0, tx.inputs.length - 1);
  const out = chance.whole(0, tx.outputs.length - 1);
  const input = (name: string, part: DifferingPart, change: (input: RawInput) => RawInput): Changed => ({
    name,
    parts: [part],
    tx: { ...tx, inputs: nth(tx.inputs, at, change) },
  });
  const output = (name: string, part: DifferingPart, change: (output: RawOutput) => RawOutput): Changed => ({
    name,
    parts: [part],
    tx: { ...tx, outputs: nth(tx.outputs, out, change) },
  });
  const [first, second] = tx.outputs;
  const moved = BigInt(chance.whole(1, 1_000));
  const changes: (() => Changed)[] = [
    () => output("an amount less", "AMOUNT", (paid) => ({ ...paid, units: paid.units - moved })),
    () => output("an amount more", "AMOUNT", (paid) => ({ ...paid, units: paid.units + moved })),
    () => output("another destination", "DESTINATION", (paid) => ({ ...paid, script: `0014${hexOf(chance, 20)}` })),
    () =>
      output("a destination by a bit", "DESTINATION", (paid) => ({ ...paid, script: flipped(paid.script, chance) })),
    () => ({
      name: "an output more",
      parts: ["OUTPUTS"],
      tx: { ...tx, outputs: [...tx.outputs, { units: moved, script: `0014${hexOf(chance, 20)}` }] },
    }),
    () => ({
      name: "a note more",
      parts: ["OUTPUTS"],
      tx: { ...tx, outputs: [...tx.outputs, { units: 0n, script: `6a08${hexOf(chance, 8)}` }] },
    }),
    () => ({ name: "an output less", parts: ["OUTPUTS"], tx: { ...tx, outputs: tx.outputs.slice(0, -1) } }),
    () => ({
      name: "outputs in another order",
      parts: ["DESTINATION", "AMOUNT"],
      tx: { ...tx, outputs: [second, first, ...tx.outputs.slice(2)].flatMap((each) => each ?? []) },
    }),
    () =>
      input("another sequence", "SEQUENCE", (spent) => ({ ...spent, sequence: spent.sequence - chance.whole(1, 9) })),
    () => input("a coin of another transaction", "INPUT", (spent) => ({ ...spent, txHash: hexOf(chance, 32) })),
    () => input("another coin of it", "INPUT", (spent) => ({ ...spent, index: spent.index + 1 })),
    () => ({
      name: "an input more",
      parts: ["INPUTS"],
      tx: { ...tx, inputs: [...tx.inputs, { ...(tx.inputs[0] as RawInput), txHash: hexOf(chance, 32) }] },
    }),
    () => ({
      name: "an input twice",
      parts: ["INPUTS"],
      tx: { ...tx, inputs: [...tx.inputs, tx.inputs[0] as RawInput] },
    }),
    () => ({ name: "another locktime", parts: ["LOCKTIME"], tx: { ...tx, lockTime: chance.whole(1, 900_000) } }),
    () => ({ name: "another version", parts: ["VERSION"], tx: { ...tx, version: chance.pick([1, 3] as const) } }),
  ];
  return chance.pick(changes)();
}

/** A change of what unlocks one input. */
function unlockChanged(prepared: PreparedUtxo, tx: RawTransaction, scheme: Scheme, chance: Chance): Changed {
  const at = chance.whole(0, tx.inputs.length - 1);
  const spent = prepared.inputs[at];
  const isWitness = isWitnessScript(spent?.script ?? "");
  const own = tx.inputs[at];
  const [signature = "", publicKey = ""] = (isWitness ? own?.witness : pushes(own?.script ?? "")) ?? [];
  const with_ = (name: string, parts: readonly DifferingPart[], pushed: readonly string[]): Changed => ({
    name,
    parts,
    tx: {
      ...tx,
      inputs: nth(tx.inputs, at, (input) =>
        isWitness ? { ...input, witness: pushed } : { ...input, script: pushed.map(push).join("") },
      ),
    },
  });
  const other = secp256k1.utils.randomSecretKey(Uint8Array.from({ length: 48 }, () => chance.whole(0, 255)));
  const type = signature.slice(-2);
  const changes: (() => Changed)[] = [
    () => with_("a signature by a bit", ["SIGNATURE"], [flipped(signature.slice(0, -2), chance) + type, publicKey]),
    () =>
      with_(
        "another kind of signature",
        ["SIGNATURE"],
        [signature.slice(0, -2) + chance.pick(OTHER_TYPES[prepared.network]), publicKey],
      ),
    () => with_("another public key", ["PUBLIC_KEY"], [signature, bytesToHex(secp256k1.getPublicKey(other))]),
    () =>
      with_("the signature of another key", ["SIGNATURE"], [sign(prepared, tx, { at, key: other, scheme }), publicKey]),
    () =>
      scheme === "ECDSA"
        ? with_("a high s", ["SIGNATURE"], [highOf(signature), publicKey])
        : with_("an s beyond the order", ["SIGNATURE"], [signature.slice(0, 64) + "f".repeat(64) + type, publicKey]),
    () => with_("one thing more to unlock it", ["SIGNATURE"], [signature, publicKey, hexOf(chance, 2)]),
    () => with_("the key alone", ["SIGNATURE"], [publicKey]),
    () => with_("no signature", ["UNSIGNED"], []),
  ];
  return chance.pick(changes)();
}

/** Signatures that bind less than all, or do not say which fork they are for. */
const OTHER_TYPES = {
  bitcoin: ["02", "03", "81", "83", "c1", "00"],
  bitcoincash: ["01", "42", "43", "c1", "81", "00"],
} as const;

const push = (hex: string): string => (hex.length / 2).toString(16).padStart(2, "0") + hex;
function pushes(script: string): string[] {
  const length = Number.parseInt(script.slice(0, 2), 16);
  return script === "" ? [] : [script.slice(2, 2 + 2 * length), ...pushes(script.slice(2 + 2 * length))];
}
function highOf(signature: string): string {
  const { r, s } = secp256k1.Signature.fromBytes(hexToBytes(signature.slice(0, -2)), "der");
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s);
  return bytesToHex(high.toBytes("der")) + signature.slice(-2);
}

/** The signature of one input, over the transaction as it now is. */
function sign(
  { network, inputs }: PreparedUtxo,
  tx: RawTransaction,
  { at, key, scheme }: { at: number; key: Uint8Array; scheme: Scheme },
): string {
  const spent = inputs[at] ?? inputs[0];
  if (!spent) throw new Error("there is an input");
  const digest = signedDigest(network, tx, at, spent);
  const signature =
    scheme === "SCHNORR" ? signSchnorr(digest, key) : secp256k1.sign(digest, key, { prehash: false, format: "der" });
  return bytesToHex(signature) + SIGHASH_ALL[network].toString(16).padStart(2, "0");
}

/** The whole of it, signed by the keys of its inputs. */
export function signAll(
  prepared: PreparedUtxo,
  tx: RawTransaction,
  keys: readonly Uint8Array[],
  scheme: Scheme,
): RawTransaction {
  const inputs = tx.inputs.map((input, n) => {
    const spent = prepared.inputs[n] ?? prepared.inputs[0];
    const key = keys[n] ?? keys[0];
    if (!spent || !key) throw new Error("each input has its key");
    const unlock = [sign(prepared, tx, { at: n, key, scheme }), spent.publicKey];
    return isWitnessScript(spent.script)
      ? { ...input, witness: unlock }
      : { ...input, script: unlock.map(push).join("") };
  });
  return { ...tx, inputs };
}

const FORM = ["FORM"] as const;

/** One mutation of a signed transaction in hex. */
export function mutateUtxo(
  prepared: PreparedUtxo,
  { hex, keys, scheme }: { hex: string; keys: readonly Uint8Array[]; scheme: Scheme },
  chance: Chance,
): Mutation {
  const tx = readRaw(hex);
  if (!tx) throw new Error("what was signed is one");
  const kind = chance.whole(0, 9);
  if (kind === 0) return { name: "bytes behind it", parts: FORM, text: hex + hexOf(chance, chance.whole(1, 4)) };
  if (kind === 1) return { name: "its end missing", parts: FORM, text: hex.slice(0, -2 * chance.whole(1, 8)) };
  if (kind === 2) return { name: "a bit of it", parts: [], text: flipped(hex, chance) };
  const changed = kind < 6 ? unlockChanged(prepared, tx, scheme, chance) : fieldChanged(tx, chance);
  const resigned = kind > 7 && chance.pick([true, false]) ? signAll(prepared, changed.tx, keys, scheme) : changed.tx;
  return { name: changed.name, parts: changed.parts, text: writeRaw(resigned, { witnesses: true }) };
}
