import { z } from "zod";
import { listOf } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";

/** A record found by the beginning of a text: `by` says which of its facts begins so, `value` is that fact in full. */
const foundRecord = z
  .object({
    kind: z.enum(["payment", "conversion", "subaccount"]),
    by: z.enum(["paymentId", "invoiceId", "address", "reference", "txHash", "subaccount"]),
    value: z.string(),
    id: z.string(),
  })
  .meta({ id: "Found" });

export type Found = z.output<typeof foundRecord>;

/** Looks records up by how an id, address, transaction hash, reference or subaccount begins. */
export const searchEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/search",
  scope: "payments:read",
  summary: "Finds payments, conversions and subaccounts by the beginning of what names them.",
  query: z.object({ q: text(3, 128) }),
  answer: listOf(foundRecord),
});

export type Search = InputOf<typeof searchEndpoint>;
