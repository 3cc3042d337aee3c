import { z } from "zod";
import type { SentTransaction } from "./chain.ts";
import { hex, quantity, type Writing } from "./evm-logs.ts";

const sentShape = z.object({ hash: hex, from: hex, nonce: quantity });

const carriedShape = z.object({ hash: hex, from: hex, to: hex.nullish(), value: hex });
const scriptOf = (account: string): string => account.slice(2).toLowerCase();

/** The transactions of a block by their senders, with the coin they carry. */
export function sentIn(transactions: readonly unknown[], writing: Writing): SentTransaction[] {
  return transactions.flatMap((transaction) => {
    const { data } = carriedShape.safeParse(transaction);
    return data
      ? [
          {
            txHash: writing.hash(data.hash),
            script: scriptOf(data.from),
            ...(data.to ? { to: scriptOf(data.to) } : {}),
            valueWei: BigInt(data.value),
          },
        ]
      : [];
  });
}

type Spends = { spends?: readonly string[] };

/**
 * What the transactions of a block have used up, by hash: a sender's number is spent once, so another transaction that
 * uses it has taken this one's place. The number is kept with the transfer, since once a reorganisation has replaced
 * the transaction no node returns it any more.
 */
export function numbersSpent(transactions: readonly unknown[]): (txHash: string) => Spends {
  const sent = new Map<string, string>();
  for (const transaction of transactions) {
    const { data } = sentShape.safeParse(transaction);
    if (data) sent.set(data.hash.toLowerCase(), `${data.from}:${data.nonce}`);
  }
  return (txHash) => {
    const spent = sent.get(txHash.toLowerCase());
    return spent === undefined ? {} : { spends: [spent] };
  };
}

/** The sender and its number by the name that {@link numbersSpent} gives them. */
export function numberSpent(spent: string): { from: string; nonce: number } {
  const [from = "", nonce] = spent.split(":");
  return { from, nonce: Number(nonce) };
}
