import { z } from "zod";
import { endpoint } from "#lib/contract/endpoint.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { SCENARIOS } from "./scenario-names.ts";
import { INVOICE_ID, PAYMENT_ID, meaning } from "#lib/contract/meanings.ts";

const played = z
  .object({
    name: z.enum(SCENARIOS).meta(meaning("Which case was played.", "late")),
    /** What was done, in order. */
    steps: z.array(z.string()).meta(meaning("What was done, in order.", ["a bill of 100 EUR asks for 0.00168351 BTC"])),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    invoiceId: z.string().optional().meta(INVOICE_ID),
    /** The code that the play was refused with, where a refusal is what it shows. */
    code: z
      .string()
      .optional()
      .meta(meaning("The code of the refusal, where one is what the case shows.", "PRICE_UNAVAILABLE")),
  })
  .meta({ id: "PlayedScenario" });

export type PlayedScenario = z.output<typeof played>;

export const playScenarioEndpoint = endpoint({
  method: "POST",
  path: "/sandbox/v1/scenarios",
  scope: "sandbox",
  summary: "Plays one case from the first request to its end, for the account of the key, and answers what came of it.",
  body: z.object({ name: oneOf(SCENARIOS).meta(meaning("Which case to play.", "late")) }),
  answer: played,
  refuses: ["SERVICE_UNAVAILABLE"],
});
