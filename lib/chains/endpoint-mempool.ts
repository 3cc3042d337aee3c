import { type Chain, ChainFault, type Mempool, type TransactionOutcome } from "./chain.ts";

export type EveryMempool = {
  /** Of the endpoints that answer now. */
  look(chains: readonly Chain[]): Promise<Mempool>;
  finalOutcome(txHash: string, spends: readonly string[]): Promise<TransactionOutcome>;
};

/**
 * The mempools of several endpoints as one: a transaction is there where one has it, and gone where every endpoint that told
 * its mempool says so. One that is back tells all of its own anew: what was taken for gone meanwhile is there again.
 */
export function everyMempool(chains: readonly Chain[]): EveryMempool {
  let lookedAt = new Set<Chain>();
  return {
    async look(answering) {
      const looks = await answersOf(answering, (chain) => chain.mempool(!lookedAt.has(chain)));
      lookedAt = new Set(looks.map(({ chain }) => chain));
      const mempools = looks.map(({ answer }) => answer);
      return {
        fresh: firstOfEach(
          mempools.flatMap(({ fresh }) => fresh),
          ({ txHash, outputIndex }) => `${txHash}:${outputIndex}`,
        ),
        spending: firstOfEach(
          mempools.flatMap(({ spending }) => spending ?? []),
          ({ txHash }) => txHash,
        ),
        holds: (txHash) => mempools.some((mempool) => mempool.holds(txHash)),
        written() {
          for (const mempool of mempools) mempool.written();
        },
      };
    },
    async finalOutcome(txHash, spends) {
      const those = chains.filter((chain) => lookedAt.size === 0 || lookedAt.has(chain));
      const outcomes = (await answersOf(those, (chain) => chain.finalOutcome(txHash, spends))).map(
        ({ answer }) => answer,
      );
      const found = (["MINED", "PENDING", "DOUBLE_SPENT"] as const).find((outcome) => outcomes.includes(outcome));
      return found ?? "GONE";
    },
  };
}

type Answered<Answer> = { chain: Chain; answer: Answer };

/** The answers of those that give one; the first fault where none does. */
async function answersOf<Answer>(
  chains: readonly Chain[],
  ask: (chain: Chain) => Promise<Answer>,
): Promise<Answered<Answer>[]> {
  const results = await Promise.allSettled(chains.map(async (chain) => ({ chain, answer: await ask(chain) })));
  const faults = results.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const foreign = faults.find((fault) => !(fault instanceof ChainFault));
  if (foreign !== undefined || faults.length === chains.length) throw foreign ?? faults[0];
  return results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

const firstOfEach = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
  [...Map.groupBy(items, nameOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
