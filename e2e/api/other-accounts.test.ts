import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, questionsOf, searchesFor } from "#e2e/world/accounts/newborn.ts";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got, Key } from "#e2e/world/client.ts";
import { beginExport, finishExports } from "#lib/exports/write-export.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { loadOperations } from "#lib/reference/endpoints.ts";
import { openParty, type Party } from "#e2e/world/accounts/parties.ts";
import { openTroubles } from "#e2e/world/accounts/troubles.ts";

let api: Api;
let key: Key;
let admin: Partial<ApiRequest>;
let before: Map<string, string>;
let theirs: Party;
let frames: string;
let stop: AbortController;

const questions = questionsOf(await loadOperations());

beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  key = await api.newKey({ account: "newborn" });
  admin = await api.staff("admin", "newborn");
  await api.settle();
  await answers();
  before = await answers();
  stop = new AbortController();
  frames = "";
  void listen();
  theirs = await openParty(api, "globex");
  await liveOn(api.as(theirs.key.key as Key));
  await openTroubles(api, theirs);
});
afterAll(async () => {
  stop?.abort();
  await api?.close();
});

/** Sells, is refused, is about to let a bill expire, and leaves an endpoint failing. */
async function liveOn(own: ReturnType<Api["as"]>): Promise<void> {
  const sold = await own.bill();
  await own.pay(sold, sold.quantity, "bitcoin", 2);
  const { invoice: invoiceId } = theirs.objects;
  await own.post("/payment/v1/conversion/quote", { invoiceId });
  await own.post("/payment/v1/conversion/execute", { invoiceId });
  await api.settings({ lifetimeMs: "200000" }, "globex");
  await own.bill({ subaccount: "shop-1", reference: "order-1" });
  expect((await own.post(CREATE, {})).status).toBe(400);
  await own.settle();
}

async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const question of questions) found.set(question.name, await answerOf(api, question, admin));
  return found;
}

