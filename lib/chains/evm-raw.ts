import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

/** What RLP writes: bytes, or a list of what it writes. */
export type Rlp = Uint8Array | readonly Rlp[];

/** A transaction of EIP-1559 without its signature; accounts and data in hex without 0x. */
export type EvmTransaction = {
  chainId: bigint;
  nonce: bigint;
  priorityFee: bigint;
  maxFee: bigint;
  gas: bigint;
  to: string;
  value: bigint;
  data: string;
  /** How many accounts its access list names. */
  accessList: number;
};

const TYPE = 0x02;
const UNSIGNED_FIELDS = 9;

/** The bytes of a number as RLP has them: as few as it takes, none for 0. */
export function numberBytes(value: bigint): Uint8Array {
  if (value === 0n) return Uint8Array.of();
  const digits = value.toString(16);
  return hexToBytes(digits.padStart(digits.length + (digits.length % 2), "0"));
}

export function writeRlp(item: Rlp): Uint8Array {
  if (item instanceof Uint8Array) {
    const [only = 0x80] = item;
    return item.length === 1 && only < 0x80 ? item : concatBytes(prefix(0x80, item.length), item);
  }
  const content = concatBytes(...item.map(writeRlp));
  return concatBytes(prefix(0xc0, content.length), content);
}

function prefix(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length);
  const written = numberBytes(BigInt(length));
  return concatBytes(Uint8Array.of(base + 55 + written.length), written);
}

/** What RLP wrote: undefined unless writing it again gives these very bytes. */
export function readRlp(bytes: Uint8Array): Rlp | undefined {
  const read = readItem(bytes);
  if (!read || read.rest.length > 0) return undefined;
  return bytesToHex(writeRlp(read.item)) === bytesToHex(bytes) ? read.item : undefined;
}

type Read = { item: Rlp; rest: Uint8Array };

function readItem(bytes: Uint8Array): Read | undefined {
  const [first] = bytes;
  if (first === undefined) return undefined;
  if (first < 0x80) return { item: bytes.slice(0, 1), rest: bytes.subarray(1) };
  const content = contentOf(bytes, first < 0xc0 ? first - 0x80 : first - 0xc0);
  if (!content) return undefined;
  if (first < 0xc0) return { item: content.bytes, rest: content.rest };
  const items: Rlp[] = [];
  for (let left = content.bytes; left.length > 0; ) {
    const read = readItem(left);
    if (!read) return undefined;
    items.push(read.item);
    left = read.rest;
  }
  return { item: items, rest: content.rest };
}

function contentOf(bytes: Uint8Array, code: number): { bytes: Uint8Array; rest: Uint8Array } | undefined {
  const widths = code < 56 ? 0 : code - 55;
  if (widths > 4) return undefined;
  const length = code < 56 ? code : bytes.slice(1, 1 + widths).reduce((sum, byte) => sum * 256 + byte, 0);
  const from = 1 + widths;
  if (bytes.length < from + length) return undefined;
  return { bytes: bytes.slice(from, from + length), rest: bytes.subarray(from + length) };
}

const fieldsOf = (tx: Omit<EvmTransaction, "accessList">): Rlp[] => [
  numberBytes(tx.chainId),
  numberBytes(tx.nonce),
  numberBytes(tx.priorityFee),
  numberBytes(tx.maxFee),
  numberBytes(tx.gas),
  hexToBytes(tx.to),
  numberBytes(tx.value),
  hexToBytes(tx.data),
  [],
];

const written = (fields: readonly Rlp[]): Uint8Array => concatBytes(Uint8Array.of(TYPE), writeRlp(fields));

/** What its sender signs, with an access list that names nobody. */
export const writeUnsignedEvm = (tx: Omit<EvmTransaction, "accessList">): Uint8Array => written(fieldsOf(tx));

/** What {@link writeUnsignedEvm} wrote. */
export function readUnsignedEvm(hex: string): Omit<EvmTransaction, "accessList"> | undefined {
  const bytes = hexToBytes(hex.replace(/^0x/, ""));
  const items = bytes[0] === TYPE ? readRlp(bytes.subarray(1)) : undefined;
  return items && !(items instanceof Uint8Array) && items.length === UNSIGNED_FIELDS ? transactionOf(items) : undefined;
}

