import type { InputOf } from "#lib/api/endpoint.ts";
import { type Answer, accountOf, answerWith, type Ctx } from "#lib/kernel/context.ts";
import { Refusal } from "#lib/kernel/errors.ts";
import { TEST_TYPE } from "./contract.ts";
import { sealedSecretOf } from "./endpoint-store.ts";
import { findEndpoint, needEnabled, sealOf } from "./endpoints.ts";
import { eventText } from "./event-text.ts";
import type { proveReceiverEndpoint, ReceiverGrade, ReceiverProof } from "./proof-contract.ts";
import { resolverFor } from "./target.ts";
import { openSender, type Reply, type Sender } from "./send.ts";
import { newWebhookSecret, webhookSignature } from "./signature.ts";

/** Shorter than in earnest: a receiver that needs longer has failed already. */
const TIMEOUT_MS = 6_000;
/** A receiver that does its work after answering needs no more. */
const FAST_MS = 2_000;
/** Beyond the five minutes that Standard Webhooks lets a message's time be off. */
const OLD_S = 3_600;

type Stage = { sender: Sender; url: string; secret: string; ctx: Ctx; slowestMs: number };
/** What a message departs in from a good one. */
type Twist = { id?: string; sequence?: number; signedBy?: readonly string[]; ageS?: number; altered?: boolean };
type Trial = { check: ReceiverGrade["check"]; wants: "2xx" | "refusal"; detail: string; twists: readonly Twist[] };

/**
 * Grades a receiver by what it answers to messages it must take and messages it must refuse. They are of the type
 * webhook.test and leave no delivery behind. A receiver that does not take the first one is asked nothing more.
 */
export async function proveReceiver(ctx: Ctx, { endpointId }: InputOf<typeof proveReceiverEndpoint>): Promise<Answer> {
  const { url } = await findEndpoint(ctx, endpointId);
  await needEnabled(ctx, endpointId);
  const sealed = await sealedSecretOf(ctx.db, accountOf(ctx).id, endpointId);
  if (!sealed) throw new Refusal("NOT_FOUND", "There is no webhook endpoint with this id.");
  const allowHosts = ctx.house.env.webhookAllowHosts;
  const sender = openSender({ allowHosts, allowHttp: true, resolve: resolverFor(allowHosts) }, TIMEOUT_MS);
  const secret = ctx.house.secrets.open(sealOf(endpointId), sealed);
  try {
    const grades = await gradesOf({ sender, url, secret, ctx, slowestMs: 0 });
    const proof: ReceiverProof = { endpointId, passed: grades.every(({ passed }) => passed), grades };
    return answerWith(ctx, { body: proof });
  } finally {
    sender.close();
  }
}

async function gradesOf(stage: Stage): Promise<ReceiverGrade[]> {
  const grades: ReceiverGrade[] = [];
  for (const trial of trialsOf(stage)) {
    const grade = await tried(stage, trial);
    grades.push(grade);
    if (trial.check === "accepts" && !grade.passed) return grades;
  }
  return [...grades, speedOf(stage)];
}

function trialsOf({ ctx, secret }: Stage): readonly Trial[] {
  const same = ctx.id();
  const stranger = newWebhookSecret();
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
async function tried(stage: Stage, { check, wants, detail, twists }: Trial): Promise<ReceiverGrade> {
  let reply: Reply = { durationMs: 0, response: "" };
  let passed = false;
  for (const twist of twists) {
    reply = await send(stage, twist);
    stage.slowestMs = Math.max(stage.slowestMs, reply.durationMs);
    passed = isWanted(reply, wants);
    if (!passed) break;
  }
  const { statusCode, error, durationMs } = reply;
  const told = passed || !error ? detail : `${detail} ${error}`;
  return { check, passed, detail: told, ...(statusCode !== undefined && { statusCode }), durationMs };
}

/** A refusal is an answer of the 4xx: silence or a fault of the receiver's own is none. */
function isWanted({ statusCode = 0 }: Reply, wants: Trial["wants"]): boolean {
  return wants === "2xx" ? statusCode >= 200 && statusCode < 300 : statusCode >= 400 && statusCode < 500;
}

async function send({ sender, url, secret, ctx }: Stage, twist: Twist): Promise<Reply> {
  const { id = ctx.id(), sequence = 1, signedBy = [secret], ageS = 0, altered = false } = twist;
  const timestamp = Math.floor(Date.now() / 1_000) - ageS;
  const body = eventText({ type: TEST_TYPE, at: await ctx.now(), data: '{"proof":true}', sequence });
  return sender.send({
    url,
    headers: {
      "user-agent": "crypto-payment-desk",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": webhookSignature(signedBy, { id, timestamp, body }),
    },
    body: altered ? body.replace('"proof":true', '"proof":false') : body,
  });
}

function speedOf({ slowestMs }: Stage): ReceiverGrade {
  const detail = `The slowest answer took ${slowestMs} ms; answer within ${FAST_MS} ms and do the work afterwards.`;
  return { check: "fast", passed: slowestMs <= FAST_MS, detail, durationMs: slowestMs };
}
