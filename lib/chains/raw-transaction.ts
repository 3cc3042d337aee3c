import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

/** What a transaction of Bitcoin's family uses up: `index` of the outputs of `txHash`; scripts and witnesses in hex. */
export type RawInput = {
  txHash: string;
  index: number;
  script: string;
  sequence: number;
  witness: readonly string[];
};
export type RawOutput = { units: bigint; script: string };
export type RawTransaction = {
  version: number;
  inputs: readonly RawInput[];
  outputs: readonly RawOutput[];
  lockTime: number;
};

export const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** A little-endian number of so many bytes. */
export function littleEndian(value: bigint | number, bytes: number): Uint8Array {
  let rest = BigInt(value);
  return Uint8Array.from({ length: bytes }, () => {
    const byte = Number(rest & 0xffn);
    rest >>= 8n;
    return byte;
  });
}

/** A length as the family writes it, in as few bytes as it takes. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return concatBytes(Uint8Array.of(0xfd), littleEndian(value, 2));
  return concatBytes(Uint8Array.of(0xfe), littleEndian(value, 4));
}

/** Bytes behind their length. */
export function sized(hex: string): Uint8Array {
  const bytes = hexToBytes(hex);
  return concatBytes(compactSize(bytes.length), bytes);
}

/** The output that an input names, as it is written. */
export const outpoint = ({ txHash, index }: Pick<RawInput, "txHash" | "index">): Uint8Array =>
  concatBytes(hexToBytes(txHash).reverse(), littleEndian(index, 4));

export const writtenOutput = ({ units, script }: RawOutput): Uint8Array =>
  concatBytes(littleEndian(units, 8), sized(script));

/** The bytes of a transaction in hex; `witnesses` as BIP 144 has them, where there are any. */
export function writeRaw(transaction: RawTransaction, { witnesses }: { witnesses: boolean }): string {
  const { version, inputs, outputs, lockTime } = transaction;
  const isSegwit = witnesses && inputs.some(({ witness }) => witness.length > 0);
  return bytesToHex(
    concatBytes(
      littleEndian(version, 4),
      isSegwit ? Uint8Array.of(0, 1) : Uint8Array.of(),
      compactSize(inputs.length),
      ...inputs.map((input) => concatBytes(outpoint(input), sized(input.script), littleEndian(input.sequence, 4))),
      compactSize(outputs.length),
      ...outputs.map(writtenOutput),
      ...(isSegwit ? inputs.map(({ witness }) => concatBytes(compactSize(witness.length), ...witness.map(sized))) : []),
      littleEndian(lockTime, 4),
    ),
  );
}

/** The name of a transaction: its hash without witnesses, as it is shown. */
export const hashOfRaw = (transaction: RawTransaction): string =>
  bytesToHex(doubleSha256(hexToBytes(writeRaw(transaction, { witnesses: false }))).reverse());

/** Reads a transaction from its bytes in hex: undefined unless writing it again gives these very bytes. */
export function readRaw(hex: string): RawTransaction | undefined {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return undefined;
  try {
    const read = readFrom(new Reader(hexToBytes(hex)));
    return writeRaw(read, { witnesses: true }) === hex ? read : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readFrom(from: Reader): RawTransaction {
  const version = from.number(4);
  const isSegwit = from.startsWith(0, 1);
  const bare = from.list(() => ({
    txHash: bytesToHex(from.bytes(32).reverse()),
    index: from.number(4),
    script: from.sized(),
    sequence: from.number(4),
  }));
  const outputs = from.list(() => ({ units: from.units(), script: from.sized() }));
  const witnesses = bare.map(() => (isSegwit ? from.list(() => from.sized()) : []));
  const lockTime = from.number(4);
  return {
    version,
    inputs: bare.map((input, at) => ({ ...input, witness: witnesses[at] ?? [] })),
    outputs,
    lockTime,
  };
}

/** Takes bytes off the front; throws RangeError where there are too few. */
class Reader {
  #rest: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#rest = bytes;
  }
  bytes(count: number): Uint8Array {
    if (count > this.#rest.length) throw new RangeError("the transaction ends early");
    const taken = this.#rest.slice(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }
  number(bytes: number): number {
    return this.bytes(bytes).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }
  units(): bigint {
    return this.bytes(8).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  }
  /** Whether the next bytes are these; then they are taken. */
  startsWith(...wanted: readonly number[]): boolean {
    const isThere = wanted.every((byte, at) => this.#rest[at] === byte);
    if (isThere) this.#rest = this.#rest.subarray(wanted.length);
    return isThere;
  }
  length(): number {
    const first = this.number(1);
    if (first < 0xfd) return first;
    if (first === 0xff) throw new RangeError("nothing of a transaction is so long");
    return this.number(first === 0xfd ? 2 : 4);
  }
  sized(): string {
    return bytesToHex(this.bytes(this.length()));
  }
  list<Item>(item: () => Item): Item[] {
    const count = this.length();
    if (count > this.#rest.length) throw new RangeError("the transaction ends early");
    return Array.from({ length: count }, item);
  }
}
