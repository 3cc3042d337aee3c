import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, CREATE, GET_PAYMENT, type MadeBill, openApi, type Page } from "#e2e/world/api.ts";
import { type Got, openClient } from "#e2e/world/client.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api?.close());

const FIELDS = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1" };
const IN_FLIGHT = "REQUEST_IN_FLIGHT";
const under = (key: string, body: object | string = FIELDS, target = CREATE): Promise<Got> =>
  api.post(target, body, { headers: { "idempotency-key": key } });
const billsOf = async (subaccount: string) =>
  (await api.get(`${GET_PAYMENT}?startTime=${Date.now() - 3_600_000}&limit=500&subaccount=${subaccount}`)).as<Page>()
    .data;

describe("one key, one effect", () => {
  test("the same again is the same answer, byte for byte, and says that it is a replay", async () => {
    const key = randomUUID();
    const first = await under(key);
    const again = await under(key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(again.headers.location).toBe(first.headers.location);
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  });

  test("sixty-four at once make one bill; each gets its answer, at the latest when it asks again", async () => {
    const key = randomUUID();
    const body = { ...FIELDS, subaccount: "at-once" };
    const settled = async (): Promise<string> => {
      for (let tries = 0; tries < 100; tries += 1) {
        const got = await under(key, body);
        if (got.status === 200) return got.text;
        expect([got.status, got.problem.code, got.headers["retry-after"]]).toEqual([409, IN_FLIGHT, "1"]);
      }
      throw new Error("still in flight");
    };
    const answers = await Promise.all(Array.from({ length: 64 }, settled));
    expect(new Set(answers).size).toBe(1);
    const made = await billsOf("at-once");
    expect(made.map(({ paymentId }) => paymentId)).toEqual([(JSON.parse(answers[0] ?? "") as MadeBill).paymentId]);
  });

  test("two processes count as one", async () => {
    const beside = openClient(await api.secondProcess(), api.key);
    const key = randomUUID();
    const body = { ...FIELDS, subaccount: "beside" };
    const request = { method: "POST", target: CREATE, body, headers: { "idempotency-key": key } };
    await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? api.send(request) : beside.send(request))));
    const [here, there] = [await api.send(request), await beside.send(request)];
    beside.close();
    expect(there.text).toBe(here.text);
    expect(await billsOf("beside")).toHaveLength(1);
  });

  test("without a key, the same again is another bill", async () => {
    const body = { ...FIELDS, subaccount: "without" };
    await Promise.all([api.post(CREATE, body), api.post(CREATE, body)]);
    expect(await billsOf("without")).toHaveLength(2);
  });
});

