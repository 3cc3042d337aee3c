import { z } from "zod";
import { count } from "#lib/api/answers.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { id } from "#lib/api/fields.ts";

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

const grade = z
  .object({
    check: z.enum(RECEIVER_CHECKS),
    passed: z.boolean(),
    /** One sentence: what was sent and what that should have led to. */
    detail: z.string(),
    statusCode: count().optional(),
    durationMs: count(),
  })
  .meta({ id: "ReceiverGrade" });

const proof = z
  .object({ endpointId: z.string(), passed: z.boolean(), grades: z.array(grade) })
  .meta({ id: "ReceiverProof" });

export type ReceiverGrade = z.output<typeof grade>;
export type ReceiverProof = z.output<typeof proof>;

export const proveReceiverEndpoint = endpoint({
  method: "POST",
  path: "/sandbox/v1/proofs",
  scope: "sandbox",
  summary:
    "Plays good, forged, altered, old, repeated and disordered messages against a webhook endpoint and grades its answers.",
  body: z.object({ endpointId: id() }),
  answer: proof,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
