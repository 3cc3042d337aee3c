import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Chain } from "#lib/chains/chain.ts";
import { type EvmSettings, evmChain } from "#lib/chains/evm.ts";
import { jsonRpc } from "#lib/chains/json-rpc.ts";
import { ETH_WRITING } from "#lib/chains/main-nets.ts";
import { freePort } from "#lib/postgres/free-port.ts";
import { answering, killed, startNode } from "./node-process.ts";

/** A real EVM node of one's own with a USDT-like and a USDC-like token, and a payer whose account it signs for. */
export type Anvil = {
  url: string;
  chainId: number;
  tokens: { usdt: string; usdc: string };
  ask(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Sends a token from the payer; answers the transaction's hash. Mined by {@link mine}. */
  send(token: string, to: string, units: bigint): Promise<string>;
  sendMany(token: string, to: readonly string[], units: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  stop(): Promise<void>;
};

const ROOT = resolve(import.meta.dirname, "../..");
const BINARY = join(ROOT, "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
const CHAIN_ID = 31_337;

export async function startAnvil(): Promise<Anvil> {
  if (!existsSync(BINARY))
    throw new Error(
      "There is no anvil for this machine: npm ci brings it for Linux on x64 only, so run the tests there.",
    );
  const port = await freePort();
  const child = startNode(BINARY, ["--port", String(port), "--no-mining", "--silent", "--chain-id", String(CHAIN_ID)]);
  const url = `http://127.0.0.1:${port}`;
  const rpc = jsonRpc("eth", url);
  const ask = (method: string, params: readonly unknown[] = []) => rpc(method, params);
  await answering(child, () => ask("eth_chainId"));
  const [payer] = (await ask("eth_accounts")) as string[];
  const mine = async (blocks: number) => void (await ask("anvil_mine", [`0x${blocks.toString(16)}`]));
  const submit = async (to: string | undefined, data: string) =>
    (await ask("eth_sendTransaction", [{ from: payer, data, gas: "0x200000", ...(to ? { to } : {}) }])) as string;
  const deploy = async (bytecode: string) => {
    const hash = await submit(undefined, bytecode);
    await mine(1);
    return ((await ask("eth_getTransactionReceipt", [hash])) as { contractAddress: string }).contractAddress;
  };
  const code = compileTokens();
  const tokens = { usdt: await deploy(code.TetherLike), usdc: await deploy(code.CircleLike) };
  return {
    url,
    chainId: CHAIN_ID,
    tokens,
    ask,
    mine,
    send: (token, to, units) => submit(token, `0xa9059cbb${word(to)}${word(units)}`),
    sendMany: (token, to, units) =>
      submit(token, `${code.transferMany}${word(64n)}${word(units)}${word(BigInt(to.length))}${to.map(word).join("")}`),
    stop: () => killed(child),
  };
}

/** How the program watches the chain eth of this node. */
export const anvilSettings = ({ chainId, tokens }: Pick<Anvil, "chainId" | "tokens">): EvmSettings => ({
  network: "eth",
  reorgLimit: 64,
  chainId,
  limits: { blocks: 64, results: 10_000 },
  writing: ETH_WRITING,
  numbered: true,
  finalTag: "finalized",
  tokens: [
    { asset: "USDT@eth", contract: tokens.usdt },
    { asset: "USDC@eth", contract: tokens.usdc },
  ],
});

/** The same of a node that offers only some of the two ways to trace a block. */
export function anvilTracing(anvil: Anvil, traces: readonly ("debug_traceBlockByHash" | "trace_block")[]): Chain {
  const ask = jsonRpc("eth", anvil.url);
  const offered: readonly string[] = traces;
  return evmChain(anvilSettings(anvil), (method, params, stop) =>
    ask(/^(debug_)?trace/.test(method) && !offered.includes(method) ? `${method}_unknown` : method, params, stop),
  );
}

/** The chain eth as the program watches it, by this node. */
export const anvilChain = (anvil: Anvil): Chain => evmChain(anvilSettings(anvil), jsonRpc("eth", anvil.url));

/** One ABI word: an address or a whole number, left-padded to 32 bytes. */
function word(value: string | bigint): string {
  const digits = typeof value === "bigint" ? value.toString(16) : value.replace(/^0x/, "").toLowerCase();
  return digits.padStart(64, "0");
}

type Compiled = { TetherLike: string; CircleLike: string; transferMany: string };

function compileTokens(): Compiled {
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const source = readFileSync(join(import.meta.dirname, "tokens.sol"), "utf8");
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { "tokens.sol": { content: source } },
        settings: {
          evmVersion: "paris",
          outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } },
        },
      }),
    ),
  ) as {
    contracts: Record<
      string,
      Record<string, { evm: { bytecode: { object: string }; methodIdentifiers: Record<string, string> } }>
    >;
  };
  const contracts = output.contracts["tokens.sol"];
  const codeOf = (name: string) => `0x${contracts?.[name]?.evm.bytecode.object}`;
  return {
    TetherLike: codeOf("TetherLike"),
    CircleLike: codeOf("CircleLike"),
    transferMany: `0x${contracts?.["TetherLike"]?.evm.methodIdentifiers["transferMany(address[],uint256)"]}`,
  };
}
