import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Chance } from "#e2e/world/seeded.ts";
import { transferCall } from "#lib/chains/evm-raw.ts";
import { tronHash, tronJson, type TronTransaction, writeTron } from "#lib/chains/tron-raw.ts";
import type { DifferingPart } from "#lib/signing/difference.ts";
import type { Mutation } from "./utxo.ts";

const RECOVERY = 27;

/** The signature of raw_data as wallets write it: r, s, and which of two keys. */
function signatureOf(rawHex: string, key: Uint8Array): string {
  const signed = secp256k1.sign(sha256(hexToBytes(rawHex)), key, { prehash: false, format: "recovered" });
  return bytesToHex(Uint8Array.of(...signed.subarray(1), (signed[0] ?? 0) + RECOVERY));
}

/** As a wallet gives it back. */
function wallet(rawHex: string, signature: readonly string[], more: object = {}): string {
  return JSON.stringify({ visible: false, txID: tronHash(rawHex), raw_data_hex: rawHex, signature, ...more });
}

/** The whole transaction as the network has it, raw_data and signature behind each other. */
function whole(rawHex: string, signature: string, more = ""): string {
  const length = rawHex.length / 2;
  const written = bytesToHex(
    length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7),
  );
  return `0a${written}${rawHex}1241${signature}${more}`;
}

/** One mutation of a signed transaction of tron; its key signs it anew, or does not. */
export function mutateTron(tx: TronTransaction, text: string, key: Uint8Array, chance: Chance): Mutation {
  const bytes = (count: number) => bytesToHex(Uint8Array.from({ length: count }, () => chance.whole(0, 255)));
  const more = BigInt(chance.whole(1, 1_000_000));
  const { raw_data_hex: rawHex, signature } = JSON.parse(text) as { raw_data_hex: string; signature: [string] };
  const [own] = signature;
  /** As JSON or as bytes, signed anew. */
  const resigned = (raw: string): string => {
    const by = signatureOf(raw, key);
    return chance.pick([true, false]) ? wallet(raw, [by]) : whole(raw, by);
  };
  const field =
    (name: string, part: DifferingPart, change: Partial<TronTransaction>): (() => Mutation) =>
    () => ({ name, parts: [part], text: resigned(bytesToHex(writeTron({ ...tx, ...change }))) });
  const form =
    (name: string, changed: string): (() => Mutation) =>
    () => ({ name, parts: ["FORM"], text: changed });
  const inForm =
    (name: string, raw: string): (() => Mutation) =>
    () => ({ name, parts: ["FORM"], text: resigned(raw) });
  const flipped = (hex: string): string => {
    const at = chance.whole(0, hex.length - 1);
    const digit = Number.parseInt(hex[at] ?? "0", 16) ^ (1 << chance.whole(0, 3));
    return hex.slice(0, at) + digit.toString(16) + hex.slice(at + 1);
  };
  const [r, s, parity] = [own.slice(0, 64), own.slice(64, 128), own.slice(128)];
  const high = (secp256k1.Point.Fn.ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, "0");
  const other = parity === "1b" ? "1c" : "1b";
  const stranger = secp256k1.utils.randomSecretKey(hexToBytes(bytes(48)));
  const changes: (() => Mutation)[] = [
    field("another block", "REF_BLOCK", { refBlockHash: bytes(8) }),
    field("another number of a block", "REF_BLOCK", { refBlockBytes: flipped(tx.refBlockBytes) }),
    field("a later end", "EXPIRATION", { expiration: tx.expiration + more }),
    field("another time", "TIMESTAMP", { timestamp: tx.timestamp + more }),
    field("a memo", "MEMO", { memo: bytes(chance.whole(1, 32)) }),
    field("another permission", "PERMISSION", { permission: BigInt(chance.whole(1, 9)) }),
    ...(tx.kind === "TransferContract"
      ? [
          field("a token call in place of TRX", "CONTRACT", {
            kind: "TriggerSmartContract",
            to: bytes(20),
            value: 0n,
            data: transferCall(bytes(20), more),
            feeLimit: more,
          }),
          field("a call of the payee in place of TRX", "CONTRACT", { kind: "TriggerSmartContract", data: bytes(4) }),
        ]
      : [
          field("TRX in place of a call", "CONTRACT", { kind: "TransferContract" }),
          field("TRX to the receiver in place of a call", "CONTRACT", {
            kind: "TransferContract",
            to: tx.data.slice(32, 72),
            value: more,
            data: "",
            feeLimit: 0n,
          }),
          field("a token of TRC-10 with it", "TRC10", { tokenValue: more, tokenId: 1_000_001n }),
          field("another receiver", "DATA", { data: tx.data.slice(0, 32) + bytes(20) + tx.data.slice(72) }),
          field("another amount", "DATA", { data: tx.data.slice(0, -8) + flipped(tx.data.slice(-8)) }),
          field("another call", "DATA", { data: `095ea7b3${tx.data.slice(8)}` }),
          field("more behind the call", "DATA", { data: tx.data + bytes(chance.whole(1, 32)) }),
          inForm("authorities", rawHex.replace("5aae01", "4a0208015aae01")),
        ]),
    field("another account", "OWNER", { owner: bytes(20) }),
    field("another contract", "TO", { to: bytes(20) }),
    field("more TRX with it", "TRX", { value: tx.value + more }),
    field("a greater fee", "FEE_LIMIT", { feeLimit: tx.feeLimit + more }),
    () => ({ name: "another signer", parts: ["SENDER"], text: wallet(rawHex, [signatureOf(rawHex, stranger)]) }),
    () => ({ name: "the other parity", parts: ["SENDER", "SIGNATURE"], text: wallet(rawHex, [r + s + other]) }),
    () => ({ name: "a high s", parts: ["SIGNATURE"], text: wallet(rawHex, [r + high + other]) }),
    () => ({ name: "another r", parts: ["SENDER", "SIGNATURE"], text: whole(rawHex, flipped(r) + s + parity) }),
    form("a signature of another length", wallet(rawHex, [own.slice(0, -2)])),
    form("two signatures", wallet(rawHex, [own, signatureOf(rawHex, stranger)])),
    form("two signatures in its bytes", whole(rawHex, own, `1241${own}`)),
    form("no signature", wallet(rawHex, [])),
    form("a field behind it", whole(rawHex, own, "2a020801")),
    inForm("a field that nobody knows", `${rawHex}c00101`),
    inForm("another kind of contract", rawHex.replace(/08(?:1f|01)12/, "080212")),
    form("another name", wallet(rawHex, [own], { txID: flipped(tronHash(rawHex)) })),
    form("other words", wallet(rawHex, [own], { raw_data: tronJson({ ...tx, feeLimit: tx.feeLimit + more }) })),
    form("its end missing", whole(rawHex, own).slice(0, -2)),
    () => ({ name: "a bit of it", parts: [], text: whole(...bitOf(rawHex, own, flipped)) }),
  ];
  return chance.pick(changes)();
}

function bitOf(rawHex: string, own: string, flip: (hex: string) => string): [string, string] {
  // The last byte says which key alone, in more than one way.
  const changed = flip(rawHex + own.slice(0, -2));
  return [changed.slice(0, rawHex.length), changed.slice(rawHex.length) + own.slice(-2)];
}
