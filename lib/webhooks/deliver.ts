import { slot } from "#lib/kernel/slots.ts";
import { randomUUID } from "node:crypto";
import { contextFor, type App } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import {
  giveBack,
  isAnyDue,
  type Judged,
  type DeliveryOutcome,
  recordOutcomes,
  type TakenDelivery,
  takeDue,
} from "./delivery-store.ts";
import { ATTEMPT_SENTENCES } from "./attempt-faults.ts";
import { disableEndpoints } from "./disable-endpoints.ts";
import { sealOf } from "./endpoints.ts";
import { eventText } from "./event-text.ts";
import { answered, type EndpointLine, mayHold, newLine, nextOf } from "./line.ts";
import { FAILING_MS, retryDelayMs, verdictOf } from "./retry.ts";
import { openSender, type Reply, type Sender } from "./send.ts";
import { webhookSignature } from "./signature.ts";
import { resolverFor } from "./target.ts";

/** Longer than a delivery may wait here, be sent and be recorded; wall clock. */
const LEASE_MS = 20_000;
/** Deliveries that one process holds, waiting or sent. */
const MAX_HELD = 1_024;
/** With fewer than this waiting, an answer that was recorded makes room for more. */
const FEW_WAITING = 64;
/** Outcomes in one statement, and how long the first of them waits for others. */
const MAX_RECORDED = 200;
const GATHER_MS = 10;
/** Tries to record outcomes before they are given up; their leases then end and the messages go again. */
const MAX_RECORDINGS = 3;

/** What this process sends. Nothing here has to survive: whatever it holds is a leased row. */
type Post = {
  sender: Sender;
  lines: Map<string, EndpointLine>;
  /** Taken and not recorded yet; and of those, not sent yet. */
  held: number;
  waiting: number;
  done: DeliveryOutcome[];
  taking: boolean;
  recording: boolean;
  closed: boolean;
};

/**
 * Takes deliveries that are due and sends them, without waiting for any answer: a slow receiver holds up neither the
 * worker nor other endpoints. Answers none done: each answer is recorded when it comes and makes room for the next, so
 * a busy process goes on by itself, without another round. Events of one endpoint are sent in order, some thirty at a
 * time; they may arrive in another order, which their `sequence` shows.
 */
export async function deliverDue(ctx: Ctx): Promise<number> {
  await take(ctx.app, postOf(ctx.app));
  return 0;
}

/** One while deliveries are in flight or due, in any process; those that wait for a later try do not count. */
export async function countDeliveriesComing(ctx: Ctx): Promise<number> {
  return (await isAnyDue(ctx.db)) ? 1 : 0;
}

/** Takes no more, gives back what was not sent and waits until the rest is recorded; true when all of it was in time. */
export async function finishDeliveries(app: App, timeoutMs: number): Promise<boolean> {
  const post = postOf(app);
  post.closed = true;
  await Promise.all([...post.lines.values()].map((line) => release(app, post, line.waiting.splice(0))));
  const end = Date.now() + timeoutMs;
  while (post.held > 0 && Date.now() < end) await new Promise((wake) => setTimeout(wake, 10));
  post.sender.close();
  return post.held === 0;
}

/** What this process delivers at the moment. */
export const WEBHOOK_POST = slot<Post>("webhook post");

const postOf = (app: App): Post => app.slots.of(WEBHOOK_POST, () => newPost(app));

function newPost(app: App): Post {
  const allowHosts = app.env.webhookAllowHosts;
  const reach = { allowHosts, allowHttp: app.mode === "sandbox", resolve: resolverFor(allowHosts) };
  return {
    sender: openSender(reach),
    lines: new Map(),
    held: 0,
    waiting: 0,
    done: [],
    taking: false,
    recording: false,
    closed: false,
  };
}

async function take(app: App, post: Post): Promise<void> {
  const most = MAX_HELD - post.held;
  if (post.taking || post.closed || most <= 0 || app.database.pool.ended) return;
  post.taking = true;
  try {
    const shares = [...post.lines].map(([endpointId, line]) => ({ endpointId, most: mayHold(line) }));
    const wanted = { lease: randomUUID(), leaseMs: LEASE_MS, most, shares };
    const takenAt = performance.now();
    const taken = await takeDue(app.database.prisma, wanted);
    post.held += taken.length;
    post.waiting += taken.length;
    for (const each of taken) lineOf(post, each.endpoint_id).waiting.push({ taken: each, takenAt });
    for (const endpointId of new Set(taken.map((each) => each.endpoint_id))) {
      sendNext(app, post, lineOf(post, endpointId));
    }
  } finally {
    post.taking = false;
  }
}

