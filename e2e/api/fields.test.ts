import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, openApi, type Page } from "#e2e/world/api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

const FIELDS = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
const create = (more: object) => api.post(CREATE, { ...FIELDS, ...more });
const text = (more: string) => api.post(CREATE, `${JSON.stringify(FIELDS).slice(0, -1)},${more}}`);

describe("the error body", () => {
  test("message, code, requestId and every failing field, in JSON that nobody may keep", async () => {
    const { status, headers, problem } = await api.post(CREATE, { fiat: "EUR", fiatReceivable: "1", extra: 1 });
    expect(status).toBe(400);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(problem.requestId).toBe(headers["x-request-id"]);
    expect(problem.code).toBe("VALIDATION_FAILED");
    expect(problem.message).toMatch(/^\S.*\.\)?$/);
    const fields = problem.errors?.map(({ field }) => field).sort();
    expect(fields).toEqual(["cryptoType", "extra", "fiatReceivable", "subaccount"]);
  });

  test("successes carry a request id of their own and no-store, too", async () => {
    const [one, two] = await Promise.all([api.post(CREATE, FIELDS), api.post(CREATE, FIELDS)]);
    expect(one.status).toBe(200);
    expect(one.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(one.headers["cache-control"]).toBe("no-store");
    expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(one.headers["x-request-id"]).not.toBe(two.headers["x-request-id"]);
  });
});

describe("unknown and repeated names", () => {
  test.each(["cryptotype", "FiatReceivable", "constructor", "toString", "hasOwnProperty", "", " fiat", "a.b"])(
    "the unknown field %j is named",
    async (field) => {
      const { status, problem } = await create({ [field]: 1 });
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
      expect(problem.errors?.map((error) => error.field)).toEqual([field]);
    },
  );

  test("a repeated field is refused although both say the same", async () => {
    const { status, problem } = await text('"fiat":"EUR"');
    expect([status, problem.errors?.[0]?.field]).toEqual([400, "fiat"]);
  });

  test("a field repeated under an escape is the same field", async () => {
    const { status, problem } = await text('"f\\u0069at":"EUR"');
    expect([status, problem.errors?.[0]?.field]).toEqual([400, "fiat"]);
  });

  test.each(['"__proto__":{"strategy":"RAI"}', '"\\u005f_proto__":null', '"__proto__":[]'])(
    "%s is refused",
    async (field) => {
      const { status, problem } = await text(field);
      expect([status, problem.errors?.[0]?.field]).toEqual([400, "__proto__"]);
    },
  );

  test.each(["foo=1", "__proto__=1", "constructor=1", "StartTime=1700000000000", "=1", "%73tarttime=1"])(
    "the unknown query parameter of %s is refused and named",
    async (query) => {
      const { status, problem } = await api.get(
        `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000&${query}`,
      );
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
      expect(problem.errors?.[0]?.field).toBe(decodeURIComponent(query.slice(0, query.indexOf("="))));
    },
  );

  test.each(["startTime=1700000000000", "start%54ime=1700000000000", "startTime", "startTime="])(
    "startTime again as %s is refused",
    async (again) => {
      const { status, problem } = await api.get(
        `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000&${again}`,
      );
      expect([status, problem.errors?.[0]?.field]).toEqual([400, "startTime"]);
    },
  );

  test("a create takes no query, a list no body", async () => {
    expect((await api.post(`${CREATE}?fiat=EUR`, FIELDS)).problem.errors?.[0]?.field).toBe("fiat");
    const listed = await api.get(`${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`, {
      body: { limit: 1 },
    });
    expect([listed.status, listed.problem.errors?.[0]?.field]).toEqual([400, "limit"]);
  });

  test.each(["startTime=%", "startTime=%zz", "startTime=1700000000000&subaccount=%ff", "%=1", "subaccount=%c3%28"])(
    "the malformed escape of %s is refused",
    async (query) => {
      const { status, problem } = await api.get(`${GET_PAYMENT}?${query}`);
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    },
  );

  test("a thousand parameters are refused", async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `p${at}=1`).join("&");
    expect((await api.get(`${GET_PAYMENT}?${many}`)).status).toBe(400);
  });
});

describe("null is absent", () => {
  test("an optional field that is null takes its default", async () => {
    const nothing = {
      networkType: null,
      bech32: null,
      strategy: null,
      feeModel: null,
      limitPrice: null,
      reference: null,
    };
    const made = await create({ cryptoType: "USDT", ...nothing });
    expect(made.status).toBe(200);
    const record = await api.payment(made.as<{ paymentId: string }>().paymentId);
    expect(record).toMatchObject({ networkType: "eth", strategy: "RFQ", feeModel: "SPREAD" });
    expect(record).not.toHaveProperty("limitPrice");
    expect(record).not.toHaveProperty("reference");
  });

  test("a networkType that is null is allowed with BTC", async () => {
    expect((await create({ networkType: null })).status).toBe(200);
  });

  test("a required field that is null is required", async () => {
    const { status, problem } = await create({ subaccount: null });
    expect(status).toBe(400);
    expect(problem.message).toBe("subaccount is required.");
  });

  test("an unknown field that is null is unknown no more: it is not there", async () => {
    expect((await create({ nonsense: null })).status).toBe(200);
  });
});

