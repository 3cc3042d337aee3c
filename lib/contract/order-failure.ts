import { z } from "zod";
import { meaning } from "./meanings.ts";
import { VENUE_FAILURES } from "./venue-failure.ts";

/** Why it is not known what became of an order at its venue. */
export const ORDER_DOUBTS = ["SILENT", "UNCLEAR", "NOT_FOUND", "UNDER_WAY", "NOT_CONFIGURED"] as const;
export type OrderDoubtCode = (typeof ORDER_DOUBTS)[number];

const ORDER_FAILURES = [...VENUE_FAILURES, ...ORDER_DOUBTS] as const;

/** What is wrong with an order as facts, from which the page of each reader writes the sentence. */
export const orderFailure = z
  .object({
    code: z
      .enum(ORDER_FAILURES)
      .meta(
        meaning(
          "Of a refused order as VenueFailure says. SILENT: the venue did not answer. UNCLEAR: it answered with an error that leaves the outcome open, see detail. NOT_FOUND: it does not know the order yet. UNDER_WAY: it has the order and has not reported its end. NOT_CONFIGURED: the venue is no longer configured.",
          "SILENT",
        ),
      ),
    detail: z
      .string()
      .optional()
      .meta(meaning("Of REFUSED and UNCLEAR: what the venue said, in its own words.", "EOrder:Insufficient funds")),
  })
  .meta({ id: "OrderFailure" });

export type OrderFailure = z.output<typeof orderFailure>;
