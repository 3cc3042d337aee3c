import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { isSigned, openReceiver, type Received, type Receiver } from "#e2e/world/receiver.ts";
import type { DeliveryRecord, EndpointRecord } from "#lib/webhooks/contract.ts";
import { RETRY_DELAYS_MS } from "#lib/webhooks/retry.ts";

const BASE = "/manage/v1/webhook-endpoints";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Made = EndpointRecord & { secret: string };
type EventsPage = { data: (Omit<Received, "headers" | "text"> & { id: string })[]; cursor: string; hasMore: boolean };

let api: Api;
let receiver: Receiver;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const { endpointId } of (await list()).filter(({ url }) => url === receiver.url)) await remove(endpointId);
  await receiver.close();
});

const list = async () => (await api.get(BASE)).as<{ data: EndpointRecord[] }>().data;
const remove = (endpointId: string) => api.send({ method: "DELETE", target: `${BASE}/${endpointId}` });
const change = (endpointId: string, body: object) =>
  api.send({ method: "PATCH", target: `${BASE}/${endpointId}`, body });
const advance = (advanceMs: number) => api.control("clock", { advanceMs });

async function made(more: object = {}): Promise<Made> {
  const got = await api.post(BASE, { url: receiver.url, ...more });
  expect(got.status).toBe(200);
  return got.as<Made>();
}

async function shown(endpointId: string): Promise<EndpointRecord> {
  const found = (await list()).find((each) => each.endpointId === endpointId);
  if (!found) throw new Error("the endpoint is gone");
  return found;
}

async function deliveries(endpointId: string, query = ""): Promise<DeliveryRecord[]> {
  return (await api.get(`${BASE}/${endpointId}/deliveries${query}`)).as<{ data: DeliveryRecord[] }>().data;
}

async function allEvents(cursor?: string): Promise<{ events: EventsPage["data"]; cursor: string }> {
  const events: EventsPage["data"] = [];
  for (let at = cursor; ; ) {
    const page = (await api.get(`/manage/v1/events?limit=50${at ? `&cursor=${at}` : ""}`)).as<EventsPage>();
    events.push(...page.data);
    at = page.cursor;
    if (!page.hasMore) return { events, cursor: at };
  }
}

