import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createKey } from "#lib/keys/create-key.ts";
import { type FreshDatabase, freshDatabase } from "#e2e/world/database.ts";
import { holdSlow, openStand, type Reply, type Sent, signedHeaders, type Stand } from "./front-server.fixture.ts";

let database: FreshDatabase;
let stand: Stand;

beforeAll(async () => {
  database = await freshDatabase();
  stand = await openStand(database.url);
});

afterAll(async () => {
  await stand.close();
  await database.drop();
});

const EFFECT = "/payment/v1/effect";
const LOOK = "/payment/v1/look";
const create = (body = '{"amount":10.5}'): Sent => ({ method: "POST", target: EFFECT, body });
const coded = (status: number, code: string) =>
  expect.objectContaining({ status, json: expect.objectContaining({ code, message: expect.any(String) }) });

describe("every answer", () => {
  test("carries its request id, the same in body and header, and is not stored", async () => {
    for (const reply of [
      await stand.signed({ target: LOOK }),
      await stand.send({ target: LOOK }),
      await stand.send({ target: "/payment/nothing" }),
    ]) {
      expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(reply.headers["www-authenticate"]).toBeUndefined();
      if (reply.status !== 200) expect(reply.json["requestId"]).toBe(reply.headers["x-request-id"]);
    }
  });

  test("of a key tells its budget, also a refusal", async () => {
    const { headers } = await stand.signed({ target: LOOK });
    expect(headers["ratelimit-policy"]).toBe('"default";q=1000;w=1');
    const refused = await stand.signed(create(), stand.reader);
    expect(refused.status).toBe(403);
    expect(refused.headers["ratelimit"]).toMatch(/^"default";r=200/);
    expect((await stand.send({ target: LOOK })).headers["ratelimit"]).toBeUndefined();
  });

  test("of an unexpected error says nothing but the request id", async () => {
    const reply = await stand.signed({ target: "/payment/v1/broken" });
    expect(reply).toEqual(coded(500, "INTERNAL"));
    expect(reply.text).not.toContain("hunter2");
  });
});

