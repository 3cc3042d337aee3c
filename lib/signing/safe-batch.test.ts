import { encodeFunctionData, encodePacked, getAddress, hashTypedData, parseAbi, size, concat } from "viem";
import { expect, test } from "vitest";
import { transferCall } from "#lib/chains/evm-raw.ts";
import { SAFE_CONTRACTS } from "#lib/chains/safe-contracts.ts";
import { safeCall, safeTxHash, writeSafeCall } from "./safe-batch.ts";
import { checksumOf, safeFile } from "./safe-file.ts";

const USDC = "a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const SAFE = "8ba1f109551bd432803012645ac136ddd64dba72";
const CALLS = [
  { to: USDC, data: transferCall("901bb9583b24d97e995513c6778dc6888ab6870e", 12_345_678n) },
  { to: USDC, data: transferCall("00000000219ab540356cbb839cbe05303d7705fa", 1n) },
];

/** As a library that others trust says it. */
const byViem = (of: { to: string; data: string; operation: number; nonce: bigint; chainId: number }) =>
  hashTypedData({
    domain: { chainId: of.chainId, verifyingContract: getAddress(`0x${SAFE}`) },
    primaryType: "SafeTx",
    types: {
      SafeTx: [
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "data", type: "bytes" },
        { name: "operation", type: "uint8" },
        { name: "safeTxGas", type: "uint256" },
        { name: "baseGas", type: "uint256" },
        { name: "gasPrice", type: "uint256" },
        { name: "gasToken", type: "address" },
        { name: "refundReceiver", type: "address" },
        { name: "nonce", type: "uint256" },
      ],
    },
    message: {
      to: getAddress(`0x${of.to}`),
      value: 0n,
      data: `0x${of.data}`,
      operation: of.operation,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: "0x0000000000000000000000000000000000000000",
      refundReceiver: "0x0000000000000000000000000000000000000000",
      nonce: of.nonce,
    },
  });

test("several calls are packed for MultiSendCallOnly of the Safe's version, one is made as it is", () => {
  const packed = concat(
    CALLS.map(({ to, data }) =>
      encodePacked(
        ["uint8", "address", "uint256", "uint256", "bytes"],
        [0, getAddress(`0x${to}`), 0n, BigInt(size(`0x${data}`)), `0x${data}`],
      ),
    ),
  );
  const data = encodeFunctionData({ abi: parseAbi(["function multiSend(bytes) payable"]), args: [packed] });
  for (const version of ["1.3.0", "1.4.1"] as const)
    expect(safeCall(version, CALLS)).toEqual({
      to: SAFE_CONTRACTS[version].multiSend,
      data: data.slice(2),
      operation: 1,
    });
  const [first] = CALLS;
  expect(safeCall("1.4.1", CALLS.slice(0, 1))).toEqual({ ...first, operation: 0 });
});

test("what the owners sign is what EIP-712 says, and each part of it counts", () => {
  const batch = { ...safeCall("1.4.1", CALLS), chainId: 1n, safe: SAFE, nonce: 17n };
  expect(safeTxHash(batch)).toBe(byViem({ ...batch, chainId: 1 }));
  const others = [
    { ...batch, chainId: 11_155_111n },
    { ...batch, safe: USDC },
    { ...batch, nonce: 18n },
    { ...batch, operation: 0 as const },
    { ...batch, to: USDC },
    { ...batch, data: `${batch.data.slice(0, -2)}01` },
  ].map(safeTxHash);
  expect(new Set([...others, safeTxHash(batch)]).size).toBe(7);
  expect(writeSafeCall(batch)).toBe(`0x01${batch.to}${batch.data}`);
});

test("a batch has the checksum that Transaction Builder gives it", () => {
  // Of Transaction Builder's own tests, which hash it with an empty checksum.
  const owner = "0x49d4450977E2c95362C13D3a31a09311E0Ea26A6";
  const method = (name: string, param: string, type: string) => ({
    inputs: [{ internalType: type, name: param, type }],
    name,
    payable: false,
  });
  const file = {
    version: "1.0",
    chainId: "4",
    createdAt: 1_646_321_521_061,
    meta: {
      name: "test batch file",
      txBuilderVersion: "1.4.0",
      checksum: "",
      createdFromSafeAddress: "0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa",
      createdFromOwnerAddress: owner,
    },
    transactions: [
      {
        to: owner,
        value: "0",
        contractMethod: method("testAddress", "paramAddress", "address"),
        contractInputsValues: { paramAddress: owner },
      },
      {
        to: owner,
        value: "0",
        contractMethod: method("testBool", "paramBool", "bool"),
        contractInputsValues: { paramAddress: "", paramBool: "false" },
      },
      {
        to: owner,
        value: "2000000000000000000",
        data: "0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6",
      },
    ],
  };
  const checksum = "0x4ecbfd364aa6759983915644e73f8bd411e85a2dc306f252a387c2728c4db64c";
  expect(checksumOf(file)).toBe(checksum);
  expect(checksumOf({ ...file, meta: { ...file.meta, name: "another" } })).toBe(checksum);
  expect(checksumOf({ ...file, transactions: [...file.transactions].reverse() })).not.toBe(checksum);
});

test("the file says the Safe, the chain, the number and the hash, and each call once", () => {
  const batch = { ...safeCall("1.4.1", CALLS), chainId: 1n, safe: SAFE, nonce: 17n };
  const hash = safeTxHash(batch);
  const file = JSON.parse(safeFile({ ...batch, safeTxHash: hash, at: new Date(1_700_000_000_000), calls: CALLS }));
  const { checksum: _, ...withoutChecksum } = file.meta;
  expect(file).toMatchObject({
    version: "1.0",
    chainId: "1",
    createdAt: 1_700_000_000_000,
    meta: {
      description: `Execute with nonce 17. safeTxHash ${hash}`,
      createdFromSafeAddress: getAddress(`0x${SAFE}`),
      checksum: checksumOf({ ...file, meta: withoutChecksum }),
    },
    transactions: CALLS.map(({ to, data }) => ({ to: getAddress(`0x${to}`), value: "0", data: `0x${data}` })),
  });
});
