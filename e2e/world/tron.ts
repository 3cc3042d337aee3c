import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Anvil, startAnvil } from "./anvil.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { type EvmSettings, evmChain } from "#lib/chains/evm.ts";
import { jsonRpc } from "#lib/chains/json-rpc.ts";
import { TRON_LIMITS, TRON_WRITING } from "#lib/chains/main-nets.ts";
import { tronWallet } from "#lib/chains/tron-wallet.ts";
import { tronHttp } from "./tron-http.ts";

/** A node that answers as Tron's `/jsonrpc` does, with its limits, before a real EVM node that does the work. */
export type TronNode = {
  url: string;
  /** Its HTTP interface, `/wallet/…`, which takes signed transactions. */
  wallet: string;
  anvil: Anvil;
  /** Sends so much TRX, in sun, to an account, which is one from then on. */
  giveTrx(script: string, sun: number): void;
  stop(): Promise<void>;
};

export const TRON_CHAIN_ID = 0x2b6653dc;
const MOST_BLOCKS = 5_000;
const MOST_TOPICS = 1_000;
const MOST_RESULTS = 10_000;
const METHODS = [
  "eth_chainId",
  "eth_blockNumber",
  "eth_getBlockByNumber",
  "eth_getLogs",
  "eth_getTransactionByHash",
  "eth_call",
];

type Call = { id: number; method: string; params: unknown[] };
type Filter = { fromBlock?: string; toBlock?: string; blockHash?: string; topics?: unknown[][] };

/** The chain tron as the program watches it, by this node. */
export const tronSettings = ({ anvil }: Pick<TronNode, "anvil">): EvmSettings => ({
  network: "tron",
  chainId: TRON_CHAIN_ID,
  reorgLimit: 27,
  limits: TRON_LIMITS,
  writing: TRON_WRITING,
  finalTag: "finalized",
  tokens: [{ asset: "USDT@tron", contract: anvil.tokens.usdt }],
});

/** The same with what its HTTP interface tells and takes. */
export function tronChain(node: TronNode): Chain {
  const settings = tronSettings(node);
  return evmChain(settings, jsonRpc("tron", node.url), tronWallet(settings, node.wallet));
}

export async function startTronNode(): Promise<TronNode> {
  const anvil = await startAnvil();
  const wallet = tronHttp(anvil, TRON_CHAIN_ID);
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    response.setHeader("content-type", "application/json");
    const path = request.url ?? "/";
    if (path !== "/jsonrpc") {
      response.end(JSON.stringify(await wallet.answer(path.slice(1), JSON.parse(text))));
      return;
    }
    const call = JSON.parse(text) as Call;
    const answer = await answerAsTron(anvil, wallet.asAnvil(call)).then(
      (result) => ({ result: wallet.asTron(result) }),
      (error: Error) => ({ error: { code: -32_602, message: error.message } }),
    );
    response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, ...answer }));
  });
  const origin = `http://127.0.0.1:${await listening(server)}`;
  return {
    url: `${origin}/jsonrpc`,
    wallet: origin,
    anvil,
    giveTrx: wallet.giveTrx,
    async stop() {
      server.closeAllConnections();
      server.close();
      await anvil.stop();
    },
  };
}

async function answerAsTron(anvil: Anvil, { method, params }: Call): Promise<unknown> {
  if (!METHODS.includes(method)) throw new Error(`the method ${method} does not exist/is not available`);
  if (method === "eth_chainId") return `0x${TRON_CHAIN_ID.toString(16)}`;
  if (params.some((param) => param === "pending" || param === "safe"))
    throw new Error("TAG [safe | pending] not supported");
  if (method === "eth_getLogs") return logsAsTron(anvil, params[0] as Filter);
  const result = (await anvil.ask(method, params)) as object | null;
  if (method !== "eth_getBlockByNumber" || result === null) return result;
  return { ...result, logsBloom: `0x${"0".repeat(512)}` };
}

/** A filter by hash is resolved to a number first, so a stale hash may bring another block's logs. */
async function logsAsTron(anvil: Anvil, filter: Filter): Promise<unknown> {
  const { blockHash, ...range } = filter;
  const topics = (filter.topics ?? []).flat().length;
  if (topics > MOST_TOPICS) throw new Error(`exceed max topics: ${MOST_TOPICS}`);
  const from = Number(range.fromBlock);
  if (Number(range.toBlock) - from > MOST_BLOCKS) throw new Error(`exceed max block range: ${MOST_BLOCKS}`);
  const logs = (await anvil.ask("eth_getLogs", [blockHash ? { blockHash } : range])) as unknown[];
  if (logs.length > MOST_RESULTS) throw new Error(`query returned more than ${MOST_RESULTS} results`);
  return logs;
}

function listening(server: Server): Promise<number> {
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)));
}