describe("an endpoint", () => {
  test("receives signed events of the account with a gapless sequence, and shows each delivery", async () => {
    const endpoint = await made();
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin");
    const mine = receiver.received.filter(({ data }) => data["paymentId"] === bill.paymentId);
    expect(mine.map(({ type }) => type)).toContain("payment.completed");
    expect(mine.map(({ data }) => data.sequence).sort((a, b) => a - b)).toEqual(mine.map((_, at) => at + 1));
    expect(new Set(mine.map(({ id }) => id)).size).toBe(mine.length);
    expect(mine.every((each) => isSigned(endpoint.secret, each))).toBe(true);
    expect(mine.every((each) => isSigned(endpoint.secret, { ...each, text: each.text.replace("BTC", "BCH") }))).toBe(
      false,
    );
    const [last] = await deliveries(endpoint.endpointId);
    expect(last).toMatchObject({ status: "DELIVERED", attempts: [{ statusCode: 200, response: "thanks" }] });
    expect(await deliveries(endpoint.endpointId, "?status=PENDING")).toEqual([]);
    expect(await deliveries(endpoint.endpointId, "?type=payment.created")).toHaveLength(1);
  });

  test("pages through its deliveries without a gap", async () => {
    const { endpointId } = await made({ eventTypes: ["payment.created"] });
    for (let bills = 0; bills < 5; bills += 1) await api.bill();
    await api.settle();
    const seen: string[] = [];
    for (let token: string | null = ""; token !== null; ) {
      const target: string = `${BASE}/${endpointId}/deliveries?limit=2${token && `&startsAfter=${token}`}`;
      const page: { data: DeliveryRecord[]; startsAfter: string | null } = (await api.get(target)).as();
      seen.push(...page.data.map(({ deliveryId }) => deliveryId));
      token = page.startsAfter;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  test("receives only the types it asked for, and nothing of another account", async () => {
    await made({ eventTypes: ["payment.detected"] });
    const bill = await api.bill();
    await api.bill({}, await api.newKey({ account: "neighbour" }));
    await api.pay(bill, bill.quantity, "bitcoin", 0);
    expect(receiver.received.map(({ type }) => type)).toEqual(["payment.detected"]);
  });

  test("a stranger sees and changes nothing of it", async () => {
    const { endpointId } = await made();
    const key = await api.newKey({ account: "stranger" });
    expect((await api.get(BASE, { key })).as<{ data: unknown[] }>().data).toEqual([]);
    for (const [method, path, body] of [
      ["PATCH", "", { disabled: true }],
      ["DELETE", "", undefined],
      ["POST", "/rotate", {}],
      ["POST", "/test", undefined],
      ["POST", "/resend", { since: 1_700_000_000_000 }],
      ["GET", "/deliveries", undefined],
    ] as const) {
      const request = { method, target: `${BASE}/${endpointId}${path}`, key, ...(body && { body }) };
      expect((await api.send(request)).status).toBe(404);
    }
  });

  test("a key without the scope may read events and make nothing; staff need to be administrators", async () => {
    const key = await api.newKey({ scopes: ["events:read"] });
    expect((await api.get(BASE, { key })).status).toBe(200);
    expect((await api.post(BASE, { url: receiver.url }, { key })).problem.code).toBe("FORBIDDEN");
    const cookie = await api.cookie("treasurer");
    const asStaff = { key: null, headers: { cookie, origin: api.url } };
    expect((await api.post(BASE, { url: receiver.url }, asStaff)).problem.code).toBe("FORBIDDEN");
  });

  test.each([
    "http://10.0.0.1/",
    "https://[::1]/",
    "ftp://psp.example/",
    "psp.example",
    "https://u:p@psp.example/",
    "http://169.254.169.254/",
  ])("cannot lie at %s", async (url) => {
    expect((await api.post(BASE, { url })).problem).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "url" }],
    });
  });

  test("is sent a test, numbered for itself, whatever its types", async () => {
    const { endpointId, secret } = await made({ eventTypes: ["conversion.failed"] });
    for (let times = 0; times < 2; times += 1) {
      expect((await api.post(`${BASE}/${endpointId}/test`)).status).toBe(200);
    }
    await api.settle();
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
      ["webhook.test", { endpointId, sequence: 1 }],
      ["webhook.test", { endpointId, sequence: 2 }],
    ]);
    expect(receiver.received.every((each) => isSigned(secret, each))).toBe(true);
  });

  test("rotates its secret: both sign for a while, then the new one alone; a repeated request is answered without it", async () => {
    const { endpointId, secret } = await made();
    const headers = { "idempotency-key": "rotate-1" };
    const rotated = await api.post(`${BASE}/${endpointId}/rotate`, { overlapMs: 60_000 }, { headers });
    const again = await api.post(`${BASE}/${endpointId}/rotate`, { overlapMs: 60_000 }, { headers });
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.text).not.toContain("whsec_");
    const next = rotated.as<Made>();
    await api.post(`${BASE}/${endpointId}/test`);
    await api.settle();
    const [both] = receiver.received;
    expect([secret, next.secret].map((each) => both && isSigned(each, both))).toEqual([true, true]);
    const { secret: third } = (await api.post(`${BASE}/${endpointId}/rotate`, { overlapMs: 60_000 })).as<Made>();
    await api.post(`${BASE}/${endpointId}/test`);
    await api.settle();
    const later = receiver.received[1];
    expect([secret, next.secret, third].map((each) => later && isSigned(each, later))).toEqual([false, true, true]);
    const { secret: last } = (await api.post(`${BASE}/${endpointId}/rotate`, { overlapMs: 0 })).as<Made>();
    await api.post(`${BASE}/${endpointId}/test`);
    await api.settle();
    const alone = receiver.received[2];
    expect([third, last].map((each) => alone && isSigned(each, alone))).toEqual([false, true]);
    const stored = await api.app.database.pool.query("select body from idempotency where body like '%whsec\\_%'");
    expect(stored.rows).toEqual([]);
  });
});

