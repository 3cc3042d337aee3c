import { z } from "zod";
import { hex, quantity } from "./evm-logs.ts";

/** Transactions remembered: more than the blocks hold that may still be replaced. */
const MOST = 20_000;

const sentShape = z.object({ hash: hex, from: hex, nonce: quantity });

/** A sender's number is spent once: who has used it otherwise has taken the transaction's place. */
type Sent = { from: string; nonce: number };

export type EvmSpends = {
  /** The transactions of a block, of which those with these hashes (in lower case) are remembered. */
  note(transactions: readonly unknown[], hashes: ReadonlySet<string>): void;
  find(txHash: string): Sent | undefined;
};

/**
 * What this process has seen of senders and their numbers. Once a reorganisation has replaced a transaction no node tells
 * of it any more, so it is noted while its block stands; after a restart it is merely not known.
 */
export function evmSpends(): EvmSpends {
  const sent = new Map<string, Sent>();
  return {
    note(transactions, hashes) {
      for (const transaction of transactions) {
        const { data } = sentShape.safeParse(transaction);
        const name = data?.hash.toLowerCase();
        if (!data || !name || !hashes.has(name)) continue;
        sent.set(name, { from: data.from, nonce: data.nonce });
      }
      for (const oldest of sent.keys()) {
        if (sent.size <= MOST) break;
        sent.delete(oldest);
      }
    },
    find: (txHash) => sent.get(txHash.toLowerCase()),
  };
}
