import { z } from "zod";
import type { Network } from "#lib/kernel/assets.ts";
import { type BlockAt, ChainFault, type CodeMove } from "./chain.ts";
import type { Read } from "./evm-calls.ts";
import { hex } from "./evm-logs.ts";

type Frame = {
  type: string;
  from: string;
  to?: string | undefined;
  value?: string | undefined;
  error?: string | undefined;
  calls?: Frame[] | undefined;
};
const frameShape: z.ZodType<Frame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: hex,
    to: hex.optional(),
    value: hex.optional(),
    error: z.string().optional(),
    calls: z.array(frameShape).optional(),
  }),
);
const tracedShape = z.array(z.object({ txHash: hex, result: frameShape }));
/** Calls that take ether along; the others run in the caller's name. */
const TAKES_ALONG: ReadonlySet<string> = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

const traceShape = z.object({
  type: z.string(),
  blockHash: hex,
  transactionHash: hex.nullish(),
  traceAddress: z.array(z.number().int().nonnegative()),
  error: z.string().nullish(),
  action: z.object({
    callType: z.string().optional(),
    from: hex.optional(),
    to: hex.optional(),
    value: hex.optional(),
    address: hex.optional(),
    refundAddress: hex.optional(),
    balance: hex.optional(),
  }),
  result: z.object({ address: hex.optional() }).nullish(),
});
type Trace = z.output<typeof traceShape>;

/**
 * What the code of contracts moved of ether in a block, by the node's own tracer: not what a transaction itself carries, nor
 * what was undone. Nodes trace in one of two ways; where one has neither, that is a fault.
 */
export async function movedByCode(read: Read, network: Network, block: BlockAt): Promise<CodeMove[]> {
  try {
    const traced = await read(tracedShape, "debug_traceBlockByHash", [block.hash, { tracer: "callTracer" }]);
    return traced.flatMap(({ txHash, result }) =>
      result.error === undefined ? (result.calls ?? []).flatMap((call) => movedIn(call, txHash.toLowerCase())) : [],
    );
  } catch (fault) {
    if (!(fault instanceof ChainFault)) throw fault;
    const traces = await read(z.array(traceShape), "trace_block", [`0x${block.height.toString(16)}`]);
    if (traces.every(({ blockHash }) => blockHash.toLowerCase() === block.hash.toLowerCase())) return movedBy(traces);
    const sentence = `The node answers traces of another block than ${block.height}.`;
    throw new ChainFault(network, sentence, true, { failure: { code: "OTHER_BLOCK", block: block.height } });
  }
}

function movedIn(call: Frame, txHash: string): CodeMove[] {
  if (call.error !== undefined) return [];
  const wei = TAKES_ALONG.has(call.type) ? call.value : undefined;
  return [...moveOf(txHash, call.from, call.to, wei), ...(call.calls ?? []).flatMap((inner) => movedIn(inner, txHash))];
}

function movedBy(traces: readonly Trace[]): CodeMove[] {
  const placeOf = ({ transactionHash }: Trace, path: readonly number[]) => `${transactionHash} ${path.join(" ")}`;
  const undone = new Set(traces.flatMap((each) => (each.error ? [placeOf(each, each.traceAddress)] : [])));
  return traces.flatMap((each) => {
    const { type, transactionHash, traceAddress: path, action, result } = each;
    if (!transactionHash || path.length === 0) return [];
    if ([...path.keys(), path.length].some((end) => undone.has(placeOf(each, path.slice(0, end))))) return [];
    const txHash = transactionHash.toLowerCase();
    if (type === "suicide") return moveOf(txHash, action.address, action.refundAddress, action.balance);
    if (type === "create") return moveOf(txHash, action.from, result?.address, action.value);
    return type === "call" && action.callType === "call" ? moveOf(txHash, action.from, action.to, action.value) : [];
  });
}

function moveOf(
  txHash: string,
  from: string | undefined,
  to: string | undefined,
  value: string | undefined,
): CodeMove[] {
  const wei = BigInt(value ?? "0x0");
  if (from === undefined || to === undefined || wei === 0n || from.toLowerCase() === to.toLowerCase()) return [];
  return [{ txHash, from: from.slice(2).toLowerCase(), to: to.slice(2).toLowerCase(), wei }];
}
