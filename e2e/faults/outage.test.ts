import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Program, startProgram } from "#e2e/world/program.ts";
import { type Call, type Psp, pspClient, type Reply } from "#e2e/world/psp.ts";
import { isSigned, openReceiver, type Received, type Receiver } from "#e2e/world/receiver.ts";

const WRITERS = 20;
const BILLS_EACH = 4;
const HOUR = 3_600_000;
const AWAY_MS = 24 * HOUR;
const PATIENCE_MS = 90_000;

type Event = { id: string; type: string; data: Record<string, unknown> & { sequence: number } };

let program: Program;
let receiver: Receiver;
let psp: Psp;
beforeAll(async () => {
  receiver = await openReceiver();
  program = await startProgram();
  psp = pspClient(program.url, program.demo);
}, 240_000);
afterAll(async () => {
  await program?.stop();
  await receiver?.close();
});

/** Asks until there is an answer: the line is dead while the program is. */
async function asked<T>(call: Call): Promise<Reply & { body: T }> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    const reply = await psp(call);
    if (reply?.status === 200) return reply as Reply & { body: T };
    if (reply && reply.status < 500 && reply.status !== 409) throw new Error(`${call.target}: ${reply.text}`);
  }
  throw new Error(`${call.target}: no answer in time`);
}

const advance = (advanceMs: number) =>
  asked<{ now: number }>({ method: "POST", target: "/sandbox/v1/clock", body: { advanceMs } });

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
    await sleep(300);
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

test("a receiver down for a day, the program started anew three times: 20 writers, and no event is lost or told under two ids", async () => {
  const endpoint = await asked<{ endpointId: string; secret: string }>({
    method: "POST",
    target: "/manage/v1/webhook-endpoints",
    body: { url: receiver.url },
  });
  const start = await endOfEvents();
  await receiver.down();
  let writing = true;
  const reader = follow(start, () => !writing);
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (const restart of [() => program.restart(), cut, cut]) {
    await advance(AWAY_MS / 3);
    await sleep(500);
    await restart();
  }
  const bills = (await writers).flat();
  await asked({ method: "POST", target: "/sandbox/v1/settle" });
  writing = false;
  const followed = await reader;
  expect(new Set(bills).size).toBe(WRITERS * BILLS_EACH);
  expect(new Set(followed.map(({ id }) => id)).size).toBe(followed.length);
  const told = new Set(followed.filter(({ type }) => type === "payment.created").map(({ data }) => data["paymentId"]));
  expect(bills.filter((paymentId) => !told.has(paymentId))).toEqual([]);
  expect(receiver.received).toEqual([]);

  await receiver.up();
  const isTold = () => new Set(receiver.received.map(({ id }) => id));
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(300)) {
    await advance(6 * HOUR);
    if (followed.every(({ id }) => isTold().has(id))) break;
  }
  const received = isTold();
  expect(followed.filter(({ id }) => !received.has(id))).toEqual([]);
  expect(receiver.received.every((each) => isSigned(endpoint.body.secret, each))).toBe(true);
  expect(idsOfEach(receiver.received).filter((ids) => ids.size !== 1)).toEqual([]);
}, 240_000);

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
