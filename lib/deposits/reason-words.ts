import type { ReasonCode } from "./states.ts";

type Sold = { amount: string; price: string; fiat: string; fee: string | undefined };

const soldAt =
  (how: string) =>
  ({ amount, price, fiat, fee }: Sold): string =>
    `${amount} sold ${how} ${price}${fee ? `, after a service fee of ${fee},` : ""} for ${fiat}`;

/** The English of a deposit's reason; every figure comes written. */
export const REASON_WORDS = {
  dust: (came: string, least: string) =>
    `${came} came, less than ${least}: too little to treat, kept as it is without a fee.`,
  aboveLimit: (came: string, limit: string) => `${came} is above the account's limit of ${limit} for one deposit.`,
  sumAbove: (came: string, inAll: string, limit: string) =>
    `${came} brings what came to ${inAll}, above the account's limit of ${limit}.`,
  wrongAsset: (came: string, network: string, input: string) =>
    `${came} on ${network} came to a bill in ${input}; staff pay it back or decline it.`,
  gone: {
    REORGANISED: "A reorganisation of the chain took the block with this deposit away.",
    DOUBLE_SPENT: "Another transaction spent the same coins first.",
    EVICTED: "The transaction left the mempool without being mined.",
  },
  screened: (came: string) => `${came} waits: the house checks where it came from.`,
  older: (came: string) => `${came} was in the chain before the bill was made: staff release or decline it.`,
  heldLong: (came: string, held: string) =>
    `${came} came in time but was released from its hold only ${held} after its confirmation, so the lower of the bill's price and a fresh one counts`,
  inTime: (came: string) => `${came} came in time`,
  more: (came: string, excess: string) => `${came} came in time, ${excess} more than the bill still asks for`,
  afterPaid: (came: string) => `${came} came in time after the bill's quantity was paid in full`,
  late: {
    SEEN: (came: string, after: string) => `${came} came late, first seen ${after} after the bill expired`,
    CONFIRMED: (came: string, after: string, guarantee: string) =>
      `${came} came in time but was confirmed only ${after} after the bill expired, past the ${guarantee} its price is guaranteed`,
    RELEASED: (came: string, after: string, guarantee: string) =>
      `${came} came in time but was released from its hold only ${after} after the bill expired, past the ${guarantee} its price is guaranteed`,
    OLDER: (came: string) => `${came} was in the chain before the bill was made, so it counts as late`,
  },
  sold: {
    RFQ: soldAt("at the bill's price of"),
    FRESH: soldAt("at a fresh price of"),
    MARKET: soldAt("by market order at"),
  },
  waits: {
    FRESH: (amount: string) => `${amount} waits to be sold at a fresh price`,
    MARKET: (amount: string) => `${amount} waits to be sold by market order`,
  },
  kept: (amount: string, fee: string | undefined, why: string) =>
    `${amount} kept as crypto${fee ? `, less the transaction fee of ${fee}` : ""}, because ${why}`,
  why: (code: ReasonCode | undefined, limitPrice: string | undefined): string => {
    switch (code) {
      case "RECEIVE_AS_IS":
        return "the bill receives as is";
      case "BILL_EXPIRED":
        return "the bill's price no longer holds";
      case "LIMIT_NOT_MET":
        return `the price is not better than the limit of ${limitPrice}`;
      case "OVERPAYMENT_KEPT":
        return "the bill keeps overpayments";
      case "BELOW_MINIMUM":
        return "it is below the smallest amount that can be sold";
      case "INSUFFICIENT_LIQUIDITY":
        return "the market did not take it near its best price";
      default:
        return "it could not be sold";
    }
  },
};

/** A language of {@link REASON_WORDS}. */
export type ReasonWords = typeof REASON_WORDS;
