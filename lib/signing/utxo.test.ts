import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { Transaction } from "@scure/btc-signer";
import { RawPSBTV2 } from "@scure/btc-signer/psbt.js";
import { describe, expect, test } from "vitest";
import { hashOfRaw, readRaw, writeRaw } from "#lib/chains/raw-transaction.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { hash160, p2pkhScript, p2wpkhScript } from "#lib/wallets/encodings.ts";
import { isSchnorrSigned } from "./cash-schnorr.ts";
import { sentenceOf } from "./difference.ts";
import { psbtOf } from "./psbt.ts";
import { planOf, signedSize } from "./utxo-plan.ts";
import { signedDigest } from "./sighash.ts";
import { compareUtxo, type PreparedUtxo, unsignedOf } from "./utxo-signed.ts";

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const key = (n: number) => root.derive(`m/84'/0'/0'/0/${n}`);
const publicKey = (n: number) => key(n).publicKey ?? new Uint8Array();
const witnessScript = (n: number) => p2wpkhScript(hash160(publicKey(n)));
const oldScript = (n: number) => p2pkhScript(hash160(publicKey(n)));

const prepared: PreparedUtxo = {
  network: "bitcoin",
  version: 2,
  lockTime: 0,
  inputs: [witnessScript(0), witnessScript(1), oldScript(2)].map((script, n) => ({
    sourceHash: `${n + 1}`.repeat(64),
    sourceIndex: n,
    units: 100_000n * BigInt(n + 1),
    script,
    publicKey: bytesToHex(publicKey(n)),
    sequence: 0xfffffffd,
  })),
  outputs: [
    { script: "0014751e76e8199196d454941c45d1b3a323f1433bd6", units: 250_000n },
    { script: witnessScript(9), units: 348_000n },
  ],
};

/** As another program signs it: btc-signer, which knows nothing of ours. */
function signed(of = prepared): Transaction {
  const psbt = psbtOf(of, {
    inputs: of.inputs.map((_, n) => ({ fingerprint: 0x01020304, path: [0, n], before: undefined })),
    outputs: [undefined, undefined],
  });
  const draft = Transaction.fromPSBT(psbt, { allowLegacyWitnessUtxo: true });
  for (const n of of.inputs.keys()) draft.signIdx(key(n).privateKey ?? new Uint8Array(), n);
  return draft;
}

/** The same, whose first input asks for a height. */
function withHeight(bytes: Uint8Array, height: number): string {
  const psbt = RawPSBTV2.decode(bytes);
  const inputs = psbt.inputs.map((input, n) => (n === 0 ? { ...input, requiredHeightLocktime: height } : input));
  return Buffer.from(RawPSBTV2.encode({ ...psbt, inputs })).toString("base64");
}

