import type { InputOf, OutputOf } from "#lib/contract/endpoint.ts";
import { answerWith, type Ctx } from "#lib/kernel/context.ts";
import { SCENARIOS } from "./scenario-names.ts";
import { findEndpoint, needEnabled, secretOf } from "#lib/webhooks/endpoints.ts";
import type { proveReceiverEndpoint, ReceiverProof } from "./proof-contract.ts";
import { openLine } from "./proof-line.ts";
import { playAgainst } from "./proof-plays.ts";
import { gradesOf } from "./proof-trials.ts";

/**
 * Grades a receiver by what it answers to messages it must take and messages it must refuse: first single ones of the
 * type webhook.test, then the events of whole scenarios, all of them unless some are named. None of these messages leaves
 * a delivery behind, and what the receiver books is not read. A receiver that does not take the first one is sent no
 * more.
 */
export async function proveReceiver(
  ctx: Ctx,
  input: InputOf<typeof proveReceiverEndpoint>,
): Promise<OutputOf<typeof proveReceiverEndpoint>> {
  const { endpointId, scenarios: names = SCENARIOS } = input;
  const { url } = await findEndpoint(ctx, endpointId);
  await needEnabled(ctx, endpointId);
  const line = openLine(ctx, url, await secretOf(ctx, endpointId));
  try {
    const grades = await gradesOf(ctx, line);
    const scenarios = grades[0]?.answered ? await playAgainst(ctx, endpointId, line, names) : [];
    const answered = [...grades, ...scenarios].every((each) => each.answered);
    const proof: ReceiverProof = {
      endpointId,
      ...alsoAsPassed({ answered }),
      grades: grades.map(alsoAsPassed),
      scenarios: scenarios.map(alsoAsPassed),
    };
    return answerWith(ctx, proof);
  } finally {
    line.close();
  }
}

/** The same grade under its old name too, for one release. */
const alsoAsPassed = <Grade extends { answered: boolean }>(grade: Grade): Grade & { passed: boolean } => ({
  ...grade,
  passed: grade.answered,
});
