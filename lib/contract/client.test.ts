import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { count, exact, foreignJson, isoText, pageOf, time } from "./answers.ts";
import { ApiFault, isApiFault } from "./api-fault.ts";
import { callOf } from "./call-of.ts";
import { contractClient, type SentCall } from "./client.ts";
import { endpoint } from "./endpoint.ts";
import { epochMs, flag, isoTime, oneOf, positive, text, whole } from "./fields.ts";

const record = z.object({
  id: z.string(),
  amount: exact(),
  pending: count(),
  at: time(),
  created: isoText(),
  state: z.enum(["OPEN", "CLOSED"]),
  late: z.boolean(),
  sure: z.literal(true),
  note: z.string().optional(),
  value: z.union([exact(), z.string()]),
  detail: z.record(z.string(), z.unknown()),
  options: foreignJson(),
  lines: z.array(z.object({ pending: exact(), place: count().nullable() })).readonly(),
});
const TEXT = `{"id":"a","amount":0.10000000000000000001,"pending":3,"at":1795069924801,"created":"2026-11-21T12:00:00.000Z",
  "state":"OPEN","late":false,"sure":true,"value":1.5,"detail":{"fee":0.1},"options":{"timeout":60000,"allow":[{"n":-7}]},
  "lines":[{"pending":12345678901234567890.5,"place":null},{"pending":1,"place":2}]}`;

const look = callOf(
  endpoint({
    method: "GET",
    path: "/manage/v1/things/[thingId]/at/[place]",
    scope: "account:read",
    summary: "Answers a thing.",
    query: z.object({
      since: epochMs().optional(),
      from: isoTime().optional(),
      least: positive().optional(),
      sort: oneOf(["a", "-a"]).optional(),
      limit: whole(1, 500).optional(),
      q: text(0, 64).optional(),
      all: flag().optional(),
    }),
    answer: record,
  }),
);
const list = callOf(
  endpoint({
    method: "GET",
    path: "/manage/v1/things",
    scope: "account:read",
    summary: "Answers things.",
    csv: ["name"],
    answer: pageOf(record),
  }),
);
const change = callOf(
  endpoint({
    method: "PATCH",
    path: "/manage/v1/things/[thingId]",
    scope: "settings:write",
    summary: "Changes a thing, or asks for it.",
    query: z.object({ dry: flag().optional() }),
    body: z.object({
      amount: positive().optional(),
      until: epochMs().optional(),
      items: z.array(text(1, 9)).optional(),
    }),
    answer: z.object({ amount: exact() }),
    waits: z.object({ approvalId: z.string(), expiresAt: time() }),
  }),
);
const open = callOf(
  endpoint({
    method: "PATCH",
    path: "/manage/v1/open",
    scope: "settings:write",
    summary: "Takes any name.",
    openBody: true,
    body: z.object({ reason: text(1, 9).optional() }).catchall(z.unknown()),
    answer: z.object({}),
  }),
);
const end = callOf(
  endpoint({ method: "DELETE", path: "/manage/v1/things", scope: "settings:write", summary: "Ends all." }),
);
const pdf = callOf(
  endpoint({
    method: "GET",
    path: "/manage/v1/pdf.pdf",
    scope: "account:read",
    summary: "Answers a pdf.",
    media: ["application/pdf"],
  }),
);

/** A client whose every request is answered by this, and what it has sent. */
function answeredBy(body: string | null, status = 200, headers: Record<string, string> = {}) {
  const sent: SentCall[] = [];
  const client = contractClient((one) => {
    sent.push(one);
    return Promise.resolve(new Response(body, { status, headers: { "x-request-id": "req_1", ...headers } }));
  });
  return { ...client, sent };
}

const faultOf = (input: Promise<unknown>): Promise<ApiFault> =>
  input.then(
    () => Promise.reject(new Error("it was answered")),
    (error: unknown) => (isApiFault(error) ? error : Promise.reject(error)),
  );

const AT = { thingId: "t1", place: "p1" };