describe("a receiver that fails", () => {
  test("is tried again by the schedule, each try is kept, and then no more until it is asked for", async () => {
    const { endpointId } = await made({ eventTypes: ["payment.created"] });
    receiver.answer = { status: 500, afterMs: 0, body: "x".repeat(100_000) };
    await api.bill();
    await api.settle();
    for (const [tries, delay] of RETRY_DELAYS_MS.entries()) {
      expect(receiver.calls).toBe(tries + 1);
      await advance(Math.floor(delay * 0.8));
      await api.settle();
      await advance(Math.ceil(delay * 0.2));
      await api.settle();
    }
    await advance(DAY);
    await api.settle();
    const [failed] = await deliveries(endpointId);
    expect(failed).toMatchObject({ status: "FAILED" });
    expect(failed?.attempts).toHaveLength(10);
    // The clock goes on by itself too, so what is measured is how far the tries lie apart.
    const times = (failed?.attempts ?? []).map(({ at }) => at).sort((a, b) => a - b);
    const early = RETRY_DELAYS_MS.filter((delay, nth) => (times[nth + 1] ?? 0) - (times[nth] ?? 0) < delay * 0.9);
    expect(early).toEqual([]);
    expect(failed?.attempts.every(({ statusCode, response }) => statusCode === 500 && response.length === 1_000)).toBe(
      true,
    );
    expect(receiver.calls).toBe(10);
    receiver.answer = { status: 204, afterMs: 0, body: "" };
    expect((await api.post(`/manage/v1/deliveries/${failed?.deliveryId}/resend`)).as()).toEqual({ count: 1 });
    await api.settle();
    const [delivered] = await deliveries(endpointId);
    expect(delivered).toMatchObject({ status: "DELIVERED", deliveryId: failed?.deliveryId, eventId: failed?.eventId });
    expect(receiver.received.map(({ id }) => id)).toEqual([failed?.eventId]);
  });

  test("is left alone as long as its Retry-After says, where that is longer than the schedule", async () => {
    const { endpointId } = await made({ eventTypes: ["payment.created"] });
    receiver.answer = { status: 503, afterMs: 0, body: "", headers: { "retry-after": "3600" } };
    await api.bill();
    await api.settle();
    await advance(59 * 60_000);
    await api.settle();
    expect(receiver.calls).toBe(1);
    await advance(60_000);
    receiver.answer = { status: 200, afterMs: 0, body: "" };
    await api.settle();
    expect((await deliveries(endpointId))[0]).toMatchObject({ status: "DELIVERED" });
    expect(receiver.calls).toBe(2);
  });

  test("in order is sent nothing more of a payment before that, of other payments it is", async () => {
    const { endpointId } = await made({ ordered: true });
    receiver.answer = { status: 503, afterMs: 0, body: "", headers: { "retry-after": "3600" } };
    const bill = await api.bill();
    await api.settle();
    receiver.answer = { status: 200, afterMs: 0, body: "" };
    await api.pay(bill, bill.quantity, "bitcoin");
    const other = await api.bill();
    await api.settle();
    const received = ({ paymentId }: { paymentId: string }) =>
      receiver.received.filter(({ data }) => data["paymentId"] === paymentId).map(({ data }) => data.sequence);
    expect([received(bill), received(other)]).toEqual([[], [1]]);
    await advance(HOUR);
    await api.settle();
    expect(received(bill).length).toBeGreaterThan(3);
    expect(received(bill)).toEqual(received(bill).map((_, at) => at + 1));
    expect((await change(endpointId, { ordered: false })).as<EndpointRecord>().ordered).toBe(false);
  });

  test("closing a connection it has kept open, it is called again at once; both calls are on record", async () => {
    const { endpointId } = await made({ eventTypes: ["payment.created"] });
    await api.bill();
    await api.settle();
    receiver.cutsReused = true;
    const { paymentId } = await api.bill();
    await api.settle();
    expect(receiver.received.map(({ data }) => data["paymentId"])[1]).toBe(paymentId);
    const [delivery] = await deliveries(endpointId);
    expect(delivery).toMatchObject({
      status: "DELIVERED",
      attempts: [{ statusCode: 200 }, { error: "The receiver closed the connection before it answered." }],
    });
  });

  test("answering 410 it is disabled at once, on record; enabled again, it gets what it asks to be sent", async () => {
    const { endpointId, createdAt } = await made({ eventTypes: ["payment.created"] });
    receiver.answer = { status: 410, afterMs: 0, body: "" };
    await api.bill();
    await api.settle();
    expect(await shown(endpointId)).toMatchObject({ status: "DISABLED", disabledReason: "GONE" });
    const { rows } = await api.app.database.pool.query(
      "select detail from audit where action = 'webhook-endpoint.disable' and object_id = $1",
      [endpointId],
    );
    expect(rows).toEqual([{ detail: { reason: "GONE" } }]);
    await api.bill();
    await api.settle();
    expect(receiver.calls).toBe(1);
    expect((await api.post(`${BASE}/${endpointId}/test`)).problem.code).toBe("INVALID_STATE");
    receiver.answer = { status: 200, afterMs: 0, body: "" };
    expect((await change(endpointId, { disabled: false })).as<EndpointRecord>()).toMatchObject({ status: "ENABLED" });
    expect((await api.post(`${BASE}/${endpointId}/resend`, { since: createdAt })).as()).toEqual({ count: 2 });
    await api.settle();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });

  test("a range sends again what has not arrived, says before how many, and nothing older than the endpoint", async () => {
    const since = Date.parse("2026-01-01T00:00:00Z");
    await api.bill();
    await api.settle();
    const { endpointId, createdAt } = await made({ eventTypes: ["payment.created"] });
    const target = `${BASE}/${endpointId}/resend`;
    const preview = async (query = "") => (await api.get(`${target}?since=${since}${query}`)).as<Preview>();
    type Preview = { since: number; until: number; failed: number; delivered: number };
    expect(await preview()).toMatchObject({ since: createdAt, failed: 0, delivered: 0 });
    expect((await api.post(target, { since, which: "all" })).as()).toEqual({ count: 0 });
    await api.bill();
    await api.bill();
    await api.settle();
    receiver.answer = { status: 500, afterMs: 0, body: "" };
    await api.bill();
    await api.settle();
    const { until, ...counts } = await preview();
    expect(counts).toEqual({ since: createdAt, failed: 1, delivered: 2 });
    receiver.answer = { status: 204, afterMs: 0, body: "" };
    await api.bill();
    await api.settle();
    expect(await preview(`&until=${until}`)).toMatchObject({ until, failed: 1, delivered: 2 });
    receiver.received.length = 0;
    expect((await api.post(target, { since, until })).as()).toEqual({ count: 1 });
    await api.settle();
    expect(receiver.received).toHaveLength(1);
    expect((await api.post(target, { since, until, which: "all" })).as()).toEqual({ count: 3 });
    expect((await api.post(target, { which: "all", deliveryIds: [endpointId] })).problem.code).toBe(
      "VALIDATION_FAILED",
    );
    const foreign = await api.newKey({ account: "other" });
    expect((await api.get(`${target}?since=${since}`, { key: foreign })).status).toBe(404);
  });

  test("for five days without one success, it is disabled", async () => {
    const { endpointId } = await made({ eventTypes: ["payment.created"] });
    receiver.answer = { status: 503, afterMs: 0, body: "" };
    for (let days = 0; days <= 5; days += 1) {
      expect((await shown(endpointId)).status).toBe("ENABLED");
      await api.bill();
      await api.settle();
      await advance(DAY);
    }
    expect(await shown(endpointId)).toMatchObject({ status: "DISABLED", disabledReason: "FAILING" });
  });

  test("being slow, it delays no other", async () => {
    const slow = await openReceiver();
    const released = Promise.withResolvers<void>();
    slow.answer = { status: 200, afterMs: 0, body: "", after: released.promise };
    const lame = await made({ url: slow.url, eventTypes: ["payment.created"] });
    await made({ eventTypes: ["payment.created"] });
    for (let bills = 0; bills < 15; bills += 1) await api.bill();
    const settled = api.settle();
    await expect.poll(() => receiver.received.length).toBe(15);
    expect(slow.received).toHaveLength(0);
    released.resolve();
    await settled;
    expect(slow.received).toHaveLength(15);
    await remove(lame.endpointId);
    await slow.close();
  });
});

