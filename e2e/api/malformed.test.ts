import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, openApi } from "#e2e/world/api.ts";
import { onSocket, type Problem, signedHeaders } from "#e2e/world/client.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

const LIST = `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`;
const LIMIT = 64 * 1024;

/** A refusal as every client can read it: our body, whole, never HTML. */
function problemOf({ head, body }: { head: string; body: string }): Problem {
  expect(head.toLowerCase()).toContain("content-type: application/json");
  expect(head.toLowerCase()).toContain("cache-control: no-store");
  const problem: Problem = JSON.parse(body);
  expect(problem).toMatchObject({
    message: expect.any(String),
    code: expect.any(String),
    requestId: expect.any(String),
  });
  expect(head.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`);
  return problem;
}

const head = (line: string, ...headers: string[]) => `${[line, ...headers, "connection: close"].join("\r\n")}\r\n\r\n`;

describe("request targets and hosts", () => {
  test.each([
    `GET http://localhost${LIST} HTTP/1.1`,
    `GET https://evil.example${LIST} HTTP/1.1`,
    `GET /${LIST} HTTP/1.1`,
    "GET //evil.example/payment/v1/payment HTTP/1.1",
    `GET ${LIST}#part HTTP/1.1`,
    "OPTIONS * HTTP/1.1",
  ])("%s is no origin-form target", async (line) => {
    const answer = await onSocket(api.port, head(line, "host: localhost"));
    expect([answer.status, problemOf(answer).code]).toEqual([400, "INVALID_TARGET"]);
  });

  test.each([
    [["host: a b"]],
    [["host: "]],
    [["host: localhost:port"]],
    [["host: local/host"]],
    [["host: user@localhost"]],
    [["host: [::1"]],
    [["host: localhost", "host: localhost"]],
    [[]],
  ])("the hosts %j are refused", async (hosts) => {
    const answer = await onSocket(api.port, head(`GET ${LIST} HTTP/1.1`, ...hosts));
    expect([answer.status, problemOf(answer).code]).toEqual([400, "INVALID_TARGET"]);
  });

  test.each(["host: example.com", "host: 127.0.0.1:3000", "host: [::1]:3000", "Host: LOCALHOST"])(
    "%s passes",
    async (host) => {
      const answer = await onSocket(api.port, head(`GET ${LIST} HTTP/1.1`, host));
      expect([answer.status, problemOf(answer).code]).toEqual([401, "UNAUTHENTICATED"]);
    },
  );
});

