import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closeTestCluster } from "#e2e/world/database.ts";
import { startProgram } from "#e2e/world/program.ts";
import { type Call, pspClient, type Reply } from "#e2e/world/psp.ts";
import { isSigned, openReceiver, type Received } from "#e2e/world/receiver.ts";

// Proof: a receiver that is away for a day of the sandbox's clock, while the program is started anew in order and by
// kill -9, gets every event, signed and under one id each; many write meanwhile, and one who follows the cursor misses none.

const { values } = parseArgs({ options: { full: { type: "boolean", default: false } } });
const WRITERS = values.full ? 20 : 5;
const BILLS_EACH = values.full ? 4 : 2;
const CUTS = values.full ? 2 : 1;
const IN_ORDER = values.full ? 1 : 0;
const HOUR = 3_600_000;
const AWAY_MS = 24 * HOUR;
/** Between two bills of one writer, so that the restarts come in the middle of them. */
const PAUSE_MS = 300;
const PATIENCE_MS = 90_000;

type Event = { id: string; type: string; data: Record<string, unknown> & { sequence: number } };

const startedAt = performance.now();
const receiver = await openReceiver();
const program = await startProgram();
const psp = pspClient(program.url, program.demo);
const faults: string[] = [];
let bills: string[] = [];
let events: Event[] = [];
try {
  await beAway();
} finally {
  await program.stop();
  await receiver.close();
  await closeTestCluster();
}
for (const fault of faults) process.stdout.write(`  ${fault}\n`);
process.stdout.write(`${figures()}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Asks until there is an answer: the line is dead while the program is. */
async function asked<T>(call: Call): Promise<Reply & { body: T }> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    const reply = await psp(call);
    if (reply?.status === 200) return reply as Reply & { body: T };
    if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`${call.target}: ${reply.text}`);
  }
  throw new Error(`${call.target}: no answer in time`);
}

async function advance(advanceMs: number): Promise<void> {
  await asked({ method: "POST", target: "/sandbox/v1/clock", body: { advanceMs } });
}

/** Makes bills one after the other; each intent has one key, however often it has to be said. */
async function write(writer: number): Promise<string[]> {
  const made: string[] = [];
  for (let bill = 0; bill < BILLS_EACH; bill += 1) {
    const reply = await asked<{ paymentId: string }>({
      method: "POST",
      target: "/payment/v1/requestPaymentAddress",
      idempotencyKey: `outage-${writer}-${bill}`,
      body: { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: `writer-${writer}` },
    });
    made.push(reply.body.paymentId);
    await sleep(PAUSE_MS);
  }
  return made;
}

/** Follows the cursor, from wherever it stands, through whatever happens to the program. */
async function follow(cursor: string, isOver: () => boolean): Promise<Event[]> {
  const seen: Event[] = [];
  for (let at = cursor, last = false; ; ) {
    const { body } = await asked<{ data: Event[]; cursor: string; hasMore: boolean }>({
      method: "GET",
      target: `/manage/v1/events?limit=50&cursor=${at}`,
    });
    seen.push(...body.data);
    at = body.cursor;
    if (body.hasMore) continue;
    if (last) return seen;
    last = isOver();
    await sleep(100);
  }
}

async function endOfEvents(): Promise<string> {
  for (let cursor = ""; ; ) {
    const target = `/manage/v1/events?limit=500${cursor && `&cursor=${cursor}`}`;
    const { body } = await asked<{ cursor: string; hasMore: boolean }>({ method: "GET", target });
    cursor = body.cursor;
    if (!body.hasMore) return cursor;
  }
}

async function beAway(): Promise<void> {
  const { body: endpoint } = await asked<{ secret: string }>({
    method: "POST",
    target: "/manage/v1/webhook-endpoints",
    body: { url: receiver.url },
  });
  const start = await endOfEvents();
  await receiver.down();
  let writing = true;
  const reader = follow(start, () => !writing);
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (let restarts = 0; restarts < IN_ORDER + CUTS; restarts += 1) {
    await advance(AWAY_MS / (IN_ORDER + CUTS));
    if (restarts < IN_ORDER) await program.restart();
    else await cut();
  }
  bills = (await writers).flat();
  await asked({ method: "POST", target: "/sandbox/v1/settle" });
  writing = false;
  events = await reader;
  judgeCursor();
  await receiver.up();
  await takeDeliveries();
  judgeDeliveries(endpoint.secret);
}

/** The clock is moved on until the last retry has come, as hours would pass. */
async function takeDeliveries(): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    await advance(6 * HOUR);
    if (missing(receiver.received).length === 0) return;
  }
}

function judgeCursor(): void {
  const told = new Set(events.filter(({ type }) => type === "payment.created").map(({ data }) => data["paymentId"]));
  const untold = bills.filter((paymentId) => !told.has(paymentId)).length;
  if (new Set(bills).size !== WRITERS * BILLS_EACH) faults.push(`${new Set(bills).size} bills were made`);
  if (untold > 0) faults.push(`the cursor's reader missed ${untold} bills`);
  if (new Set(events.map(({ id }) => id)).size !== events.length) faults.push("the cursor told an event twice");
  if (receiver.received.length > 0) faults.push("the receiver got something while it was away");
}

function judgeDeliveries(secret: string): void {
  const { received } = receiver;
  const unsigned = received.filter((each) => !isSigned(secret, each)).length;
  const renamed = idsOfEach(received).filter((ids) => ids.size !== 1).length;
  if (missing(received).length > 0) faults.push(`${missing(received).length} events were never delivered`);
  if (unsigned > 0) faults.push(`${unsigned} deliveries are not signed`);
  if (renamed > 0) faults.push(`${renamed} changes were told under several ids`);
}

function missing(received: readonly Received[]): Event[] {
  const came = new Set(received.map(({ id }) => id));
  return events.filter(({ id }) => !came.has(id));
}

/** The power cut, with calls and deliveries under way. */
async function cut(): Promise<void> {
  await program.kill9();
  await program.restart();
}

/** The ids under which each change of each object was told. */
function idsOfEach(received: readonly Received[]): Set<string>[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, data } of received) {
    const change = `${data["paymentId"] ?? data["invoiceId"]} ${data.sequence}`;
    ids.set(change, (ids.get(change) ?? new Set()).add(id));
  }
  return [...ids.values()];
}

function figures(): string {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `outage: ${WRITERS} writers, ${bills.length} bills and ${events.length} events through ${AWAY_MS / HOUR} h, ${IN_ORDER} restarts and ${CUTS} power cuts, ${receiver.received.length} deliveries; ${faults.length} faults; ${seconds} s`;
}