describe("symbols and words are taken letter for letter", () => {
  test.each([
    ["cryptoType", "btc", "UNSUPPORTED_CRYPTO"],
    ["cryptoType", " BTC", "UNSUPPORTED_CRYPTO"],
    ["cryptoType", "BTC ", "UNSUPPORTED_CRYPTO"],
    ["cryptoType", "constructor", "UNSUPPORTED_CRYPTO"],
    ["cryptoType", "EUR", "UNSUPPORTED_CRYPTO"],
    ["cryptoType", "", "UNSUPPORTED_CRYPTO"],
    ["cryptoType", "B".repeat(1_000), "UNSUPPORTED_CRYPTO"],
    ["fiat", "eur", "UNSUPPORTED_FIAT"],
    ["fiat", "EUR ", "UNSUPPORTED_FIAT"],
    ["fiat", "BTC", "UNSUPPORTED_FIAT"],
    ["fiat", "CHF", "UNSUPPORTED_FIAT"],
    ["fiat", "", "UNSUPPORTED_FIAT"],
    ["fiat", "E\0", "UNSUPPORTED_FIAT"],
    ["strategy", "rfq", "VALIDATION_FAILED"],
    ["strategy", "", "VALIDATION_FAILED"],
    ["feeModel", "Spread", "VALIDATION_FAILED"],
    ["feeModel", "EXPLICIT ", "VALIDATION_FAILED"],
  ])("%s %j is refused", async (field, value, code) => {
    const { status, problem } = await create({ [field]: value });
    expect([status, problem.code]).toEqual([400, code]);
    expect(problem.errors?.[0]?.field).toBe(field);
  });

  test.each([
    "status=pending",
    "label=late",
    "cryptoType=btc",
    "sort=createdat",
    "convertible=TRUE",
    "networkType=ETH",
  ])("the filter %s is refused", async (filter) => {
    const { status, problem } = await api.get(`${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000&${filter}`);
    expect([status, problem.errors?.[0]?.field]).toEqual([400, filter.split("=")[0]]);
  });
});

describe("texts", () => {
  test("1 to 128 characters, counted as people count them", async () => {
    for (const subaccount of ["x", "é".repeat(128), "😀".repeat(128), " padded "]) {
      const made = await create({ subaccount });
      expect(made.status).toBe(200);
      expect((await api.payment(made.as<{ paymentId: string }>().paymentId)).subaccount).toBe(subaccount);
    }
  });

  test("a reference has up to 128 characters, none too; a subaccount has one at least", async () => {
    for (const reference of ["", "r", "é".repeat(128)]) {
      const made = await create({ reference });
      expect(made.status).toBe(200);
      expect((await api.payment(made.as<{ paymentId: string }>().paymentId)).reference).toBe(reference);
    }
    const { status, problem } = await create({ subaccount: "" });
    expect([status, problem.errors?.[0]?.field]).toEqual([400, "subaccount"]);
  });

  test.each([
    ["129 characters", "x".repeat(129)],
    ["129 astral characters", "😀".repeat(129)],
    ["NUL", "a\u0000b"],
    ["a line feed", "a\nb"],
    ["DEL", "a\u007fb"],
    ["a C1 control", "a\u0085b"],
  ])("%s is no subaccount and no reference", async (_name, subaccount) => {
    for (const field of ["subaccount", "reference"]) {
      const { status, problem } = await create({ [field]: subaccount });
      expect([status, problem.errors?.[0]?.field]).toEqual([400, field]);
    }
  });

  test("half a surrogate pair is no text", async () => {
    const { status, problem } = await text('"reference":"\\ud800"');
    expect([status, problem.errors?.[0]?.field]).toEqual([400, "reference"]);
  });

  test.each(["address=%00", "subaccount=a%09b", "reference=%00", "paymentId=%00", "txHash=%00", "startsAfter=%00"])(
    "controls in the query are refused: %s",
    async (query) => {
      const { status, problem } = await api.get(
        `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000&${query}`,
      );
      expect([status, problem.errors?.[0]?.field]).toEqual([400, query.split("=")[0]]);
    },
  );

  test("a query's UTF-8, escaped, with plus or %20 for a space, is what was stored", async () => {
    const subaccount = "café shop+1";
    await create({ subaccount });
    for (const written of [`${encodeURIComponent("café")}+shop%2B1`, "caf%c3%a9%20shop%2b1"]) {
      const found = await api.get(`${GET_PAYMENT}?startTime=${Date.now() - 600_000}&subaccount=${written}`);
      expect(found.as<Page>().data.map((record) => record.subaccount)).toEqual([subaccount]);
    }
  });

  test("several subaccounts with line breaks between find the bills of each; a comma is a comma", async () => {
    for (const subaccount of ["one", "two", "three", "one,two"]) await create({ subaccount });
    const found = async (subaccount: string) => {
      const query = new URLSearchParams({ startTime: String(Date.now() - 600_000), subaccount });
      const { data } = (await api.get(`${GET_PAYMENT}?${query}`)).as<Page>();
      return data.map((record) => record.subaccount).sort();
    };
    expect(await found("one\ntwo")).toEqual(["one", "two"]);
    expect(await found("three\nnone\nthree")).toEqual(["three"]);
    expect(await found("one,two")).toEqual(["one,two"]);
  });

  test("raw bytes beyond ASCII are no request target (RFC 3986)", async () => {
    const { status, problem } = await api.get(
      `${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000&subaccount=caf\u00e9`,
    );
    expect([status, problem.code]).toEqual([400, "INVALID_TARGET"]);
  });

  test("wrong kinds are told apart", async () => {
    const { problem } = await create({ subaccount: 7, bech32: "true", strategy: 1, networkType: 5 });
    expect(problem.code).toBe("VALIDATION_FAILED");
    expect(problem.errors?.map(({ field }) => field).sort()).toEqual([
      "bech32",
      "networkType",
      "strategy",
      "subaccount",
    ]);
  });
});
