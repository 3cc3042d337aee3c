import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, openApi } from "#e2e/world/api.ts";
import { type ApiRequest, type Key, onSocket, openClient, signedHeaders } from "#e2e/world/client.ts";
import { bodyHash, signatureOf } from "#lib/keys/signature.ts";

let api: Api;
let stranger: Key;
beforeAll(async () => {
  api = await openApi();
  stranger = await api.newKey({ account: "stranger" });
});
afterAll(() => api?.close());

const NONE = new Uint8Array();
const LIST = `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`;
const FIELDS = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "acme-42" };
const basic = ({ keyId, secret }: Key) => `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`;
const refused = async (request: ApiRequest) => {
  const { status, problem, headers } = await api.send(request);
  expect(headers).not.toHaveProperty("www-authenticate");
  return [status, problem.code];
};
const UNKNOWN = [401, "UNAUTHENTICATED"];

describe("the signature", () => {
  test("the contract's vectors", () => {
    const timestamp = "1700000000000";
    const nonce = "n-0001";
    const body = Buffer.from(JSON.stringify(FIELDS));
    expect(bodyHash(body)).toBe("f869bb55582960dd6622e7c67afe50c0c53b19d2b2fc5e83080e2cf5b47dff9a");
    expect(bodyHash(NONE)).toBe(createHash("sha256").update("").digest("hex"));
    expect(signatureOf("test-secret", { timestamp, nonce, method: "POST", target: CREATE, body })).toBe(
      "7f1343cdfc4374047adee005bbdcf15a97fab626f62ab49ab5f4ee73674fc4e7",
    );
    const target = "/payment/v1/payment?startTime=1700000000000&address=bc1q%2Fx";
    expect(signatureOf("test-secret", { timestamp, nonce, method: "GET", target, body: NONE })).toBe(
      "1bf303c109b89fe5ca87ab9a32f55109380d2754e6ff51a35c9a9b688f258e13",
    );
  });

  test.each(["?a=%2f&b=x|y&e", "?", "?&&", "?a=%2F&b=x%7Cy&e", '?a="{}', "?a=/../b", "?a='<>\\^`"])(
    "%s is signed and passes as sent; only then it is judged",
    async (query) => {
      const { status, problem } = await api.get(GET_PAYMENT + query);
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    },
  );

  test.each([
    ["another spelling of an escape", `${LIST}&reference=a%2fb`, `${LIST}&reference=a%2Fb`],
    ["the query in another order", `${LIST}&limit=5`, `${GET_PAYMENT}?limit=5&startTime=1700000000000`],
    ["an ampersand more", LIST, `${LIST}&`],
    ["another path", LIST, LIST.replace("payment?", "payments?")],
    ["no query", LIST, GET_PAYMENT],
  ])("signing %s does not hold", async (_name, target, signedTarget) => {
    const headers = signedHeaders(api.key, { target: signedTarget });
    expect(await refused({ target, key: null, headers })).toEqual(UNKNOWN);
  });

  test("a flipped bit of the body, another method, nonce, timestamp or key does not hold", async () => {
    const request: ApiRequest = { method: "POST", target: CREATE, body: FIELDS };
    const honest = signedHeaders(api.key, request);
    const altered: ApiRequest[] = [
      { ...request, body: JSON.stringify(FIELDS).replace("100", "101") },
      { ...request, body: `${JSON.stringify(FIELDS)} ` },
      { ...request, headers: { "x-nonce": randomUUID() } },
      { ...request, headers: { "x-timestamp": String(Number(honest["x-timestamp"]) + 1) } },
      { ...request, headers: { "x-api-key": stranger.keyId } },
      { ...request, headers: { "x-signature": flipped(honest["x-signature"] ?? "") } },
    ];
    for (const each of altered) {
      expect(await refused({ ...each, key: null, headers: { ...honest, ...each.headers } })).toEqual(UNKNOWN);
    }
    expect((await api.send({ ...request, key: null, headers: honest })).status).toBe(200);
  });

  test("each of the 256 bits counts", async () => {
    const honest = signedHeaders(api.key, { target: LIST });
    const signature = Buffer.from(honest["x-signature"] ?? "", "hex");
    const tries = Array.from({ length: 256 }, (_, bit) => {
      const altered = Buffer.from(signature);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return api.send({ target: LIST, key: null, headers: { ...honest, "x-signature": altered.toString("hex") } });
    });
    const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
    expect([...statuses]).toEqual([401]);
  });

  test.each([
    ["x-signature", (hex: string) => hex.toUpperCase()],
    ["x-signature", (hex: string) => hex.slice(2)],
    ["x-signature", () => ""],
    ["x-nonce", () => ""],
    ["x-nonce", () => "n".repeat(65)],
    ["x-nonce", () => "a b"],
    ["x-nonce", () => "caf\u00e9"],
    ["x-timestamp", () => "now"],
    ["x-timestamp", () => "1e12"],
    ["x-timestamp", () => "-1"],
    ["x-api-key", () => ""],
    ["x-api-key", () => "ak_unknown"],
  ])("a malformed %s is 401", async (name, change) => {
    const request: ApiRequest = { target: LIST, ...(name === "x-nonce" ? { nonce: change("") } : {}) };
    const honest = signedHeaders(api.key, request);
    expect(
      await refused({ ...request, key: null, headers: { ...honest, [name]: change(honest[name] ?? "") } }),
    ).toEqual(UNKNOWN);
  });

  test.each(["x-api-key", "x-timestamp", "x-nonce", "x-signature"])("without %s it is 401", async (name) => {
    const { [name]: _left, ...headers } = signedHeaders(api.key, { target: LIST });
    expect(await refused({ target: LIST, key: null, headers })).toEqual(UNKNOWN);
  });

  test.each(["x-api-key", "x-timestamp", "x-nonce", "x-signature"])(
    "%s twice is 401, although both are right",
    async (name) => {
      const honest = signedHeaders(api.key, { target: LIST });
      const lines = [...Object.entries(honest), [name.toUpperCase(), honest[name]]].map(
        ([header, value]) => `${header}: ${value}`,
      );
      const { status, body } = await onSocket(
        api.port,
        [`GET ${LIST} HTTP/1.1`, "host: localhost", "connection: close", ...lines, "", ""].join("\r\n"),
      );
      expect([status, JSON.parse(body).code]).toEqual(UNKNOWN);
    },
  );

  test("a nonce has up to 64 printable characters", async () => {
    for (const nonce of ["!", `~${"n".repeat(63)}`]) expect((await api.get(LIST, { nonce })).status).toBe(200);
  });
});

