import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, type MadeBill, openApi } from "#e2e/world/api.ts";
import type { Got } from "#e2e/world/client.ts";

// What a conversion is refused with, by calls: the checks of its creation in their order, and its quotes.

const PATH = "/payment/v1/conversion";
let api: Api;
/** Each has free crypto: .00199 BTC in EUR, twice, and as much in USD. */
let one: MadeBill;
let two: MadeBill;
let dollars: MadeBill;
/** Has received nothing. */
let unpaid: MadeBill;
let foreign: MadeBill;
beforeAll(async () => {
  api = await openApi();
  for (const quote of ["EUR", "USD"]) await api.control("prices", { base: "BTC", quote, price: 60_000 });
  [one, two] = [await retained(), await retained()];
  dollars = await retained({ fiat: "USD" });
  unpaid = await api.bill();
  foreign = await api.bill({}, await api.newKey({ account: "foreign" }));
});
afterAll(async () => {
  const broken = await api.broken();
  await api.close();
  expect(broken).toEqual([]);
});

async function retained(more: object = {}): Promise<MadeBill> {
  const bill = await api.bill({ strategy: "RAI", ...more });
  await api.pay(bill, "0.002", "bitcoin", 2);
  return bill;
}
const refused = ({ status, problem }: Got) => [status, problem.code, problem.errors?.map(({ field }) => field)];
type Items = readonly (MadeBill | string)[];
const create = (items: Items, quantity: number, more: object = {}) => {
  const named = items.map((item) => ({ paymentId: typeof item === "string" ? item : item.paymentId }));
  return api.post(PATH, { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items: named, ...more });
};
async function created(items: Items, quantity: number): Promise<string> {
  const got = await create(items, quantity);
  expect([got.status, got.text]).toEqual([200, expect.any(String)]);
  return got.as<{ invoiceId: string }>().invoiceId;
}
const cancel = (body: object | undefined, query = "") =>
  api.send({ method: "DELETE", target: PATH + query, ...(body ? { body } : {}) });

describe("the checks of a creation, of which an earlier one is told first", () => {
  const item = (at: number) => `items[${at}].paymentId`;

  test("1 to 500 items", async () => {
    for (const items of [[], Array.from({ length: 501 }, () => "nobody's")])
      expect(refused(await create(items, 1))).toEqual([400, "VALIDATION_FAILED", ["items"]]);
  });

  test("symbols that are known, before what the items are", async () => {
    for (const baseSymbol of ["XRP", "btc", "", "EUR"])
      expect(refused(await create([one, one], 1, { baseSymbol }))).toEqual([400, "UNSUPPORTED_CRYPTO", ["baseSymbol"]]);
    for (const quoteSymbol of ["CHF", "eur", "", "BTC"])
      expect(refused(await create([one, one], 1, { quoteSymbol }))).toEqual([400, "UNSUPPORTED_FIAT", ["quoteSymbol"]]);
  });

  test("each bill once, and every repeated one is named", async () => {
    const got = await create([one, "nobody's", one, dollars, one], 1);
    expect(refused(got)).toEqual([400, "DUPLICATE_ITEM", [item(2), item(4)]]);
  });

  test("bills of the account: another's is unknown, like one that nobody has", async () => {
    const got = await create([dollars, foreign, one, "nobody's"], 1);
    expect(refused(got)).toEqual([404, "PAYMENT_NOT_FOUND", [item(1), item(3)]]);
    expect(got.problem.errors?.map(({ message }) => message)).toEqual(
      [1, 3].map((at) => `${item(at)} does not exist.`),
    );
  });

  test("bills of one pair, the one that is said", async () => {
    expect(refused(await create([unpaid, dollars], 1))).toEqual([400, "SYMBOL_MISMATCH", [item(1)]]);
    const other = await create([one, dollars], 1, { quoteSymbol: "USD" });
    expect(refused(other)).toEqual([400, "SYMBOL_MISMATCH", [item(0)]]);
  });

  test("bills with something free: what is locked is told from what never came", async () => {
    expect(refused(await create([one, unpaid], 1))).toEqual([409, "NOTHING_TO_CONVERT", [item(1)]]);
    const invoiceId = await created([two], 0.00199);
    const got = await create([two, one, unpaid], 1);
    expect(refused(got)).toEqual([409, "ALREADY_IN_CONVERSION", [item(0), item(2)]]);
    expect(got.problem.errors?.map(({ code }) => code)).toEqual(["ALREADY_IN_CONVERSION", "NOTHING_TO_CONVERT"]);
    expect((await cancel({ invoiceId })).status).toBe(200);
  });

  test("exactly what is free, named where it is not, and nothing is locked by a refusal", async () => {
    for (const quantity of [0.00397999, 0.00398001, 0.00199]) {
      const got = await create([one, two], quantity);
      expect(refused(got)).toEqual([400, "QUANTITY_MISMATCH", ["quantity"]]);
      expect(got.problem["expectedQuantity"]).toBe(0.00398);
    }
    const invoiceId = await created([one, two], 0.00398);
    expect((await cancel({ invoiceId })).status).toBe(200);
  });
});

