import { z } from "zod";
import { endpoint } from "#lib/contract/endpoint.ts";
import { oneOf, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { FIAT, meaning } from "#lib/contract/meanings.ts";
import { FIATS } from "#lib/kernel/assets.ts";
import { CASE_FIRSTS } from "./case-kinds.ts";
import { caseRecord } from "./contract.ts";
import { CASE_FILTERS } from "./filters.ts";

const { kind, fiat } = fieldsOf(CASE_FILTERS);
export const firstCasesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/cases/first",
  scope: "cases:read",
  summary: "Answers the open cases that are newest, or due next, without what all of them come to.",
  query: z.object({
    kind,
    fiat,
    by: oneOf(CASE_FIRSTS)
      .optional()
      .meta(
        meaning("Which come first: those that came up last, unless given, or those due next, then by value.", "due"),
      ),
    limit: whole(1, 50).optional().meta(meaning("How many at most; 5 unless given.", 5)),
  }),
  answer: z
    .object({ data: z.array(caseRecord).meta(meaning("In that order.")), fiat: z.enum(FIATS).meta(FIAT) })
    .meta({ id: "FirstCases" }),
});
