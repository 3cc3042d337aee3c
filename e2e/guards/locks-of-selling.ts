import type { Lock } from "./locks.ts";

/** Locks of what the house buys at a price and sells on. */
export const LOCKS_OF_SELLING: readonly Lock[] = [
  { at: "lib/liquidity/hedge.sql", text: "'hedge '", race: "liquidity: a pair is hedged once" },
  { at: "lib/liquidity/hedge.sql", text: "'sale '", race: "liquidity: no stretch of a book is sold twice" },
  {
    at: "lib/conversions/conversions.sql",
    text: "'quotes '",
    race: "conversions: quotes in one crypto are counted one after the other",
  },
  {
    at: "lib/conversions/conversions.sql",
    text: "select id from conversion",
    race: "conversions: an invoice is executed once",
  },
];