describe("a signed transaction of bitcoin", () => {
  test("is taken from a PSBT, from a finished PSBT and in hex, and is what another program sends", () => {
    const draft = signed();
    const partial = Buffer.from(draft.toPSBT(0)).toString("base64");
    const done = draft.clone();
    done.finalize();
    const hex = bytesToHex(done.extract());
    const finished = Buffer.from(done.toPSBT(0)).toString("base64");
    for (const text of [partial, finished, hex, hex.toUpperCase(), ` ${partial}\n`, bytesToHex(draft.toPSBT(0))])
      expect(compareUtxo(prepared, text)).toEqual({ hex, txHash: done.id });
    const raw = readRaw(hex);
    expect(raw && hashOfRaw(raw)).toBe(done.id);
    // What was counted on is never less than what it took.
    expect(signedSize(prepared.inputs, prepared.outputs) - done.vsize).toBeGreaterThanOrEqual(0);
    expect(signedSize(prepared.inputs, prepared.outputs) - done.vsize).toBeLessThanOrEqual(3);
  });

  test("is taken from a PSBT of version 2, partial and finished, and compared as every other", () => {
    const draft = signed();
    const done = draft.clone();
    done.finalize();
    const [partial, finished] = [draft, done].map((each) => Buffer.from(each.toPSBT(2)));
    const taken = { hex: bytesToHex(done.extract()), txHash: done.id };
    for (const psbt of [partial, finished]) {
      expect(compareUtxo(prepared, psbt?.toString("base64") ?? "")).toEqual(taken);
      expect(compareUtxo(prepared, psbt?.toString("hex") ?? "")).toEqual(taken);
    }
    const from = (other: Partial<PreparedUtxo>) => {
      const of = { ...prepared, ...other };
      return compareUtxo(prepared, Buffer.from(signed(of).toPSBT(2)).toString("base64"));
    };
    const [first, ...rest] = prepared.inputs;
    const [payee, change] = prepared.outputs;
    if (!first || !payee || !change) throw new Error("it has them");
    expect(from({ version: 1 })).toMatchObject({ part: "VERSION", found: "1" });
    expect(from({ lockTime: 9 })).toMatchObject({ part: "LOCKTIME", expected: "0", found: "9" });
    expect(from({ inputs: prepared.inputs.slice(0, 2) })).toMatchObject({ part: "INPUTS" });
    expect(from({ inputs: [{ ...first, sourceIndex: 7 }, ...rest] })).toMatchObject({ part: "INPUT", at: 1 });
    expect(from({ inputs: [{ ...first, sequence: 5 }, ...rest] })).toMatchObject({ part: "SEQUENCE", at: 1 });
    expect(from({ outputs: [payee] })).toMatchObject({ part: "OUTPUTS" });
    expect(from({ outputs: [{ ...payee, units: 1n }, change] })).toMatchObject({ part: "AMOUNT", at: 1 });
    expect(from({ outputs: [{ ...payee, script: change.script }, change] })).toMatchObject({ part: "DESTINATION" });
    expect(compareUtxo(prepared, withHeight(signed().toPSBT(2), 800_000))).toMatchObject({
      part: "LOCKTIME",
      found: "800000",
    });
  });

  test("that is not signed by all, or by another key, or of another kind of signature, is told", () => {
    const draft = signed();
    const psbt = psbtOf(prepared, {
      inputs: prepared.inputs.map(() => ({ fingerprint: 1, path: [], before: undefined })),
      outputs: [],
    });
    expect(compareUtxo(prepared, Buffer.from(psbt).toString("base64"))).toMatchObject({ part: "UNSIGNED", at: 1 });
    draft.finalize();
    const hex = bytesToHex(draft.extract());
    const raw = readRaw(hex);
    if (!raw) throw new Error("it is one");
    const [first] = raw.inputs;
    const resigned = (witness: readonly string[]) =>
      compareUtxo(
        prepared,
        writeRaw({ ...raw, inputs: raw.inputs.map((i, n) => (n === 0 ? { ...i, witness } : i)) }, { witnesses: true }),
      );
    const [signature = "", own = ""] = first?.witness ?? [];
    expect(resigned([signature, bytesToHex(publicKey(5))])).toMatchObject({ part: "PUBLIC_KEY", at: 1 });
    expect(resigned([`${signature.slice(0, -2)}03`, own])).toMatchObject({ part: "SIGNATURE", at: 1 });
    expect(resigned([signature, own, "00"])).toMatchObject({ part: "SIGNATURE" });
    const s = secp256k1.Signature.fromBytes(hexToBytes(signature.slice(0, -2)), "der");
    const high = new secp256k1.Signature(s.r, secp256k1.Point.Fn.ORDER - s.s);
    expect(resigned([`${bytesToHex(high.toBytes("der"))}01`, own])).toMatchObject({ part: "SIGNATURE" });
    expect(compareUtxo(prepared, `${hex}00`)).toMatchObject({ part: "FORM" });
    expect(compareUtxo(prepared, "no transaction")).toMatchObject({ part: "FORM" });
  });

  test("that says anything else is told by the part that differs", () => {
    const draft = signed();
    draft.finalize();
    const hex = bytesToHex(draft.extract());
    const less = {
      ...prepared,
      outputs: [{ ...prepared.outputs[0], units: 249_999n }, prepared.outputs[1]],
    } as PreparedUtxo;
    const found = compareUtxo(less, hex);
    expect(found).toEqual({ part: "AMOUNT", at: 1, expected: "249999", found: "250000" });
    if ("part" in found)
      expect(sentenceOf(found)).toBe(
        "The amount of output 1 is 250000, and was prepared as 249999: nothing was taken.",
      );
  });
});

