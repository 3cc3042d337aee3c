import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, openApi } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { uuidv7 } from "#lib/kernel/ids.ts";
import { forgetRequests, writeRequests } from "#lib/log/request-log.ts";
import { putMembership } from "#lib/people/staff-store.ts";
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
  const last = await api.post("/payment/v1/conversion/quote", { invoiceId: uuidv7() });
  await logged(last.headers["x-request-id"] as string);
  const { data } = (await api.get(`${LOG}/errors`)).as<{ data: FailureGroup[] }>();
  expect(data[0]).toMatchObject({ method: "POST", route: CREATE, status: 400, code: "VALIDATION_FAILED", count: 3 });
  expect(data.find(({ code }) => code === "NOT_FOUND")).toMatchObject({ count: 1 });
  const failed = await listed("&outcome=failed&code=VALIDATION_FAILED");
  expect(failed.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(new Set(failed.map(({ message }) => message)).size).toBe(1);
  const first = (await api.get(`${LOG}?limit=2`)).as<{ data: RequestLine[]; startsAfter: string }>();
  const second = (await api.get(`${LOG}?limit=2&startsAfter=${first.startsAfter}`)).as<{ data: RequestLine[] }>();
  const ids = [...first.data, ...second.data].map(({ requestId }) => requestId);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
});

test("what a person's page left before its answer is no failure; what a program left is one", async () => {
  const call = await api.post("/payment/v1/conversion/quote", { invoiceId: uuidv7() });
  const { requestId } = await logged(call.headers["x-request-id"] as string);
  const leave = (route: string, keyId: string | null) =>
    api.app.database.pool.query(
      `insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller, key_id, code, message, replayed)
       select account_id, $2, at, 'GET', $3, $3, scope, 408, ms, caller, $4, 'REQUEST_TIMEOUT', 'Left.', false
       from request_log where id = $1`,
      [requestId, uuidv7(), route, keyId],
    );
  await leave("/of/a/person", null);
  await leave("/of/a/program", api.key.keyId);
  const { data } = (await api.get(`${LOG}/errors`)).as<{ data: FailureGroup[] }>();
  expect(data.filter(({ code }) => code === "REQUEST_TIMEOUT").map(({ route }) => route)).toEqual(["/of/a/program"]);
});

test("a call is seen by its own account only", async () => {
  const mine = await api.get("/payment/v1/payment?startTime=1700000000000&endTime=1700000001000");
  const entry = await logged(mine.headers["x-request-id"] as string);
  const stranger = await api.newKey({ account: "stranger" });
  expect((await api.get(`${LOG}/${entry.requestId}`, { key: stranger })).status).toBe(404);
  const own = (await api.get(`${LOG}?limit=500`, { key: stranger })).as<{ data: RequestLine[] }>().data;
  expect(own).toEqual([]);
});

test("who asks for everything to be written waits for what another is writing", async () => {
  const key = await api.newKey({ account: "acme" });
  await api.get(GET_PAYMENT, { key });
  const locker = await api.app.database.pool.connect();
  await locker.query("begin");
  await locker.query("lock table request_log in share row exclusive mode");
  const another = writeRequests(api.app);
  const counted = rowsOf("request_log", key.keyId);
  await sleep(200);
  await locker.query("commit");
  locker.release();
  expect(await counted).toBe(1);
  await another;
});

/** Rows there are when all that was noted is written. */
async function rowsOf(table: "request_log" | "nonce", keyId: string): Promise<number> {
  await writeRequests(api.app);
  const { rows } = await api.app.database.pool.query<{ n: number }>(
    `select count(*)::integer as n from ${table} where key_id = $1`,
    [keyId],
  );
  return rows[0]?.n ?? 0;
}

const metric = async (route: string, status: number): Promise<number> => {
  const { text } = await api.get("/metrics", { key: null });
  const line = text.split("\n").find((each) => each.includes(`route="${route}",status="${status}"} `));
  return Number(line?.split(" ").at(-1) ?? 0);
};

test("who only knows the id of a key writes no row, and is counted", async () => {
  const keyId = api.key.keyId;
  const [rows, nonces] = [await rowsOf("request_log", keyId), await rowsOf("nonce", keyId)];
  const [refusedBefore, nothingBefore] = [await metric(GET_PAYMENT, 401), await metric("none", 404)];
  const wrong = { keyId, secret: "sk_wrong" };
  const basic = { authorization: `Basic ${btoa(`${keyId}:sk_wrong`)}` };
  for (let i = 0; i < 20; i += 1) {
    expect((await api.get(GET_PAYMENT, { key: wrong })).status).toBe(401);
    expect((await api.get(GET_PAYMENT, { key: null, headers: basic })).status).toBe(401);
    expect((await api.get("/payment/v1/nothing", { key: wrong })).status).toBe(404);
    expect((await api.send({ method: "PUT", target: GET_PAYMENT, key: wrong })).status).toBe(405);
  }
  expect([await rowsOf("request_log", keyId), await rowsOf("nonce", keyId)]).toEqual([rows, nonces]);
  expect(await metric(GET_PAYMENT, 401)).toBe(refusedBefore + 40);
  expect(await metric("none", 404)).toBe(nothingBefore + 20);
});

