import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, CREATE, openApi } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { forgetRequests } from "#lib/log/request-log.ts";
import type { FailureGroup, RequestLine, RequestWhole } from "#lib/log/request-log-contract.ts";

const LOG = "/manage/v1/requests";
const CANARY = "canary-4711-do-not-keep";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

const listed = async (query = "") => (await api.get(`${LOG}?limit=500${query}`)).as<{ data: RequestLine[] }>().data;

/** A call shows soon; asked again until it does. */
async function logged(requestId: string): Promise<RequestWhole> {
  for (;;) {
    const got = await api.get(`${LOG}/${requestId}`);
    if (got.status === 200) return got.as<RequestWhole>();
    await sleep(20);
  }
}

test("a call shows soon: with both bodies, its key, its idempotency key and what it made", async () => {
  const body = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
  const made = await api.post(CREATE, body, { headers: { "idempotency-key": "log-1" } });
  const entry = await logged(made.headers["x-request-id"] as string);
  expect(entry).toMatchObject({
    method: "POST",
    target: CREATE,
    route: CREATE,
    status: 200,
    caller: `key:${api.key.keyId}`,
    idempotencyKey: "log-1",
    replayed: false,
    objectId: made.as<{ paymentId: string }>().paymentId,
    requestBody: JSON.stringify(body),
    responseBody: made.text,
  });
  const again = await api.post(CREATE, body, { headers: { "idempotency-key": "log-1" } });
  expect((await logged(again.headers["x-request-id"] as string)).replayed).toBe(true);
});

test("failures that say the same are one line with their count; filters and pages hold", async () => {
  for (let times = 0; times < 3; times += 1) await api.post(CREATE, { cryptoType: "BTC", networkType: "tron" });
  const last = await api.get("/payment/v1/nothing");
  await logged(last.headers["x-request-id"] as string);
  const { data } = (await api.get(`${LOG}/errors`)).as<{ data: FailureGroup[] }>();
  expect(data[0]).toMatchObject({ method: "POST", route: CREATE, status: 400, code: "VALIDATION_FAILED", count: 3 });
  expect(data.find(({ code }) => code === "NOT_FOUND")).toMatchObject({ route: "none", count: 1 });
  const failed = await listed("&outcome=failed&code=VALIDATION_FAILED");
  expect(failed.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(new Set(failed.map(({ message }) => message)).size).toBe(1);
  const first = (await api.get(`${LOG}?limit=2`)).as<{ data: RequestLine[]; startsAfter: string }>();
  const second = (await api.get(`${LOG}?limit=2&startsAfter=${first.startsAfter}`)).as<{ data: RequestLine[] }>();
  const ids = [...first.data, ...second.data].map(({ requestId }) => requestId);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
});

test("a wrong signature is told to the account whose key it names; others see nothing of it", async () => {
  const wrong = { keyId: api.key.keyId, secret: "sk_wrong" };
  const refused = await api.get("/payment/v1/payment?startTime=1700000000000&endTime=1700000001000", { key: wrong });
  const entry = await logged(refused.headers["x-request-id"] as string);
  expect(entry).toMatchObject({ status: 401, code: "UNAUTHENTICATED", caller: "unproven" });
  const stranger = await api.newKey({ account: "stranger" });
  expect((await api.get(`${LOG}/${entry.requestId}`, { key: stranger })).status).toBe(404);
  const own = (await api.get(`${LOG}?limit=500`, { key: stranger })).as<{ data: RequestLine[] }>().data;
  expect(own.filter(({ status }) => status !== 404)).toEqual([]);
});

test("secrets planted anywhere are in no log, no answer of it and no row", async () => {
  const sent = [
    await api.post(`${CREATE}?password=${CANARY}`, { subaccount: "a", secret: CANARY, deep: [{ apiToken: CANARY }] }),
    await api.post(CREATE, `{"p\\u0061ssword":"${CANARY}","note":"sk_${"a".repeat(30)}"}`),
    await api.post(CREATE, `password=${CANARY}`),
    await api.get("/payment/v1/payment?startTime=1", { headers: { "x-extra-secret": CANARY, cookie: CANARY } }),
    await api.post("/manage/v1/keys", { name: "canary", scopes: ["payments:read"] }),
    await api.post("/manage/v1/webhook-endpoints", { url: `http://user:${CANARY}@localhost:9/` }),
  ];
  const { secret } = sent[4]?.as<{ secret: string }>() ?? { secret: "none" };
  for (const { headers } of sent) await logged(headers["x-request-id"] as string);
  const { rows } = await api.app.database.pool.query<{ line: string }>("select r::text as line from request_log r");
  expect(rows.length).toBeGreaterThan(sent.length);
  const kept = rows.map(({ line }) => line).join("\n");
  expect(kept).not.toContain(CANARY);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(api.key.secret);
  expect(kept).not.toContain("a".repeat(30));
  expect(kept).toContain("[struck out]");
});

test("what is older than the retention is forgotten, and nothing else", async () => {
  const { pool } = api.app.database;
  const old = uuidv7(Date.now() - 15 * 86_400_000);
  await pool.query(
    `insert into request_log (account_id, id, at, method, target, route, status, ms, caller)
     select account_id, $1, at, method, target, route, status, ms, caller from request_log limit 1`,
    [old],
  );
  const count = async () => (await pool.query("select 1 from request_log")).rowCount ?? 0;
  const before = await count();
  expect(await forgetRequests(contextFor(api.app, { actor: { kind: "worker" } }))).toBe(1);
  expect(await count()).toBeGreaterThanOrEqual(before - 1);
  expect((await pool.query("select 1 from request_log where id = $1", [old])).rowCount).toBe(0);
});