describe("paths and methods", () => {
  test.each([
    "/payment",
    "/payment/",
    "/payment/v1",
    "/payment/v2/payment",
    "/payment/v1/payment/",
    "/payment/v1//payment",
    "/payment/v1/Payment",
    "/payment/v1/%70ayment",
    "/payment/v1/payment/x",
    "/payment/v1/../v1/payment",
    "/payment/v1/payment;a=1",
    "/sandbox/v1/nothing",
    "/manage/v1/nothing",
    "/healthz/x",
  ])("there is nothing at %s, whoever asks", async (target) => {
    for (const key of [null, undefined]) {
      const { status, problem, headers } = await api.send({ target, ...(key === null ? { key } : {}) });
      expect([status, problem.code]).toEqual([404, "NOT_FOUND"]);
      expect(problem.requestId).toBe(headers["x-request-id"]);
    }
  });

  test.each([
    ["GET", CREATE, "POST"],
    ["PUT", CREATE, "POST"],
    ["HEAD", CREATE, "POST"],
    ["OPTIONS", CREATE, "POST"],
    ["POST", GET_PAYMENT, "GET, HEAD"],
    ["OPTIONS", GET_PAYMENT, "GET, HEAD"],
    ["DELETE", GET_PAYMENT, "GET, HEAD"],
    ["TRACE", GET_PAYMENT, "GET, HEAD"],
    ["GET", "/sandbox/v1/clock", "POST"],
    ["POST", "/healthz", "GET, HEAD"],
  ])("%s %s is 405 and says what is allowed", async (method, target, allow) => {
    const got = await api.send({ method, target, key: null });
    expect([got.status, got.headers.allow]).toEqual([405, allow]);
    expect(got.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    if (method === "HEAD") expect(got.text).toBe("");
    else expect(got.problem.code).toBe("METHOD_NOT_ALLOWED");
  });

  test("HEAD is answered as GET is, signed as itself, without a body", async () => {
    const target = `${GET_PAYMENT}?startTime=${Date.now() - 1_000}`;
    const [read, looked] = [await api.get(target), await api.send({ method: "HEAD", target })];
    expect([looked.status, looked.text, looked.headers["content-type"]]).toEqual([
      200,
      "",
      read.headers["content-type"],
    ]);
    expect(looked.headers["content-length"]).toBe(String(Buffer.byteLength(read.text)));
    expect((await api.send({ method: "HEAD", target, key: null })).status).toBe(401);
    expect((await api.send({ method: "HEAD", target: GET_PAYMENT })).status).toBe(400);
  });

  test("all methods of conversions are told", async () => {
    const { headers } = await api.send({ method: "PATCH", target: "/payment/v1/conversion", key: null });
    expect(headers.allow?.split(", ").sort()).toEqual(["DELETE", "GET", "HEAD", "POST"]);
  });

  test("the probes answer without a key", async () => {
    const { status, headers } = await api.get("/healthz", { key: null });
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect((await api.get("/metrics", { key: null })).text).toContain(
      'desk_requests_total{method="GET",route="/healthz",status="200"}',
    );
    const ready = await api.get("/readyz", { key: null });
    expect([ready.status, ready.headers["retry-after"]]).toEqual([503, "2"]);
    expect(ready.as()).toMatchObject({ ready: false, database: true, worker: false });
  });
});

describe("bytes that are no HTTP", () => {
  test.each([
    ["no method", "what is this\r\n\r\n"],
    ["an unknown method", head("FETCH / HTTP/1.1", "host: localhost")],
    ["a header without colon", head("GET / HTTP/1.1", "host: localhost", "no colon here")],
    ["a NUL in a header", head("GET / HTTP/1.1", "host: localhost", "x-a: a\0b")],
    ["a space in the target", head("GET /payment/v1 /payment HTTP/1.1", "host: localhost")],
    ["a control in the target", head("GET /payment\x01 HTTP/1.1", "host: localhost")],
    ["two lengths", head("POST / HTTP/1.1", "host: localhost", "content-length: 3", "content-length: 4")],
    [
      "length and chunks",
      head("POST / HTTP/1.1", "host: localhost", "content-length: 3", "transfer-encoding: chunked"),
    ],
    ["a folded header", head("GET / HTTP/1.1", "host: localhost", "x-a: 1", " folded")],
  ])("%s is 400", async (_name, bytes) => {
    const answer = await onSocket(api.port, bytes);
    expect(answer.status).toBe(400);
    problemOf(answer);
  });

  test("headers over 16 KiB are 431 and say so", async () => {
    const answer = await onSocket(
      api.port,
      head(`GET ${LIST} HTTP/1.1`, "host: localhost", `x-a: ${"a".repeat(17_000)}`),
    );
    expect(answer.status).toBe(431);
    expect(problemOf(answer)).toMatchObject({ code: "HEADERS_TOO_LARGE", message: expect.stringContaining("16 KiB") });
  });

  test("15 KiB of headers pass", async () => {
    expect((await api.get(LIST, { headers: { "x-a": "a".repeat(15_000) } })).status).toBe(200);
  });
});

describe("bodies", () => {
  const fields = (more = "") => `{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"s"${more}}`;
  const padded = (size: number) => fields().padEnd(size, " ");

  test("64 KiB are read, one byte more is 413 before anybody asks who it is", async () => {
    expect((await api.post(CREATE, padded(LIMIT))).status).toBe(200);
    for (const key of [null, undefined]) {
      const { status, problem } = await api.post(CREATE, padded(LIMIT + 1), key === null ? { key } : {});
      expect([status, problem.code]).toEqual([413, "BODY_TOO_LARGE"]);
    }
  });

  test("a body of a megabyte is refused by its length, before it is sent", async () => {
    const answer = await onSocket(
      api.port,
      head(`POST ${CREATE} HTTP/1.1`, "host: localhost", "content-length: 1000000"),
    );
    expect([answer.status, problemOf(answer).code]).toEqual([413, "BODY_TOO_LARGE"]);
  });

  test("chunks are counted as they come, and the answer still arrives", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const start = `POST ${CREATE} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`;
    const answer = await onSocket(api.port, start + chunk.repeat(5));
    expect([answer.status, problemOf(answer).code]).toEqual([413, "BODY_TOO_LARGE"]);
  });

  test("a chunked body is signed and read like any other", async () => {
    const body = fields();
    const signed = signedHeaders(api.key, { method: "POST", target: CREATE, body });
    const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}`);
    const at = 40;
    const chunks = [body.slice(0, at), body.slice(at), ""].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
    const start = head(
      `POST ${CREATE} HTTP/1.1`,
      "host: localhost",
      "content-type: application/json",
      "transfer-encoding: chunked",
      ...lines,
    );
    const answer = await onSocket(api.port, start + chunks.join(""));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('"deposit_address"');
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json; charset=latin1",
    "",
    "application/json, text/plain",
  ])("the media type %j is 415", async (type) => {
    const { status, problem } = await api.post(CREATE, fields(), { headers: { "content-type": type } });
    expect([status, problem.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test("no media type at all is 415, a compressed body too", async () => {
    const signed = signedHeaders(api.key, { method: "POST", target: CREATE, body: "{}" });
    const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}`);
    const answer = await onSocket(
      api.port,
      `${head(`POST ${CREATE} HTTP/1.1`, "host: localhost", "content-length: 2", ...lines)}{}`,
    );
    expect([answer.status, problemOf(answer).code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect((await api.post(CREATE, fields(), { headers: { "content-encoding": "gzip" } })).status).toBe(415);
    expect((await api.post(CREATE, fields(), { headers: { "content-encoding": "Identity" } })).status).toBe(200);
  });

  test.each(["application/json", "Application/JSON; Charset=UTF-8", 'application/json;charset="utf-8"'])(
    "%s passes",
    async (type) => {
      expect((await api.post(CREATE, fields(), { headers: { "content-type": type } })).status).toBe(200);
    },
  );

  test.each([
    ["cut off", fields().slice(0, -1)],
    ["followed by more", `${fields()}{}`],
    ["with a trailing comma", fields(",")],
    ["with a comment", fields("/**/")],
    ["in single quotes", "{'cryptoType':'BTC'}"],
    ["an array", `[${fields()}]`],
    ["a text", '"BTC"'],
    ["null", "null"],
    ["a number", "1"],
    ["blank", "  "],
    ["with a raw line feed in a text", fields(',"reference":"a\nb"')],
    ["with a raw NUL", fields(',"reference":"a\0b"')],
    ["with a bad escape", fields(',"reference":"\\x41"')],
    ["with a byte order mark", `\ufeff${fields()}`],
  ])("a body %s is INVALID_JSON", async (_name, body) => {
    const { status, problem } = await api.post(CREATE, body);
    expect([status, problem.code]).toEqual([400, "INVALID_JSON"]);
  });

  test.each([
    ["a stray continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a cut sequence", [0xe2, 0x82]],
  ])("%s is no UTF-8", async (_name, bytes) => {
    const [before = "", after = ""] = fields(',"reference":"|"').split("|");
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    const { status, problem } = await api.post(CREATE, body);
    expect([status, problem.code]).toEqual([400, "INVALID_JSON"]);
  });

  test("sixteen levels are read, seventeen and a hundred thousand are not", async () => {
    const nested = (levels: number) => fields(`,"deep":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`);
    expect((await api.post(CREATE, nested(16))).problem.code).toBe("VALIDATION_FAILED");
    for (const levels of [17, 30_000]) {
      const { status, problem } = await api.post(CREATE, nested(levels));
      expect([status, problem.code]).toEqual([400, "INVALID_JSON"]);
    }
    expect((await api.post(CREATE, "[".repeat(60_000))).problem.code).toBe("INVALID_JSON");
  });

  test("no body, or an empty object, lacks the required fields", async () => {
    for (const body of [undefined, "{}"]) {
      const { status, problem } = await api.post(CREATE, body);
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
      expect(problem.errors).toHaveLength(4);
    }
  });

  test("one connection serves on after a refusal", async () => {
    const line = `GET ${LIST} HTTP/1.1\r\nhost: localhost\r\n`;
    const answer = await onSocket(api.port, `${line}\r\n${line}connection: close\r\n\r\n`);
    expect(answer.status).toBe(401);
    expect(answer.body.match(/HTTP\/1\.1 401/g)).toHaveLength(1);
  });
});
