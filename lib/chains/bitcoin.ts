import { z } from "zod";
import type { Network } from "#lib/kernel/assets.ts";
import { bitcoinFees } from "./bitcoin-fees.ts";
import { bitcoinMempool } from "./bitcoin-mempool.ts";
import { outputNamed, spendingOf, transfersOf, worthOf } from "./bitcoin-outputs.ts";
import { bitcoinScan } from "./bitcoin-scan.ts";
import { sendByNode } from "./bitcoin-send.ts";
import { bitcoinSenders } from "./bitcoin-senders.ts";
import { type BlockHeader, type Chain, ChainFault } from "./chain.ts";
import type { AskMany, AskNode } from "./json-rpc.ts";
import { provenNode } from "./proven.ts";
import { explainPruned } from "./pruned.ts";
import { hashOfRaw, type RawTransaction, readRaw } from "./raw-transaction.ts";

export type UtxoNetwork = Extract<Network, "bitcoin" | "bitcoincash">;

/** `landmarks`: blocks that tell this network from its forks; the node must have them on its best chain. */
export type BitcoinSettings = {
  network: UtxoNetwork;
  reorgLimit: number;
  everyMs?: number;
  heardEveryMs?: number;
  /** Pause between two readings of the mempool in milliseconds; absent: with every look. */
  mempoolEveryMs?: number;
  landmarks: readonly { height: number; hash: string }[];
};

/**
 * What the driver asks by: single calls and batches, both with `value` kept as text. `wait` is patient enough for
 * {@link WAIT_MS}; absent, the node is polled only. `scan` waits for as long as it takes; absent, nothing is scanned.
 */
export type BitcoinNode = { ask: AskNode; askMany: AskMany; wait?: AskNode; scan?: AskNode };

/** How long one call of `waitfornewblock` may wait, in milliseconds. */
export const WAIT_MS = 20_000;

/** Fields of an answer whose numbers are coins. */
export const COIN_FIELDS = ["value", "feerate", "base", "ancestor", "amount"] as const;

/** Outputs that one batch asks about. */
const LOOKUPS_PER_CALL = 200;

/** RPC_INVALID_PARAMETER, which getblockhash answers above the tip (rpc/protocol.h). */
const OUT_OF_RANGE = -8;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.number().int().nonnegative();
const headerShape = z.object({ hash, height, time: height, previousblockhash: hash.optional() });
const blockShape = headerShape.extend({ tx: z.array(z.unknown()) });
const infoShape = z.object({
  chain: z.string(),
  blocks: height,
  headers: height,
  bestblockhash: hash,
  initialblockdownload: z.boolean(),
});

/** How nodes call the network that money is on (chainparamsbase.cpp). */
const MAIN = "main";

/**
 * A UTXO chain over a node's JSON-RPC, as Bitcoin Core and Bitcoin Cash Node speak it. Outputs are identified by their
 * scriptPubKey in hex, never by an address; amounts come through the text of their tokens. A node of another network
 * than the landmarks say, or one that is still downloading, is refused before anything of it is believed.
 */
