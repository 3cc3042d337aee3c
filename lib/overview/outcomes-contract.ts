import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { epochMs, oneOf } from "#lib/contract/fields.ts";
import { meaning, START_TIME } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { OUTCOMES } from "#lib/payments/payment-states.ts";

const IN = meaning("The fiat that all is valued in, at the rates of now.", "EUR");
const sums = {
  count: count().meta(meaning("How many bills.")),
  value: exact().meta(meaning("What they ask for, valued, each fiat rounded down.", 1250)),
};

const outcomes = z
  .object({
    in: z.enum(FIATS).meta(IN),
    startTime: time().meta(START_TIME),
    endTime: time().meta(meaning("Now.")),
    unpriced: z
      .array(z.enum(FIATS))
      .meta(meaning("Fiats of these bills that have no rate: counted, and in no value.", [])),
    created: z.object(sums).meta(meaning("All bills made in the range.")),
    outcomes: z
      .array(
        z
          .object({ outcome: z.enum(OUTCOMES).meta(meaning("How they came out.", "PAID")), ...sums })
          .meta({ id: "BillOutcome" }),
      )
      .meta(meaning("Every outcome, each bill in one.")),
    expiring: z
      .array(
        z
          .object({
            minute: count().meta(meaning("Whole minutes from now until they expire.", 3)),
            ...sums,
          })
          .meta({ id: "ExpiringMinute" }),
      )
      .meta(meaning("Unpaid bills that expire within 20 minutes, by the minute, whenever they were made.")),
  })
  .meta({ id: "BillOutcomes" });
export type OutcomesRecord = z.output<typeof outcomes>;

/** How bills of the last days came out, and those that expire within 20 minutes. */
export const getOutcomesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/outcomes",
  scope: "account:read",
  summary: "Answers how the bills of the last days came out, and which expire next, by count and value in one fiat.",
  query: z.object({
    in: oneOf(FIATS).optional().meta(IN),
    startTime: epochMs()
      .optional()
      .meta(meaning("Bills made from then on, at most 90 days ago; absent: within 7 days.", 1795000000000)),
  }),
  answer: outcomes,
});
export type GetOutcomes = InputOf<typeof getOutcomesEndpoint>;