const flipped = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

describe("time and nonce", () => {
  test.each([-25_000, 29_000])("%d ms off is on time", async (offMs) => {
    expect((await api.get(LIST, { timestamp: Date.now() + offMs })).status).toBe(200);
  });

  test.each([-31_000, 45_000, -86_400_000])("%d ms off is 401", async (offMs) => {
    expect(await refused({ target: LIST, timestamp: Date.now() + offMs })).toEqual(UNKNOWN);
  });

  test("the sandbox's clock moves no request's time", async () => {
    await api.control("clock", { advanceMs: 3_600_000 });
    expect((await api.get(LIST)).status).toBe(200);
    expect(await refused({ target: LIST, timestamp: Date.now() + 3_600_000 })).toEqual(UNKNOWN);
  });

  test("of sixteen at once with one nonce exactly one passes", async () => {
    const nonce = randomUUID();
    const got = await Promise.all(Array.from({ length: 16 }, () => api.get(LIST, { nonce })));
    expect(got.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(401)]);
  });

  test("a nonce is one key's: another key may use it", async () => {
    const nonce = randomUUID();
    expect((await api.get(LIST, { nonce })).status).toBe(200);
    expect((await api.get(LIST, { nonce, key: stranger })).status).toBe(200);
  });

  test("a signature that fails uses no nonce up", async () => {
    const nonce = randomUUID();
    expect(await refused({ target: LIST, nonce, key: { ...api.key, secret: "wrong" } })).toEqual(UNKNOWN);
    expect((await api.get(LIST, { nonce })).status).toBe(200);
  });

  test("a request caught on the wire is refused by every process", async () => {
    const port = await api.secondProcess();
    const beside = openClient(port, api.key);
    const headers = signedHeaders(api.key, { target: LIST });
    expect((await beside.send({ target: LIST, key: null, headers })).status).toBe(200);
    expect(await refused({ target: LIST, key: null, headers })).toEqual(UNKNOWN);
    const other = signedHeaders(api.key, { target: LIST });
    expect((await api.get(LIST, { key: null, headers: other })).status).toBe(200);
    expect((await beside.send({ target: LIST, key: null, headers: other })).status).toBe(401);
    beside.close();
  });
});

