import { z } from "zod";
import type { CryptoAsset, Network } from "#lib/kernel/assets.ts";
import { type BlockHeader, type Chain, ChainFault, type Fate, type Transfer, wholeMempool } from "./chain.ts";
import type { AskNode } from "./json-rpc.ts";

/** keccak256("Transfer(address,address,uint256)"), the event of ERC-20 (EIP-20). */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const hex = z.string().regex(/^0x[0-9a-f]*$/i);
const quantity = hex.transform((text) => Number.parseInt(text, 16)).refine(Number.isSafeInteger);
const block = z.object({ number: quantity, hash: hex, parentHash: hex, timestamp: quantity });
const log = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  blockHash: hex,
  transactionHash: hex,
  transactionIndex: quantity,
  logIndex: quantity,
  removed: z.boolean().optional(),
});
const found = z.object({ blockNumber: hex.nullable() });

type Log = z.output<typeof log>;

/** A token whose transfers count, by its contract. */
export type Token = { asset: CryptoAsset; contract: string };

export type EvmSettings = {
  network: Network;
  chainId: number;
  tokens: readonly Token[];
  reorgLimit: number;
  everyMs?: number;
};

/**
 * An EVM chain over a node's JSON-RPC: blocks by the chain of hashes, transfers from the logs of exactly that block.
 * Token contracts are matched here, receivers by whoever watches. A node of another chain than `chainId` is refused
 * before anything of it is believed. Native ether leaves no log and is not seen.
 */
export function evmChain(settings: EvmSettings, ask: AskNode): Chain {
  const { network } = settings;
  const assets = new Map(settings.tokens.map(({ contract, asset }) => [contract.toLowerCase(), asset]));
  const askChecked = afterChainId(settings, ask);
  const read = async <S extends z.ZodType>(
    shape: S,
    method: string,
    params: readonly unknown[],
  ): Promise<z.output<S>> => {
    const parsed = shape.safeParse(await askChecked(method, params));
    if (!parsed.success)
      throw new ChainFault(network, `The node's answer to ${method} has not the form of the specification.`, true, {
        cause: parsed.error,
      });
    return parsed.data;
  };
  const header = async (height: number): Promise<BlockHeader | undefined> => {
    const answer = await read(block.nullable(), "eth_getBlockByNumber", [`0x${height.toString(16)}`, false]);
    if (answer && answer.number !== height)
      throw new ChainFault(network, `The node answers block ${answer.number} for ${height}.`, true);
    return answer ? headerOf(answer) : undefined;
  };
  return {
    network,
    reorgLimit: settings.reorgLimit,
    ...(settings.everyMs === undefined ? {} : { everyMs: settings.everyMs }),
    header,
    async head() {
      return headerOf(await read(block, "eth_getBlockByNumber", ["latest", false]));
    },
    async block(height) {
      const wanted = await header(height);
      if (!wanted) return undefined;
      const logs = await read(z.array(log), "eth_getLogs", [{ blockHash: wanted.hash }]);
      if (logs.some((each) => each.blockHash !== wanted.hash))
        throw new ChainFault(network, `The node answers logs of another block than ${height}.`, true);
      return { ...wanted, transfers: transfersOf(logs, assets) };
    },
    mempool: async () => wholeMempool([]),
    async fate(txHash): Promise<Fate> {
      const answer = await read(found.nullable(), "eth_getTransactionByHash", [txHash]);
      if (!answer) return "GONE";
      return answer.blockNumber === null ? "PENDING" : "MINED";
    },
  };
}

const headerOf = (answer: z.output<typeof block>): BlockHeader => ({
  height: answer.number,
  hash: answer.hash,
  parentHash: answer.parentHash,
  time: new Date(answer.timestamp * 1000),
});

function afterChainId({ network, chainId }: EvmSettings, ask: AskNode): AskNode {
  let proven: Promise<void> | undefined;
  const prove = async () => {
    const answered = Number(await ask("eth_chainId", []));
    if (answered !== chainId)
      throw new ChainFault(network, `The node is of chain ${answered}; ${network} must be chain ${chainId}.`, false, {
        state: "WRONG_NETWORK",
      });
  };
  return async (method, params) => {
    proven ??= prove();
    await proven.catch((fault: unknown) => {
      proven = undefined;
      throw fault;
    });
    return ask(method, params);
  };
}

/**
 * The transfers of known tokens among a block's logs. `outputIndex` is the position among all logs of the log's own
 * transaction, which a reorganisation does not move as it moves `logIndex`.
 */
function transfersOf(logs: readonly Log[], assets: ReadonlyMap<string, CryptoAsset>): Transfer[] {
  const seen = new Map<string, number>();
  return [...logs]
    .sort((a, b) => a.logIndex - b.logIndex)
    .flatMap((each) => {
      const outputIndex = seen.get(each.transactionHash) ?? 0;
      seen.set(each.transactionHash, outputIndex + 1);
      const asset = assets.get(each.address.toLowerCase());
      const [event, from, to, ...more] = each.topics;
      if (!asset || each.removed || event?.toLowerCase() !== TRANSFER || !from || !to || more.length > 0) return [];
      const units = /^0x[0-9a-f]{64}$/i.test(each.data) ? BigInt(each.data) : 0n;
      if (units === 0n) return [];
      return [
        {
          txHash: each.transactionHash,
          outputIndex,
          position: each.transactionIndex,
          asset,
          script: to.slice(-40).toLowerCase(),
          units,
          sourceAddress: `0x${from.slice(-40).toLowerCase()}`,
        },
      ];
    });
}
