import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { type Call, type Psp, pspClient, type Reply } from "#e2e/world/psp.ts";
import { isSigned, openReceiver, type Received, type Receiver } from "#e2e/world/receiver.ts";

const HOUR = 3_600_000;
const AWAY_MS = 24 * HOUR;
/** Between two bills of one writer, so that the restarts come in the middle of them. */
const PAUSE_MS = 300;
const LONGEST_WAIT_MS = 5 * 60_000;

type Event = { id: string; type: string; data: Record<string, unknown> & { sequence: number } };
/** Writers and the bills each makes; restarts in order, and power cuts. */
export type AwayOptions = { writers: number; billsEach: number; inOrder: number; cuts: number };
type Away = AwayOptions & {
  psp: Psp;
  program: Program;
  receiver: Receiver;
  bills: string[];
  events: Event[];
  faults: string[];
};

/** A receiver is away for a day while the program goes down and comes back; answers what was wrong, and the figures. */
export async function beAway(options: AwayOptions): Promise<{ faults: string[]; figures: string }> {
  const receiver = await openReceiver();
  const program = await startProgram();
  const away: Away = {
    ...options,
    psp: pspClient(program.url, program.demo),
    program,
    receiver,
    bills: [],
    events: [],
    faults: [],
  };
  try {
    await play(away);
  } finally {
    await program.stop();
    await receiver.close();
  }
  const { bills, events, faults } = away;
  const figures = `${options.writers} writers, ${bills.length} bills and ${events.length} events through ${AWAY_MS / HOUR} h, ${options.inOrder} restarts and ${options.cuts} power cuts, ${receiver.received.length} deliveries`;
  return { faults, figures };
}

/** Asks until there is an answer: the line is dead while the program is. */
async function answered<T>({ psp }: Away, call: Call): Promise<Reply & { body: T }> {
  for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end; await sleep(100)) {
    const reply = await psp(call);
    if (reply?.status === 200) return reply as Reply & { body: T };
    if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`${call.target}: ${reply.text}`);
  }
  throw new Error(`${call.target}: no answer in time`);
}

async function advance(away: Away, advanceMs: number): Promise<void> {
  await answered(away, { method: "POST", target: "/sandbox/v1/clock", body: { advanceMs } });
}

/** Makes bills one after the other; each intent has one key, however often it has to be said. */
async function write(away: Away, writer: number): Promise<string[]> {
  const made: string[] = [];
  for (let bill = 0; bill < away.billsEach; bill += 1) {
    const reply = await answered<{ paymentId: string }>(away, {
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
async function follow(away: Away, cursor: string, isOver: () => boolean): Promise<Event[]> {
  const seen: Event[] = [];
  for (let at = cursor, last = false; ; ) {
    const { body } = await answered<{ data: Event[]; cursor: string; hasMore: boolean }>(away, {
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

async function endOfEvents(away: Away): Promise<string> {
  for (let cursor = ""; ; ) {
    const target = `/manage/v1/events?limit=500${cursor && `&cursor=${cursor}`}`;
    const { body } = await answered<{ cursor: string; hasMore: boolean }>(away, { method: "GET", target });
    cursor = body.cursor;
    if (!body.hasMore) return cursor;
  }
}

async function play(away: Away): Promise<void> {
  const { receiver, inOrder, cuts, program } = away;
  const { body: endpoint } = await answered<{ secret: string }>(away, {
    method: "POST",
    target: "/manage/v1/webhook-endpoints",
    body: { url: receiver.url },
  });
  const start = await endOfEvents(away);
  await receiver.down();
  let writing = true;
  const reader = follow(away, start, () => !writing);
  const writers = Promise.all(Array.from({ length: away.writers }, (_, writer) => write(away, writer)));
  for (let restarts = 0; restarts < inOrder + cuts; restarts += 1) {
    await advance(away, AWAY_MS / (inOrder + cuts));
    if (restarts < inOrder) await program.restart();
    else await cut(program);
  }
  away.bills = (await writers).flat();
  await answered(away, { method: "POST", target: "/sandbox/v1/settle" });
  writing = false;
  away.events = await reader;
  judgeCursor(away);
  await receiver.up();
  await takeDeliveries(away);
  judgeDeliveries(away, endpoint.secret);
}

/** The clock is moved on until the last retry has come, as hours would pass. */
async function takeDeliveries(away: Away): Promise<void> {
  for (const end = Date.now() + LONGEST_WAIT_MS; Date.now() < end; await sleep(200)) {
    await advance(away, 6 * HOUR);
    if (missing(away).length === 0) return;
  }
}

function judgeCursor({ bills, events, receiver, faults, writers, billsEach }: Away): void {
  const reported = new Set(
    events.filter(({ type }) => type === "payment.created").map(({ data }) => data["paymentId"]),
  );
  const untold = bills.filter((paymentId) => !reported.has(paymentId)).length;
  if (new Set(bills).size !== writers * billsEach) faults.push(`${new Set(bills).size} bills were made`);
  if (untold > 0) faults.push(`the cursor's reader missed ${untold} bills`);
  if (new Set(events.map(({ id }) => id)).size !== events.length) faults.push("the cursor told an event twice");
  if (receiver.received.length > 0) faults.push("the receiver got something while it was away");
}

function judgeDeliveries(away: Away, secret: string): void {
  const { faults, receiver } = away;
  const { received } = receiver;
  const unsigned = received.filter((each) => !isSigned(secret, each)).length;
  const renamed = idsOfEach(received).filter((ids) => ids.size !== 1).length;
  if (missing(away).length > 0) faults.push(`${missing(away).length} events were never delivered`);
  if (unsigned > 0) faults.push(`${unsigned} deliveries are not signed`);
  if (renamed > 0) faults.push(`${renamed} changes were told under several ids`);
}

function missing({ receiver, events }: Away): Event[] {
  const received = new Set(receiver.received.map(({ id }) => id));
  return events.filter(({ id }) => !received.has(id));
}

/** The power cut, with calls and deliveries under way. */
async function cut(program: Program): Promise<void> {
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
