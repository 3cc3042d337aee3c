import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Psp, Reply } from "#e2e/world/psp.ts";

/** What the whole run has seen, for its one line of figures. */
export type Tally = { sent: number; acknowledged: number; cutOff: number; replayed: number; inFlight: number };

/** Everything one flow was promised: answers with 200, by their idempotency key. */
export type Promised = Map<string, { call: Call; body: Reply["body"]; text: string }>;

const RETRY_MS = 250;
/** Longer than a claim's lease and a start together. */
const LONGEST_WAIT_MS = 150_000;

/** Sends until an answer is final: a dead line, a 5xx or a request in flight is tried again with the same key. */
export async function insist(psp: Psp, tally: Tally, call: Call): Promise<Reply> {
  let last: Reply | undefined;
  let wasCutOff = false;
  for (const deadline = Date.now() + LONGEST_WAIT_MS; Date.now() < deadline; await sleep(RETRY_MS)) {
    if (call.method !== "GET") tally.sent += 1;
    const reply = await psp(call);
    if (!reply && !wasCutOff) tally.cutOff += 1;
    wasCutOff = !reply;
    last = reply;
    if (!reply || reply.status >= 500 || reply.status === 429) continue;
    if (reply.body["code"] !== "REQUEST_IN_FLIGHT") return reply;
    tally.inFlight += 1;
  }
  throw new Error(`${call.method} ${call.target} found no end; last: ${last?.text ?? "a dead line"}`);
}

/** A change under its key; 200 is a promise that has to hold to the end. */
export async function change(
  psp: Psp,
  tally: Tally,
  promised: Promised,
  call: Call & { idempotencyKey: string },
): Promise<Reply> {
  const reply = await insist(psp, tally, call);
  if (reply.status !== 200) return reply;
  tally.acknowledged += 1;
  if (reply.replayed) tally.replayed += 1;
  promised.set(call.idempotencyKey, { call, body: reply.body, text: reply.text });
  return reply;
}

export function must200(reply: Reply, what: string): Reply["body"] {
  if (reply.status !== 200) throw new Error(`${what}: ${reply.status} ${reply.text}`);
  return reply.body;
}
