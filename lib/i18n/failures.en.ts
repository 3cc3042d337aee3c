import type { ChainFailure } from "#lib/contract/chain-failure.ts";
import type { BankFailureCode } from "#lib/contract/bank-failure.ts";
import type { OrderDoubtCode } from "#lib/contract/order-failure.ts";
import type { VenueFailureCode } from "#lib/contract/venue-failure.ts";

/** A chain's failure with its figures as the reader writes them. */
export type ChainFailureFacts = Record<"block" | "ours" | "limit" | "final" | "status" | "host" | "method", string>;

/** What a bank's file says and should say. */
export type BankFailureFacts = Record<"statement" | "value" | "expected" | "column" | "limit", string>;

type FailureWords = {
  chain: Readonly<Record<ChainFailure["code"], (facts: ChainFailureFacts) => string>>;
  venue: Readonly<Record<VenueFailureCode | OrderDoubtCode, string>>;
  bank: Readonly<Record<BankFailureCode, (facts: BankFailureFacts) => string>>;
  /** Fields of a CSV mapping, as they stand within a sentence. */
  columns: Readonly<Record<string, string>>;
  atLine: (line: string, sentence: string) => string;
  quoted: (words: string) => string;
};

/** The English sentences of what a node or a venue did not do, and of what a bank's file lacks. */
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
    DISAGREED: ({ block }) => `The nodes disagree on block ${block}.`,
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
    SILENT: "The venue did not respond in time.",
    UNCLEAR: "The venue’s response leaves the outcome open:",
    NOT_FOUND: "The venue does not list the order yet.",
    UNDER_WAY: "The venue has the order and has not reported its end.",
    NOT_CONFIGURED: "The venue is no longer configured.",
  },
  bank: {
    NO_STATEMENT: () => "The file contains no statement in camt.053 format.",
    NOT_XML: () => "The file is not well-formed XML.",
    NOT_ISO20022: () => "The file is not an ISO 20022 document.",
    NO_REFERENCE: () => "A statement has no identification (Id).",
    CURRENCY: ({ statement, value, expected }) =>
      statement ? `Statement ${statement} is in ${value}, which is not supported.` : `The currency is not ${expected}.`,
    NO_BALANCES: ({ statement, value }) => {
      if (value === "OPENING") return `Statement ${statement} has no opening balance (OPBD, PRCD or ITBD).`;
      if (value === "CLOSING") return `Statement ${statement} has no closing balance (CLBD or ITBD).`;
      return `Statement ${statement} has no opening and closing balance.`;
    },
    NO_SIGN: () => "An amount is neither a credit nor a debit (CRDT, DBIT).",
    NO_AMOUNT: () => "The amount is missing, given twice, or has the wrong sign.",
    BAD_AMOUNT: ({ value, expected }) => `${value} is not a valid amount in ${expected}.`,
    NO_DATE: () => "The booking date is missing or not a date.",
    BAD_DATE: ({ value, expected }) => `${value} is not a date in the format ${expected}.`,
    UNKNOWN_ACCOUNT: ({ statement }) =>
      `Statement ${statement} belongs to an account that is not on the list of destinations.`,
    SUM: ({ statement }) => `The lines of statement ${statement} do not lead from its opening to its closing balance.`,
    TWICE: ({ value }) => `The bank’s number ${value} appears twice.`,
    CHANGED: ({ value }) => `Line ${value} was imported before with different content.`,
    OTHER_READING: () =>
      "Lines of these days were imported in another format or by another mapping. Begin the file after them.",
    AHEAD: ({ statement, value }) => `Statement ${statement} tells of ${value}, a day that has not come.`,
    NO_HEADER: () => "The file has no header.",
    NO_LINES: () => "The file has no lines.",
    TOO_MANY_LINES: ({ limit }) => `The file has more than ${limit} lines.`,
    ENCODING: ({ value }) =>
      value
        ? `The file is not in ${value}, the encoding that it declares, or that encoding is not supported. Save it as UTF-8.`
        : "The file is not in the encoding of the mapping.",
    NOT_CSV: () => "The number of columns differs from the lines above.",
    HEADER: ({ column, value }) =>
      value === "0" ? `The header has no column ${column}.` : `The header has the column ${column} ${value} times.`,
    NO_COLUMN: ({ column }) => `There is no column ${column}.`,
    TOO_LONG: ({ column, limit }) => `The ${column} is longer than ${limit} characters.`,
    NO_ID: () => "The bank’s number is missing.",
    NO_BALANCE: () => "The balance is missing.",
    BALANCE: () => "The balance does not follow from the line before.",
  },
  columns: {
    booked: "booking date",
    valued: "value date",
    amount: "amount",
    debit: "debit",
    credit: "credit",
    currency: "currency",
    reference: "reference",
    text: "text",
    name: "name",
    iban: "IBAN",
    id: "bank’s number",
    balance: "balance",
  },
  atLine: (line, sentence) => `Line ${line}: ${sentence}`,
  quoted: (words) => `“${words}”`,
};
