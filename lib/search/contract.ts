import { z } from "zod";
import { listOf } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { meaning } from "#lib/contract/meanings.ts";

/** A record found by the beginning of a text: `by` says which of its facts begins so, `value` is that fact in full. */
const foundRecord = z
  .object({
    kind: z.enum(["payment", "conversion", "subaccount"]).meta(meaning("Kind of case.")),
    by: z
      .enum(["paymentId", "invoiceId", "address", "reference", "txHash", "subaccount"])
      .meta(meaning("Who closed it.")),
    value: z.string().meta(meaning("What was found.", "order-1042")),
    id: z.string().meta(meaning("Identifier of the event, the same as the header webhook-id.", IDS.event)),
  })
  .meta({ id: "Found" });

export type Found = z.output<typeof foundRecord>;

/** Looks records up by how an id, address, transaction hash, reference or subaccount begins. */
export const searchEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/search",
  scope: "payments:read",
  summary: "Finds payments, conversions and subaccounts by the beginning of what names them.",
  query: z.object({
    q: text(3, 128).meta(meaning("How an id, address, hash, reference or subaccount begins.", "order-1042")),
  }),
  answer: listOf(foundRecord),
});

export type Search = InputOf<typeof searchEndpoint>;
