import { z } from "zod";
import type { UtxoNetwork } from "./bitcoin.ts";
import { ChainFault, type Sending } from "./chain.ts";
import type { AskNode } from "./json-rpc.ts";

/** RPC_VERIFY_ALREADY_IN_CHAIN, RPC_VERIFY_REJECTED, RPC_VERIFY_ERROR and RPC_DESERIALIZATION_ERROR (rpc/protocol.h). */
const IN_CHAIN = -27;
const REFUSED: readonly (number | undefined)[] = [-26, -25, -22];
/** How a node says that it has the transaction already. */
const KNOWN = /already (?:in|known)|txn-already|already-known/i;
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Gives a transaction to the node. What the node has already is taken; what it refuses is told in its own words. */
export async function sendByNode(network: UtxoNetwork, ask: AskNode, hex: string): Promise<Sending> {
  try {
    const answer = hash.safeParse(await ask("sendrawtransaction", [hex]));
    if (!answer.success)
      throw new ChainFault(network, "The node's answer to sendrawtransaction is no hash.", true, {
        failure: { code: "UNREADABLE", method: "sendrawtransaction" },
      });
    return { taken: true };
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    const words = fault.message.replace("The node refused sendrawtransaction: ", "");
    if (fault.code === IN_CHAIN || (fault.code !== undefined && KNOWN.test(words))) return { taken: true };
    if (REFUSED.includes(fault.code)) return { taken: false, words };
    throw fault;
  }
}
