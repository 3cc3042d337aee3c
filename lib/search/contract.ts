import { z } from "zod";
import { exact, listOf, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { ASSET, AT, meaning, QUANTITY } from "#lib/contract/meanings.ts";
import { ASSET_SYMBOLS } from "#lib/kernel/assets.ts";
import { FOUND_BY, FOUND_KINDS } from "./found-kinds.ts";

/** A record that exists: `by` says which of its facts is so called, `value` is that fact in full. */
const foundRecord = z
  .object({
    kind: z.enum(FOUND_KINDS).meta(meaning("What was found.", "payment")),
    by: z.enum(FOUND_BY).meta(meaning("Which of its facts was typed.", "reference")),
    value: z.string().meta(meaning("That fact in full.", "order-1042")),
    id: z.string().meta(meaning("Identifier of the record; of a subaccount its name.", IDS.payment)),
    within: z
      .string()
      .optional()
      .meta(
        meaning(
          "The record that shows it: the payment of a deposit or refund link, the endpoint of a delivery, the object of an event.",
          IDS.payment,
        ),
      ),
    status: z.string().optional().meta(meaning("Its state, in the words of its own operation.", "COMPLETED")),
    quantity: exact().optional().meta(QUANTITY),
    asset: z.enum(ASSET_SYMBOLS).optional().meta(ASSET),
    name: z
      .string()
      .optional()
      .meta(meaning("What tells it from others: subaccount, name, reference, kind of event or request.", "shop-1")),
    at: time().optional().meta(AT),
  })
  .meta({ id: "Found" });
export type Found = z.output<typeof foundRecord>;

const query = z.object({
  q: text(3, 128).meta(
    meaning(
      "An id or its last digits, the beginning of an address, hash, reference or subaccount, an amount, a name.",
      "order-1042",
    ),
  ),
});

/** Finds what is so called among the account's records that the caller may read. */
export const searchEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/search",
  scope: "payments:read",
  beyondScope: true,
  summary: "Finds records of the account by whatever names them.",
  description:
    "Ids whole, by their beginning or by their last six digits; addresses in any form, hashes, references and subaccounts by their beginning; amounts with or without their currency. Of each kind at most five, only of kinds that the caller may read.",
  query,
  answer: listOf(foundRecord),
});

/** The same among the house's records. */
export const houseSearchEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/search",
  scope: "house:read",
  beyondScope: true,
  summary: "Finds records of the operator, and payouts and settlements of all accounts, by whatever names them.",
  description:
    "With account: payments of that account instead, for who may move the operator's money (house:moves), so that what came for one of them can be assigned to it.",
  query: query.extend({
    account: text(1, 64).optional().meta(meaning("Name of an account, whose payments are meant.", "acme")),
  }),
  answer: listOf(foundRecord),
  refuses: ["NOT_FOUND"],
});
export type Search = InputOf<typeof houseSearchEndpoint>;
