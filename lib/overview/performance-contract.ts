import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { AT, FIAT, meaning } from "#lib/contract/meanings.ts";

const day = z.string().meta(meaning("A day of UTC.", "2026-11-21"));

/** What a day's conversions brought and cost the operator: shown to its people alone, as a conversion's cost (rulebook 6.13). */
const OPERATORS = "Shown to the operator's people alone.";

/** Executed conversions of a day in every fiat, valued in one: its sums are rounded down, and spread + slippage − venueFees = result. */
const conversionDay = z
  .object({
    day,
    count: count().meta(meaning("How many.")),
    sold: exact().meta(meaning("Fiat credited, of every currency.", 12500)),
    result: exact()
      .optional()
      .meta(
        meaning(`What the venue paid, less its fees, beyond the fiat credited; below zero is a loss. ${OPERATORS}`),
      ),
    spread: exact()
      .optional()
      .meta(meaning(`What was sold, at its quote's bid, beyond the fiat credited. ${OPERATORS}`)),
    slippage: exact()
      .optional()
      .meta(meaning(`What the venue paid beyond the quote's bid; below zero it paid less. ${OPERATORS}`)),
    venueFees: exact()
      .optional()
      .meta(meaning(`What the venue charged. ${OPERATORS}`)),
    slippageMedian: exact()
      .optional()
      .meta(meaning(`Basis points the venue's price lay below the quote's bid; negative is better. ${OPERATORS}`)),
    slippageHigh: exact()
      .optional()
      .meta(meaning(`The same for the worst of twenty. ${OPERATORS}`)),
  })
  .meta({ id: "ConversionDay" });

/** How long deposits took from first sighting to fiat, of those sold without a person on that day. */
const deliveryDay = z
  .object({
    day,
    count: count().meta(meaning("How many.")),
    medianMs: count().meta(meaning("How long the middle one took, milliseconds.", 42000)),
    highMs: count().meta(meaning("The slowest of twenty.")),
  })
  .meta({ id: "DeliveryDay" });

const performance = z
  .object({
    at: time().meta(AT),
    fiat: z.enum(FIATS).meta(meaning("The fiat that all is valued in, at the rates of now.", "EUR")),
    unpriced: z
      .array(z.enum(FIATS))
      .meta(meaning("Fiats that have no rate: what was sold into them is counted and in no sum.", [])),
    conversions: z.array(conversionDay).meta(meaning("Executed conversions, by day.")),
    deliveries: z.array(deliveryDay).meta(meaning("How long deposits took, by day.")),
  })
  .meta({ id: "Performance" });

export type PerformanceRecord = z.output<typeof performance>;
export type ConversionDay = z.output<typeof conversionDay>;
/** The same with what it brought and cost. */
export type CostedDay = { [Field in keyof ConversionDay]-?: NonNullable<ConversionDay[Field]> };
export type DeliveryDay = z.output<typeof deliveryDay>;

/** What conversions brought and cost, and how fast deposits become fiat, by day of the last 30. */
export const getPerformanceEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/performance",
  scope: "account:read",
  summary:
    "Answers what conversions sold, to the operator's people their result and slippage too, and the time from deposit to fiat, for each of the last 30 days.",
  query: z.object({ fiat: oneOf(FIATS).optional().meta(FIAT) }),
  answer: performance,
});
export type GetPerformance = InputOf<typeof getPerformanceEndpoint>;
