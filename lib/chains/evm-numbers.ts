import { z } from "zod";
import { hex, quantity } from "./evm-logs.ts";

const sentShape = z.object({ hash: hex, from: hex, nonce: quantity });

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
