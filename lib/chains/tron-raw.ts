import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { recoveredAccount } from "./evm-raw.ts";

/** The kinds of transaction that are known here, by the number that protocol.Transaction.Contract gives them. */
const KINDS = { TransferContract: 1n, TriggerSmartContract: 31n } as const;
export type TronKind = keyof typeof KINDS;

/**
 * A transaction of Tron that gives TRX or calls a contract, in what protocol.Transaction.raw says of it (tron.proto);
 * accounts are 20 bytes in hex, times epoch milliseconds, fees sun. Both kinds have owner, receiver and TRX in the same
 * places of their message. Everything else that the form knows is refused where it is read.
 */
export type TronTransaction = {
  kind: TronKind;
  /** Of the block that it builds on: the last two bytes of its number, and bytes 8 to 16 of its hash. */
  refBlockBytes: string;
  refBlockHash: string;
  /** No block after this time takes it. */
  expiration: bigint;
  memo: string;
  permission: bigint;
  owner: string;
  /** The contract that is called, or the account that is given TRX. */
  to: string;
  /** Sun that go to it, and units of a TRC-10 token that a call carries along. */
  value: bigint;
  tokenValue: bigint;
  tokenId: bigint;
  data: string;
  timestamp: bigint;
  /** The most that its energy may cost. */
  feeLimit: bigint;
};

const typeUrl = (kind: TronKind): string => `type.googleapis.com/protocol.${kind}`;
const ACCOUNT_PREFIX = "41";
const ACCOUNT_BYTES = 21;
const SIGNATURE_BYTES = 65;
/** How recovery ids are written since Bitcoin; some signers leave it out. */
const RECOVERY = 27;

const nothing = Uint8Array.of();

/** A number in groups of seven bits, the lowest first. */
function varint(value: bigint): Uint8Array {
  const groups: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.from([...groups, Number(rest)]);
}

/** Fields of protobuf; what stands at its default is left out, as its canonical form has it. */
const numberField = (field: number, value: bigint): Uint8Array =>
  value === 0n ? nothing : concatBytes(varint(BigInt(field << 3)), varint(value));
const bytesField = (field: number, content: Uint8Array): Uint8Array =>
  content.length === 0
    ? nothing
    : concatBytes(varint(BigInt((field << 3) | 2)), varint(BigInt(content.length)), content);

type Fields = ReadonlyMap<number, bigint | Uint8Array>;

/** The fields of a message, each once and in their order; undefined for anything else. */
function readFields(bytes: Uint8Array): Fields | undefined {
  const fields = new Map<number, bigint | Uint8Array>();
  let at = 0;
  let last = 0;
  const number = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      at += 1;
      if (byte === undefined) return undefined;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const [tag, value] = [number(), number()];
    if (tag === undefined || value === undefined) return undefined;
    const [field, wire] = [Number(tag >> 3n), tag & 7n];
    if (field <= last || (wire !== 0n && wire !== 2n)) return undefined;
    last = field;
    if (wire === 0n) {
      fields.set(field, value);
      continue;
    }
    const end = at + Number(value);
    if (end > bytes.length) return undefined;
    fields.set(field, bytes.slice(at, end));
    at = end;
  }
  return fields;
}

const numberIn = (fields: Fields, field: number): bigint => {
  const value = fields.get(field);
  return typeof value === "bigint" ? value : 0n;
};
const bytesIn = (fields: Fields, field: number): Uint8Array => {
  const value = fields.get(field);
  return value instanceof Uint8Array ? value : nothing;
};

const accountBytes = (script: string): Uint8Array => hexToBytes(ACCOUNT_PREFIX + script);

/** The bytes that are signed: raw_data. */
export function writeTron(tx: TronTransaction): Uint8Array {
  const call = concatBytes(
    bytesField(1, accountBytes(tx.owner)),
    bytesField(2, accountBytes(tx.to)),
    numberField(3, tx.value),
    bytesField(4, hexToBytes(tx.data)),
    numberField(5, tx.tokenValue),
    numberField(6, tx.tokenId),
  );
  const contract = concatBytes(
    numberField(1, KINDS[tx.kind]),
    bytesField(2, concatBytes(bytesField(1, utf8ToBytes(typeUrl(tx.kind))), bytesField(2, call))),
    numberField(5, tx.permission),
  );
  return concatBytes(
    bytesField(1, hexToBytes(tx.refBlockBytes)),
    bytesField(4, hexToBytes(tx.refBlockHash)),
    numberField(8, tx.expiration),
    bytesField(10, hexToBytes(tx.memo)),
    bytesField(11, contract),
    numberField(14, tx.timestamp),
    numberField(18, tx.feeLimit),
  );
}