describe("an answer is read by its contract", () => {
  test("each field is of the kind that the schema says, the same name here and there of another", async () => {
    expect(await answeredBy(TEXT).query(look, AT)).toEqual({
      id: "a",
      amount: Decimal.from("0.10000000000000000001"),
      pending: 3,
      at: 1_795_069_924_801,
      created: "2026-11-21T12:00:00.000Z",
      state: "OPEN",
      late: false,
      sure: true,
      value: Decimal.from("1.5"),
      detail: { fee: Decimal.from("0.1") },
      options: { timeout: 60_000, allow: [{ n: -7 }] },
      lines: [
        { pending: Decimal.from("12345678901234567890.5"), place: null },
        { pending: Decimal.from(1), place: 2 },
      ],
    });
  });

  test("a field and a word that were added since are no fault; the field is left out", async () => {
    const later = TEXT.replace('"state":"OPEN"', '"state":"PARKED","isNew":{"amount":1}').replace("1.5", '"word"');
    const read = await answeredBy(later).query(look, AT);
    expect(read).toMatchObject({ state: "PARKED", value: "word" });
    expect(read).not.toHaveProperty("isNew");
  });

  test.each([
    ['"amount":0.10000000000000000001', '"amount":"0.1"', "amount is not a number"],
    ['"pending":3', '"pending":3.5', "pending is not a whole number"],
    ['"pending":3', '"pending":9007199254740992', "pending is not a whole number"],
    ['"at":1795069924801', '"at":"soon"', "at is not a whole number"],
    ['"id":"a"', '"id":7', "id is not a text"],
    ['"id":"a",', "", "id is not a text"],
    ['"state":"OPEN"', '"state":null', "state is not a text"],
    ['"late":false', '"late":"no"', "late is not true or false"],
    ['"sure":true', '"sure":"yes"', "sure is not true or false"],
    ['"value":1.5', '"value":false', "value is not of any form that is promised"],
    ['"place":2', '"place":"2"', "lines[1].place is not a whole number"],
    ['"detail":{"fee":0.1}', '"detail":[]', "detail is not an object"],
    ['"lines":[', '"lines":{"at":[', "lines is not a list"],
  ])("instead of %s: %s is one fault that names the field", async (right, wrong, expected) => {
    const body = TEXT.replace(right, wrong).replace(/(?<="at":\[.*)\]\}$/s, "]}}");
    const fault = await faultOf(answeredBy(body).query(look, AT));
    expect(fault).toMatchObject({ status: 200, code: "UNREADABLE", requestId: "req_1" });
    expect(fault.message).toBe(`The server's answer has another form: ${expected}.`);
  });

  test("in a page the fault names the row", async () => {
    const rows = `{"data":[${TEXT},${TEXT.replace('"late":false,', "")}],"startsAfter":null}`;
    const fault = await faultOf(answeredBy(rows).query(list, {}));
    expect(fault.message).toContain("data[1].late is not true or false");
  });

  test("what is no JSON, and nothing where something is promised, is a fault too", async () => {
    expect(await faultOf(answeredBy("<html>").query(list, {}))).toMatchObject({ code: "UNREADABLE", status: 200 });
    expect(await faultOf(answeredBy("").query(list, {}))).toMatchObject({ code: "UNREADABLE", status: 200 });
  });

  test("nothing is promised, so nothing is read", async () => {
    expect(await answeredBy(null, 204).mutate(end, {})).toBeUndefined();
    expect(await answeredBy("").mutate(end, {})).toBeUndefined();
  });

  test("202 is read as what waits, anything else as done", async () => {
    const waits = '{"approvalId":"apr_1","expiresAt":1795069924801}';
    const given = { thingId: "t1" };
    const waiting = { approvalId: "apr_1", expiresAt: 1_795_069_924_801 };
    expect(await answeredBy(waits, 202).mutate(change, given)).toEqual(waiting);
    expect(await answeredBy('{"amount":2}').mutate(change, given)).toEqual({ amount: Decimal.from(2) });
    // What waits has been made: it is answered as the record that it is.
    expect(await answeredBy('{"amount":2}', 202).mutate(change, given)).toEqual({ amount: Decimal.from(2) });
    expect((await faultOf(answeredBy(waits).mutate(change, given))).message).toContain("amount is not a number");
  });
});

