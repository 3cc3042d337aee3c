import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import { openReceiver, type Receiver } from "#e2e/world/receiver.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { connect, type Database } from "#lib/kernel/database.ts";
import type { EndpointRecord } from "./contract.ts";
import { giveBack, recordOutcomes, type TakenDelivery, type TakeOptions, takeDue } from "./delivery-store.ts";
import { countEventsComing, fanOut } from "./fan-out.ts";
import { FAILING_MS } from "./retry.ts";

let api: Api;
let receiver: Receiver;
let beside: Database;
let worker: Ctx;
let endpointId = "";

beforeAll(async () => {
  api = await openApi({ alone: true });
  receiver = await openReceiver();
  beside = connect(api.app.env.databaseUrl ?? "", 10);
  worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "worker" });
});
afterAll(async () => {
  await beside?.close();
  await receiver?.close();
  await api?.close();
});
beforeEach(async () => {
  await worker.db.$executeRaw`update webhook_endpoint set deleted_at = business_now() where deleted_at is null`;
  const input = { url: receiver.url, eventTypes: ["payment.created"] };
  ({ endpointId } = (await api.post("/manage/v1/webhook-endpoints", input)).as<EndpointRecord>());
});

const LEASE = "0190a000-0000-7000-8000-000000000001";
const OTHER = "0190a000-0000-7000-8000-000000000002";
const LONG_MS = 60_000;
const take = (options: Partial<TakeOptions> = {}) =>
  takeDue(beside.prisma, { lease: LEASE, leaseMs: LONG_MS, most: 100, ...options });
const bills = async (count: number) => Promise.all(Array.from({ length: count }, () => api.bill()));
const spread = async () => {
  while ((await countEventsComing(worker)) > 0) await fanOut(worker);
};
const count = async (text: string): Promise<number> => {
  const { rows } = await beside.pool.query<{ count: number }>(text, [endpointId]);
  return rows[0]?.count ?? 0;
};
const outcome = (taken: TakenDelivery, more: object = {}) => ({
  delivery: taken.id,
  endpoint: taken.endpoint_id,
  lease: taken.lease,
  delivered: true,
  gone: false,
  statusCode: 200,
  error: null,
  durationMs: 5,
  response: "",
  brokenError: null,
  brokenMs: null,
  waitMs: null,
  ...more,
});
const DELIVERIES = "select count(*)::int as count from webhook_delivery where endpoint_id = $1";

describe("spreading events", () => {
  test("several workers at once make one delivery for each event, while others write", async () => {
    let writing = true;
    const workers = Array.from({ length: 4 }, async () => {
      while (writing) await fanOut(worker);
    });
    for (let rounds = 0; rounds < 5; rounds += 1) await bills(8);
    writing = false;
    await Promise.all(workers);
    await spread();
    expect(await count(DELIVERIES)).toBe(40);
    expect(
      await count("select count(distinct event_seq)::int as count from webhook_delivery where endpoint_id = $1"),
    ).toBe(40);
  });

  test("an event of a transaction that ends late is not passed over", async () => {
    const late = await beside.pool.connect();
    await late.query("begin");
    await late.query("select pg_current_xact_id()");
    await bills(3);
    await fanOut(worker);
    expect([await count(DELIVERIES), await countEventsComing(worker)]).toEqual([0, 1]);
    await late.query("commit");
    late.release();
    await spread();
    expect(await count(DELIVERIES)).toBe(3);
  });
});

