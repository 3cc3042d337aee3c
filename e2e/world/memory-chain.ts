import { createHash } from "node:crypto";
import {
  type Block,
  type BlockHeader,
  type Chain,
  ChainFault,
  type Transfer,
  wholeMempool,
} from "#lib/chains/chain.ts";
import type { Network } from "#lib/kernel/assets.ts";

/** A chain on memory, for what no real node can be made to do at will. Every view of it is an endpoint of its own. */
export type MemoryChain = {
  mine(blocks: number, transfers?: readonly Transfer[]): void;
  /** Replaces the last blocks by as many and one more. */
  reorganise(depth: number): void;
  height(): number;
  view(look?: Partial<View>): Chain;
};

/** What an endpoint shows: all by default. */
export type View = {
  /** The highest block it knows. */
  upTo(): number;
  /** Whether it tells the transfers it has. */
  reports(): boolean;
  away(): boolean;
  /** The lowest block it has not thrown away. */
  keepsFrom(): number;
};

const hashOf = (...parts: readonly unknown[]): string => createHash("sha256").update(parts.join(" ")).digest("hex");

export function memoryChain(network: Network, reorgLimit = 10): MemoryChain {
  let blocks: Block[] = [];
  let branch = 0;
  const mine = (count: number, transfers: readonly Transfer[] = []) => {
    for (let mined = 0; mined < count; mined += 1) {
      const height = blocks.length;
      const hash = hashOf(network, branch, height);
      const parentHash = blocks.at(-1)?.hash ?? "";
      blocks.push({ height, hash, parentHash, time: new Date(), transfers: mined === 0 ? [...transfers] : [] });
    }
  };
  mine(1);
  return {
    mine,
    reorganise(depth) {
      branch += 1;
      blocks = blocks.slice(0, -depth);
      mine(depth + 1);
    },
    height: () => blocks.length - 1,
    view(look = {}) {
      const {
        upTo = () => Number.MAX_SAFE_INTEGER,
        reports = () => true,
        away = () => false,
        keepsFrom = () => 0,
      } = look;
      const at = (height: number): Block | undefined => {
        if (away()) throw new ChainFault(network, "The endpoint does not answer in time.", true);
        return height <= upTo() ? blocks[height] : undefined;
      };
      return {
        network,
        reorgLimit,
        async head(): Promise<BlockHeader> {
          const head = at(Math.min(upTo(), blocks.length - 1));
          if (!head) throw new ChainFault(network, "The endpoint has no blocks.", true);
          return head;
        },
        header: async (height) => at(height),
        async block(height) {
          if (height < keepsFrom()) throw new ChainFault(network, `The endpoint has pruned block ${height}.`, true);
          const block = at(height);
          return block && (reports() ? block : { ...block, transfers: [] });
        },
        mempool: async () => wholeMempool([]),
        finalOutcome: async () => "GONE",
      };
    },
  };
}
