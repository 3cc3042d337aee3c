import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { DeskError, openDesk, signRequest, verifyWebhook } from "./client.ts";

const VECTOR = { timestamp: "1700000000000", nonce: "n-0001" };

test("signs as the vectors do", async () => {
  const body = '{"cryptoType":"BTC","fiat":"EUR","fiatReceivable":100,"subaccount":"acme-42"}';
  const post = { ...VECTOR, method: "POST", target: "/payment/v1/requestPaymentAddress", body };
  const get = {
    ...VECTOR,
    method: "GET",
    target: "/payment/v1/payment?startTime=1700000000000&address=bc1q%2Fx",
    body: "",
  };
  expect(await signRequest("test-secret", post)).toBe(
    "7f1343cdfc4374047adee005bbdcf15a97fab626f62ab49ab5f4ee73674fc4e7",
  );
  expect(await signRequest("test-secret", get)).toBe(
    "1bf303c109b89fe5ca87ab9a32f55109380d2754e6ff51a35c9a9b688f258e13",
  );
});

type Sent = { url: string; method: string; headers: Record<string, string>; body: string | undefined };

/** A service that gives these answers one after the other, and what it was sent. */
function serviceOf(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: init.method ?? "",
      headers: init.headers as Record<string, string>,
      body: init.body as string,
    });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? Response.json({});
  }) as typeof globalThis.fetch;
  return { sent, desk: openDesk({ baseUrl: "http://desk/", keyId: "ak_1", secret: "s", fetch }) };
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { message: "m", code, requestId: "r-1", errors: [{ field: "fiat", message: "m" }] },
    { status, headers },
  );

test("fields go into the path, the query or the body", async () => {
  const { sent, desk } = serviceOf();
  await desk.call("PATCH /manage/v1/webhook-endpoints/{endpointId}", { endpointId: "e/1", description: "d" });
  await desk.getPayment({ address: "bc1q/x", limit: 5 });
  await desk.settle();
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["PATCH", "http://desk/manage/v1/webhook-endpoints/e%2F1", '{"description":"d"}'],
    ["GET", "http://desk/payment/v1/payment?address=bc1q%2Fx&limit=5", undefined],
    ["POST", "http://desk/sandbox/v1/settle", undefined],
  ]);
});

test("what may be tried again is, signed anew, under the same idempotency key", async () => {
  const again = { "retry-after": "0" };
  const { sent, desk } = serviceOf(
    new TypeError("line is dead"),
    refusal(503, "PRICE_UNAVAILABLE", again),
    refusal(409, "REQUEST_IN_FLIGHT"),
  );
  await desk.quoteConversion({ invoiceId: "i" });
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(new Set(sent.map(({ headers }) => headers["x-nonce"])).size).toBe(4);
});

test("a refusal is an error with its code, and is not tried again", async () => {
  const { sent, desk } = serviceOf(refusal(409, "QUOTE_EXPIRED"));
  const error = await desk.executeConversion({ invoiceId: "i" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeskError);
  expect(error).toMatchObject({
    code: "QUOTE_EXPIRED",
    status: 409,
    requestId: "r-1",
    body: { errors: [{ field: "fiat" }] },
  });
  expect(sent).toHaveLength(1);
});

test("a caller's own idempotency key is sent, and giving up stops the tries", async () => {
  const { sent, desk } = serviceOf(refusal(429, "RATE_LIMITED", { "retry-after": "9" }));
  const options = { idempotencyKey: "order-1", signal: AbortSignal.timeout(30) };
  await expect(desk.settle({}, options)).rejects.toThrow("timeout");
  expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual(["order-1"]);
});

test("who gives up while the answer is on its way waits for no further try", async () => {
  const givingUp = new AbortController();
  const answer = refusal(429, "RATE_LIMITED", { "retry-after": "9" });
  const text = answer.text.bind(answer);
  answer.text = () => {
    givingUp.abort(new Error("enough"));
    return text();
  };
  const { sent, desk } = serviceOf(answer);
  await expect(desk.settle({}, { signal: givingUp.signal })).rejects.toThrow("enough");
  expect(sent).toHaveLength(1);
});

test("each walks through all pages: by token, by cursor, by Link", async () => {
  const link = '</payment/v1/conversion?limit=1&startsAfter=t>; rel="next"';
  const { sent, desk } = serviceOf(
    Response.json({ data: [{ paymentId: "a" }], startsAfter: "t" }),
    Response.json({ data: [{ paymentId: "b" }], startsAfter: null }),
    Response.json({ data: [{ id: "1" }], cursor: "c", hasMore: true }),
    Response.json({ data: [], cursor: "c", hasMore: false }),
    Response.json([{ invoiceId: "x" }], { headers: { link } }),
    Response.json([{ invoiceId: "y" }]),
  );
  const seen: unknown[] = [];
  for await (const payment of desk.each.getPayment({ startTime: 1 })) seen.push(payment.paymentId);
  for await (const event of desk.each.getEvents()) seen.push(event.id);
  for await (const conversion of desk.each.getConversions({ startTime: "2026-01-01" })) seen.push(conversion.invoiceId);
  expect(seen).toEqual(["a", "b", "1", "x", "y"]);
  expect(sent.map(({ url }) => url.replace("http://desk", ""))).toEqual([
    "/payment/v1/payment?startTime=1",
    "/payment/v1/payment?startTime=1&startsAfter=t",
    "/manage/v1/events",
    "/manage/v1/events?cursor=c",
    "/payment/v1/conversion?startTime=2026-01-01",
    "/payment/v1/conversion?limit=1&startsAfter=t",
  ]);
});

const SECRET = `whsec_${Buffer.from("a webhook's secret").toString("base64")}`;

function signedHeaders(body: string, at = Date.now()) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(SECRET.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`m-1.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": "m-1", "webhook-timestamp": timestamp, "webhook-signature": `v1,AAAA v1,${signature}` };
}

test("a webhook is believed when its signature holds and it is fresh", async () => {
  const body = '{"type":"webhook.test","timestamp":"2026-11-19T11:52:04.801Z","data":{"endpointId":"e","sequence":1}}';
  expect(await verifyWebhook({ headers: signedHeaders(body), body, secret: ["whsec_b3RoZXI=", SECRET] })).toMatchObject(
    {
      id: "m-1",
      type: "webhook.test",
    },
  );
  expect(await verifyWebhook({ headers: new Headers(signedHeaders(body)), body, secret: SECRET })).toMatchObject({
    data: { sequence: 1 },
  });
  await expect(verifyWebhook({ headers: signedHeaders(body), body: `${body} `, secret: SECRET })).rejects.toThrow(
    "signature",
  );
  await expect(verifyWebhook({ headers: signedHeaders(body), body, secret: "whsec_b3RoZXI=" })).rejects.toThrow(
    "signature",
  );
  await expect(
    verifyWebhook({ headers: signedHeaders(body, Date.now() - 301_000), body, secret: SECRET }),
  ).rejects.toThrow("timestamp");
  await expect(verifyWebhook({ headers: {}, body, secret: SECRET })).rejects.toThrow("timestamp");
});