describe("taking deliveries", () => {
  test("workers that take at once share them, each to one, and then the endpoint has enough in flight", async () => {
    await bills(40);
    await spread();
    const takes = await Promise.all(Array.from({ length: 5 }, () => take()));
    const ids = takes.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const all = [...ids, ...(await take()).map(({ id }) => id)];
    expect(all.length).toBeGreaterThanOrEqual(32);
    expect(await take()).toEqual([]);
  });

  test("a lease that ended without an outcome is taken again, and its try is kept; a late outcome changes nothing", async () => {
    await bills(1);
    await spread();
    const [lost] = await take({ leaseMs: 0, most: 1 });
    const [again] = await take({ lease: OTHER, most: 1 });
    expect(again?.id).toBe(lost?.id);
    expect(await take({ most: 1 })).toEqual([]);
    await recordOutcomes(
      beside.prisma,
      [outcome(lost as TakenDelivery, { delivered: false, statusCode: 500, waitMs: 1 })],
      FAILING_MS,
    );
    expect(await count(`${DELIVERIES} and status = 'PENDING' and lease = '${OTHER}'`)).toBe(1);
    await recordOutcomes(beside.prisma, [outcome(again as TakenDelivery)], FAILING_MS);
    expect(await count(`${DELIVERIES} and status = 'DELIVERED' and tries = 1 and lease is null`)).toBe(1);
    const attempts =
      "select count(*)::int as count from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.endpoint_id = $1";
    expect(await count(attempts)).toBe(3);
  });

  test("an endpoint that fails is tried one at a time until it answers well", async () => {
    await bills(36);
    await spread();
    const first = await take();
    expect(first).toHaveLength(32);
    const failed = first.map((each) => outcome(each, { delivered: false, statusCode: 500, waitMs: 0 }));
    expect(await recordOutcomes(beside.prisma, failed, FAILING_MS)).toEqual([]);
    const [one, ...more] = await take();
    expect(more).toEqual([]);
    await recordOutcomes(beside.prisma, [outcome(one as TakenDelivery)], FAILING_MS);
    expect(await take()).toHaveLength(32);
  });

  test("an endpoint's share may be larger; what is given back is due again and counts as no try", async () => {
    await bills(40);
    await spread();
    const taken = await take({ shares: [{ endpointId, most: 36 }] });
    expect(taken).toHaveLength(36);
    await giveBack(beside.prisma, taken.slice(30));
    await giveBack(beside.prisma, [{ ...(taken[0] as TakenDelivery), lease: OTHER }]);
    expect(await count(`${DELIVERIES} and lease is not null`)).toBe(30);
    const again = await take({ lease: OTHER, shares: [{ endpointId, most: 100 }] });
    expect(again.map(({ tries }) => tries)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(
      await count(
        "select count(*)::int as count from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.endpoint_id = $1",
      ),
    ).toBe(0);
  });

  test("what waits for a disabled endpoint is left alone", async () => {
    await bills(2);
    await spread();
    await api.send({ method: "PATCH", target: `/manage/v1/webhook-endpoints/${endpointId}`, body: { disabled: true } });
    expect(await take()).toEqual([]);
    await api.settle();
    expect(receiver.calls).toBe(0);
  });
});

test("attempts are a record: nobody rewrites or deletes them", async () => {
  for (const text of [
    "update webhook_attempt set status_code = 200",
    "delete from webhook_attempt",
    "delete from webhook_delivery",
  ]) {
    await expect(beside.pool.query(text)).rejects.toMatchObject({ code: "42501" });
  }
});

test("resending a range sends of it what the endpoint wants, and nothing else", async () => {
  const wanted = { url: receiver.url, eventTypes: ["payment.created", "payment.expired"] };
  const none = (
    await api.post("/manage/v1/webhook-endpoints", { ...wanted, eventTypes: ["payment.expired"] })
  ).as<EndpointRecord>();
  const both = (await api.post("/manage/v1/webhook-endpoints", wanted)).as<EndpointRecord>();
  await bills(2);
  const resent = async ({ endpointId: id, createdAt: since }: EndpointRecord) =>
    (await api.post(`/manage/v1/webhook-endpoints/${id}/resend`, { since, which: "all" })).as();
  expect([await resent(none), await resent(both)]).toEqual([{ count: 0 }, { count: 2 }]);
});