test("what is beyond a key's rate writes no row, and is counted", async () => {
  const slow = await api.newKey({ rate: 1 });
  const limitedBefore = await metric(GET_PAYMENT, 429);
  const target = `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`;
  const replies = await Promise.all(Array.from({ length: 320 }, () => api.get(target, { key: slow })));
  const answered = replies.filter(({ status }) => status === 200).length;
  const limited = replies.filter(({ status }) => status === 429).length;
  expect(limited).toBeGreaterThan(50);
  expect(answered + limited).toBe(320);
  expect(await rowsOf("nonce", slow.keyId)).toBe(answered);
  expect(await rowsOf("request_log", slow.keyId)).toBe(answered);
  expect(await metric(GET_PAYMENT, 429)).toBe(limitedBefore + limited);
});

test("what is refused for another reason takes nothing of the rate", async () => {
  const slow = await api.newKey({ rate: 1, scopes: ["payments:read"] });
  for (let i = 0; i < 220; i += 1)
    expect((await api.post("/payment/v1/conversion", {}, { key: slow })).status).toBe(403);
  const nonce = "replayed";
  const target = `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`;
  expect((await api.get(target, { key: slow, nonce })).status).toBe(200);
  for (let i = 0; i < 220; i += 1) expect((await api.get(target, { key: slow, nonce })).status).toBe(401);
  expect((await api.get(target, { key: slow })).status).toBe(200);
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
  const stored = rows.map(({ line }) => line).join("\n");
  expect(stored).not.toContain(CANARY);
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(api.key.secret);
  expect(stored).not.toContain("a".repeat(30));
  expect(stored).toContain("[struck out]");
});

test("a refund link's token is in no row: whoever reads it says where the money goes", async () => {
  const { paymentId } = (await api.post("/sandbox/v1/scenarios", { name: "late" })).as<{ paymentId: string }>();
  const [deposit] = (await api.payment(paymentId)).deposits;
  const made = await api.post("/manage/v1/refund-links", { paymentId, txId: deposit?.txId });
  const [page, token] = made.as<{ url: string }>().url.split("#");
  expect(token).toHaveLength(43);
  const entry = await logged(made.headers["x-request-id"] as string);
  expect(entry.responseBody).toContain(`"url":"${page}[struck out]"`);
  const { rowCount } = await api.app.database.pool.query(
    "select 1 from request_log r where position($1 in r::text) > 0",
    [token],
  );
  expect(rowCount).toBe(0);
});

test("what goes by more of the caller than the scope is not kept: whoever reads by the scope would be shown it", async () => {
  const admin = await api.staff("admin");
  const comment = { kind: "PAYMENT", objectId: (await api.bill()).paymentId, note: "Grace will call." };
  const sent = [
    await api.get("/manage/v1/search?q=example.com", admin),
    await api.post("/manage/v1/comments", comment, admin),
    await api.post("/manage/v1/exports", { list: "audit", format: "csv" }, admin),
    await api.get("/manage/v1/exports", admin),
  ];
  expect(sent[0]?.text).toContain('"kind":"person"');
  for (const { status, headers } of sent) {
    expect(status).toBe(200);
    const { requestBody, responseBody } = await logged(headers["x-request-id"] as string);
    expect([requestBody || undefined, responseBody]).toEqual([undefined, undefined]);
  }
  const refused = await api.post("/manage/v1/exports", { list: "payments", format: "csv" }, admin);
  expect(await logged(refused.headers["x-request-id"] as string)).toMatchObject({
    code: "VALIDATION_FAILED",
    responseBody: refused.text,
  });
});

test("what the operator's people are shown of an account is not in the account's log", async () => {
  const target = `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`;
  const answerOf = async (who: Partial<ApiRequest>) => {
    const { headers, status } = await api.get(target, who);
    expect(status).toBe(200);
    return (await logged(headers["x-request-id"] as string)).responseBody;
  };
  const ofBoth = await api.staffOfHouse("viewer");
  const { userId } = (await api.get("/manage/v1/me", ofBoth)).as<{ userId: string }>();
  const operator = contextFor(api.app, { actor: { kind: "operator" } });
  const acme = await operator.db.account.findUniqueOrThrow({ where: { name: "acme" } });
  await putMembership(operator, userId, acme.id, "viewer");
  expect(await answerOf(await api.staff("viewer", "acme"))).toBeDefined();
  expect(await answerOf(ofBoth)).toBeUndefined();
});

test("what is older than the retention is forgotten, and nothing else", async () => {
  const { pool } = api.app.database;
  const old = uuidv7(Date.now() - 15 * 86_400_000);
  await pool.query(
    `insert into request_log (account_id, id, at, method, target, route, scope, status, ms, caller)
     select account_id, $1, at, method, target, route, scope, status, ms, caller from request_log limit 1`,
    [old],
  );
  const count = async () => (await pool.query("select 1 from request_log")).rowCount ?? 0;
  const before = await count();
  expect(await forgetRequests(contextFor(api.app, { actor: { kind: "worker" } }))).toBe(1);
  expect(await count()).toBeGreaterThanOrEqual(before - 1);
  expect((await pool.query("select 1 from request_log where id = $1", [old])).rowCount).toBe(0);
});
