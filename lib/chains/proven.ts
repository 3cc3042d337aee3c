import { hasPassed } from "#lib/kernel/has-passed.ts";
import { ChainFault } from "./chain.ts";
import type { AskNode } from "./json-rpc.ts";

/** How long a proof is valid: the node behind a host name may change unnoticed. */
const PROVEN_MS = 60_000;

/**
 * Asks a node only once `prove` has found it to be of its network: before the first question, again after one that was not
 * answered, and every minute.
 */
export function provenNode(ask: AskNode, prove: () => Promise<void>): AskNode {
  let proof: Promise<void> | undefined;
  let provenAt = 0;
  const proven = (): Promise<void> => {
    if (proof && !hasPassed(PROVEN_MS, provenAt)) return proof;
    provenAt = Date.now();
    proof = prove();
    return proof;
  };
  const forget = (fault: unknown): never => {
    proof = undefined;
    throw fault;
  };
  return async (method, params, stop) => {
    await proven().catch(forget);
    return ask(method, params, stop).catch((fault: unknown) => {
      if (fault instanceof ChainFault && fault.code !== undefined) throw fault;
      return forget(fault);
    });
  };
}