export function bitcoinChain(settings: BitcoinSettings, node: BitcoinNode): Chain {
  const { network } = settings;
  const read = reader(
    network,
    provenNode(node.ask, () => proveLandmarks(settings, node.ask)),
  );
  const { wait, scan } = node;
  const mempool = bitcoinMempool(network, node, settings.mempoolEveryMs ?? 0);
  const fees = bitcoinFees(network, node.ask);
  let tip: BlockHeader | undefined;
  const hashAt = (at: number): Promise<string | undefined> => read(hash, "getblockhash", [at]).catch(aboveTip);
  const rawOf = async (txHash: string, blockHash: string): Promise<RawTransaction & { hex: string }> => {
    const hex = await read(z.string(), "getrawtransaction", [txHash, false, blockHash]);
    const raw = readRaw(hex);
    if (raw && hashOfRaw(raw) === txHash) return { ...raw, hex };
    throw new ChainFault(network, "The node gives another transaction than the one that it was asked for.", true);
  };
  return {
    network,
    reorgLimit: settings.reorgLimit,
    ...(settings.everyMs === undefined ? {} : { everyMs: settings.everyMs }),
    ...(settings.heardEveryMs === undefined ? {} : { heardEveryMs: settings.heardEveryMs }),
    ...(wait && { nextBlock: async (stop) => void (await wait("waitfornewblock", [WAIT_MS], stop)) }),
    async head() {
      const info = await read(infoShape, "getblockchaininfo", []);
      if (info.initialblockdownload) throw stillDownloading(network, info);
      if (tip?.hash !== info.bestblockhash)
        tip = headerOf(await read(headerShape, "getblockheader", [info.bestblockhash, true]));
      return tip;
    },
    async header(at) {
      const found = await hashAt(at);
      return found === undefined ? undefined : headerOf(await read(headerShape, "getblockheader", [found, true]));
    },
    async block(at) {
      const found = await hashAt(at);
      if (found === undefined) return undefined;
      const block = await read(blockShape, "getblock", [found, 2]).catch((fault) => explainPruned(network, at, fault));
      if (block.hash !== found || block.height !== at)
        throw new ChainFault(network, `The node answers another block than ${at}.`, true, {
          failure: { code: "OTHER_BLOCK", block: at },
        });
      mempool.mined(block.tx);
      return {
        ...headerOf(block),
        transfers: block.tx.flatMap((tx, position) => transfersOf(network, tx, position)),
        spending: block.tx.flatMap((tx) => spendingOf(network, tx)),
      };
    },
    async unspent(outputs) {
      const worth = new Map<string, bigint>();
      for (let from = 0; from < outputs.length; from += LOOKUPS_PER_CALL) {
        const names = outputs.slice(from, from + LOOKUPS_PER_CALL);
        const answers = await node.askMany(
          "gettxout",
          names.map((name) => [...outputNamed(name), false]),
        );
        for (const [at, answer] of answers.entries()) {
          if (answer instanceof ChainFault) throw answer;
          const units = worthOf(network, answer);
          if (units !== undefined) worth.set(names[at] ?? "", units);
        }
      }
      return worth;
    },
    ...(scan && { scan: bitcoinScan(network, node, scan) }),
    send: (signed) => sendByNode(network, node.ask, signed),
    rawTransaction: async (txHash, blockHash) => (await rawOf(txHash, blockHash)).hex,
    async inputsOf(txHash, blockHash) {
      const raw = await rawOf(txHash, blockHash).catch(notThere);
      return raw?.inputs.map((input) => `${input.txHash}:${input.index}`);
    },
    mempool: (anew) => mempool.look(anew),
    sendersOf: bitcoinSenders(network, node.ask),
    feeOf: fees.feeOf,
    feeEstimate: fees.estimate,
    finalOutcome: (txHash, spends) => mempool.finalOutcome(txHash, spends),
  };
}

const headerOf = (answer: z.output<typeof headerShape>): BlockHeader => ({
  height: answer.height,
  hash: answer.hash,
  parentHash: answer.previousblockhash ?? "",
  time: new Date(answer.time * 1000),
});

type Read = <S extends z.ZodType>(shape: S, method: string, params: readonly unknown[]) => Promise<z.output<S>>;

function reader(network: Network, ask: AskNode): Read {
  return async (shape, method, params) => {
    const parsed = shape.safeParse(await ask(method, params));
    if (parsed.success) return parsed.data;
    const sentence = `The node's answer to ${method} has not the form this program knows.`;
    throw new ChainFault(network, sentence, true, { cause: parsed.error, failure: { code: "UNREADABLE", method } });
  };
}

/** Whether the node's best chain has the blocks that tell its network from others. */
async function proveLandmarks({ network, landmarks }: BitcoinSettings, ask: AskNode): Promise<void> {
  for (const { height: at, hash: expected } of landmarks) {
    const found = await ask("getblockhash", [at]).catch(aboveTip);
    if (found === expected) continue;
    if (found === undefined) await refuseDownloading(network, ask);
    const what = found === undefined ? `it has no block ${at}` : `its block ${at} is not that of ${network}`;
    throw new ChainFault(network, `The node is of another network: ${what}.`, false, {
      state: "WRONG_NETWORK",
      failure: { code: "OTHER_NETWORK", block: at },
    });
  }
}

function aboveTip(fault: unknown): undefined {
  if (fault instanceof ChainFault && fault.code === OUT_OF_RANGE) return undefined;
  throw fault;
}

/** The node's own refusal: the block has no such transaction, or the node has no such block, or not any more. */
function notThere(fault: unknown): undefined {
  if (fault instanceof ChainFault && fault.code !== undefined) return undefined;
  throw fault;
}

/** A main net's node that has not come so far yet may still be of the right one. */
async function refuseDownloading(network: Network, ask: AskNode): Promise<void> {
  const { data } = infoShape.safeParse(await ask("getblockchaininfo", []));
  if (data?.chain === MAIN && data.initialblockdownload) throw stillDownloading(network, data);
}

function stillDownloading(network: Network, { blocks, headers }: { blocks: number; headers: number }): ChainFault {
  const sentence = `The node is still downloading: block ${blocks} of ${headers}; wait until it has caught up.`;
  return new ChainFault(network, sentence, true, {
    state: "BEHIND",
    failure: { code: "DOWNLOADING", block: blocks, ours: headers },
  });
}