async function listen(): Promise<void> {
  const response = await fetch(`${api.url}/manage/v1/stream`, {
    signal: stop.signal,
    headers: { authorization: `Basic ${Buffer.from(`${key.keyId}:${key.secret}`).toString("base64")}` },
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body as ReadableStream<Uint8Array>)
      frames += decoder.decode(chunk, { stream: true });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

describe("an account that has done nothing", () => {
  test.each(questions.map(({ name }) => name))("is answered by %s as before another account lived", async (name) => {
    now ??= await answers();
    expect(before.get(name)).toMatch(/^200 /);
    expect(now.get(name)).toBe(before.get(name));
  });
  let now: Map<string, string> | undefined;

  test("hears nothing of another's life on its stream, and then its own", async () => {
    const { paymentId } = await api.bill({}, key);
    await expect.poll(() => frames).toContain(paymentId);
    const streamed = [...frames.matchAll(/"objectId":"([^"]+)"/g)].map(([, id]) => id);
    expect(streamed).toEqual([paymentId]);
  });
});

describe("a search", () => {
  const foundBy = async (target: string, who: Partial<ApiRequest>) =>
    (await api.get(target, who)).as<{ data: { id: string }[] }>().data.map(({ id }) => id);

  test("for another's identifiers, addresses and transactions finds them for their owner alone", async () => {
    for (const { target } of searchesFor(theirs.objects)) {
      expect(await foundBy(target, theirs.key), target).not.toEqual([]);
      expect(await foundBy(target, admin), target).toEqual([]);
    }
  });

  test("for references and subaccounts that both have finds each one's own", async () => {
    const foreign = api.as(theirs.key.key as Key);
    for (const subaccount of ["search-1", "search-3"]) await foreign.bill({ subaccount, reference: "search-ref" });
    const own = api.as(await api.newKey({ account: "newborn" }));
    const { paymentId } = await own.bill({ subaccount: "search-2", reference: "search-ref" });
    expect(await foundBy("/manage/v1/search?q=search-", admin)).toEqual([paymentId, "search-2"]);
  });
});

describe("what two accounts use alike stays each one's own", () => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "shop-1", reference: "order-1" };

  test("an idempotency key with the same request makes a bill for each", async () => {
    const headers = { "idempotency-key": "order-1" };
    const [ours, again, foreign] = [
      await api.post(CREATE, input, { headers }),
      await api.post(CREATE, input, { headers }),
      await api.post(CREATE, input, { headers, ...theirs.key }),
    ];
    expect(again.text).toBe(ours.text);
    expect(foreign.headers["idempotent-replayed"]).toBeUndefined();
    expect(foreign.as<MadeBill>().paymentId).not.toBe(ours.as<MadeBill>().paymentId);
    expect((await api.post(CREATE, input, { headers })).text).toBe(ours.text);
  });

  test("a nonce spent by one key is new for another", async () => {
    const nonce = "spent-by-one";
    const statusOf = async (who: Partial<ApiRequest>) =>
      (await api.get("/manage/v1/balances", { nonce, ...who })).status;
    expect([await statusOf({}), await statusOf({}), await statusOf(theirs.key)]).toEqual([200, 401, 200]);
  });

  test("a key that has used its rate up leaves every other key its own", async () => {
    const slow = await api.newKey({ rate: 1 });
    const twin = await api.newKey({ rate: 1 });
    const foreign = await api.newKey({ account: "globex", rate: 1 });
    let last: Got | undefined;
    for (let tries = 0; tries < 300 && last?.status !== 429; tries += 1)
      last = await api.get("/manage/v1/balances", { key: slow });
    expect(last?.status).toBe(429);
    expect((await api.get("/manage/v1/balances", { key: twin })).status).toBe(200);
    expect((await api.get("/manage/v1/balances", { key: foreign })).status).toBe(200);
  });

  test("settings of one rule no bill of another", async () => {
    await api.settings({ spreadBps: "500", "depositLimit.BTC": "0.0001", lifetimeMs: "60000" }, "globex");
    const bill = await api.bill();
    expect(bill).toMatchObject({ price: 59_400, quantity: 0.00168351 });
    await api.pay(bill, bill.quantity, "bitcoin");
    expect(await api.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", fiatReceived: 100 });
    expect((await api.as(theirs.key.key as Key).bill()).price).toBe(57_000);
  });

  test("another's limit on open promises is not used up by one's own bills", async () => {
    await api.settings({ openExposureLimit: "150", lifetimeMs: "1200000" }, "limited");
    const limited = await api.newKey({ account: "limited" });
    for (const made of ["one", "two"]) await api.bill({ reference: made });
    expect((await api.bill({}, limited)).price).toBe(59_400);
    const refused = await api.post(CREATE, input, { key: limited });
    expect([refused.status, refused.problem.code]).toEqual([409, "EXPOSURE_LIMIT"]);
  });

  test("a payout of all that is free takes one's own deposits alone, and one unit more is refused", async () => {
    const account = api.as(await api.newKey({ account: "payer" }));
    const retained = await account.bill({ strategy: "RAI" });
    await account.pay(retained, retained.quantity, "bitcoin");
    const { quantityUnconverted: free } = await account.payment(retained.paymentId);
    const payOut = (quantity: number) =>
      account.post("/manage/v1/payouts", `{"asset":"BTC","quantity":${quantity.toFixed(8)},"reference":"all"}`);
    const refused = await payOut(free + 1e-8);
    expect([refused.status, refused.problem.code]).toEqual([409, "INSUFFICIENT_FUNDS"]);
    expect((await payOut(free)).status).toBe(200);
    expect((await account.payment(retained.paymentId)).quantityPaidOut).toBe(free);
  });
});

describe("what a file holds", () => {
  test("of another's records named by their ids, nothing", async () => {
    const worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
    for (const [list, ids] of [
      ["payments", [theirs.objects.payment]],
      ["conversions", [theirs.objects.invoice]],
    ] as const) {
      const made = await api.post("/manage/v1/exports", { list, format: "csv", ids: [...ids] });
      const { exportId } = made.as<{ exportId: string }>();
      while (await beginExport(worker)) await finishExports(api.app);
      const file = await api.get(`/manage/v1/exports/${exportId}/file`);
      expect(file.text.trim().split("\r\n"), list).toHaveLength(1);
    }
  });

  test("of a list that another account fills, one's own rows", async () => {
    const own = await api.newKey({ account: "newborn" });
    const worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
    const since = Date.now() - 86_400_000;
    for (const list of ["payments", "conversions", "statement", "audit"]) {
      const filter = { startTime: list === "conversions" ? new Date(since).toISOString() : since };
      const made = await api.post("/manage/v1/exports", { list, format: "csv", filter }, { key: own });
      expect(made.status, made.text).toBe(200);
      const { exportId, count } = made.as<{ exportId: string; count: number }>();
      while (await beginExport(worker)) await finishExports(api.app);
      const { text } = await api.get(`/manage/v1/exports/${exportId}/file`, { key: own });
      expect(text, list).not.toContain("globex");
      expect(text.trim().split("\r\n").length - 1, list).toBe(count);
      for (const id of Object.values(theirs.objects)) expect(text, list).not.toContain(id);
    }
  });
});

test("a person of one account is answered of another's name as of one that nobody has", async () => {
  const answerFor = async (name: string) => {
    const headers = { ...admin.headers, "x-account": name };
    const { status, text } = await api.get("/manage/v1/balances", { ...admin, headers });
    return [status, text.replaceAll(/"requestId":"[^"]*"/g, "").replaceAll(name, "NAME")];
  };
  expect(await answerFor("globex")).toEqual(await answerFor("nobody-of-this-name"));
  expect((await answerFor("newborn"))[0]).toBe(200);
});
