import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { isRefusal } from "#lib/kernel/errors.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { amount, epochMs, flag, isoTime, oneOf, positive, text, unitsOf, whole } from "#lib/contract/fields.ts";
import { readInput } from "./input.ts";

const write = endpoint({
  method: "POST",
  path: "/t",
  scope: "payments:write",
  summary: "",
  body: z.object({
    fiatReceivable: positive(2).optional(),
    fee: amount(8).optional(),
    count: whole(1, 500).optional(),
    name: text(1, 5).optional(),
    on: flag().optional(),
    side: oneOf(["SELL", "BUY"]).optional(),
    items: z
      .array(z.object({ paymentId: text(1, 36) }).strict())
      .max(2)
      .optional(),
  }),
});
const read = endpoint({
  method: "GET",
  path: "/t",
  scope: "payments:read",
  summary: "",
  query: z.object({
    startTime: epochMs().optional(),
    from: isoTime().optional(),
    limit: whole(1, 500).optional(),
    address: text(1, 64).optional(),
    convertible: flag().optional(),
  }),
});
const either = endpoint({
  method: "DELETE",
  path: "/t",
  scope: "conversions:write",
  summary: "",
  body: z.object({ invoiceId: text(1, 36) }),
  bodyAlsoAsQuery: true,
});

const bytes = (body: string) => Buffer.from(body, "utf8");
const readBody = (body: string) => readInput(write, { target: "/t", body: bytes(body), params: {} });
const readQuery = (query: string) => readInput(read, { target: `/t?${query}`, body: bytes(""), params: {} });

/** The code of a refusal and the fields it names. */
function refusalOf(work: () => unknown): { code: string; fields: string[]; message: string } {
  try {
    work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { code: error.code, message: error.message, fields: (error.detail.errors ?? []).map(({ field }) => field) };
  }
  throw new Error("nothing was refused");
}

describe("numbers of a body are exact", () => {
  test.each([
    ["100", "100"],
    ["0.1", "0.1"],
    ["1e2", "100"],
    ["90071992547409.91", "90071992547409.91"],
  ])("%s", (token, exact) => {
    expect(String(readBody(`{"fiatReceivable":${token}}`)["fiatReceivable"])).toBe(exact);
  });

  test.each([
    ["more decimals than the scale", '{"fiatReceivable":0.001}'],
    ["2^53 smallest units", '{"fiatReceivable":90071992547409.92}'],
    ["zero", '{"fiatReceivable":0}'],
    ["below zero", '{"fiatReceivable":-1}'],
    ["a string", '{"fiatReceivable":"100"}'],
    ["true", '{"fiatReceivable":true}'],
    ["an object", '{"fiatReceivable":{}}'],
  ])("%s is refused", (_what, body) => {
    expect(refusalOf(() => readBody(body))).toMatchObject({ code: "VALIDATION_FAILED", fields: ["fiatReceivable"] });
  });

  test("an amount may be zero, a whole number keeps its bounds", () => {
    expect(String(readBody('{"fee":0}')["fee"])).toBe("0");
    expect(readBody('{"count":500}')["count"]).toBe(500);
    for (const count of ["0", "501", "1.5", "-1"]) {
      expect(refusalOf(() => readBody(`{"count":${count}}`)).fields).toEqual(["count"]);
    }
  });

  test("a scale known later is held by unitsOf", () => {
    expect(unitsOf("quantity", Decimal.from("0.00000001"), 8)).toBe(1n);
    expect(refusalOf(() => unitsOf("quantity", Decimal.from("0.0000001"), 6)).fields).toEqual(["quantity"]);
    expect(refusalOf(() => unitsOf("quantity", Decimal.of(2n ** 53n), 0)).message).toBe("quantity is too large.");
  });
});