function lineOf(post: Post, endpointId: string): EndpointLine {
  const known = post.lines.get(endpointId);
  if (known) return known;
  const made = newLine();
  post.lines.set(endpointId, made);
  return made;
}

/** Sends what an endpoint may have open; what has waited too long goes back, for its lease would end under way. */
function sendNext(app: App, post: Post, line: EndpointLine): void {
  const { ready, late } = nextOf(line, post.closed, performance.now());
  post.waiting -= ready.length;
  for (const taken of ready) void carry(app, post, line, taken);
  if (late.length > 0) void release(app, post, late);
}

async function release(app: App, post: Post, waited: EndpointLine["waiting"]): Promise<void> {
  if (waited.length === 0) return;
  post.waiting -= waited.length;
  try {
    await giveBack(
      app.database.prisma,
      waited.map(({ taken }) => taken),
    );
  } catch (error) {
    app.log.warn("webhooks not given back", { count: waited.length, error });
  }
  post.held -= waited.length;
}

/** One try from message to outcome; a fault of ours counts as a failed try and is logged. */
async function carry(app: App, post: Post, line: EndpointLine, taken: TakenDelivery): Promise<void> {
  const reply = await attempt(app, post.sender, line, taken).catch((error: unknown): Reply => {
    app.log.error("webhook not sent", { delivery: taken.id, error });
    return { error: ATTEMPT_SENTENCES.NOT_MADE, durationMs: 0, response: "" };
  });
  const outcome = outcomeOf(taken, reply);
  post.done.push(outcome);
  void release(app, post, answered(line, outcome));
  sendNext(app, post, line);
  await record(app, post);
}

async function attempt(app: App, sender: Sender, line: EndpointLine, taken: TakenDelivery): Promise<Reply> {
  const sealed = [taken.secret_sealed, taken.old_secret_sealed].filter((each) => each !== null);
  const secrets = line.opened(sealed, (each) => app.secrets.open(sealOf(taken.endpoint_id), each));
  const body = eventText(taken);
  const timestamp = Math.floor(Date.now() / 1_000);
  return sender.send({
    url: taken.url,
    headers: {
      "user-agent": "crypto-payment-desk",
      "webhook-id": taken.event_id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": webhookSignature(secrets, { id: taken.event_id, timestamp, body }),
    },
    body,
  });
}

function outcomeOf(taken: TakenDelivery, reply: Reply): DeliveryOutcome {
  const { statusCode, error, durationMs, response, retryAfterMs, broken } = reply;
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
    brokenError: broken?.error ?? null,
    brokenMs: broken?.durationMs ?? null,
    waitMs: isOver ? null : (retryDelayMs(taken.tries + 1, Math.random(), retryAfterMs) ?? null),
  };
}

/** Writes down what has come in, many at once, and takes what is due next when little is left to send. */
async function record(app: App, post: Post): Promise<void> {
  if (post.recording) return;
  post.recording = true;
  while (post.done.length > 0) {
    if (post.done.length < MAX_RECORDED) await new Promise((wake) => setTimeout(wake, GATHER_MS));
    const batch = post.done.splice(0, MAX_RECORDED);
    await keep(app, batch);
    post.held -= batch.length;
    if (post.waiting < FEW_WAITING) void takeMore(app, post);
  }
  post.recording = false;
}

async function takeMore(app: App, post: Post): Promise<void> {
  await take(app, post).catch((error: unknown) => app.log.error("webhooks not taken", { error }));
}

async function keep(app: App, batch: readonly DeliveryOutcome[]): Promise<void> {
  const { pool, prisma } = app.database;
  for (let tries = 1; !pool.ended; tries += 1) {
    try {
      return await disable(app, await recordOutcomes(prisma, batch, FAILING_MS));
    } catch (error) {
      if (tries < MAX_RECORDINGS) continue;
      return app.log.error("webhook outcomes not recorded", { outcomes: batch.length, error });
    }
  }
}

/** Where that fails, the endpoint's next answer has it judged again. */
async function disable(app: App, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return;
  const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "worker" });
  await disableEndpoints(ctx, judged).catch((error: unknown) => app.log.error("endpoints not disabled", { error }));
}
