import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { TronWeb, utils } from "tronweb";
import { describe, expect, test } from "vitest";
import { transferCall } from "./evm-raw.ts";
import {
  readSignedTron,
  readTron,
  refOf,
  signedTron,
  tronBandwidth,
  tronHash,
  tronJson,
  type TronTransaction,
  writeTron,
} from "./tron-raw.ts";

// Our few lines of protobuf say to the byte what the wallets of Tron say, and read nothing else.

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((content) => bytesToHex(content));
const units = fc.bigInt({ min: 1n, max: 2n ** 62n });
const time = fc.bigInt({ min: 1_500_000_000_000n, max: 4_000_000_000_000n });
const calls: fc.Arbitrary<TronTransaction> = fc.record({
  kind: fc.constant("TriggerSmartContract" as const),
  refBlockBytes: hexOf(2),
  refBlockHash: hexOf(8),
  expiration: time,
  memo: fc.constant(""),
  permission: fc.constant(0n),
  owner: hexOf(20),
  to: hexOf(20),
  value: fc.constant(0n),
  tokenValue: fc.constant(0n),
  tokenId: fc.constant(0n),
  data: fc.tuple(hexOf(20), units).map(([to, paid]) => transferCall(to, paid)),
  timestamp: time,
  feeLimit: fc.bigInt({ min: 1n, max: 15_000_000_000n }),
});
/** The same as transfers of TRX, as much as a number of JSON tells. */
const given = fc.bigInt({ min: 1n, max: 2n ** 53n - 1n });
const transactions = fc.oneof(
  calls,
  fc
    .tuple(calls, given)
    .map(([call, value]): TronTransaction => ({ ...call, kind: "TransferContract", value, data: "", feeLimit: 0n })),
);
const SAMPLE: TronTransaction = {
  kind: "TriggerSmartContract",
  refBlockBytes: "0a1b",
  refBlockHash: "00112233445566aa",
  expiration: 1_795_600_000_123n,
  memo: "",
  permission: 0n,
  owner: "11".repeat(20),
  to: "a614f803b6fd780986a42c78ec9c7f77e6ded13c",
  value: 0n,
  tokenValue: 0n,
  tokenId: 0n,
  data: transferCall("22".repeat(20), 1_000_000n),
  timestamp: 1_795_592_800_123n,
  feeLimit: 7_714_200n,
};
const KEY = "01".repeat(32);
const written = (tx: TronTransaction) => bytesToHex(writeTron(tx));

