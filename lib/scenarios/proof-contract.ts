import { z } from "zod";
import { count } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, oneOf } from "#lib/contract/fields.ts";
import { SCENARIOS } from "./scenario-names.ts";

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

/** What a receiver must get right while a scenario is told to it. */
export const PLAY_CHECKS = ["delivery", "signature", "gap", "order", "duplicate", "fast"] as const;

/** What `answered` was called. It never said more than that, and goes with the next release. */
const underOldName = { passed: z.boolean() };

const grade = z
  .object({
    check: z.enum(RECEIVER_CHECKS),
    /** Whether it answered as it must. */
    answered: z.boolean(),
    ...underOldName,
    /** One sentence: what was sent and what that should have led to. */
    detail: z.string(),
    statusCode: count().optional(),
    durationMs: count(),
  })
  .meta({ id: "ReceiverGrade" });

const scenarioGrade = z
  .object({
    name: z.enum(SCENARIOS),
    answered: z.boolean(),
    ...underOldName,
    /** Events of the scenario that the endpoint asks for, and messages sent about them. */
    events: count(),
    messages: count(),
    slowestMs: count(),
    /** What the receiver got wrong first; absent when it got all of it right or was told nothing. */
    check: z.enum(PLAY_CHECKS).optional(),
    detail: z.string(),
    statusCode: count().optional(),
    paymentId: z.string().optional(),
    invoiceId: z.string().optional(),
  })
  .meta({ id: "ScenarioGrade" });

const proof = z
  .object({
    endpointId: z.string(),
    answered: z.boolean(),
    ...underOldName,
    grades: z.array(grade),
    scenarios: z.array(scenarioGrade),
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
  body: z.object({ endpointId: id(), scenarios: z.array(oneOf(SCENARIOS)).max(SCENARIOS.length).optional() }),
  answer: proof,
  refuses: ["NOT_FOUND", "INVALID_STATE", "SERVICE_UNAVAILABLE"],
});
