import { z } from "zod";
import { endpoint } from "#lib/contract/endpoint.ts";
import { oneOf } from "#lib/contract/fields.ts";
import { SCENARIOS } from "./scenario-names.ts";

const played = z
  .object({
    name: z.enum(SCENARIOS),
    /** What was done, in order. */
    steps: z.array(z.string()),
    paymentId: z.string().optional(),
    invoiceId: z.string().optional(),
    /** The code that the play was refused with, where a refusal is what it shows. */
    code: z.string().optional(),
  })
  .meta({ id: "PlayedScenario" });

export type PlayedScenario = z.output<typeof played>;

export const playScenarioEndpoint = endpoint({
  method: "POST",
  path: "/sandbox/v1/scenarios",
  scope: "sandbox",
  summary: "Plays one case from the first request to its end, for the account of the key, and answers what came of it.",
  body: z.object({ name: oneOf(SCENARIOS) }),
  answer: played,
  refuses: ["SERVICE_UNAVAILABLE"],
});
