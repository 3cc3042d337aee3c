import type { Network } from "#lib/kernel/assets.ts";
import { ChainFault, type EvmCalls, type SafeCalls, type TronCalls } from "./chain.ts";

/**
 * What preparing needs, of several endpoints: by the first, but whatever decides that a transaction can be in no block any more
 * is only known where all tell it alike. Else it is a {@link ChainFault}, and stays as it is.
 */
export function everyEvmCalls(network: Network, all: readonly EvmCalls[]): EvmCalls | undefined {
  const [first] = all;
  if (!first) return undefined;
  const safes = everySafeCalls(
    network,
    all.flatMap((calls) => calls.safes ?? []),
  );
  return {
    ...first,
    sentUpTo: (script, height) => alike(network, all, (calls) => calls.sentUpTo(script, height)),
    // What waits at one of them may be in the next block.
    sentOrWaiting: async (script) => Math.max(...(await Promise.all(all.map((calls) => calls.sentOrWaiting(script))))),
    outcome: (txHash) => alike(network, all, (calls) => calls.outcome(txHash)),
    ...(safes && { safes }),
  };
}

function everySafeCalls(network: Network, all: readonly SafeCalls[]): SafeCalls | undefined {
  const [first] = all;
  if (!first) return undefined;
  return {
    ...first,
    state: (script) => alike(network, all, (safes) => safes.state(script)),
    usedUpTo: (script, height) => alike(network, all, (safes) => safes.usedUpTo(script, height)),
    executedBy: (script, txHash) => alike(network, all, (safes) => safes.executedBy(script, txHash)),
  };
}

export function everyTronCalls(network: Network, all: readonly TronCalls[]): TronCalls | undefined {
  const [first] = all;
  if (!first) return undefined;
  return { ...first, outcome: (txHash) => alike(network, all, (calls) => calls.outcome(txHash)) };
}

/** The answer that all give; a fault where one gives another, or none. */
export async function alike<Endpoint, Answer>(
  network: Network,
  all: readonly Endpoint[],
  ask: (endpoint: Endpoint) => Promise<Answer>,
): Promise<Answer> {
  const answers = await Promise.all(all.map(ask));
  const [first] = answers;
  if (new Set(answers.map(textOf)).size > 1)
    throw new ChainFault(network, "The endpoints do not say the same; what it is about stays as it is.", true);
  return first as Answer;
}

/** Whole numbers and maps as well, these in whichever order. */
const textOf = (answer: unknown): string | undefined =>
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    return value instanceof Map ? [...value].map((entry) => textOf(entry)).sort() : value;
  });
