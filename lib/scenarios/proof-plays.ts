import type { Ctx } from "#lib/kernel/context.ts";
import { isRefusal, Refusal } from "#lib/kernel/errors.ts";
import type { PlayedScenario } from "./scenario-contract.ts";
import type { ScenarioName } from "./scenario-names.ts";
import { play } from "./scenarios.ts";
import { eventText } from "#lib/webhooks/event-text.ts";
import type { PlayCheck, ScenarioGrade } from "./proof-contract.ts";
import { FAST_MS, isWanted, type ReceiverLine } from "./proof-line.ts";
import { disturbed } from "./proof-order.ts";
import { endProofHold, holdForProof, type ProofEvent, proofEvents } from "#lib/webhooks/proof-hold.ts";
import type { Reply } from "#lib/webhooks/send.ts";
import { newWebhookSecret } from "#lib/webhooks/signature.ts";

/** After this long nothing more is played or sent, so that the call is answered before its caller gives up. */
const PLAY_MS = 30_000;
/** Longer than a proof can take; whatever happens to it, deliveries then go on. */
const HOLD_MS = 120_000;

const DETAILS: Readonly<Record<PlayCheck, string>> = {
  delivery: "An event in its turn must be taken.",
  signature: "An event signed with another secret must be refused.",
  gap: "An event must be taken although the one numbered before it has not come.",
  order: "An event must be taken although the one numbered after it has come already.",
  duplicate: "An event that was told before must be taken again, and acted on once.",
  fast: `Every answer must come within ${FAST_MS} ms; do the work afterwards.`,
};

/**
 * Plays scenarios for the account and tells the endpoint what came of each in the worst order. Meanwhile ordinary
 * deliveries to it wait; they follow when all is played. INVALID_STATE while another proof of the endpoint runs.
 */
export async function playAgainst(
  ctx: Ctx,
  endpointId: string,
  line: ReceiverLine,
  names: readonly ScenarioName[],
): Promise<ScenarioGrade[]> {
  if (names.length === 0) return [];
  if (!(await holdForProof(ctx, endpointId, HOLD_MS)))
    throw new Refusal("INVALID_STATE", "Another proof of this endpoint is running; wait until it has ended.");
  const end = performance.now() + PLAY_MS;
  try {
    const grades: ScenarioGrade[] = [];
    let left: string | undefined;
    for (const name of names) {
      left ??= performance.now() > end ? "Not played: the answers before it took too long." : undefined;
      const grade = left === undefined ? await graded(ctx, endpointId, line, name, end) : gradeOf(name, left);
      if (isSilent(grade)) left ??= "Not played: the receiver has stopped answering.";
      grades.push(grade);
    }
    return grades;
  } finally {
    await endProofHold(ctx, endpointId);
  }
}

const isSilent = ({ check, statusCode }: ScenarioGrade): boolean =>
  check !== undefined && check !== "fast" && statusCode === undefined;

async function graded(
  ctx: Ctx,
  endpointId: string,
  line: ReceiverLine,
  name: ScenarioName,
  end: number,
): Promise<ScenarioGrade> {
  try {
    const played = await play(ctx, name);
    return await deliver(ctx, endpointId, line, played, end);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return gradeOf(name, `The scenario could not be played: ${error.message}`);
  }
}

const gradeOf = (name: ScenarioName, detail: string): ScenarioGrade => ({
  name,
  answered: false,
  events: 0,
  messages: 0,
  slowestMs: 0,
  detail,
});

/** Sends until an answer is not the wanted one; that one decides. */
async function deliver(
  ctx: Ctx,
  endpointId: string,
  line: ReceiverLine,
  { name, paymentId, invoiceId, code }: PlayedScenario,
  end: number,
): Promise<ScenarioGrade> {
  const ids = { ...(paymentId && { paymentId }), ...(invoiceId && { invoiceId }) };
  const events = await proofEvents(ctx, endpointId, Object.values(ids));
  const stranger = newWebhookSecret();
  const grade: ScenarioGrade = {
    ...gradeOf(name, events.length > 0 ? ALL_WELL : silence(code)),
    answered: true,
    events: events.length,
    ...ids,
  };
  for (const { check, event, forged } of disturbed(events)) {
    if (performance.now() > end) return missed(grade, "fast", DETAILS.fast);
    const reply = await line.send(messageOf(event), forged ? { signedBy: [stranger] } : {});
    grade.messages += 1;
    grade.slowestMs = Math.max(grade.slowestMs, reply.durationMs);
    if (!isWanted(reply, forged ? "refusal" : "2xx"))
      return missed(grade, check, `${event.type}: ${DETAILS[check]}`, reply);
  }
  return grade.slowestMs <= FAST_MS ? grade : missed(grade, "fast", DETAILS.fast);
}

function missed(grade: ScenarioGrade, check: PlayCheck, detail: string, reply: Partial<Reply> = {}): ScenarioGrade {
  const { statusCode, error } = reply;
  return {
    ...grade,
    answered: false,
    check,
    detail: error ? `${detail} ${error}` : detail,
    ...(statusCode !== undefined && { statusCode }),
  };
}

const ALL_WELL = "Every event was taken in whatever order it came, and the forged one refused.";
const silence = (code: string | undefined): string =>
  code ? `There is nothing to tell: the bill was refused with ${code}.` : "The endpoint asks for none of its events.";

const messageOf = ({ id, ...event }: ProofEvent) => ({ id, body: eventText(event) });