/** Reads raw_data from its hex: undefined unless writing it again gives these very bytes, and so for a field not known here. */
export function readTron(hex: string): TronTransaction | undefined {
  if (!isHex(hex)) return undefined;
  const raw = readFields(hexToBytes(hex));
  const contract = raw && readFields(bytesIn(raw, 11));
  const parameter = contract && readFields(bytesIn(contract, 2));
  const call = parameter && readFields(bytesIn(parameter, 2));
  const kind = contract && kindOf(numberIn(contract, 1));
  if (!call || !kind) return undefined;
  const [owner, to] = [bytesIn(call, 1), bytesIn(call, 2)];
  if (owner.length !== ACCOUNT_BYTES || to.length !== ACCOUNT_BYTES) return undefined;
  const read: TronTransaction = {
    kind,
    refBlockBytes: bytesToHex(bytesIn(raw, 1)),
    refBlockHash: bytesToHex(bytesIn(raw, 4)),
    expiration: numberIn(raw, 8),
    memo: bytesToHex(bytesIn(raw, 10)),
    permission: numberIn(contract, 5),
    owner: bytesToHex(owner.subarray(1)),
    to: bytesToHex(to.subarray(1)),
    value: numberIn(call, 3),
    tokenValue: numberIn(call, 5),
    tokenId: numberIn(call, 6),
    data: bytesToHex(bytesIn(call, 4)),
    timestamp: numberIn(raw, 14),
    feeLimit: numberIn(raw, 18),
  };
  return bytesToHex(writeTron(read)) === hex ? read : undefined;
}

const kindOf = (number: bigint): TronKind | undefined => {
  if (number === KINDS.TransferContract) return "TransferContract";
  return number === KINDS.TriggerSmartContract ? "TriggerSmartContract" : undefined;
};

const isHex = (text: string): boolean => /^(?:[0-9a-f]{2})+$/.test(text);

/** The name of a transaction: SHA-256 of its raw_data, known before it is signed. */
export const tronHash = (rawHex: string): string => bytesToHex(sha256(hexToBytes(rawHex)));

/** raw_data with its signature (r, s, recovery id): what the network takes. */
export const writeSignedTron = (raw: Uint8Array, signature: Uint8Array): Uint8Array =>
  concatBytes(bytesField(1, raw), bytesField(2, signature));

/** A signed transaction as it came; `signer` is the account whose key signed it, absent where no key did. */
export type SignedTron = { rawHex: string; txHash: string; hex: string; signer: string | undefined; isLow: boolean };

/** raw_data and one signature of 65 bytes, each in hex; undefined where they are of another form. */
export function signedTron(rawHex: string, signatureHex: string): SignedTron | undefined {
  if (!isHex(rawHex) || !isHex(signatureHex) || signatureHex.length !== 2 * SIGNATURE_BYTES) return undefined;
  const signature = hexToBytes(signatureHex);
  const [last = 0] = signature.slice(-1);
  const recovery = last < RECOVERY ? last : last - RECOVERY;
  const [r, s] = [signatureHex.slice(0, 64), signatureHex.slice(64, 128)].map((part) => BigInt(`0x${part}`));
  if (recovery > 1 || r === undefined || s === undefined) return undefined;
  const raw = hexToBytes(rawHex);
  const canonical = Uint8Array.of(...signature.subarray(0, -1), RECOVERY + recovery);
  return {
    rawHex,
    txHash: tronHash(rawHex),
    hex: bytesToHex(writeSignedTron(raw, canonical)),
    ...recoveredAccount(sha256(raw), { parity: BigInt(recovery), r, s }),
  };
}

/** Reads a whole signed transaction from its hex: raw_data, one signature, and nothing else. */
export function readSignedTron(hex: string): SignedTron | undefined {
  const fields = isHex(hex) ? readFields(hexToBytes(hex)) : undefined;
  if (!fields) return undefined;
  const [raw, signature] = [bytesIn(fields, 1), bytesIn(fields, 2)];
  if (bytesToHex(writeSignedTron(raw, signature)) !== hex) return undefined;
  return signedTron(bytesToHex(raw), bytesToHex(signature));
}

/** What the network keeps of a transaction beside its bytes counts as bandwidth too. */
const RESULT_BYTES = 64;

/** Bytes of bandwidth that a transaction takes once it is signed. */
export const tronBandwidth = (rawHex: string): number =>
  writeSignedTron(hexToBytes(rawHex), new Uint8Array(SIGNATURE_BYTES)).length + RESULT_BYTES;

/** How a transaction names the block that it builds on: the last two bytes of its number, and the middle of its hash. */
export const refOf = (height: number, hash: string): Pick<TronTransaction, "refBlockBytes" | "refBlockHash"> => ({
  refBlockBytes: height.toString(16).padStart(4, "0").slice(-4),
  refBlockHash: hash.replace(/^0x/, "").slice(16, 32),
});

/** The same as wallets of Tron and its nodes' HTTP interface have it, in JSON. */
export const tronJson = (tx: TronTransaction) => ({
  contract: [{ parameter: { value: valueJson(tx), type_url: typeUrl(tx.kind) }, type: tx.kind }],
  ref_block_bytes: tx.refBlockBytes,
  ref_block_hash: tx.refBlockHash,
  expiration: Number(tx.expiration),
  timestamp: Number(tx.timestamp),
  ...(tx.feeLimit > 0n && { fee_limit: Number(tx.feeLimit) }),
});

const valueJson = ({ kind, owner, to, value, data }: TronTransaction) =>
  kind === "TransferContract"
    ? { owner_address: ACCOUNT_PREFIX + owner, to_address: ACCOUNT_PREFIX + to, amount: Number(value) }
    : { data, owner_address: ACCOUNT_PREFIX + owner, contract_address: ACCOUNT_PREFIX + to };
