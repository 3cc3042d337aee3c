import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, openApi } from "#e2e/world/api.ts";
import { type ApiRequest, onSocket } from "#e2e/world/client.ts";
import type { Role } from "#lib/contract/permissions.ts";

let api: Api;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  api = await openApi();
  for (const role of ["viewer", "operator", "treasurer", "admin"] as const) cookies.set(role, await api.cookie(role));
});
afterAll(() => api?.close());

const LIST = `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`;
const FIELDS = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "desk" };
const as = (role: Role, headers: Record<string, string> = {}): Pick<ApiRequest, "key" | "headers"> => ({
  key: null,
  headers: { cookie: cookies.get(role) ?? "", origin: api.url, ...headers },
});
const create = (more: Partial<ApiRequest>) => api.post(CREATE, FIELDS, more);

describe("staff use the same routes with their session", () => {
  test.each([
    ["viewer", 403],
    ["operator", 200],
    ["treasurer", 200],
    ["admin", 200],
  ] as const)("a %s reads; making a bill answers %d", async (role, status) => {
    expect((await api.get(LIST, as(role))).status).toBe(200);
    expect((await create(as(role))).status).toBe(status);
  });

  test("conversions are the treasurer's", async () => {
    const input = { baseSymbol: "BTC" };
    expect((await api.post("/payment/v1/conversion", input, as("operator"))).status).toBe(403);
    expect((await api.post("/payment/v1/conversion", input, as("treasurer"))).status).toBe(400);
  });

  test("what staff make belongs to the account and names the person", async () => {
    const { paymentId } = (await create(as("operator"))).as<{ paymentId: string }>();
    expect(await api.payment(paymentId)).toMatchObject({ username: "acme", subaccount: "desk" });
    const { rows } = await api.app.database.pool.query("select created_by from bill where id = $1", [paymentId]);
    expect(rows).toEqual([{ created_by: "staff:operator" }]);
  });

  test("no budget is told: those are the keys'", async () => {
    expect((await api.get(LIST, as("viewer"))).headers).not.toHaveProperty("ratelimit");
  });

  test.each(["", "next-auth.session-token=", "next-auth.session-token=x.y.z", "session=1"])(
    "the cookie %j is nobody's",
    async (cookie) => {
      const { status, problem, headers } = await api.get(LIST, { key: null, headers: { cookie } });
      expect([status, problem.code]).toEqual([401, "UNAUTHENTICATED"]);
      expect(headers).not.toHaveProperty("www-authenticate");
    },
  );

  test("a session that was ended is over with the next request", async () => {
    const cookie = await api.cookie("viewer");
    expect((await api.get(LIST, { key: null, headers: { cookie } })).status).toBe(200);
    await api.app.database.pool.query(
      "update staff_session set revoked_at = clock_timestamp() where id = (select max(id::text)::uuid from staff_session)",
    );
    expect((await api.get(LIST, { key: null, headers: { cookie } })).status).toBe(401);
  });

  test("a key beside the cookie rules, for better and for worse", async () => {
    expect((await create({ ...as("viewer"), key: api.key })).status).toBe(200);
    const wrong = await create({ ...as("admin"), key: { ...api.key, secret: "x" } });
    expect(wrong.status).toBe(401);
    const basic = { ...as("admin"), headers: { ...as("admin").headers, authorization: "Basic eDp5" } };
    expect((await create(basic)).status).toBe(401);
  });
});

describe("one account at a time", () => {
  let both: string;
  beforeAll(async () => {
    both = await api.cookie("operator", ["acme", "second"]);
  });
  const by = (cookie: string, account?: string) => ({
    key: null,
    headers: { cookie, origin: api.url, ...(account === undefined ? {} : { "x-account": account }) },
  });

  test("who has several must name one; the record is that one's", async () => {
    const { status, problem } = await create(by(both));
    expect([status, problem.code]).toEqual([400, "ACCOUNT_REQUIRED"]);
    const { headers } = by(both);
    const text = await api.send({
      method: "POST",
      target: CREATE,
      key: null,
      body: "{}",
      headers: { ...headers, "content-type": "text/plain" },
    });
    expect(text.status).toBe(415);
    const { paymentId } = (await create(by(both, "second"))).as<{ paymentId: string }>();
    expect((await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`, by(both, "acme"))).status).toBe(404);
    expect((await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`, by(both, "second"))).status).toBe(200);
  });

  test("an account of others is refused, one's only account may be named", async () => {
    const other = await api.cookie("admin", ["third"]);
    for (const account of ["acme", "nobody's", ""]) expect((await api.get(LIST, by(other, account))).status).toBe(403);
    expect((await api.get(LIST, by(other, "third"))).status).toBe(200);
    expect((await api.get(LIST, by(other))).status).toBe(200);
  });
});