describe("Basic, for the sandbox's one line of curl", () => {
  const by = (authorization: string | string[]): ApiRequest => ({
    target: LIST,
    key: null,
    headers: { authorization },
  });

  test("keyId:secret passes, the scheme in any case", async () => {
    expect((await api.send(by(basic(api.key)))).status).toBe(200);
    expect((await api.send(by(basic(api.key).replace("Basic", "bAsIc")))).status).toBe(200);
  });

  test("all else is 401 and no browser is asked for a password", async () => {
    const { keyId, secret } = api.key;
    const wrong = [
      basic({ keyId, secret: `${secret}x` }),
      basic({ keyId: "", secret }),
      basic({ keyId, secret: "" }),
      "Basic",
      "Basic ???",
      `Bearer ${secret}`,
      basic(stranger).slice(0, -6),
    ];
    for (const authorization of wrong) expect(await refused(by(authorization))).toEqual(UNKNOWN);
  });

  test("Basic beside a signature is 401", async () => {
    expect(await refused({ target: LIST, headers: { authorization: basic(api.key) } })).toEqual(UNKNOWN);
  });

  test("nothing at all is 401", async () => {
    expect(await refused({ target: LIST, key: null })).toEqual(UNKNOWN);
  });
});

describe("permission", () => {
  test.each([
    ["POST", CREATE, "payments:write"],
    ["GET", LIST, "payments:read"],
    ["GET", "/payment/v1/conversion?startTime=2026-01-01", "conversions:read"],
    ["POST", "/payment/v1/conversion", "conversions:write"],
    ["DELETE", "/payment/v1/conversion", "conversions:write"],
    ["POST", "/payment/v1/conversion/quote", "conversions:write"],
    ["POST", "/payment/v1/conversion/execute", "conversions:execute"],
    ["POST", "/sandbox/v1/settle", "sandbox"],
  ])("%s %s needs %s and nothing else", async (method, target, scope) => {
    const others = [
      "payments:read",
      "payments:write",
      "conversions:read",
      "conversions:write",
      "conversions:execute",
      "account:read",
      "events:read",
      "sandbox",
    ];
    const account = `scoped ${method} ${target.replace(/\W+/g, " ")}`;
    const without = await api.newKey({ account, scopes: others.filter((other) => other !== scope) });
    const { status, problem } = await api.send({ method, target, key: without });
    expect([status, problem.code]).toEqual([403, "FORBIDDEN"]);
    expect(problem.message).toContain(scope);
    const only = await api.newKey({ account, scopes: [scope] });
    expect([200, 400]).toContain((await api.send({ method, target, key: only })).status);
  });

  test("what belongs to another account answers like what does not exist", async () => {
    const { paymentId } = await api.bill({}, stranger);
    const nowhere = randomUUID();
    const answers = await Promise.all(
      [paymentId, nowhere, "no-uuid"].map((id) => api.get(`${GET_PAYMENT}?paymentId=${id}`)),
    );
    const bodies = answers.map(({ status, problem: { requestId: _own, ...body } }) => ({ status, body }));
    expect(bodies[0]).toMatchObject({ status: 404, body: { code: "PAYMENT_NOT_FOUND" } });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test("a foreign address has no bills, and nobody pays to it", async () => {
    const { deposit_address } = await api.bill({}, stranger);
    const found = await api.get(`${GET_PAYMENT}?address=${deposit_address}`);
    expect([found.status, found.text]).toEqual([200, '{"data":[],"startsAfter":null}']);
    const paid = await api.post("/sandbox/v1/deposits", { address: deposit_address, quantity: 1 });
    const unknown = await api.post("/sandbox/v1/deposits", {
      address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
      quantity: 1,
    });
    expect([paid.status, paid.problem.message]).toEqual([404, unknown.problem.message]);
  });

  test("x-account means nothing beside a key", async () => {
    expect((await api.get(LIST, { headers: { "x-account": "stranger" } })).status).toBe(200);
    const { paymentId } = await api.bill({}, stranger);
    expect(
      (await api.get(`${GET_PAYMENT}?paymentId=${paymentId}`, { headers: { "x-account": "stranger" } })).status,
    ).toBe(404);
  });
});