/** The same signed: what the network takes. `signature` is r and s behind each other, `yParity` which of two keys made it. */
export function writeSignedEvm(
  tx: Omit<EvmTransaction, "accessList">,
  { signature, yParity }: { signature: Uint8Array; yParity: number },
): Uint8Array {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map((part) =>
    numberBytes(BigInt(`0x${bytesToHex(part)}`)),
  );
  return written([...fieldsOf(tx), numberBytes(BigInt(yParity)), r ?? Uint8Array.of(), s ?? Uint8Array.of()]);
}

/** A signed transaction as it came; `sender` is the account whose key signed it, absent where no key did. */
export type SignedEvm = EvmTransaction & { sender: string | undefined; txHash: string; isLow: boolean };

/** Reads a signed transaction of EIP-1559 from its bytes in hex; undefined for anything else, also written otherwise. */
export function readSignedEvm(hex: string): SignedEvm | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  const bytes = hexToBytes(hex);
  const items = bytes[0] === TYPE ? readRlp(bytes.subarray(1)) : undefined;
  if (!items || items instanceof Uint8Array || items.length !== UNSIGNED_FIELDS + 3) return undefined;
  const transaction = transactionOf(items);
  const [parity, r, s] = items.slice(UNSIGNED_FIELDS).map(numberOf);
  if (!transaction || parity === undefined || r === undefined || s === undefined) return undefined;
  const digest = keccak_256(written(items.slice(0, UNSIGNED_FIELDS)));
  const { signer: sender, isLow } = recoveredAccount(digest, { parity, r, s });
  return {
    ...transaction,
    txHash: `0x${bytesToHex(keccak_256(bytes))}`,
    sender,
    isLow,
  };
}

function transactionOf(items: readonly Rlp[]): EvmTransaction | undefined {
  const [to, data, accessList] = [items[5], items[7], items[8]];
  if (!(to instanceof Uint8Array) || !(data instanceof Uint8Array)) return undefined;
  if (accessList === undefined || accessList instanceof Uint8Array) return undefined;
  const numbers = [0, 1, 2, 3, 4, 6].flatMap((at) => numberOf(items[at]) ?? []);
  const [chainId, nonce, priorityFee, maxFee, gas, value] = numbers;
  if (chainId === undefined || nonce === undefined || priorityFee === undefined) return undefined;
  if (maxFee === undefined || gas === undefined || value === undefined) return undefined;
  const [receiver, call] = [bytesToHex(to), bytesToHex(data)];
  return { chainId, nonce, priorityFee, maxFee, gas, to: receiver, value, data: call, accessList: accessList.length };
}

/** A number without zeros before it; undefined for anything else. */
function numberOf(item: Rlp | undefined): bigint | undefined {
  if (!(item instanceof Uint8Array) || item[0] === 0) return undefined;
  return item.length === 0 ? 0n : BigInt(`0x${bytesToHex(item)}`);
}

/** The account whose key has signed a digest, absent where none has, and whether s is the lower of two that hold. */
export function recoveredAccount(
  digest: Uint8Array,
  { parity, r, s }: { parity: bigint; r: bigint; s: bigint },
): { signer: string | undefined; isLow: boolean } {
  const isLow = s * 2n < secp256k1.Point.Fn.ORDER;
  if (parity > 1n) return { signer: undefined, isLow };
  try {
    const key = new secp256k1.Signature(r, s, Number(parity)).recoverPublicKey(digest);
    return { signer: bytesToHex(keccak_256(key.toBytes(false).subarray(1)).slice(-20)), isLow };
  } catch {
    return { signer: undefined, isLow };
  }
}

const TRANSFER_SELECTOR = "a9059cbb";
const word = (hex: string): string => hex.padStart(64, "0");

/** The call of ERC-20 that sends tokens: `transfer(to, units)`. */
export const transferCall = (to: string, units: bigint): string =>
  TRANSFER_SELECTOR + word(to) + word(units.toString(16));

/** Whom such a call pays; undefined where it is none. */
export function transferOf(data: string): { to: string; units: bigint } | undefined {
  const [, to, units] = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/.exec(data) ?? [];
  return to === undefined || units === undefined ? undefined : { to, units: BigInt(`0x${units}`) };
}
