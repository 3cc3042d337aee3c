import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELETE, GET, POST } from "#app/payment/v1/conversion/route.ts";
import { POST as EXECUTE } from "#app/payment/v1/conversion/execute/route.ts";
import { POST as QUOTE } from "#app/payment/v1/conversion/quote/route.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { createKey } from "#lib/keys/create-key.ts";

const PATH = "/payment/v1/conversion";
let world: World;
let authorization: string;

beforeAll(async () => {
  world = await openWorld();
  const scopes = ["conversions:read", "conversions:write", "conversions:execute"] as const;
  const { keyId, secret } = await createKey(world.ctx, { name: "routes", scopes: [...scopes], ratePerSecond: 100 });
  authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`;
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

type Sent = { body?: string; headers?: Record<string, string> };

async function call(route: typeof GET, method: string, target: string, { body, headers }: Sent = {}) {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const request = new Request(`http://localhost:3000${target}`, {
    method,
    headers: { authorization, ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const response = await route(request);
  return { status: response.status, headers: response.headers, json: JSON.parse(await response.text()) };
}

async function created(): Promise<string> {
  const { paymentId } = await world.retained("0.002");
  const body = `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":0.00199,"items":[{"paymentId":"${paymentId}"}]}`;
  const { status, json } = await call(POST, "POST", PATH, { body });
  expect(status).toBe(200);
  return json.invoiceId;
}

describe("the conversion routes", () => {
  test("answer a bare array, an error body with what was expected, and cancel by body or query", async () => {
    const invoiceId = await created();
    expect((await call(GET, "GET", `${PATH}?invoiceId=${invoiceId}`)).json).toMatchObject([
      { invoiceId, status: "CREATED" },
    ]);
    const both = await call(DELETE, "DELETE", `${PATH}?invoiceId=${invoiceId}`, { body: '{"invoiceId":"another"}' });
    expect([both.status, both.json.code]).toEqual([400, "VALIDATION_FAILED"]);
    expect((await call(DELETE, "DELETE", `${PATH}?invoiceId=${invoiceId}`)).json).toMatchObject({
      status: "CANCELLED",
    });
    const again = await call(DELETE, "DELETE", PATH, { body: JSON.stringify({ invoiceId }) });
    expect([again.status, again.json.status]).toEqual([200, "CANCELLED"]);
    const [record] = (await call(GET, "GET", `${PATH}?startTime=2020-01-01`)).json;
    const wrong = `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":1,"items":[{"paymentId":"${record.items[0].paymentId}"}]}`;
    const refused = await call(POST, "POST", PATH, { body: wrong });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      code: "QUANTITY_MISMATCH",
      expectedQuantity: 0.00199,
      errors: [{ field: "quantity" }],
    });
    expect((await call(GET, "GET", `${PATH}?startTime=1700000000000`)).status).toBe(400);
  });

  test("answer a repeated execute with the record as it is now", async () => {
    const invoiceId = await created();
    const body = JSON.stringify({ invoiceId });
    expect((await call(QUOTE, "POST", `${PATH}/quote`, { body })).json).toMatchObject({
      status: "QUOTED",
      price: 59400,
      fiatReceivable: 118.2,
    });
    await world.fault("timeout-after-accept", 1);
    const sent = { body, headers: { "idempotency-key": "k-1" } };
    expect((await call(EXECUTE, "POST", `${PATH}/execute`, sent)).json).toMatchObject({ status: "EXECUTING" });
    await world.settle();
    const replayed = await call(EXECUTE, "POST", `${PATH}/execute`, sent);
    expect(replayed.json).toMatchObject({ status: "EXECUTED", fiatReceived: 118.2 });
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  });

  test("refuse an execute whose key is in flight, also once its order is placed, until it is answered", async () => {
    const invoiceId = await created();
    const body = JSON.stringify({ invoiceId });
    await call(QUOTE, "POST", `${PATH}/quote`, { body });
    await world.fault("slow", 1);
    const sent = { body, headers: { "idempotency-key": "k-2" } };
    const first = call(EXECUTE, "POST", `${PATH}/execute`, sent);
    const status = async () => (await call(GET, "GET", `${PATH}?invoiceId=${invoiceId}`)).json[0].status;
    await expect.poll(status, { timeout: 4_000, interval: 50 }).toBe("EXECUTING");
    const second = await call(EXECUTE, "POST", `${PATH}/execute`, sent);
    expect([second.status, second.json.code, second.headers.get("retry-after")]).toEqual([
      409,
      "REQUEST_IN_FLIGHT",
      "1",
    ]);
    const other = await call(EXECUTE, "POST", `${PATH}/execute`, { ...sent, body: ` ${body}` });
    expect([other.status, other.json.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const ask = async <T>(text: string) => (await world.app.database.pool.query(text)).rows[0] as T;
    const held = "select round(extract(epoch from in_flight_until - completed_at))::int as seconds from idempotency";
    expect(await ask(`${held} where key = 'k-2'`)).toEqual({ seconds: 15 });
    expect((await first).status).toBe(200);
    const third = await call(EXECUTE, "POST", `${PATH}/execute`, sent);
    expect([third.status, third.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    // Of a process that died behind its effect nobody says that it is answered.
    const dies = (until: string) =>
      ask(`update idempotency set in_flight_until = clock_timestamp() + interval '${until}' where key = 'k-2'`);
    await dies("2 seconds");
    expect((await call(EXECUTE, "POST", `${PATH}/execute`, sent)).status).toBe(409);
    await dies("-1 millisecond");
    expect((await call(EXECUTE, "POST", `${PATH}/execute`, sent)).status).toBe(200);
    await expect.poll(status, { timeout: 20_000 }).toBe("EXECUTED");
    const { rows } = await world.app.database.pool.query("select id from venue_order where conversion_id = $1", [
      invoiceId,
    ]);
    expect(rows).toHaveLength(1);
  });
});
