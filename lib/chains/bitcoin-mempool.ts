import { z } from "zod";
import { hasPassed } from "#lib/kernel/has-passed.ts";
import type { BitcoinNode, UtxoNetwork } from "./bitcoin.ts";
import { outputNamed, spendingOf, transfersOf } from "./bitcoin-outputs.ts";
import { ChainFault, type TransactionOutcome, type Mempool, type Spending, type Transfer } from "./chain.ts";

/** RPC_INVALID_ADDRESS_OR_KEY: the node does not have what was requested by id (rpc/protocol.h). */
const UNKNOWN_TRANSACTION = -5;
/** Transactions read in one batch, and in one look: a mempool of 100 000 is read over several looks. */
const BATCH = 200;
const MOST_NEW = 2_000;

const txids = z.array(z.string());
const located = z.object({ blockhash: z.string().optional() });
const placed = z.object({ confirmations: z.number() });

type Known = { transfers: readonly Transfer[]; spending: readonly Spending[]; written: boolean };

export type BitcoinMempool = {
  /** `anew`: what was written down is fresh again. */
  look(anew?: boolean): Promise<Mempool>;
  /** A block took these; should one come back, it is fresh again. */
  mined(transactions: readonly unknown[]): void;
  /** `spends`: the outputs that the transaction spends. */
  finalOutcome(txHash: string, spends: readonly string[]): Promise<TransactionOutcome>;
};

/**
 * A node's mempool, each transaction read once, at most every `everyMs`. A transaction that this process has not read
 * yet is merely not reported yet.
 */
export function bitcoinMempool(network: UtxoNetwork, { ask, askMany }: BitcoinNode, everyMs: number): BitcoinMempool {
  let lookedAt = 0;
  let present: ReadonlySet<string> = new Set();
  let known = new Map<string, Known>();
  const isUnknown = (fault: unknown) => fault instanceof ChainFault && fault.code === UNKNOWN_TRANSACTION;
  const has = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      return await ask(method, params);
    } catch (fault) {
      if (isUnknown(fault)) return undefined;
      throw fault;
    }
  };
  const readNew = async (wanted: readonly string[]): Promise<void> => {
    for (let from = 0; from < wanted.length; from += BATCH) {
      const batch = wanted.slice(from, from + BATCH);
      const answers = await askMany(
        "getrawtransaction",
        batch.map((txHash) => [txHash, true]),
      );
      for (const [at, answer] of answers.entries()) {
        if (isUnknown(answer)) continue;
        if (answer instanceof ChainFault) throw answer;
        known.set(batch[at] ?? "", {
          transfers: transfersOf(network, answer, 0),
          spending: spendingOf(network, answer),
          written: false,
        });
      }
    }
  };
  const readAll = async (): Promise<void> => {
    const { loaded } = (await ask("getmempoolinfo", [])) as { loaded?: boolean };
    if (loaded === false)
      throw new ChainFault(network, "The node is still loading its mempool.", true, {
        failure: { code: "LOADING" },
      });
    const now = new Set(txids.parse(await ask("getrawmempool", [])));
    known = new Map([...known].filter(([txHash]) => now.has(txHash)));
    await readNew([...now].filter((txHash) => !known.has(txHash)).slice(0, MOST_NEW));
    present = now;
  };
  return {
    async look(anew) {
      if (anew) for (const entry of known.values()) entry.written = false;
      if (hasPassed(everyMs, lookedAt)) {
        await readAll();
        lookedAt = Date.now();
      }
      const news = [...known.values()].filter((entry) => !entry.written);
      const held = present;
      return {
        fresh: news.flatMap((entry) => entry.transfers),
        spending: news.flatMap((entry) => entry.spending),
        holds: (txHash) => held.has(txHash),
        written() {
          for (const entry of news) entry.written = true;
        },
      };
    },
    mined(transactions) {
      for (const tx of transactions) known.delete(String((tx as { txid?: unknown }).txid));
    },
    async finalOutcome(txHash, spends) {
      if (await has("getmempoolentry", [txHash])) return "PENDING";
      const found = located.safeParse(await has("getrawtransaction", [txHash, true]));
      const block = found.data?.blockhash;
      if (block !== undefined) {
        // With a transaction index the node also finds what only a stale block holds.
        const { confirmations } = placed.parse(await ask("getblockheader", [block, true]));
        if (confirmations > 0) return "MINED";
      }
      for (const spent of spends)
        if ((await ask("gettxout", [...outputNamed(spent), true])) === null) return "DOUBLE_SPENT";
      return "GONE";
    },
  };
}
