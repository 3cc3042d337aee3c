import { describe, expect, test } from "vitest";
import { z } from "zod";
import { makeBeneficiaryEndpoint } from "#lib/beneficiaries/contract.ts";
import { count, exact, pageOf, time } from "#lib/contract/answers.ts";
import { type Endpoint, endpoint } from "#lib/contract/endpoint.ts";
import { epochMs, isoTime, text, whole } from "#lib/contract/fields.ts";
import { type EventFeed, Linked, Waiting } from "#lib/contract/out.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Raw } from "#lib/kernel/json.ts";
import { makeHouseKeyEndpoint, makeKeyEndpoint, rotateKeyEndpoint } from "#lib/keys/contract.ts";
import { recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { present } from "./present.ts";

const record = z.object({
  id: z.string(),
  amount: exact(),
  at: time(),
  tries: count(),
  note: z.string().optional(),
});
const shared = { method: "GET", scope: "public", summary: "A test." } as const;
const one = endpoint({ ...shared, path: "/one", answer: record, location: ({ id }) => `/one?id=${id}` });
const waiting = endpoint({ ...shared, path: "/asked", answer: record, waits: z.object({ approvalId: z.string() }) });
const bare = endpoint({
  ...shared,
  path: "/bare",
  query: z.object({
    startTime: isoTime().optional(),
    limit: whole(1, 9).optional(),
    startsAfter: text(1, 9).optional(),
  }),
  answer: z.array(record),
});
const list = endpoint({
  ...shared,
  path: "/list",
  csv: ["at", "id", "amount", "note"],
  query: z.object({
    startTime: epochMs().optional(),
    asset: text(1, 9).optional(),
    limit: whole(1, 9).optional(),
    startsAfter: text(1, 9).optional(),
  }),
  answer: pageOf(record),
});
const media = endpoint({ ...shared, path: "/media", media: ["application/pdf"] });

const shown = (contract: Endpoint, out: unknown, more: { input?: object; csv?: boolean; checked?: boolean } = {}) =>
  present({ endpoint: contract, input: {}, csv: false, checked: true, stillMay: async () => true, ...more }, out);
const made = { id: "a", amount: Decimal.from("1.50"), at: 1_795_000_000_000, tries: 2 };
const TEXT = '{"id":"a","amount":1.5,"at":1795000000000,"tries":2}';

test("a record is written with exact numbers, and says where it can be read", () => {
  expect(shown(one, made)).toEqual({ body: TEXT, headers: { location: "/one?id=a" }, status: 200 });
});

test("a request that waits for a second person is a 202", () => {
  expect(shown(waiting, new Waiting({ approvalId: "p" }))).toEqual({
    body: '{"approvalId":"p"}',
    headers: {},
    status: 202,
  });
  expect(shown(waiting, made)).toMatchObject({ body: TEXT, status: 200 });
  const requested = { ...waiting, waiting: ({ id }: { id: string }) => id === "a" };
  expect(shown(requested as typeof waiting, made)).toMatchObject({ body: TEXT, status: 202 });
  expect(shown(requested as typeof waiting, new Raw(TEXT))).toMatchObject({ body: TEXT, status: 202 });
  expect(shown(requested as typeof waiting, { ...made, id: "b" })).toMatchObject({ status: 200 });
});

test.each([
  [makeKeyEndpoint, "WAITING", "ACTIVE"],
  [rotateKeyEndpoint, "WAITING", "ACTIVE"],
  [makeHouseKeyEndpoint, "WAITING", "ACTIVE"],
  [makeBeneficiaryEndpoint, "REQUESTED", "ACTIVE"],
  [recordPayoutEndpoint, "REQUESTED", "APPROVED"],
] as const)("what was made and waits is a 202 as well: %#", (contract, waits, stands) => {
  expect(shown(contract as unknown as Endpoint, { approvalId: "p", status: waits }, { checked: false }).status).toBe(
    202,
  );
  expect(shown(contract as unknown as Endpoint, { status: stands }, { checked: false }).status).toBe(200);
});

test("a bare list goes out without its page, whose next one the header Link names in the query's own forms", () => {
  expect(shown(bare, new Linked([made]))).toEqual({ body: `[${TEXT}]`, headers: {}, status: 200 });
  const next = { startsAfter: "x.y", limit: 1, startTime: new Date("2026-11-19T10:00:00Z") };
  expect(shown(bare, new Linked([new Raw(TEXT)], next))).toEqual({
    body: `[${TEXT}]`,
    headers: { link: '</bare?startTime=2026-11-19T10%3A00%3A00.000Z&limit=1&startsAfter=x.y>; rel="next"' },
    status: 200,
  });
});

test("a table has its contract's columns, times as ISO 8601, and the same filters in its Link", () => {
  const page = { data: [made, { ...made, id: "b", amount: Decimal.from("-2"), note: "n" }], startsAfter: "t" };
  const input = { startTime: new Date(1_795_000_000_000), asset: "BTC", limit: 2 };
  expect(shown(list, page, { input, csv: true })).toEqual({
    body: "at,id,amount,note\r\n2026-11-18T11:06:40.000Z,a,1.5,\r\n2026-11-18T11:06:40.000Z,b,-2,n\r\n",
    headers: {
      "content-type": "text/csv; charset=utf-8",
      link: '</list?startTime=1795000000000&asset=BTC&limit=2&startsAfter=t>; rel="next"',
    },
    status: 200,
  });
  expect(shown(list, { ...page, startsAfter: null }, { input, csv: true }).headers).not.toHaveProperty("link");
  expect(shown(list, { data: [], startsAfter: null }).body).toBe('{"data":[],"startsAfter":null}');
});

test("a file's name says what it is and how it is shown", () => {
  const bytes = new Uint8Array([1, 2]);
  expect(shown(media, { fileName: "note-1.pdf", bytes, size: 2 })).toEqual({
    body: bytes,
    headers: {
      "content-type": "application/pdf",
      "content-length": "2",
      "content-disposition": 'inline; filename="note-1.pdf"',
    },
    status: 200,
  });
  expect(shown(media, { fileName: "x.csv", bytes, size: 2 }).headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="x.csv"',
  });
});

