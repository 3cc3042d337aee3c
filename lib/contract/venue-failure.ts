import { z } from "zod";
import { meaning } from "./meanings.ts";

/** Why a venue surely took nothing. REFUSED: it said so, in words of its own. */
export const VENUE_FAILURES = [
  "REFUSED",
  "NO_QUOTE",
  "NO_PRICE",
  "PAST_LIMIT",
  "TOO_LATE",
  "NOT_FILLED",
  "NEVER_PLACED",
  "NOT_TRADED",
  "RESTING",
] as const;
export type VenueFailureCode = (typeof VENUE_FAILURES)[number];

/** The sentences an account is told, in words of ours: a venue's own may name what is the house's. */
export const VENUE_SENTENCES: Readonly<Record<VenueFailureCode, string>> = {
  REFUSED: "The venue refused the order.",
  NO_QUOTE: "The venue gave no quote.",
  NO_PRICE: "The venue has no price.",
  PAST_LIMIT: "The venue's quote is past the limit.",
  TOO_LATE: "The venue's quote came too late.",
  NOT_FILLED: "The venue closed the order without a fill.",
  NEVER_PLACED: "The venue did not answer.",
  NOT_TRADED: "The venue does not trade the pair now.",
  RESTING: "The venue has failed too often and is not asked for a while.",
};

/** The same as facts, from which the page of each reader writes the sentence. */
export const venueFailure = z
  .object({
    code: z
      .enum(VENUE_FAILURES)
      .meta(
        meaning(
          "REFUSED: the venue refused the order, see detail. NO_QUOTE, NO_PRICE: it gave none. PAST_LIMIT, TOO_LATE: its quote was past the limit, or came after the deadline. NOT_FILLED: it closed the order without a fill. NEVER_PLACED: the order did not reach it. NOT_TRADED: it does not trade the pair now. RESTING: it has failed too often, and is not asked for a while.",
          "REFUSED",
        ),
      ),
    detail: z
      .string()
      .optional()
      .meta(
        meaning(
          "Of REFUSED: what the venue said, in its own words; shown to the operator's people alone.",
          "EOrder:Insufficient funds",
        ),
      ),
  })
  .meta({ id: "VenueFailure" });

export type VenueFailure = z.output<typeof venueFailure>;
