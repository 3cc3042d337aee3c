import { z } from "zod";
import type { CryptoAsset } from "#lib/kernel/assets.ts";
import { ChainFault, type EvmCalls, type Sending } from "./chain.ts";
import type { EvmSettings } from "./evm.ts";
import { hex, quantity } from "./evm-logs.ts";
import { evmSafes } from "./evm-safes.ts";

const feesShape = z.object({ baseFeePerGas: hex });
const outcomeShape = z.object({ status: quantity });
const big = hex.transform((text) => BigInt(text));
/** How a node says that it has the transaction already; some of Nethermind in one word. */
const KNOWN = /already ?known|known transaction/i;
/** Of the node, not of the transaction, under whichever code: it is asked too often, or had no time (EIP-1474, -32005). */
const BUSY = /rate.?limit|too many requests|request count|time(?:d )?out/i;
/** Servers' own errors of JSON-RPC; those of its protocol are below. */
const OWN_ERRORS = { first: -32_000, last: -32_099 };

export type Read = <S extends z.ZodType>(shape: S, method: string, params: readonly unknown[]) => Promise<z.output<S>>;

/** What preparing a transaction needs of a node of eth. */
export function evmCalls({ network, chainId, tokens }: EvmSettings, read: Read): EvmCalls {
  return {
    chainId,
    safes: evmSafes(read),
    contractOf: (asset: CryptoAsset) => tokens.find((token) => token.asset === asset)?.contract.slice(2).toLowerCase(),
    etherOf: (script) => read(big, "eth_getBalance", [`0x${script}`, "latest"]),
    sentUpTo: (script, height) => read(quantity, "eth_getTransactionCount", [`0x${script}`, `0x${height.toString(16)}`]),
    sentOrWaiting: (script) => read(quantity, "eth_getTransactionCount", [`0x${script}`, "pending"]),
    async outcome(txHash) {
      const receipt = await read(outcomeShape.nullable(), "eth_getTransactionReceipt", [txHash]);
      if (!receipt) return "NONE";
      return receipt.status === 1 ? "DONE" : "FAILED";
    },
    async quote({ from, to, data }) {
      const call = { from: `0x${from}`, to: `0x${to}`, data: `0x${data}` };
      const gas = await read(big, "eth_estimateGas", [call]);
      const { baseFeePerGas } = await read(feesShape, "eth_getBlockByNumber", ["latest", false]);
      return { gas, baseFee: BigInt(baseFeePerGas), priorityFee: await read(big, "eth_maxPriorityFeePerGas", []) };
    },
    async send(signed): Promise<Sending> {
      try {
        await read(hex, "eth_sendRawTransaction", [signed]);
        return { taken: true };
      } catch (fault) {
        if (!(fault instanceof ChainFault) || fault.network !== network) throw fault;
        const words = fault.message.replace("The node refused eth_sendRawTransaction: ", "");
        if (fault.code !== undefined && KNOWN.test(words)) return { taken: true };
        const { code = 0 } = fault;
        if (BUSY.test(words)) throw fault;
        if (code <= OWN_ERRORS.first && code >= OWN_ERRORS.last) return { taken: false, words };
        throw fault;
      }
    },
  };
}