test("a feed is told as server-sent events until its reader goes", async () => {
  let stopped = 0;
  const feed: EventFeed = {
    ready: { id: "1.0", event: "ready", data: {} },
    open(send) {
      send([
        { id: "1.1", data: { type: "t" } },
        { id: "1.2", data: {} },
      ]);
      return () => {
        stopped += 1;
      };
    },
  };
  const { body, headers } = shown(media, feed);
  expect(headers).toEqual({ "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe("retry: 1000\nid: 1.0\nevent: ready\ndata: {}\n\n");
  expect(await next()).toBe('id: 1.1\ndata: {"type":"t"}\n\nid: 1.2\ndata: {}\n\n');
  await reader.cancel();
  expect(stopped).toBe(1);
});

describe("away from production an answer outside its contract is a fault", () => {
  test.each([
    ["a field is missing", { ...made, tries: undefined }],
    ["a field is of another kind", { ...made, tries: "2" }],
    ["a plain number stands for an exact one", { ...made, amount: 15 }],
    ["a field is in no schema", { ...made, more: 1 }],
    ["its text says something else", new Raw('{"id":"a","amount":"1.5","at":1,"tries":2}')],
    ["its text says more", new Raw(TEXT.replace("}", ',"more":1}'))],
  ])("when %s", (_what, out) => {
    expect(() => shown(one, out)).toThrow("GET /one answers by its contract");
    expect(() => shown(waiting, out)).toThrow("GET /asked answers by its contract");
    expect(() => shown(waiting, out, { checked: false })).not.toThrow();
  });

  test("and what waits goes by its own", () => {
    expect(() => shown(waiting, new Waiting({}))).toThrow("GET /asked answers by its contract");
    expect(() => shown(one, new Waiting({}))).toThrow("has a schema for what it answers");
  });
});
