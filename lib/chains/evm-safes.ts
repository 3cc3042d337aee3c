import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { SafeCalls } from "./chain.ts";
import type { Read } from "./evm-calls.ts";
import { hex } from "./evm-logs.ts";
import { SAFE_CONTRACTS, SAFE_VERSIONS } from "./safe-contracts.ts";

const keccakHex = (bytes: Uint8Array): string => bytesToHex(keccak_256(bytes));
const selector = (call: string): string => `0x${keccakHex(utf8ToBytes(call)).slice(0, 8)}`;
const NONCE = selector("nonce()");
const THRESHOLD = selector("getThreshold()");
const OWNERS = selector("getOwners()");
/** What a Safe logs with the hash of each transaction that it has executed; of 1.4.1 the hash is a topic. */
const EXECUTED = `0x${keccakHex(utf8ToBytes("ExecutionSuccess(bytes32,uint256)"))}`;
const WORD = 64;

const receiptShape = z.object({ logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })) });

/** What a node of eth says of Safes. */
export function evmSafes(read: Read): SafeCalls {
  const ask = (script: string, data: string, at: string): Promise<string> =>
    read(hex, "eth_call", [{ to: `0x${script}`, data }, at]);
  const count = async (script: string, data: string, at: string): Promise<number> =>
    Number(BigInt(await ask(script, data, at)));
  return {
    async state(script) {
      const code = await read(hex, "eth_getCode", [`0x${script}`, "latest"]);
      const proxy = keccakHex(hexToBytes(code.slice(2)));
      const version = SAFE_VERSIONS.find((one) => SAFE_CONTRACTS[one].proxy === proxy);
      if (!version) return undefined;
      // Whatever else has such code runs another contract, which this place names.
      const runs = (await read(hex, "eth_getStorageAt", [`0x${script}`, "0x0", "latest"])).slice(-40).toLowerCase();
      if (!SAFE_CONTRACTS[version].runs.includes(runs)) return undefined;
      const nonce = await count(script, NONCE, "latest");
      const threshold = await count(script, THRESHOLD, "latest");
      const owners = Number(BigInt(`0x${(await ask(script, OWNERS, "latest")).slice(2 + WORD, 2 + 2 * WORD)}`));
      return { version, nonce, threshold, owners };
    },
    async usedUpTo(script, height) {
      const answer = await ask(script, NONCE, `0x${height.toString(16)}`);
      // Where the Safe is younger than that block nothing is there to answer, and none of its numbers is used.
      return answer === "0x" ? 0 : Number(BigInt(answer));
    },
    async executedBy(script, txHash) {
      const receipt = await read(receiptShape.nullable(), "eth_getTransactionReceipt", [txHash]);
      return receipt?.logs.flatMap(({ address, topics: [event, indexed], data }) => {
        if (address.toLowerCase() !== `0x${script}` || event?.toLowerCase() !== EXECUTED) return [];
        return [(indexed ?? data.slice(0, 2 + WORD)).toLowerCase()];
      });
    },
  };
}