test("of bitcoincash, Schnorr's signatures hold as the specification's vectors do", () => {
  // 2019-05-15-schnorr.md, test vectors 1 and 5.
  const at = (key: string, digest: string, signature: string) =>
    isSchnorrSigned(hexToBytes(signature), hexToBytes(digest), hexToBytes(key));
  const [key, digest, signature] = [
    "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    "00".repeat(32),
    "787a848e71043d280c50470e8e1532b2dd5d20ee912a45dbdd2bd1dfbf187ef67031a98831859dc34dffeedda86831842ccd0079e1f92af177f7f22cc1dced05",
  ];
  expect(at(key, digest, signature)).toBe(true);
  expect(at(key, "01".repeat(32), signature)).toBe(false);
  expect(at(key, digest, signature.replace("7870", "7871").replace("787a", "787b"))).toBe(false);
});

test("of bitcoincash, a signature binds the amount and the fork, and comes as ECDSA or Schnorr's", () => {
  const cash: PreparedUtxo = {
    ...prepared,
    network: "bitcoincash",
    inputs: [2, 3].map((n) => ({
      sourceHash: `${n}`.repeat(64),
      sourceIndex: 0,
      units: 100_000n,
      script: oldScript(n),
      publicKey: bytesToHex(publicKey(n)),
      sequence: 0xffffffff,
    })),
  };
  const origins = { inputs: cash.inputs.map(() => ({ fingerprint: 1, path: [0], before: undefined })), outputs: [] };
  expect(Buffer.from(psbtOf(cash, origins)).toString("latin1").startsWith("psbt")).toBe(true);
  const unsigned = unsignedOf(cash);
  const signedWith = (type: number) => {
    const inputs = unsigned.inputs.map((input, n) => {
      const digest = signedDigest("bitcoincash", unsigned, n, cash.inputs[n] ?? { script: "", units: 0n });
      const own = key(n + 2).privateKey ?? new Uint8Array();
      const der = bytesToHex(secp256k1.sign(digest, own, { prehash: false, format: "der" }));
      const pushed = [`${der}${type.toString(16).padStart(2, "0")}`, bytesToHex(publicKey(n + 2))];
      return { ...input, script: pushed.map((hex) => (hex.length / 2).toString(16) + hex).join("") };
    });
    return writeRaw({ ...unsigned, inputs }, { witnesses: true });
  };
  expect(compareUtxo(cash, signedWith(0x41))).toMatchObject({ txHash: expect.any(String) });
  expect(compareUtxo(cash, signedWith(0x01))).toMatchObject({ part: "SIGNATURE", at: 1 });
  const more = { ...cash, inputs: cash.inputs.map((input) => ({ ...input, units: input.units + 1n })) };
  expect(compareUtxo(more, signedWith(0x41))).toMatchObject({ part: "SIGNATURE", at: 1 });
});

describe("which coins pay", () => {
  const coin = (units: bigint, n: number) => ({
    sourceHash: `${n}`.repeat(64),
    sourceIndex: 0,
    units,
    script: witnessScript(0),
  });
  const how = { rate: Decimal.from("10"), changeScript: witnessScript(9), dust: 546n };
  const pay = (units: bigint) => [{ script: witnessScript(3), units }];
  test("the greatest, as few as suffice; what would be dust is the fee's", () => {
    const coins = [coin(10_000n, 1), coin(50_000n, 2), coin(20_000n, 3)];
    expect(planOf(coins, pay(30_000n), how)).toMatchObject({ fee: 1_410n, change: 18_590n, size: 141 });
    expect(planOf(coins, pay(60_000n), how)?.coins).toHaveLength(2);
    expect(planOf(coins, pay(48_500n), how)).toMatchObject({ fee: 1_500n, change: 0n });
    expect(planOf(coins, pay(80_000n), how)).toBeUndefined();
    expect(planOf(coins, pay(77_000n), how)).toMatchObject({ fee: 3_000n, change: 0n });
    expect(planOf(coins, pay(79_000n), how)).toBeUndefined();
  });
});
