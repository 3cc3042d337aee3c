import type { ReasonCode } from "#lib/deposits/states.ts";

type Sold = { amount: string; price: string; fiat: string; fee: string | undefined };

const soldAt =
  (how: string) =>
  ({ amount, price, fiat, fee }: Sold): string =>
    `${amount} sold ${how} ${price}${fee ? `, after a service fee of ${fee},` : ""} for ${fiat}`;

/** The English of a deposit's reason; every figure comes written. */
export const REASON_WORDS = {
  dust: (received: string, least: string) =>
    `${received} received, less than ${least}: below the minimum; held as crypto, no fee.`,
  limitOf: {
    ACCOUNT: (limit: string) => `the account's limit of ${limit}`,
    HOUSE: (limit: string) => `the operator's limit of ${limit}`,
  },
  aboveLimit: (received: string, limit: string) => `${received} is above ${limit} for one deposit.`,
  sumAbove: (received: string, inAll: string, limit: string) =>
    `${received} brings the total received to ${inAll}, above ${limit}.`,
  wrongAsset: (received: string, network: string, input: string) =>
    `${received} on ${network} was received for a bill in ${input}; staff pay it back or decline it.`,
  gone: {
    REORGANISED: "A reorganisation of the chain took the block with this deposit away.",
    DOUBLE_SPENT: "Another transaction spent the same coins first.",
    EVICTED: "The transaction left the mempool without being mined.",
  },
  screened: (received: string) => `${received} waits: the operator checks its origin.`,
  assigned: (received: string) =>
    `${received} arrived at an address of no bill and was assigned to this one by the operator: held as crypto, the bill's price does not apply to it.`,
  older: (received: string) => `${received} was in the chain before the bill was created: staff release or decline it.`,
  heldLong: (received: string, held: string) =>
    `${received} arrived in time but was released from its hold only ${held} after its confirmation, so the lower of the bill's price and a fresh one counts`,
  inTime: (received: string) => `${received} arrived in time`,
  more: (received: string, excess: string) =>
    `${received} arrived in time, ${excess} more than the bill still asks for`,
  afterPaid: (received: string) => `${received} arrived in time after the bill's quantity was paid in full`,
  late: {
    SEEN: (received: string, after: string) => `${received} arrived late, ${after} after the bill expired`,
    CONFIRMED: (received: string, after: string, guarantee: string) =>
      `${received} arrived in time but was confirmed only ${after} after the bill expired, past the ${guarantee} its price is guaranteed`,
    RELEASED: (received: string, after: string, guarantee: string) =>
      `${received} arrived in time but was released from its hold only ${after} after the bill expired, past the ${guarantee} its price is guaranteed`,
    OLDER: (received: string) => `${received} was in the chain before the bill was created, so it counts as late`,
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
  retained: (amount: string, fee: string | undefined, why: string) =>
    `${amount} held as crypto${fee ? `, less the transaction fee of ${fee}` : ""}, because ${why}`,
  why: (code: ReasonCode | undefined, limitPrice: string | undefined): string => {
    switch (code) {
      case "RECEIVE_AS_IS":
        return "the bill receives as is";
      case "BILL_EXPIRED":
        return "the bill's price no longer applies";
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
