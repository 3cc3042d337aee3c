import { z } from "zod";
import type { UtxoNetwork } from "./bitcoin.ts";
import { addressOf, type BitcoinOutput } from "./bitcoin-outputs.ts";
import { type Chain, ChainFault } from "./chain.ts";
import type { AskNode } from "./json-rpc.ts";

/** RPC_INVALID_ADDRESS_OR_KEY: the node keeps no such transaction, or not without an index (rpc/protocol.h). */
const UNKNOWN_TRANSACTION = -5;
/** Who collects from more outputs than this is an exchange or the like; as many are looked up one by one. */
const MOST_LOOKED_UP = 200;

const output = z.custom<BitcoinOutput>((given) => typeof given === "object" && given !== null);
/** `prevout` since Bitcoin Core 25; absent in a coinbase, and where older nodes or Bitcoin Cash Node answer. */
const input = z.object({ txid: z.string().optional(), vout: z.number().optional(), prevout: output.optional() });
const decoded = z.object({ vin: z.array(input), vout: z.array(output) });

/**
 * Who paid: the addresses of the outputs that a transaction spends. A node from Bitcoin Core 25 on tells them with the
 * transaction; of others each spent transaction is asked for, which they keep with an index of transactions alone.
 */
export function bitcoinSenders(network: UtxoNetwork, ask: AskNode): NonNullable<Chain["sendersOf"]> {
  async function transaction(txHash: string, blockHash?: string): Promise<z.output<typeof decoded> | undefined> {
    try {
      const { success, data } = decoded.safeParse(
        await ask("getrawtransaction", [txHash, 2, ...(blockHash === undefined ? [] : [blockHash])]),
      );
      if (success) return data;
    } catch (fault) {
      if (fault instanceof ChainFault && fault.code === UNKNOWN_TRANSACTION) return undefined;
      throw fault;
    }
    throw new ChainFault(network, `The node's answer to getrawtransaction has not the form this program knows.`, true, {
      failure: { code: "UNREADABLE", method: "getrawtransaction" },
    });
  }

  /** What an input spends: as it is told with it, else out of the transaction that paid it; each is asked for once. */
  function outputsSpent(): (spent: z.output<typeof input>) => Promise<BitcoinOutput | undefined> {
    const lookups = new Map<string, ReturnType<typeof transaction>>();
    return async ({ txid = "", vout, prevout }) => {
      if (prevout) return prevout;
      if (!lookups.has(txid) && lookups.size < MOST_LOOKED_UP) lookups.set(txid, transaction(txid));
      return (await lookups.get(txid))?.vout.find(({ n }) => n === vout);
    };
  }

  return async (txHash, blockHash) => {
    const paying = await transaction(txHash, blockHash);
    if (!paying) return undefined;
    const spentBy = outputsSpent();
    const senders = new Set<string>();
    for (const spent of paying.vin.filter(({ txid }) => txid !== undefined)) {
      const from = await spentBy(spent);
      if (!from) return undefined;
      const { address } = addressOf(from);
      if (address !== undefined) senders.add(address);
    }
    return [...senders];
  };
}