describe("the events cursor", () => {
  test("20 writers and a reader that loses none and sees none twice", async () => {
    const start = (await allEvents()).cursor;
    const known: string[] = [];
    let writing = true;
    const reader = (async () => {
      let cursor = start;
      for (let last = false; !last; ) {
        last = !writing;
        const page = await allEvents(cursor);
        known.push(...page.events.map(({ id }) => id));
        cursor = page.cursor;
      }
    })();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let bills = 0; bills < 5; bills += 1) await api.bill();
      }),
    );
    writing = false;
    await reader;
    await expect.poll(async () => (await allEvents(start)).events.length).toBe(100);
    const all = (await allEvents(start)).events.map(({ id }) => id);
    expect(new Set(known).size).toBe(known.length);
    expect(all.slice(0, known.length)).toEqual(known);
  });

  test("belongs to its account and to nothing else", async () => {
    const { cursor } = await allEvents();
    const key = await api.newKey({ account: "stranger" });
    for (const request of [
      { target: `/manage/v1/events?cursor=${cursor}`, key },
      { target: `/manage/v1/events?cursor=${cursor}x` },
    ]) {
      expect((await api.send(request)).problem).toMatchObject({
        code: "INVALID_PAGINATION_TOKEN",
        errors: [{ field: "cursor" }],
      });
    }
    expect((await api.get(`/manage/v1/events?type=conversion.failed&cursor=${cursor}`)).as<EventsPage>().data).toEqual(
      [],
    );
  });
});