describe("what a key is bound to", () => {
  test.each([
    ["another amount", JSON.stringify({ ...FIELDS, fiatReceivable: 101 })],
    ["the same in other bytes", ` ${JSON.stringify(FIELDS)}`],
    ["the same amount written otherwise", JSON.stringify(FIELDS).replace("100", "100.0")],
  ])("%s is 422", async (_name, body) => {
    const key = randomUUID();
    const first = await under(key);
    const { status, problem } = await under(key, body);
    expect([status, problem.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect((await under(key)).text).toBe(first.text);
  });

  test("another path, method or account is another use", async () => {
    const key = randomUUID();
    await under(key);
    expect((await under(key, { network: "bitcoin", count: 1 }, "/sandbox/v1/blocks")).status).toBe(200);
    const stranger = await api.newKey({ account: "stranger" });
    const theirs = await api.post(CREATE, FIELDS, { key: stranger, headers: { "idempotency-key": key } });
    expect(theirs.headers).not.toHaveProperty("idempotent-replayed");
    expect(theirs.status).toBe(200);
  });

  test("another key of the account is the same account", async () => {
    const second = await api.newKey();
    const name = randomUUID();
    const first = await under(name);
    const again = await api.post(CREATE, FIELDS, { key: second, headers: { "idempotency-key": name } });
    expect(again.text).toBe(first.text);
  });

  test("what is a person's own is no replay for another person of the account", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const [one, other] = [await api.staff("viewer"), await api.staff("viewer")];
    const ended = async (person: typeof one) => {
      const more = { ...person, headers: { ...person.headers, ...headers } };
      const got = await api.post("/manage/v1/me/sessions/end-others", {}, more);
      return [got.status, got.headers["idempotent-replayed"]];
    };
    expect(await ended(one)).toEqual([200, undefined]);
    expect(await ended(other)).toEqual([200, undefined]);
    expect(await ended(one)).toEqual([200, "true"]);
  });

  test("1 to 255 printable characters", async () => {
    for (const key of ["!", "k".repeat(255), "a b"]) expect((await under(key)).status).toBe(200);
    for (const key of ["", "k".repeat(256), "caf\u00e9"]) {
      const { status, problem } = await under(key);
      expect([status, problem.code]).toEqual([400, "VALIDATION_FAILED"]);
    }
  });

  test("sent twice it is refused", async () => {
    const got = await api.post(CREATE, FIELDS, { headers: { "idempotency-key": ["a", "a"] } });
    expect([got.status, got.problem.errors?.[0]?.field]).toEqual([400, "Idempotency-Key"]);
  });

  test("reading takes no notice of it", async () => {
    const got = await api.get(`${GET_PAYMENT}?startTime=1700000000000&endTime=1700000001000`, {
      headers: { "idempotency-key": "k".repeat(300) },
    });
    expect(got.status).toBe(200);
  });
});

describe("only what took effect is stored", () => {
  test("a refusal gives the key back: the same key may succeed, with another payload too", async () => {
    const key = randomUUID();
    for (const body of [
      { ...FIELDS, fiat: "CHF" },
      { ...FIELDS, fiatReceivable: 2_000_000 },
      "{",
      { ...FIELDS, networkType: "x" },
    ]) {
      expect((await under(key, body)).status).toBe(400);
    }
    await api.control("prices", { base: "BTC", quote: "GBP", stale: true });
    const wanted = { ...FIELDS, fiat: "GBP", subaccount: "retried" };
    expect((await under(key, wanted)).status).toBe(503);
    await api.control("prices", { base: "BTC", quote: "GBP", price: 50_000 });
    const made = await under(key, wanted);
    expect(made.status).toBe(200);
    expect(made.headers).not.toHaveProperty("idempotent-replayed");
    expect((await under(key, wanted)).text).toBe(made.text);
    expect(await billsOf("retried")).toHaveLength(1);
  });

  test("a replay still needs the right to ask, and a good request", async () => {
    const key = randomUUID();
    await under(key);
    const reader = await api.newKey({ account: "acme", scopes: ["payments:read"] });
    expect((await api.post(CREATE, FIELDS, { key: reader, headers: { "idempotency-key": key } })).status).toBe(403);
    expect((await api.post(CREATE, FIELDS, { key: null, headers: { "idempotency-key": key } })).status).toBe(401);
    expect((await under(key, "{")).problem.code).toBe("INVALID_JSON");
  });

  test("levers are replayed as well: the clock moves once", async () => {
    const key = randomUUID();
    const first = await under(key, { advanceMs: 3_600_000 }, "/sandbox/v1/clock");
    const again = await under(key, { advanceMs: 3_600_000 }, "/sandbox/v1/clock");
    expect(again.text).toBe(first.text);
    const { now } = await api.control<{ now: number }>("clock", { advanceMs: 0 });
    expect(now - first.as<{ now: number }>().now).toBeLessThan(3_600_000);
  });

  test("a payer who sends twice under one key has paid once", async () => {
    const bill = await api.bill();
    const body = { address: bill.deposit_address, quantity: bill.quantity };
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 8 }, () => under(key, body, "/sandbox/v1/deposits")));
    expect(sent.some(({ status }) => status === 200)).toBe(true);
    await under(key, body, "/sandbox/v1/deposits");
    await api.settle();
    expect((await api.payment(bill.paymentId)).deposits).toHaveLength(1);
  });
});

test("an executed conversion replays the record as it is now", async () => {
  await api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 });
  const bill = await api.bill({ strategy: "RAI" });
  await api.pay(bill, 0.01, "bitcoin");
  const { quantityUnconverted } = await api.payment(bill.paymentId);
  const conversion = "/payment/v1/conversion";
  const items = [{ paymentId: bill.paymentId }];
  const name = randomUUID();
  const created = await under(
    name,
    { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: quantityUnconverted, items },
    conversion,
  );
  expect(created.status).toBe(200);
  const { invoiceId } = created.as<{ invoiceId: string }>();
  await api.control("venue", { fault: "timeout-after-accept", count: 1 });
  expect((await under(name, { invoiceId }, `${conversion}/quote`)).status).toBe(200);
  const executing = await under(name, { invoiceId }, `${conversion}/execute`);
  expect(executing.as()).toMatchObject({ invoiceId, status: "EXECUTING" });
  await api.settle();
  const again = await under(name, { invoiceId }, `${conversion}/execute`);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(again.as()).toMatchObject({ invoiceId, status: "EXECUTED" });
  expect(await api.broken()).toEqual([]);
});