describe("a request is made by its contract", () => {
  test("path parameters are escaped; times, amounts and flags are written as the query takes them", async () => {
    const { query, sent } = answeredBy(TEXT);
    const since = Date.parse("2026-11-21T12:00:00.250Z");
    await query(look, {
      thingId: "a/b?c",
      place: "é",
      since,
      from: since,
      least: Decimal.from("0.10"),
      sort: "-a",
      limit: 5,
      q: "x & y",
      all: false,
    });
    expect(sent).toMatchObject([{ method: "GET", accept: "application/json", body: undefined }]);
    expect(sent[0]?.target).toBe(
      `/manage/v1/things/a%2Fb%3Fc/at/%C3%A9?since=${since}&from=2026-11-21T12%3A00%3A00.250Z&least=0.1&sort=-a&limit=5&q=x+%26+y&all=false`,
    );
  });

  test("what is not given is not sent", async () => {
    const { query, sent } = answeredBy(TEXT);
    await query(look, { ...AT, since: undefined, q: undefined });
    expect(sent[0]?.target).toBe("/manage/v1/things/t1/at/p1");
  });

  test("body and query part, numbers keep their digits, the key goes along", async () => {
    const { mutate, sent } = answeredBy('{"amount":2}');
    const amount = Decimal.from("123456789012345678.000000000000000001");
    await mutate(change, { thingId: "t1", dry: true, amount, until: 5, items: ["a"] }, { idempotencyKey: "k1" });
    expect(sent).toMatchObject([
      {
        method: "PATCH",
        target: "/manage/v1/things/t1?dry=true",
        body: '{"amount":123456789012345678.000000000000000001,"until":5,"items":["a"]}',
        idempotencyKey: "k1",
      },
    ]);
  });

  test("a body of open names takes any; without a body there is none", async () => {
    const { mutate, sent } = answeredBy("{}");
    await mutate(open, { "spreadBps.BTC.EUR": Decimal.from(80), reason: "r" });
    await mutate(end, {});
    expect(sent.map(({ body }) => body)).toEqual(['{"spreadBps.BTC.EUR":80,"reason":"r"}', undefined]);
  });

  test("a field that the contract does not have, and a path without its parameter, are mistakes of the caller", async () => {
    const { query } = answeredBy(TEXT);
    const more: typeof AT = Object.assign({ colour: "red" }, AT);
    await expect(query(look, more)).rejects.toThrow("colour is no field of GET /manage/v1/things/[thingId]/at/[place]");
    await expect(query(look, { ...AT, place: "" })).rejects.toThrow("needs place");
  });
});

describe("files", () => {
  test("a contract's own media, and a list as CSV, come as they are", async () => {
    const { file, sent } = answeredBy("a,b\n1,2\n");
    expect(await (await file(list, {})).text()).toBe("a,b\n1,2\n");
    await file(pdf, {});
    expect(sent.map(({ accept }) => accept)).toEqual(["text/csv", "application/pdf"]);
    await expect(file(look, AT)).rejects.toThrow("answers no file");
  });

  test("are refused like all else", async () => {
    const refused = answeredBy('{"code":"NOT_FOUND","message":"None."}', 404).file(pdf, {});
    expect(await faultOf(refused)).toMatchObject({ status: 404, code: "NOT_FOUND", message: "None." });
  });
});

describe("what is refused", () => {
  test("says status, code, sentence, request, fields and facts", async () => {
    const body =
      '{"code":"QUANTITY_MISMATCH","message":"Differs.","requestId":"req_9","expectedQuantity":0.30,"errors":[{"field":"quantity","message":"quantity differs."},7]}';
    expect(await faultOf(answeredBy(body, 409).query(list, {}))).toMatchObject({
      status: 409,
      code: "QUANTITY_MISMATCH",
      message: "Differs.",
      requestId: "req_9",
      errors: [{ field: "quantity", message: "quantity differs." }],
      body: { expectedQuantity: Decimal.from("0.3") },
    });
  });

  test("by something that is not our API, has the status for a sentence", async () => {
    const empty = await faultOf(answeredBy("", 502).query(list, {}));
    expect(empty).toMatchObject({
      status: 502,
      code: "UNKNOWN",
      message: "The server answered 502.",
      requestId: "req_1",
    });
    expect(await faultOf(answeredBy("<h1>", 502).query(list, {}))).toMatchObject({ status: 502, code: "UNREADABLE" });
  });

  test("by nobody: what the sender throws passes, and the signal reaches it", async () => {
    const lost = new ApiFault(0, "UNREACHABLE", "Nobody answered.");
    await expect(contractClient(() => Promise.reject(lost)).query(list, {})).rejects.toBe(lost);
    const stop = new AbortController();
    const client = contractClient(
      ({ signal }) => new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason))),
    );
    const pending = client.query(list, {}, { signal: stop.signal });
    stop.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  });
});

test("every answer that a contract promises can be decoded", async () => {
  const { loadOperations } = await import("#lib/reference/endpoints.ts");
  for (const { operationId, endpoint: any } of await loadOperations())
    expect(() => callOf(any), operationId).not.toThrow();
});