describe("requests that another site's page has sent", () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "Same-Origin " },
  ];

  test.each(FOREIGN)("%j may change nothing, whatever it authenticates with", async (headers) => {
    const byCookie = { ...as("admin"), headers: { ...as("admin").headers, ...headers } };
    const basic = {
      key: null,
      headers: { authorization: `Basic ${btoa(`${api.key.keyId}:${api.key.secret}`)}`, ...headers },
    };
    for (const more of [byCookie, basic, { headers }]) {
      for (const [method, target] of [
        ["POST", CREATE],
        ["DELETE", "/payment/v1/conversion"],
        ["POST", "/sandbox/v1/settle"],
      ] as const) {
        const { status, problem } = await api.send({ method, target, ...more });
        expect([status, problem.code]).toEqual([403, "FORBIDDEN"]);
      }
    }
  });

  test("our origin on another port or scheme is another site", async () => {
    for (const origin of [
      api.url.replace("http:", "https:"),
      `http://localhost:${api.port + 1}`,
      `${api.url}.evil.example`,
      `${api.url}/`,
      api.url.replace("localhost", "127.0.0.1"),
    ]) {
      expect((await create({ ...as("admin"), headers: { ...as("admin").headers, origin } })).status).toBe(403);
    }
  });

  test("by cookie the origin must be there, by key it need not", async () => {
    const { origin: _left, ...headers } = as("admin").headers ?? {};
    expect((await create({ key: null, headers })).status).toBe(403);
    expect((await create({})).status).toBe(200);
    expect((await create({ headers: { origin: api.url, "sec-fetch-site": "none" } })).status).toBe(200);
    expect((await create(as("admin", { "sec-fetch-site": "same-origin" }))).status).toBe(200);
  });

  test("two origins are none", async () => {
    const lines = [
      `POST ${CREATE} HTTP/1.1`,
      "host: localhost",
      `cookie: ${cookies.get("admin")}`,
      `origin: ${api.url}`,
      `origin: ${api.url}`,
      "connection: close",
      "content-length: 0",
      "",
      "",
    ];
    expect((await onSocket(api.port, lines.join("\r\n"))).status).toBe(403);
  });

  test("reading is everybody's who may read", async () => {
    for (const headers of FOREIGN) {
      expect((await api.get(LIST, { headers })).status).toBe(200);
    }
  });

  test("no answer invites other sites to read it", async () => {
    const { headers } = await api.get(LIST, { headers: { origin: "https://evil.example" } });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("a key's budget", () => {
  test("every keyed answer tells it, refusals too", async () => {
    const key = await api.newKey({ account: "paced", rate: 7 });
    for (const got of [
      await api.get(LIST, { key }),
      await api.get(GET_PAYMENT, { key }),
      await api.get(`${GET_PAYMENT}?paymentId=x`, { key }),
    ]) {
      expect(got.headers["ratelimit-policy"]).toBe('"default";q=200;w=29');
      expect(got.headers["ratelimit"]).toMatch(/^"default";r=19[789];t=1$/);
    }
  });

  test("used up it is 429 with Retry-After, for this key alone, and comes back with time", async () => {
    const key = await api.newKey({ account: "paced", rate: 1 });
    const got = await Promise.all(Array.from({ length: 260 }, () => api.get(LIST, { key })));
    const refusals = got.filter(({ status }) => status === 429);
    expect(got.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { problem, headers } of refusals) {
      expect(problem.code).toBe("RATE_LIMITED");
      expect(headers["retry-after"]).toBe("1");
      expect(headers["ratelimit"]).toContain("r=0;");
    }
    const sibling = await api.newKey({ account: "paced", rate: 5 });
    expect((await api.get(LIST, { key: sibling })).status).toBe(200);
    await new Promise((wake) => setTimeout(wake, 1_100));
    expect((await api.get(LIST, { key })).status).toBe(200);
  });

  test("money first: used up, it refuses reads and lets a bill and an execution through", async () => {
    const key = await api.newKey({ account: "paced", rate: 4 });
    for (let last = 200; last !== 429; last = (await api.get(LIST, { key })).status)
      await Promise.all(Array.from({ length: 60 }, () => api.get(LIST, { key })));
    const made = await create({ key });
    expect(made.status).toBe(200);
    const executed = await api.post(
      "/payment/v1/conversion/execute",
      { invoiceId: made.headers["x-request-id"] },
      { key },
    );
    expect(executed.status).toBe(404);
  });

  test("what fails to authenticate takes nothing from it", async () => {
    const key = await api.newKey({ account: "paced", rate: 1 });
    await Promise.all(Array.from({ length: 250 }, () => api.get(LIST, { key: { ...key, secret: "guessed" } })));
    expect((await api.get(LIST, { key })).headers["ratelimit"]).toMatch(/r=199;/);
  });

  test("an account has at most five active keys", async () => {
    for (let made = 0; made < 5; made += 1) await api.newKey({ account: "full" });
    await expect(api.newKey({ account: "full" })).rejects.toMatchObject({ code: "INVALID_STATE" });
  });
});
