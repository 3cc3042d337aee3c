import { z } from "zod";
import { count } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, oneOf } from "#lib/contract/fields.ts";
import { SCENARIOS } from "./scenario-names.ts";
import { ENDPOINT_ID, INVOICE_ID, PAYMENT_ID, meaning } from "#lib/contract/meanings.ts";

/** What a receiver must get right, in the order it is tried. */
export const RECEIVER_CHECKS = [
  "accepts",
  "two-secrets",
  "refuses-forged",
  "refuses-altered",
  "refuses-old",
  "duplicate",
  "out-of-order",
  "gap",
  "fast",
] as const;

/** What a receiver must get right while the events of a scenario are sent to it. */
export const PLAY_CHECKS = ["delivery", "signature", "gap", "order", "duplicate", "fast"] as const;

/** What `answered` was called. It never said more than that, and goes with the next release. */
const underOldName = {
  passed: z
    .boolean()
    .meta(meaning("Deprecated: the old name of `answered`, with the same value; gone with the next release.")),
};

const grade = z
  .object({
    check: z.enum(RECEIVER_CHECKS).meta(meaning("What was tried.", "refuses-forged")),
    /** Whether it answered as it must. */
    answered: z.boolean().meta(meaning("Whether the receiver answered as it must.")),
    ...underOldName,
    /** One sentence: what was sent and what that should have led to. */
    detail: z.string().meta(meaning("What was sent, and what that must lead to.", "A good message must be taken.")),
    statusCode: count().optional().meta(meaning("What the receiver answered.", 204)),
    durationMs: count().meta(meaning("How long its answer took, milliseconds.", 12)),
  })
  .meta({ id: "ReceiverGrade" });

const scenarioGrade = z
  .object({
    name: z.enum(SCENARIOS).meta(meaning("Which case was played.", "late")),
    answered: z.boolean().meta(meaning("Whether the receiver answered every message about it as it must.")),
    ...underOldName,
    /** Events of the scenario that the endpoint asks for, and messages sent about them. */
    events: count().meta(meaning("Events of the case that the endpoint asks for.", 5)),
    messages: count().meta(
      meaning("Messages sent about them: a forged one, each event out of its turn, each once more.", 11),
    ),
    slowestMs: count().meta(meaning("How long the slowest answer took, milliseconds.", 12)),
    /** What the receiver got wrong first; absent when it got everything right or was sent nothing. */
    check: z
      .enum(PLAY_CHECKS)
      .optional()
      .meta(meaning("What the receiver got wrong first; absent when it got nothing wrong.", "duplicate")),
    detail: z
      .string()
      .meta(meaning("What was sent last, and what that must lead to.", "An event in its turn must be taken.")),
    statusCode: count()
      .optional()
      .meta(meaning("What the receiver answered instead; absent when it gave no answer.", 500)),
    paymentId: z.string().optional().meta(PAYMENT_ID),
    invoiceId: z.string().optional().meta(INVOICE_ID),
  })
  .meta({ id: "ScenarioGrade" });

const proof = z
  .object({
    endpointId: z.string().meta(ENDPOINT_ID),
    answered: z
      .boolean()
      .meta(meaning("Whether every check was answered as it must be; what the receiver books is not read.")),
    ...underOldName,
    grades: z.array(grade).meta(meaning("One grade for each check, in the order they were tried.")),
    scenarios: z
      .array(scenarioGrade)
      .meta(meaning("One grade for each scenario that was asked for, in the order they were played.")),
  })
  .meta({ id: "ReceiverProof" });

export type ReceiverGrade = Omit<z.output<typeof grade>, "passed">;
export type ScenarioGrade = Omit<z.output<typeof scenarioGrade>, "passed">;
export type PlayCheck = (typeof PLAY_CHECKS)[number];
export type ReceiverProof = z.output<typeof proof>;

export const proveReceiverEndpoint = endpoint({
  method: "POST",
  path: "/sandbox/v1/proofs",
  scope: "sandbox",
  summary: "Plays messages and whole scenarios against a webhook endpoint and grades its answers.",
  description:
    "First good, forged, altered, old, repeated and disordered messages of the type webhook.test. Then each scenario is played for the account, and the endpoint is told its events with a forged one before them, neighbours swapped, and all of them twice; the ordinary deliveries follow when the proof is over. It ends after half a minute: a receiver too slow for that has scenarios left over, which it has not answered. Only answers are graded: what a receiver books of an event is not read, so `answered` does not say that it books the right amount.",
  body: z.object({
    endpointId: id().meta(ENDPOINT_ID),
    scenarios: z
      .array(oneOf(SCENARIOS))
      .max(SCENARIOS.length)
      .optional()
      .meta(meaning("Which cases to play; absent: all of them, empty: none.", ["exact", "twice"])),
  }),
  answer: proof,
  refuses: ["NOT_FOUND", "INVALID_STATE", "SERVICE_UNAVAILABLE"],
});
