import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ethAddress } from "#lib/wallets/encodings.ts";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type EvmTransaction, readSignedEvm, readUnsignedEvm, writeUnsignedEvm } from "./evm-raw.ts";

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(bytesToHex);
const whole = (max: bigint) => fc.bigInt({ min: 0n, max });
const drafts: fc.Arbitrary<EvmTransaction> = fc.record({
  chainId: fc.bigInt({ min: 1n, max: 2n ** 53n - 1n }),
  nonce: whole(2n ** 53n - 1n),
  priorityFee: whole(2n ** 40n),
  maxFee: fc.bigInt({ min: 2n ** 40n, max: 2n ** 64n }),
  gas: whole(2n ** 40n),
  to: hex(20),
  value: whole(2n ** 100n),
  data: fc.uint8Array({ maxLength: 200 }).map(bytesToHex),
  accessList: fc.constant(0),
});

/** The same transaction in viem's words. */
const asViem = (tx: EvmTransaction) => ({
  type: "eip1559" as const,
  chainId: Number(tx.chainId),
  nonce: Number(tx.nonce),
  maxPriorityFeePerGas: tx.priorityFee,
  maxFeePerGas: tx.maxFee,
  gas: tx.gas,
  to: ethAddress(hexToBytes(tx.to)) as `0x${string}`,
  value: tx.value,
  data: `0x${tx.data}` as const,
});

test("what is to be signed is to the byte what viem writes of the same fields, and is read back as them", () => {
  fc.assert(
    fc.property(drafts, (tx) => {
      const written = `0x${bytesToHex(writeUnsignedEvm(tx))}`;
      expect(written).toBe(serializeTransaction(asViem(tx)));
      expect(readUnsignedEvm(written.slice(2))).toEqual(tx);
      expect(parseTransaction(written as `0x02${string}`)).toMatchObject({ to: asViem(tx).to.toLowerCase() });
    }),
  );
});

test("what viem's account signed is read with its sender and name", async () => {
  const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
  await fc.assert(
    fc.asyncProperty(drafts, async (tx) => {
      const signed = (await account.signTransaction(asViem(tx))) as `0x02${string}`;
      const read = readSignedEvm(signed.slice(2));
      expect(read).toMatchObject(tx);
      expect(ethAddress(hexToBytes(read?.sender ?? ""))).toBe(account.address);
      expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(account.address);
    }),
    { numRuns: 30 },
  );
});