describe("fields of a body", () => {
  test("null counts as absent, also inside a list's objects", () => {
    expect(readBody('{"name":null,"fee":null}')).toEqual({});
    expect(refusalOf(() => readBody('{"items":[{"paymentId":null}]}')).fields).toEqual(["items[0].paymentId"]);
  });

  test("all faults are told, each by its path", () => {
    const { fields, message } = refusalOf(() => readBody('{"name":"","items":[{"paymentId":"a"},{"paymentId":1}]}'));
    expect(fields).toEqual(["name", "items[1].paymentId"]);
    expect(message).toBe("name must have 1 to 5 characters. (1 more in errors.)");
  });

  test("a required field that is missing is called required", () => {
    const { message } = refusalOf(() => readInput(either, { target: "/t", body: bytes("{}"), params: {} }));
    expect(message).toBe("invoiceId is required.");
  });

  test.each([
    ['{"unknown":1}', "VALIDATION_FAILED", ["unknown"]],
    ['{"items":[{"paymentId":"a","x":1}]}', "VALIDATION_FAILED", ["items[0].x"]],
    ['{"name":"a","name":"a"}', "INVALID_JSON", ["name"]],
    ['{"__proto__":{}}', "INVALID_JSON", ["__proto__"]],
    ['{"name":"a\\u0000"}', "VALIDATION_FAILED", ["name"]],
    ['{"name":"\\ud800"}', "VALIDATION_FAILED", ["name"]],
    ['{"side":"sell"}', "VALIDATION_FAILED", ["side"]],
    ['{"side":"SELL "}', "VALIDATION_FAILED", ["side"]],
    ['{"on":"true"}', "VALIDATION_FAILED", ["on"]],
    ['{"items":[{"paymentId":"a"},{"paymentId":"b"},{"paymentId":"c"}]}', "VALIDATION_FAILED", ["items"]],
    ["[]", "INVALID_JSON", []],
    ["12", "INVALID_JSON", []],
    ["{", "INVALID_JSON", []],
    ["{'a':1}", "INVALID_JSON", []],
    ['{"count":01}', "INVALID_JSON", []],
    ["\ufeff{}", "INVALID_JSON", []],
  ])("%s is %s", (body, code, fields) => {
    expect(refusalOf(() => readBody(body))).toMatchObject({ code, fields });
  });

  test("length is counted in characters, not in UTF-16 units", () => {
    expect(readBody('{"name":"😀😀😀😀😀"}')["name"]).toBe("😀😀😀😀😀");
  });

  test("bytes that are no UTF-8 are no JSON", () => {
    const body = Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expect(refusalOf(() => readInput(write, { target: "/t", body, params: {} })).code).toBe("INVALID_JSON");
  });
});

describe("query parameters", () => {
  test("are read by their field's kind", () => {
    expect(readQuery("startTime=1700000000000&limit=10&address=bc1q%2Fx+y&convertible=true")).toEqual({
      startTime: new Date(1_700_000_000_000),
      limit: 10,
      address: "bc1q/x y",
      convertible: true,
    });
  });

  test.each([
    ["limit=1&limit=2", "limit"],
    ["unknown=1", "unknown"],
    ["toString=1", "toString"],
    ["__proto__=1", "__proto__"],
    ["limit=ten", "limit"],
    ["convertible=1", "convertible"],
    ["address=", "address"],
    ["address=%zz", "query"],
    ["address=%ff", "query"],
    ["address=%00", "address"],
  ])("%s is refused by name", (query, field) => {
    expect(refusalOf(() => readQuery(query))).toMatchObject({ code: "VALIDATION_FAILED", fields: [field] });
  });
});

describe("times", () => {
  test.each(["1699999999", "1", "99999999999"])("startTime=%s looks like seconds", (value) => {
    expect(refusalOf(() => readQuery(`startTime=${value}`)).message).toBe(
      "startTime looks like seconds; use epoch milliseconds.",
    );
  });
  test.each(["-1", "1700000000000.5", "1e30", "253402300800000", "2026-01-01"])("startTime=%s is no time", (value) => {
    expect(refusalOf(() => readQuery(`startTime=${value}`)).fields).toEqual(["startTime"]);
  });
  test("zero and 1e11 are times", () => {
    expect(readQuery("startTime=0")["startTime"]).toEqual(new Date(0));
    expect(readQuery("startTime=1e11")["startTime"]).toEqual(new Date(1e11));
  });

  test.each([
    ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:00.1234567", "2026-01-31T09:30:00.123Z"],
    ["2026-01-31T09:30", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T09:30:00%2B02:00", "2026-01-31T07:30:00.000Z"],
    ["2026-01-31T09:30:00+02:00", "2026-01-31T07:30:00.000Z"],
    ["2026-01-31T23:30:00-0130", "2026-02-01T01:00:00.000Z"],
  ])("from=%s is %s", (value, utc) => {
    expect((readQuery(`from=${value}`)["from"] as Date).toISOString()).toBe(utc);
  });
  test.each([
    "1700000000000",
    "2026-02-30T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00%2B01:00",
    "9999-12-31T23:30:00-01:00",
    "2026-01-01T24:01:00Z",
    "2026-01-01T10:60:00Z",
    "2026-01-01T10:00:00%2B25:00",
    "yesterday",
  ])("from=%s is no ISO time", (value) => {
    expect(refusalOf(() => readQuery(`from=${value}`)).fields).toEqual(["from"]);
  });
});

describe("a body that may come as query", () => {
  const readEither = (query: string, body: string) =>
    readInput(either, { target: `/t${query}`, body: bytes(body), params: {} });

  test("either, or both alike", () => {
    expect(readEither("", '{"invoiceId":"a"}')).toEqual({ invoiceId: "a" });
    expect(readEither("?invoiceId=a", "")).toEqual({ invoiceId: "a" });
    expect(readEither("?invoiceId=a", '{"invoiceId":"a"}')).toEqual({ invoiceId: "a" });
  });
  test("both and different is refused", () => {
    expect(refusalOf(() => readEither("?invoiceId=a", '{"invoiceId":"b"}')).fields).toEqual(["invoiceId"]);
  });
});

test("an operation without a body takes none", () => {
  expect(refusalOf(() => readInput(read, { target: "/t", body: bytes('{"a":1}'), params: {} })).fields).toEqual(["a"]);
});
