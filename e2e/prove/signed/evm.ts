import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Chance } from "#e2e/world/seeded.ts";
import { type EvmTransaction, numberBytes, type Rlp, readRlp, transferCall, writeRlp } from "#lib/chains/evm-raw.ts";
import type { DifferingPart } from "#lib/signing/difference.ts";
import type { Mutation } from "./utxo.ts";

type Sent = Omit<EvmTransaction, "accessList">;

/** Signs as a signer apart does it: from the fields, by RLP alone. */
export function signEvm(fields: readonly Rlp[], key: Uint8Array): string {
  const digest = keccak_256(Uint8Array.of(2, ...writeRlp(fields)));
  const signature = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
  const number = (part: Uint8Array) => numberBytes(BigInt(`0x${bytesToHex(part)}`));
  const signed = [number(signature.subarray(0, 1)), number(signature.subarray(1, 33)), number(signature.subarray(33))];
  return `0x${bytesToHex(Uint8Array.of(2, ...writeRlp([...fields, ...signed])))}`;
}

const fieldsOf = (tx: Sent, accessList: Rlp = []): Rlp[] => [
  ...[tx.chainId, tx.nonce, tx.priorityFee, tx.maxFee, tx.gas].map(numberBytes),
  hexToBytes(tx.to),
  numberBytes(tx.value),
  hexToBytes(tx.data),
  accessList,
];

/** One mutation of a signed transaction of eth; its key signs it anew, or does not. */
export function mutateEvm(tx: Sent, hex: string, key: Uint8Array, chance: Chance): Mutation {
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => chance.whole(0, 255));
  const more = BigInt(chance.whole(1, 1_000_000));
  const changed =
    (name: string, parts: readonly DifferingPart[], change: Partial<Sent>): (() => Mutation) =>
    () => ({ name, parts, text: signEvm(fieldsOf({ ...tx, ...change }), key) });
  const field = (name: string, part: DifferingPart, change: Partial<Sent>) => changed(name, [part], change);
  const flippedAt = (text: string, at: number) =>
    text.slice(0, at) +
    ((Number.parseInt(text[at] ?? "0", 16) ^ (1 << chance.whole(0, 3))) % 16).toString(16) +
    text.slice(at + 1);
  const items = readRlp(hexToBytes(hex.slice(4)));
  const signed = Array.isArray(items) ? (items as Rlp[]) : [];
  const withLast =
    (name: string, parts: readonly DifferingPart[], at: number, item: Rlp): (() => Mutation) =>
    () => ({
      name,
      parts,
      text: `0x02${bytesToHex(writeRlp(signed.map((each, n) => (n === at ? item : each))))}`,
    });
  const s = BigInt(`0x${bytesToHex(signed[11] as Uint8Array)}`);
  const parity = (signed[9] as Uint8Array).length === 0 ? 1n : 0n;
  const changes: (() => Mutation)[] = [
    field("another chain", "CHAIN", { chainId: tx.chainId + more }),
    field("another number", "NONCE", { nonce: tx.nonce + more }),
    field("another contract", "TO", { to: bytesToHex(bytes(20)) }),
    field("more ether with it", "VALUE", { value: tx.value + more }),
    field("a memo behind the call", "DATA", { data: tx.data + bytesToHex(bytes(chance.whole(1, 32))) }),
    ...(tx.data === ""
      ? [
          changed("a token call in place of ether", ["TO", "VALUE", "DATA"], {
            to: bytesToHex(bytes(20)),
            value: 0n,
            data: transferCall(tx.to, more),
          }),
          field("a call of the payee", "DATA", { data: transferCall(tx.to, more) }),
        ]
      : [
          changed("ether in place of a call", ["TO", "VALUE", "DATA"], {
            to: tx.data.slice(32, 72),
            value: more,
            data: "",
          }),
          field("another receiver", "DATA", {
            data: tx.data.slice(0, 32) + bytesToHex(bytes(20)) + tx.data.slice(72),
          }),
          field("another amount", "DATA", {
            data: tx.data.slice(0, -8) + flippedAt(tx.data.slice(-8), chance.whole(0, 7)),
          }),
          field("another call", "DATA", { data: `095ea7b3${tx.data.slice(8)}` }),
        ]),
    field("more gas", "GAS", { gas: tx.gas + more }),
    field("a greater fee", "FEE", { maxFee: tx.maxFee + more }),
    field("a greater fee for the miner", "PRIORITY_FEE", { priorityFee: tx.priorityFee + more }),
    () => ({ name: "an access list", parts: ["ACCESS_LIST"], text: signEvm(fieldsOf(tx, [[bytes(20), []]]), key) }),
    () => ({
      name: "another sender",
      parts: ["SENDER"],
      text: signEvm(fieldsOf(tx), secp256k1.utils.randomSecretKey(bytes(48))),
    }),
    withLast("a high s", ["SIGNATURE"], 11, numberBytes(secp256k1.Point.Fn.ORDER - s)),
    withLast("the other parity", ["SENDER", "SIGNATURE"], 9, numberBytes(parity)),
    withLast("another r", ["SENDER", "SIGNATURE"], 10, numberBytes(BigInt(`0x${bytesToHex(bytes(31))}`))),
    withLast("a number with a zero before it", ["FORM"], 1, Uint8Array.of(0, 1)),
    () => ({ name: "bytes behind it", parts: ["FORM"], text: hex + bytesToHex(bytes(1)) }),
    () => ({ name: "its end missing", parts: ["FORM"], text: hex.slice(0, -2) }),
    () => ({ name: "another type", parts: ["FORM"], text: `0x01${hex.slice(4)}` }),
    () => ({ name: "a bit of it", parts: [], text: `0x${flippedAt(hex.slice(2), chance.whole(0, hex.length - 3))}` }),
  ];
  return chance.pick(changes)();
}
