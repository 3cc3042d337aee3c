import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import type { Anvil } from "./anvil.ts";

const ABI = parseAbi([
  "function pay(address[] to, uint256[] value) payable",
  "function undone(address to, uint256 value)",
  "function end(address to)",
  "function give(address token, address to, uint256 value)",
]);

/** A contract on a node of one's own that pays out by its code; each call answers the transaction that ran it. */
export type Payer = {
  address: Hex;
  pay(...payments: readonly [to: string, wei: bigint][]): Promise<string>;
  undone(to: string, wei: bigint): Promise<string>;
  end(to: string): Promise<string>;
  give(token: string, to: string, units: bigint): Promise<string>;
};

/** Puts it there with so much ether. */
export async function openPayer(anvil: Anvil, wei: bigint): Promise<Payer> {
  const [from] = (await anvil.ask("eth_accounts")) as string[];
  const sent = async (call: { to?: Hex; data: Hex }) =>
    (await anvil.ask("eth_sendTransaction", [{ from, gas: "0x400000", ...call }])) as string;
  const hash = await sent({ data: compiled() });
  await anvil.mine(1);
  const { contractAddress: address } = (await anvil.ask("eth_getTransactionReceipt", [hash])) as {
    contractAddress: Hex;
  };
  await anvil.ask("anvil_setBalance", [address, `0x${wei.toString(16)}`]);
  const call = (data: Hex) => sent({ to: address, data });
  return {
    address,
    pay(...payments) {
      const args = [payments.map(([to]) => to as Hex), payments.map(([, value]) => value)] as const;
      return call(encodeFunctionData({ abi: ABI, functionName: "pay", args }));
    },
    undone: (to, value) => call(encodeFunctionData({ abi: ABI, functionName: "undone", args: [to as Hex, value] })),
    end: (to) => call(encodeFunctionData({ abi: ABI, functionName: "end", args: [to as Hex] })),
    give: (token, to, units) =>
      call(encodeFunctionData({ abi: ABI, functionName: "give", args: [token as Hex, to as Hex, units] })),
  };
}

function compiled(): Hex {
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { "payer.sol": { content: readFileSync(join(import.meta.dirname, "payer.sol"), "utf8") } },
        settings: { evmVersion: "paris", outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
      }),
    ),
  ) as { contracts: Record<string, { Payer: { evm: { bytecode: { object: string } } } }> };
  return `0x${output.contracts["payer.sol"]?.Payer.evm.bytecode.object}`;
}
