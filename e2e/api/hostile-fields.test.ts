import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { Got } from "#e2e/world/client.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";

/** Every operation that answers and ends; a stream does not. */
const endpoints: readonly Endpoint[] = (await loadOperations())
  .map(({ endpoint }) => endpoint)
  .filter(({ media }) => !media?.includes("text/event-stream"));

/** JSON texts that nobody means well by. */
const HOSTILE = [
  "null", "true", "{}", "[]", '""', '" "', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"%00"', "\"'; drop table bill; --\"", '"../../x"', '"$1"', '"{}"',
  '"NaN"', '"-1"', '"1e400"', '"00000000-0000-7000-8000-000000000000"', '"0x0000000000000000000000000000000000000000"', '"2026-02-30T00:00:00Z"',
  '"2026-01-31T09:30:00+23:59"', '"9999-12-31T23:59:59Z"', '"0000-01-01T00:00:00Z"', '"BTC"', '"__proto__"', '"constructor"', `"${"x".repeat(700)}"`, `"${"é".repeat(129)}"`,
  "0", "-0", "-1", "1", "0.00000001", "1e-20", "1e20", "9007199254740991", "9007199254740992", "90071992.54740991", "999999999999999", "1700000000", "1700000000000",
  "253402300799999", "-1e20", '[null]', '[{}]', '[[[]]]', '["a","a"]', '{"a":{"b":[1]}}', '[{"paymentId":null}]', '[{"paymentId":"x"},{"paymentId":"x"}]',
]; // biome-ignore format: a list of words

/**
 * A field by itself takes every fourth value, the next field the ones after them, so that each field meets each kind and
 * four fields meet all; all fields together take all. `HOSTILE_FIELDS=whole` gives every field every value.
 */
const STRIDE = process.env["HOSTILE_FIELDS"] === "whole" ? 1 : 4;
let turn = 0;

/** The next field's values. */
function nextValues(): string[] {
  turn += 1;
  const first = turn % STRIDE;
  return HOSTILE.filter((_value, at) => at % STRIDE === first);
}

let api: Api;
let cookie: string;
let plausible: Record<string, string>;
beforeAll(async () => {
  api = await openApi();
  cookie = await api.cookie("admin");
  const bill = await api.bill({ strategy: "RAI" });
  await api.pay(bill, "0.01", "bitcoin");
  const [deposit] = (await api.payment(bill.paymentId)).deposits;
  const text = JSON.stringify;
  plausible = {
    cryptoType: '"BTC"', fiat: '"EUR"', fiatReceivable: "100", subaccount: '"s"', baseSymbol: '"BTC"', quoteSymbol: '"EUR"', base: '"BTC"', quote: '"EUR"', price: "60000",
    quantity: "0.00995", items: text([{ paymentId: bill.paymentId }]), invoiceId: text(bill.paymentId), paymentId: text(bill.paymentId), address: text(bill.deposit_address),
    startTime: "1700000000000", network: '"bitcoin"', count: "1", autoMine: "false", depth: "1", advanceMs: "1", fault: '"none"', asset: '"BTC"', reference: '"r"',
    txId: text(deposit?.txId), note: '"n"', limit: "10",
  }; // biome-ignore format: a list of words
});
/** So that one operation's mischief is not the next one's. */
beforeEach(() => api.control("prices", { base: "BTC", quote: "EUR", price: 60_000 }));
afterAll(async () => {
  const broken = await api.broken();
  await api.close();
  expect(broken).toEqual([]);
});

const encoded = (json: string) => encodeURIComponent(json.startsWith('"') ? safeText(json) : json);

/** The text of a JSON string as a query would carry it; half surrogates have no form there. */
function safeText(json: string): string {
  const text: string = JSON.parse(json);
  return text.isWellFormed() ? text : "\ufffd";
}

async function ask(endpoint: Endpoint, fields: Record<string, string>): Promise<Got> {
  const body = endpoint.body ? Object.keys(endpoint.body.shape).filter((name) => name in fields) : [];
  const query = endpoint.query ? Object.keys(endpoint.query.shape).filter((name) => name in fields) : [];
  const path = endpoint.path.replace(/\[(\w+)\]/g, (_all, name: string) =>
    encoded(fields[name] ?? plausible[name] ?? '"x"'),
  );
  const search = query.map((name) => `${name}=${encoded(fields[name] ?? "")}`).join("&");
  return api.send({
    method: endpoint.method,
    target: search ? `${path}?${search}` : path,
    ...(endpoint.body ? { body: `{${body.map((name) => `"${name}":${fields[name]}`).join(",")}}` } : {}),
    key: null,
    headers: { cookie, origin: api.url },
  });
}

/** No value of any field brings the program out of its contract. */
function hold(endpoint: Endpoint, got: Got, sent: string): void {
  const at = `${endpoint.method} ${endpoint.path} ${sent}: ${got.status} ${got.text.slice(0, 200)}`;
  expect([200, 400, 401, 403, 404, 409, 429, 431, 503], at).toContain(got.status);
  expect(got.headers["x-request-id"], at).toMatch(/^[0-9a-f-]{36}$/);
  if (got.status === 200) return;
  expect(got.problem.message, at).toMatch(/^\S.*[.)]$/s);
  expect(got.problem.code, at).toMatch(/^[A-Z_]+$/);
  // Wrong codes of a second factor are counted, and who tries tokens of refund links.
  if (got.status === 429) expect(endpoint.path, at).toMatch(/^\/manage\/v1\/(me|refunds)\//);
  if (got.status === 503) expect(["PRICE_UNAVAILABLE"], at).toContain(got.problem.code);
}

const cases = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe("hostile values, each field by itself and all together", () => {
  test("the operations are found", () => {
    expect(cases.map(([name]) => name)).toEqual(
      expect.arrayContaining(["GET /payment/v1/payment", "POST /payment/v1/conversion", "POST /sandbox/v1/deposits"]),
    );
  });

  test.each(cases)("%s", async (_name, endpoint) => {
    const shape = { ...endpoint.query?.shape, ...endpoint.body?.shape };
    const named = [...endpoint.path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    const fields = [...Object.keys(shape), ...named];
    const usual = Object.fromEntries(fields.flatMap((name) => (plausible[name] ? [[name, plausible[name]]] : [])));
    for (const field of fields) {
      const answers = nextValues().map(async (value) =>
        hold(endpoint, await ask(endpoint, { ...usual, [field]: value }), `${field}=${value.slice(0, 60)}`),
      );
      await Promise.all(answers);
    }
    const batched = HOSTILE.map(async (value) =>
      hold(endpoint, await ask(endpoint, Object.fromEntries(fields.map((name) => [name, value]))), value.slice(0, 60)),
    );
    await Promise.all(batched);
  });
});