describe("raw_data", () => {
  test("is what tronweb writes of the same fields, to the byte, with its hash", () => {
    fc.assert(
      fc.property(transactions, (tx) => {
        const pb = utils.transaction.txJsonToPb({ raw_data: tronJson(tx) });
        expect(written(tx)).toBe(utils.transaction.txPbToRawDataHex(pb).toLowerCase());
        expect(`0x${tronHash(written(tx))}`).toBe(utils.transaction.txPbToTxID(pb));
        expect(readTron(written(tx))).toEqual(tx);
      }),
    );
  });

  test("is what tronweb's own builder makes of a call of transfer", async () => {
    const web = new TronWeb({ fullHost: "http://127.0.0.1:1" });
    const header = {
      ref_block_bytes: SAMPLE.refBlockBytes,
      ref_block_hash: SAMPLE.refBlockHash,
      expiration: Number(SAMPLE.expiration),
      timestamp: Number(SAMPLE.timestamp),
    };
    const { transaction } = await web.transactionBuilder.triggerSmartContract(
      `41${SAMPLE.to}`,
      "transfer(address,uint256)",
      { txLocal: true, feeLimit: Number(SAMPLE.feeLimit), blockHeader: header },
      [
        { type: "address", value: `41${"22".repeat(20)}` },
        { type: "uint256", value: 1_000_000 },
      ],
      `41${SAMPLE.owner}`,
    );
    expect(transaction.raw_data_hex).toBe(written(SAMPLE));
    expect(transaction.txID).toBe(tronHash(written(SAMPLE)));
    expect(transaction.raw_data).toEqual(tronJson(SAMPLE));
  });

  test("is what tronweb's own builder makes of a transfer of TRX", async () => {
    const web = new TronWeb({ fullHost: "http://127.0.0.1:1" });
    const tx: TronTransaction = {
      ...SAMPLE,
      kind: "TransferContract",
      to: "22".repeat(20),
      value: 30_000_001n,
      data: "",
      feeLimit: 0n,
    };
    const header = {
      ref_block_bytes: tx.refBlockBytes,
      ref_block_hash: tx.refBlockHash,
      expiration: Number(tx.expiration),
      timestamp: Number(tx.timestamp),
    };
    const built = await web.transactionBuilder.sendTrx(`41${tx.to}`, Number(tx.value), `41${tx.owner}`, {
      blockHeader: header,
    });
    expect(built.raw_data_hex).toBe(written(tx));
    expect(built.txID).toBe(tronHash(written(tx)));
    expect(built.raw_data).toEqual(tronJson(tx));
    expect(readTron(written(tx))).toEqual(tx);
  });

  test("reads a memo, a permission and what is sent along, which are compared as well", () => {
    for (const change of [
      { memo: "deadbeef" },
      { permission: 2n },
      { value: 1n },
      { tokenValue: 5n, tokenId: 1_000_001n },
    ]) {
      const changed = { ...SAMPLE, ...change };
      expect(readTron(written(changed))).toEqual(changed);
    }
  });

  const hex = written(SAMPLE);
  test.each([
    ["a field that is not known here", `${hex}c00101`],
    ["a field twice", `${hex}9001ecebd603`],
    ["a number with a group too many", hex.replace(/9001([0-9a-f]+)$/, (_, end) => `9001${end.slice(0, -2)}8300`)],
    ["authorities", hex.replace("5aae01", "4a0208005aae01")],
    ["the block's number", hex.replace("2208", "18052208")],
    ["an account of another length", hex.replace("0a1541", "0a1441")],
    ["another kind of contract", hex.replace("081f12", "080112")],
    ["its end missing", hex.slice(0, -2)],
    ["nothing", ""],
    ["no hex", "zz"],
  ])("with %s is none", (_what, changed) => {
    expect(changed).not.toBe(hex);
    expect(readTron(changed)).toBeUndefined();
  });

  test("names the block it builds on by the last of its number and the middle of its hash", () => {
    const id = "0000000003a6b1c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c";
    expect(refOf(0x03_a6_b1_c4, id)).toEqual({ refBlockBytes: "b1c4", refBlockHash: "d5e6f708192a3b4c" });
    expect(refOf(5, `0x${id}`).refBlockBytes).toBe("0005");
  });
});

describe("a signature", () => {
  const owner = bytesToHex(Uint8Array.from(utils.crypto.getAddressFromPriKey([...hexToBytes(KEY)])));
  const tx = { ...SAMPLE, owner: owner.slice(2) };
  const rawHex = written(tx);
  const signed = utils.crypto.signTransaction(KEY, { txID: tronHash(rawHex), raw_data_hex: rawHex } as never) as {
    signature: string[];
  };
  const signature = (signed.signature[0] ?? "").toLowerCase().replace(/^0x/, "");

  test("of tronweb is taken, and its key's account told", () => {
    const found = signedTron(rawHex, signature);
    expect(found).toMatchObject({ signer: tx.owner, isLow: true, txHash: tronHash(rawHex) });
    expect(readSignedTron(found?.hex ?? "")).toEqual(found);
    expect(tronBandwidth(rawHex)).toBe((found?.hex.length ?? 0) / 2 + 64);
  });

  test("is the same however its recovery id is written, and of 65 bytes", () => {
    const { hex } = signedTron(rawHex, signature) ?? {};
    const bare = signature.slice(0, -2) + (signature.endsWith("1b") ? "00" : "01");
    expect(signedTron(rawHex, bare)?.hex).toBe(hex);
    for (const other of [
      signature.slice(0, -2),
      `${signature}00`,
      `${signature.slice(0, -2)}1d`,
      `${signature.slice(0, -2)}36`,
    ])
      expect(signedTron(rawHex, other)).toBeUndefined();
  });

  test("stands alone beside raw_data in what is sent", () => {
    const { hex = "" } = signedTron(rawHex, signature) ?? {};
    for (const other of [`${hex}1241${signature}`, `${hex}2a00`, hex.slice(0, -2), rawHex])
      expect(readSignedTron(other)).toBeUndefined();
  });
});
