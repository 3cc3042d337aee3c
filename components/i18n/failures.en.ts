import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import type { VenueFailureCode } from "#lib/contract/venue-failure.ts";

/** A chain's failure with its figures as the reader writes them. */
export type ChainFailureFacts = Record<"block" | "ours" | "limit" | "final" | "status" | "host" | "method", string>;

type FailureWords = {
  chain: Readonly<Record<ChainFailure["code"], (facts: ChainFailureFacts) => string>>;
  venue: Readonly<Record<VenueFailureCode, string>>;
  quoted: (words: string) => string;
};

/** The English sentences of what a node or a venue did not do. */
export const en: FailureWords = {
  chain: {
    SILENT: ({ host }) => `The node at ${host} does not respond in time.`,
    UNREACHABLE: ({ host }) => `The node at ${host} cannot be reached, or breaks off its response.`,
    HTTP: ({ status }) => `The node responds with HTTP ${status}.`,
    REFUSED: ({ method }) => `The node refused ${method}:`,
    UNREADABLE: ({ method }) =>
      method ? `The node’s response to ${method} cannot be read.` : "The node’s response cannot be read.",
    LOADING: () => "The node is still loading its mempool.",
    DOWNLOADING: ({ block, ours }) => `The node is still downloading: block ${block} of ${ours}.`,
    NO_BLOCK: ({ block }) => `The node does not have block ${block}.`,
    PRUNED: ({ block }) =>
      `The node has pruned block ${block}, which is still to be read. Let it fetch older blocks, or configure a node that has them.`,
    LAGS: ({ block, ours }) => `The node is at block ${block}; block ${ours} has been read already.`,
    SHORTER_BRANCH: ({ block, ours }) =>
      `The node follows a shorter branch: it is at block ${block}; block ${ours} has been read already.`,
    OTHER_BRANCH: ({ block }) => `The node’s block ${block} belongs to another branch than ours.`,
    OTHER_BLOCK: ({ block }) => `The node sent another block than ${block}.`,
    INCOMPLETE: ({ block }) => `The node did not send everything that block ${block} contains.`,
    SEVERAL_NODES: ({ block }) =>
      `The node’s block ${block} does not follow ours: several nodes answer at one address, or it is changing its branch.`,
    OTHER_NETWORK: ({ block }) =>
      block
        ? `The node belongs to another network: its block ${block} differs.`
        : "The node belongs to another network.",
    DISAGREED: ({ block }) => `The nodes report different transfers in block ${block}.`,
    DEEP: ({ block, limit }) => `A reorganisation at block ${block} replaces more than ${limit} blocks.`,
    BELOW_FINAL: ({ block, final }) => `A reorganisation at block ${block} reaches below the final block ${final}.`,
    OTHER: () => "Message of the node:",
  },
  venue: {
    REFUSED: "The venue refused the order:",
    NO_QUOTE: "The venue gave no quote.",
    NO_PRICE: "The venue has no price.",
    PAST_LIMIT: "The venue’s quote was past the limit.",
    TOO_LATE: "The venue’s quote came after the deadline.",
    NOT_FILLED: "The venue closed the order without a fill.",
    NEVER_PLACED: "The order did not reach the venue.",
    NOT_TRADED: "The venue does not trade this pair at present.",
    RESTING: "The venue failed several times in a row and is not queried for a while.",
  },
  quoted: (words) => `“${words}”`,
};
