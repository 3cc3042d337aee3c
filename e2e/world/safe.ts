import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  size,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { SAFE_CONTRACTS, type SafeVersion } from "#lib/chains/safe-contracts.ts";
import type { Anvil } from "./anvil.ts";

type Code = { safe: Hex; multiSend: Hex; proxy: Hex };
const CODE = JSON.parse(readFileSync(join(import.meta.dirname, "safe-contracts.json"), "utf8")) as Record<
  SafeVersion,
  Code
>;
const ABI = parseAbi([
  "function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
  "function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)",
  "function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)",
  "function multiSend(bytes transactions) payable",
]);
const ZERO = "0x0000000000000000000000000000000000000000";
const OWNERS = 3;
const THRESHOLD = 2;

/** What a Safe executes once. */
export type Execution = { to: Hex; data: Hex; operation: 0 | 1 };
/** One call of a batch as Transaction Builder reads it from a file. */
export type FileCall = { to: Hex; value: string; data: Hex };

/** A Safe of Safe's own contracts on a node of one's own, two of whose three owners sign. */
export type RealSafe = {
  address: Hex;
  /** The hash that its owners sign, by the contract itself. */
  hashOf(execution: Execution, nonce: number): Promise<Hex>;
  /** Signed by two owners and sent by somebody else; answers the transaction. Mined by the node's own command. */
  execute(execution: Execution, nonce: number): Promise<string>;
};

/** Sends from the node's own first account, which pays for the gas. */
async function sent(anvil: Anvil, call: { to?: Hex; data: Hex }): Promise<string> {
  const [payer] = (await anvil.ask("eth_accounts")) as string[];
  return (await anvil.ask("eth_sendTransaction", [{ from: payer, gas: "0x400000", ...call }])) as string;
}

async function deployed(anvil: Anvil, data: Hex): Promise<Hex> {
  const hash = await sent(anvil, { data });
  await anvil.mine(1);
  return ((await anvil.ask("eth_getTransactionReceipt", [hash])) as { contractAddress: Hex }).contractAddress;
}

/** A contract with a Safe's own code that runs another: the one at `runs`. */
export const proxyOf = (anvil: Anvil, version: SafeVersion, runs: Hex): Promise<Hex> =>
  deployed(anvil, concat([CODE[version].proxy, encodeAbiParameters([{ type: "address" }], [getAddress(runs)])]));

/** What the wallet of Safe makes of a file's calls. */
export function executionOf(version: SafeVersion, calls: readonly FileCall[]): Execution {
  const [only] = calls;
  if (only && calls.length === 1) return { to: only.to, data: only.data, operation: 0 };
  const packed = concat(
    calls.map(({ to, value, data }) =>
      encodePacked(
        ["uint8", "address", "uint256", "uint256", "bytes"],
        [0, getAddress(to), BigInt(value), BigInt(size(data)), data],
      ),
    ),
  );
  const data = encodeFunctionData({ abi: ABI, functionName: "multiSend", args: [packed] });
  return { to: `0x${SAFE_CONTRACTS[version].multiSend}`, data, operation: 1 };
}

/** Puts Safe's contracts where its project has them, and makes a Safe. */
export async function openSafe(anvil: Anvil, version: SafeVersion): Promise<RealSafe> {
  const { safe, multiSend } = CODE[version];
  const facts = SAFE_CONTRACTS[version];
  const runs: Hex = `0x${facts.runs[0]}`;
  await anvil.ask("anvil_setCode", [runs, safe]);
  await anvil.ask("anvil_setCode", [`0x${facts.multiSend}`, multiSend]);
  const owners = Array.from({ length: OWNERS }, () => privateKeyToAccount(generatePrivateKey()));
  const address = await proxyOf(anvil, version, runs);
  const names = owners.map((owner) => owner.address);
  const setup = [names, BigInt(THRESHOLD), ZERO, "0x", ZERO, ZERO, 0n, ZERO] as const;
  await sent(anvil, { to: address, data: encodeFunctionData({ abi: ABI, functionName: "setup", args: setup }) });
  await anvil.mine(1);
  const hashOf = async ({ to, data, operation }: Execution, nonce: number): Promise<Hex> => {
    const args = [getAddress(to), 0n, data, operation, 0n, 0n, 0n, ZERO, ZERO, BigInt(nonce)] as const;
    const call = encodeFunctionData({ abi: ABI, functionName: "getTransactionHash", args });
    return (await anvil.ask("eth_call", [{ to: address, data: call }, "latest"])) as Hex;
  };
  return {
    address: getAddress(address),
    hashOf,
    async execute(execution, nonce) {
      const hash = await hashOf(execution, nonce);
      const signers = owners.slice(0, THRESHOLD).sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
      const signatures = concat(await Promise.all(signers.map((owner) => owner.sign({ hash }))));
      const { to, data, operation } = execution;
      const args = [getAddress(to), 0n, data, operation, 0n, 0n, 0n, ZERO, ZERO, signatures] as const;
      return sent(anvil, {
        to: address,
        data: encodeFunctionData({ abi: ABI, functionName: "execTransaction", args }),
      });
    },
  };
}