describe("targets and methods", () => {
  test.each(["/payment", "/payment/v1", "/payment/v1/look/", "/payment/v1/LOOK", "/sandbox/v1/none", "/manage/x"])(
    "%s is a JSON 404",
    async (target) => {
      expect(await stand.send({ target })).toEqual(coded(404, "NOT_FOUND"));
    },
  );

  test.each(["GET", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s where only POST is: 405 with Allow", async (method) => {
    const reply = await stand.send({ method, target: EFFECT });
    expect(reply).toEqual(coded(405, "METHOD_NOT_ALLOWED"));
    expect(reply.headers.allow).toBe("POST");
  });

  test("HEAD is answered like any wrong method, without a body", async () => {
    const reply = await stand.send({ method: "HEAD", target: EFFECT });
    expect([reply.status, reply.headers.allow, reply.text]).toEqual([405, "POST", ""]);
  });

  test.each([
    ["an absolute target", "GET http://localhost/payment/v1/look HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a target without a slash", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["two slashes", "GET //payment/v1/look HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["no Host", "GET /payment/v1/look HTTP/1.1\r\n\r\n"],
    ["two Hosts", "GET /payment/v1/look HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["a malformed Host", "GET /payment/v1/look HTTP/1.1\r\nHost: a b/c\r\n\r\n"],
    ["no HTTP at all", "HELO\r\n\r\n"],
  ])("%s is 400 in our own body", async (_what, bytes) => {
    const answer = await stand.raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/"code":"INVALID_TARGET"/);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
  });

  test("headers over 16 KiB are refused", async () => {
    const answer = await stand.raw(`GET /payment/v1/look HTTP/1.1\r\nHost: a\r\nx-long: ${"x".repeat(17_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*"message"/s);
  });

  test("the process lives", async () => {
    expect((await stand.send({ target: "/healthz" })).status).toBe(200);
  });
});

describe("signatures", () => {
  test("the target counts as it was sent, byte for byte", async () => {
    for (const query of ["?a=%2f&b=x|y&e", "?b=%7C&a=%2F", '?a="x"']) {
      const reply = await stand.signed({ target: LOOK + query });
      expect([query, reply.status]).toEqual([query, 200]);
    }
    const raw = await stand.signed({ target: `${LOOK}?a=%2f&b=x|y&e` });
    expect(raw.json).toEqual({ a: "/", b: "x|y", e: "", account: stand.account.name });
  });

  /** The server runs in this process: both read the same clock, which stands however long the request takes. */
  const holdClock = () => vi.useFakeTimers({ toFake: ["Date"] });
  afterEach(() => void vi.useRealTimers());

  test("a signature of the tidied target does not hold", async () => {
    const sent = { target: `${LOOK}?a=%2f` };
    const headers = signedHeaders({ target: `${LOOK}?a=%2F` }, stand.key);
    expect(await stand.send({ ...sent, headers })).toEqual(coded(401, "UNAUTHENTICATED"));
  });

  test.each([
    ["31 s old", () => ({ "x-timestamp": String(Date.now() - 31_000) })],
    ["31 s ahead", () => ({ "x-timestamp": String(Date.now() + 31_000) })],
    ["of another body", () => ({ "x-signature": "0".repeat(64) })],
  ])("one %s is refused", async (_what, change) => {
    holdClock();
    expect(await stand.signed(create(), stand.key, change())).toEqual(coded(401, "UNAUTHENTICATED"));
  });

  test("one 29 s old holds", async () => {
    holdClock();
    const change = { "x-timestamp": String(Date.now() - 29_000) };
    expect((await stand.signed({ target: LOOK }, stand.key, change)).status).toBe(200);
  });

  test("a nonce counts once per key, whoever is first", async () => {
    const change = { "x-nonce": "once" };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => stand.signed({ target: LOOK }, stand.key, change)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    expect((await stand.signed({ target: LOOK }, stand.reader, change)).status).toBe(200);
  });

  test("a nonce is not used up by a signature that does not hold", async () => {
    const change = { "x-nonce": "kept" };
    const wrong = { ...change, "x-signature": "0".repeat(64) };
    expect((await stand.signed({ target: LOOK }, stand.key, wrong)).status).toBe(401);
    expect((await stand.signed({ target: LOOK }, stand.key, change)).status).toBe(200);
  });

  test("an unknown key and a wrong secret are told alike", async () => {
    const unknown = await stand.signed({ target: LOOK }, { ...stand.key, keyId: "ak_none" });
    const wrong = await stand.signed({ target: LOOK }, { ...stand.key, secret: "no" });
    expect(unknown.json["message"]).toBe(wrong.json["message"]);
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
  });

  test("a repeated header is refused", async () => {
    const headers = signedHeaders({ target: LOOK }, stand.key);
    const twice = { ...headers, "x-nonce": [headers["x-nonce"] ?? "", headers["x-nonce"] ?? ""] };
    expect(await stand.send({ target: LOOK, headers: twice })).toEqual(coded(401, "UNAUTHENTICATED"));
  });
});

describe("keys", () => {
  const basic = (keyId: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`,
  });

  test("Basic serves in the sandbox; it leaves the cookie aside", async () => {
    const headers = basic(stand.key.keyId, stand.key.secret);
    expect((await stand.send({ target: LOOK, headers })).status).toBe(200);
    const wrong = basic(stand.key.keyId, "wrong");
    expect(await stand.send({ target: LOOK, headers: { ...wrong, cookie: "a=b" } })).toEqual(
      coded(401, "UNAUTHENTICATED"),
    );
  });

  test("revoking takes effect with the next request", async () => {
    const key = await createKey(stand.operator, { name: "short", scopes: ["payments:read"] });
    expect((await stand.signed({ target: LOOK }, key)).status).toBe(200);
    await stand.app.database.pool.query("update api_key set revoked_at = clock_timestamp() where id = $1", [key.keyId]);
    expect((await stand.signed({ target: LOOK }, key)).status).toBe(401);
  });

  test("an expired key, or one bound to other addresses, is refused", async () => {
    const key = await createKey(stand.operator, { name: "bound", scopes: ["payments:read"] });
    const set = (sql: string) => stand.app.database.pool.query(`update api_key set ${sql} where id = $1`, [key.keyId]);
    await set("ip_allow = '{10.0.0.0/8}'");
    expect(await stand.signed({ target: LOOK }, key)).toEqual(coded(403, "FORBIDDEN"));
    await set("ip_allow = '{127.0.0.0/8}'");
    expect((await stand.signed({ target: LOOK }, key)).status).toBe(200);
    await set("expires_at = clock_timestamp()");
    expect(await stand.signed({ target: LOOK }, key)).toEqual(coded(401, "UNAUTHENTICATED"));
    await set("revoked_at = clock_timestamp()");
  });

  test("nobody signed in and no key is 401, a public operation asks nobody", async () => {
    expect(await stand.send({ target: LOOK })).toEqual(coded(401, "UNAUTHENTICATED"));
    expect((await stand.send({ target: "/payment/v1/open" })).json).toEqual({ actor: "public" });
  });
});

describe("the order of refusals", () => {
  const large = `{"amount":1,"x":"${"x".repeat(66_000)}"}`;

  test("413 before 401, by length or in chunks", async () => {
    expect(await stand.send(create(large))).toEqual(coded(413, "BODY_TOO_LARGE"));
    const chunked = { ...create(large), headers: { "transfer-encoding": "chunked" } };
    expect(await stand.send(chunked)).toEqual(coded(413, "BODY_TOO_LARGE"));
  });

  test("exactly 64 KiB is read", async () => {
    const body = `{"amount":1${" ".repeat(65_536 - 12)}}`;
    expect((await stand.signed(create(body))).status).toBe(200);
  });

  test("401 before 403 before 415 before 400", async () => {
    const html = { "content-type": "text/html" };
    expect(await stand.send({ ...create("{"), headers: { ...html, origin: "https://evil.example" } })).toEqual(
      coded(401, "UNAUTHENTICATED"),
    );
    expect(await stand.signed(create("{"), stand.reader, html)).toEqual(coded(403, "FORBIDDEN"));
    expect(await stand.signed(create("{"), stand.key, html)).toEqual(coded(415, "UNSUPPORTED_MEDIA_TYPE"));
    expect(await stand.signed(create("{"))).toEqual(coded(400, "INVALID_JSON"));
    expect(await stand.signed(create("{}"))).toEqual(coded(400, "VALIDATION_FAILED"));
    expect(await stand.signed(create('{"amount":1,"mode":"refuse"}'))).toEqual(coded(409, "INVALID_STATE"));
  });

  test("429 after 403, with Retry-After", async () => {
    const slow = await createKey(stand.operator, { name: "slow", scopes: ["payments:read"], ratePerSecond: 1 });
    const replies = await Promise.all(Array.from({ length: 205 }, () => stand.signed({ target: LOOK }, slow)));
    const limited = replies.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]).toEqual(coded(429, "RATE_LIMITED"));
    expect(Number(limited[0]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(await stand.signed(create("{"), slow)).toEqual(coded(403, "FORBIDDEN"));
    await stand.app.database.pool.query("update api_key set revoked_at = clock_timestamp() where id = $1", [
      slow.keyId,
    ]);
  });

  test.each([
    ["application/json;charset=UTF-8", 200],
    ["Application/JSON", 200],
    ["application/json; charset=latin1", 415],
    ["application/jsonp", 415],
    ["", 415],
  ])("content type %s: %i", async (type, status) => {
    expect((await stand.signed(create(), stand.key, { "content-type": type })).status).toBe(status);
  });
});

describe("requests from other sites", () => {
  test.each([
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "none" }, 200],
    [{ origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }, 200],
  ])("a change with %o is %i, whatever it authenticates with", async (headers, status) => {
    expect((await stand.signed({ ...create(), headers: headers as Record<string, string> })).status).toBe(status);
  });

  test("reading is allowed", async () => {
    expect((await stand.signed({ target: LOOK, headers: { origin: "https://evil.example" } })).status).toBe(200);
  });
});

describe("idempotency", () => {
  const keyed = (sent: Sent, key: string): Sent => ({ ...sent, headers: { "idempotency-key": key } });
  const fresh = () => `key-${randomUUID()}`;

  test.each(["in", "late"])("the answer of a success is stored and replayed (%s)", async (mode) => {
    const before = await stand.effects();
    const request = keyed(create(`{"amount":1,"mode":"${mode}"}`), fresh());
    const first = await stand.signed(request);
    const second = await stand.signed(request);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.headers).toMatchObject({ "idempotent-replayed": "true", location: "/x" });
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect((await stand.effects()) - before).toBe(1);
  });

  test("another payload, body or query, is 422", async () => {
    const key = fresh();
    await stand.signed(keyed(create(), key));
    expect(await stand.signed(keyed(create('{"amount":10.50}'), key))).toEqual(coded(422, "IDEMPOTENCY_KEY_REUSED"));
  });

  test("a refusal is not stored", async () => {
    const before = await stand.effects();
    const request = keyed(create('{"amount":1,"mode":"refuse"}'), fresh());
    expect((await stand.signed(request)).status).toBe(409);
    const again = await stand.signed(request);
    expect(again).toEqual(coded(409, "INVALID_STATE"));
    expect(await stand.effects()).toBe(before);
  });

  test("while in flight it is 409, and one of many takes effect", async () => {
    const before = await stand.effects();
    const released = Promise.withResolvers<void>();
    holdSlow(released.promise);
    const request = keyed(create('{"amount":1,"mode":"slow"}'), fresh());
    const refused: Reply[] = [];
    const fiveRefused = Promise.withResolvers<void>();
    const all = Array.from({ length: 6 }, async () => {
      const reply = await stand.signed(request);
      if (reply.status !== 200 && refused.push(reply) === 5) fiveRefused.resolve();
      return reply;
    });
    await fiveRefused.promise;
    for (const reply of refused) {
      expect(reply).toEqual(coded(409, "REQUEST_IN_FLIGHT"));
      expect(reply.headers["retry-after"]).toBe("1");
    }
    released.resolve();
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await stand.effects()) - before).toBe(1);
  });

  test("a claim whose request was lost is free after its lease; who comes late changes nothing", async () => {
    const before = await stand.effects();
    const released = Promise.withResolvers<void>();
    holdSlow(released.promise);
    const key = fresh();
    const request = keyed(create('{"amount":1,"mode":"slow"}'), key);
    const lost = stand.signed(request);
    const { pool } = stand.app.database;
    const age = "update idempotency set claimed_at = claimed_at - interval '61 seconds' where key = $1";
    while ((await pool.query(age, [key])).rowCount === 0) await new Promise((wait) => setTimeout(wait, 10));
    const taker = stand.signed(request);
    while (
      (await pool.query("select from idempotency where key = $1 and claimed_at > now() - interval '50 seconds'", [key]))
        .rowCount === 0
    ) {
      await new Promise((wait) => setTimeout(wait, 10));
    }
    released.resolve();
    expect((await taker).status).toBe(200);
    expect(await lost).toEqual(coded(409, "REQUEST_IN_FLIGHT"));
    expect((await stand.effects()) - before).toBe(1);
  });

  test("a key is another one under another path", async () => {
    const key = fresh();
    const first = await stand.signed(keyed({ method: "POST", target: "/payment/v1/one/a" }, key));
    const other = await stand.signed(keyed({ method: "POST", target: "/payment/v1/one/b" }, key));
    expect([first.json["id"], other.json["id"]]).toEqual(["a", "b"]);
    expect(other.headers["idempotent-replayed"]).toBeUndefined();
  });

  test("after 24 hours a key is new", async () => {
    const request = keyed(create(), fresh());
    await stand.signed(request);
    await stand.app.database.pool.query(
      "update idempotency set claimed_at = claimed_at - interval '25 hours', completed_at = completed_at - interval '25 hours'",
    );
    expect((await stand.signed(request)).headers["idempotent-replayed"]).toBeUndefined();
  });

  test.each(["x".repeat(256), "a\u00e9"])("a malformed key is refused by name", async (key) => {
    const reply = await stand.signed(keyed(create(), key));
    expect(reply).toEqual(coded(400, "VALIDATION_FAILED"));
    expect(reply.json["errors"]).toMatchObject([{ field: "Idempotency-Key" }]);
  });
});

test("while the desk is being built its paths say so, and the API answers", async () => {
  expect(await stand.send({ target: "/payments" })).toEqual(coded(404, "NOT_FOUND"));
  stand.awaitPages();
  const reply = await stand.send({ target: "/payments" });
  expect(reply.status).toBe(503);
  expect(reply.headers["retry-after"]).toBe("3");
  expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect((await stand.signed({ target: LOOK })).status).toBe(200);
});
