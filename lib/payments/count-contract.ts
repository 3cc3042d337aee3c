import { z } from "zod";
import { count } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { PAYMENT_FILTERS } from "./filters.ts";

/** How many payments each of some filters finds, in one look: the views that a person keeps. */
export const countPaymentsEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/payments/counts",
  scope: "payments:read",
  mutation: false,
  summary: "Counts the payments of each of some filters, up to 999; 1000 says that there are more.",
  body: z.object({
    filters: z
      .array(z.object(fieldsOf(PAYMENT_FILTERS)).strict())
      .min(1)
      .max(50)
      .meta(meaning("Filters of Get Payment.", [{ status: "COMPLETED" }])),
  }),
  answer: z
    .object({ counts: z.array(count()).meta(meaning("How many each finds, in their order.", [17])) })
    .meta({ id: "PaymentCounts" }),
  refuses: ["RANGE_TOO_LONG"],
});