describe("a quote", () => {
  const act = (what: "quote" | "execute", body: object) => api.post(`${PATH}/${what}`, body);

  test("holds for its ten seconds, is superseded by the next one, and is looked at before all else", async () => {
    const invoiceId = await created([one], 0.00199);
    expect(refused(await act("execute", { invoiceId }))).toEqual([409, "QUOTE_REQUIRED", undefined]);
    type Quote = { quoteId: string; quoteTime: number; expiryTime: number; fiatReceivable: number };
    const first = (await act("quote", { invoiceId })).as<Quote>();
    expect(first.expiryTime - first.quoteTime).toBe(10_000);
    const second = (await act("quote", { invoiceId })).as<Quote>();
    const { quoteId } = first;
    expect(refused(await act("execute", { invoiceId, quoteId }))).toEqual([409, "QUOTE_SUPERSEDED", undefined]);
    await api.control("clock", { advanceMs: 10_000 });
    expect((await api.get(`${PATH}?invoiceId=${invoiceId}`)).as()).toMatchObject([
      { status: "QUOTED", quoteExpired: true },
    ]);
    for (const given of [{}, { quoteId: second.quoteId }])
      expect(refused(await act("execute", { invoiceId, ...given }))).toEqual([409, "QUOTE_EXPIRED", undefined]);
    expect(refused(await act("execute", { invoiceId, quoteId }))).toEqual([409, "QUOTE_SUPERSEDED", undefined]);

    const live = (await act("quote", { invoiceId })).as<Quote>();
    const executed = await act("execute", { invoiceId, quoteId: live.quoteId });
    expect(executed.as()).toMatchObject({ status: "EXECUTED", fiatReceived: live.fiatReceivable });
    expect((await act("execute", { invoiceId })).as()).toMatchObject({ status: "EXECUTED" });
    expect(refused(await act("quote", { invoiceId }))).toEqual([409, "INVALID_STATE", undefined]);
    expect(refused(await cancel({ invoiceId }))).toEqual([409, "INVALID_STATE", undefined]);
  });

  test("of what does not exist, or is another's, is 404; what names nothing is 400", async () => {
    for (const target of [`${PATH}/quote`, `${PATH}/execute`]) {
      expect(refused(await api.post(target, { invoiceId: "nobody's" }))).toEqual([404, "NOT_FOUND", undefined]);
      for (const body of [{}, { invoiceId: "" }, { invoiceId: 7 }])
        expect(refused(await api.post(target, body))).toEqual([400, "VALIDATION_FAILED", ["invoiceId"]]);
    }
  });
});

describe("a cancellation", () => {
  test("takes body or query, not two that differ, and says the note; again it answers the record", async () => {
    const invoiceId = await created([two], 0.00199);
    expect(refused(await cancel({ invoiceId }, "?invoiceId=another"))).toEqual([
      400,
      "VALIDATION_FAILED",
      ["invoiceId"],
    ]);
    const done = { status: "CANCELLED", cancelNote: "by query", items: [{ quantity: 0.00199 }] };
    expect((await cancel(undefined, `?invoiceId=${invoiceId}&note=by+query`)).as()).toMatchObject(done);
    expect((await cancel({ invoiceId, note: "once more" })).as()).toMatchObject(done);
  });

  test("comes by itself after 24 hours untouched, which a quote begins anew", async () => {
    const day = 86_400_000;
    const invoiceId = await created([two], 0.00199);
    const now = async (advanceMs: number) => {
      await api.control("clock", { advanceMs });
      await api.settle();
      return (await api.get(`${PATH}?invoiceId=${invoiceId}`)).as();
    };
    expect(await now(day - 60_000)).toMatchObject([{ status: "CREATED" }]);
    expect((await api.post(`${PATH}/quote`, { invoiceId })).status).toBe(200);
    expect(await now(day - 60_000)).toMatchObject([{ status: "QUOTED", quoteExpired: true }]);
    expect(await now(60_000)).toMatchObject([{ status: "CANCELLED", cancelReason: "TIMEOUT" }]);
    expect((await api.payment(two.paymentId)).quantityLocked).toBe(0);
  });
});

test("a list is inclusive on created, newest first, and Link leads through its pages to the end", async () => {
  const made: { invoiceId: string; created: string }[] = [];
  for (let at = 0; at < 3; at += 1) {
    const got = await create([two], 0.00199);
    made.unshift(got.as<{ invoiceId: string; created: string }>());
    await cancel({ invoiceId: made[0]?.invoiceId });
  }
  const [newest, , oldest] = made;
  const range = `startTime=${oldest?.created}&endTime=${newest?.created}`;
  const seen: string[] = [];
  for (let target: string | undefined = `${PATH}?${range}&limit=2`; target; ) {
    const page: Got = await api.get(target);
    seen.push(...page.as<{ invoiceId: string }[]>().map(({ invoiceId }) => invoiceId));
    target = /^<([^>]+)>; rel="next"$/.exec(String(page.headers["link"] ?? ""))?.[1];
  }
  expect(seen).toEqual(made.map(({ invoiceId }) => invoiceId));
  const alone = await api.get(`${PATH}?startTime=${oldest?.created}&endTime=${oldest?.created}`);
  expect(alone.as()).toMatchObject([{ invoiceId: oldest?.invoiceId }]);
});
