import { randomUUID } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { queueToAdmins } from "#lib/mail/queue-mail.ts";
import { contextFor, type House } from "#lib/house.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { isAnyDue, type Outcome, recordOutcomes, type Taken, takeDue } from "./delivery-store.ts";
import { sealOf } from "./endpoints.ts";
import { eventText } from "./event-text.ts";
import { FAILING_MS, retryDelayMs, verdictOf } from "./retry.ts";
import { openSender, type Sender } from "./send.ts";
import { webhookSignature } from "./signature.ts";
import { resolverFor } from "./target.ts";

/** Longer than a call may take, its recording included; wall clock. */
const LEASE_MS = 20_000;
/** Calls of one process at a time. */
const MAX_IN_FLIGHT = 1_024;
/** Outcomes in one statement. */
const MAX_RECORDED = 200;
/** Tries to record outcomes before they are given up; their leases then end and the messages go again. */
const MAX_RECORDINGS = 3;

/** The calls of this process. Nothing here has to survive: what is in flight is a leased row. */
type Post = {
  sender: Sender;
  inFlight: number;
  done: Outcome[];
  taking: boolean;
  recording: boolean;
  closed: boolean;
};

/**
 * Takes deliveries that are due and sends them, without waiting for any answer: a slow receiver holds up neither the
 * worker nor other endpoints. Answers how many were taken. Each answer is recorded when it comes and makes room for the
 * next, so a busy process goes on by itself. Events of one endpoint set out in order, some thirty at a time; they may
 * arrive in another, which their `sequence` tells.
 */
export function deliverDue(ctx: Ctx): Promise<number> {
  return take(ctx.house, postOf(ctx.house));
}

/** One while deliveries are in flight or due, in any process; those that wait for a later try do not count. */
export async function countDeliveriesComing(ctx: Ctx): Promise<number> {
  return (await isAnyDue(ctx.db)) ? 1 : 0;
}

/** Takes no more and waits until what is in flight is recorded; true when all of it was in time. */
export async function finishDeliveries(house: House, timeoutMs: number): Promise<boolean> {
  const post = postOf(house);
  post.closed = true;
  const end = Date.now() + timeoutMs;
  while (post.inFlight > 0 && Date.now() < end) await new Promise((wake) => setTimeout(wake, 10));
  post.sender.close();
  return post.inFlight === 0;
}

function postOf(house: House): Post {
  const known = house.shelf.get("webhook post") as Post | undefined;
  if (known) return known;
  const allowHosts = house.env.webhookAllowHosts;
  const reach = { allowHosts, allowHttp: house.mode === "sandbox", resolve: resolverFor(allowHosts) };
  const made = { sender: openSender(reach), inFlight: 0, done: [], taking: false, recording: false, closed: false };
  house.shelf.set("webhook post", made);
  return made;
}

async function take(house: House, post: Post): Promise<number> {
  const room = MAX_IN_FLIGHT - post.inFlight;
  if (post.taking || post.closed || room <= 0) return 0;
  post.taking = true;
  try {
    const taken = await takeDue(house.database.pool, randomUUID(), LEASE_MS, room);
    post.inFlight += taken.length;
    for (const each of taken) void carry(house, post, each);
    return taken.length;
  } finally {
    post.taking = false;
  }
}

/** One try from message to outcome; a fault of ours counts as a failed try and is logged. */
async function carry(house: House, post: Post, taken: Taken): Promise<void> {
  try {
    post.done.push(await attempt(house, post.sender, taken));
  } catch (error) {
    house.log.error("webhook not sent", { delivery: taken.id, error });
    post.done.push(outcomeOf(taken, { error: "The message could not be made.", durationMs: 0, response: "" }));
  }
  await record(house, post);
}

async function attempt(house: House, sender: Sender, taken: Taken): Promise<Outcome> {
  const sealed = [taken.secret_sealed, taken.old_secret_sealed].filter((each) => each !== null);
  const secrets = sealed.map((each) => house.secrets.open(sealOf(taken.endpoint_id), each));
  const body = eventText(taken);
  const timestamp = Math.floor(Date.now() / 1_000);
  const reply = await sender.send({
    url: taken.url,
    headers: {
      "user-agent": "crypto-payment-desk",
      "webhook-id": taken.event_id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": webhookSignature(secrets, { id: taken.event_id, timestamp, body }),
    },
    body,
  });
  return outcomeOf(taken, reply);
}

type Heard = { statusCode?: number; error?: string; durationMs: number; response: string };

function outcomeOf(taken: Taken, { statusCode, error, durationMs, response }: Heard): Outcome {
  const verdict = verdictOf(statusCode);
  const isOver = verdict.delivered || verdict.gone;
  return {
    delivery: taken.id,
    endpoint: taken.endpoint_id,
    lease: taken.lease,
    ...verdict,
    statusCode: statusCode ?? null,
    error: error ?? null,
    durationMs,
    response,
    waitMs: isOver ? null : (retryDelayMs(taken.tries + 1, Math.random()) ?? null),
  };
}

/** Writes down what has come in, many at once while the statement before was on its way, and takes what is due next. */
async function record(house: House, post: Post): Promise<void> {
  if (post.recording) return;
  post.recording = true;
  while (post.done.length > 0) {
    const batch = post.done.splice(0, MAX_RECORDED);
    await keep(house, batch);
    post.inFlight -= batch.length;
  }
  post.recording = false;
  if (house.database.pool.ended) return;
  await take(house, post).catch((error: unknown) => house.log.error("webhooks not taken", { error }));
}

async function keep(house: House, batch: readonly Outcome[]): Promise<void> {
  for (let tries = 1; !house.database.pool.ended; tries += 1) {
    try {
      return await write(contextFor(house, { actor: { kind: "worker" }, requestId: "worker" }), batch);
    } catch (error) {
      if (tries < MAX_RECORDINGS) continue;
      return house.log.error("webhook outcomes not recorded", { outcomes: batch.length, error });
    }
  }
}

/** An endpoint that was disabled is told by the audit record, on the endpoint, and to administrators by e-mail. */
async function write(ctx: Ctx, batch: readonly Outcome[]): Promise<void> {
  const disabled = await recordOutcomes(ctx.db, batch, FAILING_MS);
  for (const { id, account_id: accountId, disabled_reason: reason } of disabled) {
    const detail = { reason };
    await recordAudit(ctx, {
      action: "webhook-endpoint.disable",
      objectKind: "webhook-endpoint",
      objectId: id,
      accountId,
      detail,
    });
    await queueToAdmins(ctx, accountId, {
      subject: "a webhook endpoint was disabled",
      text: `The endpoint ${id} receives nothing any more: ${reason === "GONE" ? "it answered 410" : "it failed for five days"}. What waits is kept; enable it under Developers, Webhooks.`,
    });
  }
}
