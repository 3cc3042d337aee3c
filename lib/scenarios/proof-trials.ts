import type { Ctx } from "#lib/kernel/context.ts";
import { TEST_TYPE } from "#lib/webhooks/event-filters.ts";
import { eventText } from "#lib/webhooks/event-text.ts";
import type { ReceiverGrade } from "./proof-contract.ts";
import { FAST_MS, isWanted, type ReceiverLine, type WantedReply } from "./proof-line.ts";
import type { Reply } from "#lib/webhooks/send.ts";
import { newWebhookSecret } from "#lib/webhooks/signature.ts";

/** Beyond the five minutes that Standard Webhooks lets a message's time be off. */
const OLD_S = 3_600;

/** What a message of the type webhook.test departs in from a good one. */
type Twist = { id?: string; sequence?: number; signedBy?: readonly string[]; ageS?: number; altered?: boolean };
type Trial = { check: ReceiverGrade["check"]; wants: WantedReply; detail: string; twists: readonly Twist[] };

/** Grades a receiver message by message. A receiver that does not take the first good message is sent no more. */
export async function gradesOf(ctx: Ctx, line: ReceiverLine): Promise<ReceiverGrade[]> {
  const grades: ReceiverGrade[] = [];
  let slowestMs = 0;
  for (const trial of trialsOf(ctx.id(), line.secret, newWebhookSecret())) {
    const tried = await gradeOf(ctx, line, trial);
    grades.push(tried.grade);
    slowestMs = Math.max(slowestMs, tried.slowestMs);
    if (trial.check === "accepts" && !tried.grade.answered) return grades;
  }
  const detail = `The slowest answer took ${slowestMs} ms; answer within ${FAST_MS} ms and do the work afterwards.`;
  return [...grades, { check: "fast", answered: slowestMs <= FAST_MS, detail, durationMs: slowestMs }];
}

function trialsOf(same: string, secret: string, stranger: string): readonly Trial[] {
  return [
    { check: "accepts", wants: "2xx", detail: "A good message must be taken.", twists: [{}] },
    {
      check: "two-secrets",
      wants: "2xx",
      detail: "While secrets change a message carries two signatures; one that holds is enough.",
      twists: [{ signedBy: [stranger, secret] }],
    },
    {
      check: "refuses-forged",
      wants: "refusal",
      detail: "A message signed with another secret must be refused.",
      twists: [{ signedBy: [stranger] }],
    },
    {
      check: "refuses-altered",
      wants: "refusal",
      detail: "A message whose body was changed after it was signed must be refused.",
      twists: [{ altered: true }],
    },
    {
      check: "refuses-old",
      wants: "refusal",
      detail: "A message signed an hour ago must be refused: it may be a replay.",
      twists: [{ ageS: OLD_S }],
    },
    {
      check: "duplicate",
      wants: "2xx",
      detail: "The same webhook-id comes twice; both must be taken, and acted on once.",
      twists: [{ id: same }, { id: same }],
    },
    {
      check: "out-of-order",
      wants: "2xx",
      detail: "Number 3 of an object comes before number 2; both must be taken.",
      twists: [{ sequence: 3 }, { sequence: 2 }],
    },
    {
      check: "gap",
      wants: "2xx",
      detail: "Number 9 of an object comes without those before; it must be taken.",
      twists: [{ sequence: 9 }],
    },
  ];
}

/** All messages of a trial, one after another; the first answer that is not the wanted one decides. */
async function gradeOf(ctx: Ctx, line: ReceiverLine, { check, wants, detail, twists }: Trial) {
  let reply: Reply = { durationMs: 0, response: "" };
  let answered = false;
  let slowestMs = 0;
  for (const twist of twists) {
    reply = await send(ctx, line, twist);
    slowestMs = Math.max(slowestMs, reply.durationMs);
    answered = isWanted(reply, wants);
    if (!answered) break;
  }
  const { statusCode, error, durationMs } = reply;
  const explained = answered || !error ? detail : `${detail} ${error}`;
  const grade = { check, answered, detail: explained, ...(statusCode !== undefined && { statusCode }), durationMs };
  return { grade, slowestMs };
}

async function send(ctx: Ctx, line: ReceiverLine, twist: Twist): Promise<Reply> {
  const { id = ctx.id(), sequence = 1, altered = false, ...departure } = twist;
  const body = eventText({ type: TEST_TYPE, at: await ctx.now(), data: '{"proof":true}', sequence });
  return line.send(
    { id, body },
    { ...departure, ...(altered && { sentBody: body.replace('"proof":true', '"proof":false') }) },
  );
}
