import { z } from "zod";
import { count } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { meaning } from "#lib/contract/meanings.ts";
import { CONVERSION_LIST_FILTERS } from "./filters.ts";

/** How many conversions each of some filters finds, in one look: the views of the list. */
export const countConversionsEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/conversions/counts",
  scope: "conversions:read",
  mutation: false,
  summary: "Counts the conversions of each of some filters, up to 999; 1000 says that there are more.",
  body: z.object({
    filters: z
      .array(z.object(fieldsOf(CONVERSION_LIST_FILTERS)).strict())
      .min(1)
      .max(50)
      .meta(meaning("Filters of the list of conversions.", [{ status: "CREATED" }])),
  }),
  answer: z
    .object({ counts: z.array(count()).meta(meaning("How many each finds, in their order.", [3])) })
    .meta({ id: "ConversionCounts" }),
});
