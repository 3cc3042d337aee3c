import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, openApi } from "#e2e/world/api.ts";
import type { ApiRequest, Got } from "#e2e/world/client.ts";

type Approval = { approvalId: string; status: string; yours: boolean; payoutId?: string };
type Page = { data: Approval[]; startsAfter: string | null };

let api: Api;
/** Two people of one role and one name. */
let first: Partial<ApiRequest>;
let second: Partial<ApiRequest>;
let operator: Partial<ApiRequest>;
/** Two treasurers of the house. */
let house: Partial<ApiRequest>;
let another: Partial<ApiRequest>;

beforeAll(async () => {
  api = await openApi();
  await api.plainPrices();
  first = await api.staff("treasurer");
  second = await api.staff("treasurer");
  operator = await api.staff("operator");
  house = await api.staffOfHouse("treasurer");
  another = await api.staffOfHouse("treasurer");
  await api.settings({ secondPerson: "always" });
  for (const _each of [1, 2]) {
    const bill = await api.bill();
    await api.pay(bill, bill.quantity, "bitcoin", 2);
  }
});
afterAll(async () => {
  await api?.settings({ secondPerson: "never" });
  expect(await api?.broken()).toEqual([]);
  await api?.close();
});

const patch = (body: object, who: Partial<ApiRequest> = first) =>
  api.send({ method: "PATCH", target: "/manage/v1/settings", body, ...who });
const patchHouse = (body: object, who: Partial<ApiRequest> = house) =>
  api.send({ method: "PATCH", target: "/house/v1/settings", body, ...who });
const payOut = (quantity: number, who: Partial<ApiRequest> = first) =>
  api.post("/manage/v1/payouts", { asset: "EUR", quantity, reference: "wire 17" }, who);
const press = (
  command: "approve" | "decline" | "withdraw",
  got: Got,
  who: Partial<ApiRequest>,
  body: object = { note: "seen" },
) => api.post(`/manage/v1/approvals/${got.as<Approval>().approvalId}/${command}`, body, who);
const pressInHouse = (
  command: "approve" | "decline",
  got: Got,
  who: Partial<ApiRequest>,
  body: object = { note: "seen" },
) => api.post(`/house/v1/approvals/${got.as<Approval>().approvalId}/${command}`, body, who);
const list = (query: string, who: Partial<ApiRequest> = operator) => api.get(`/manage/v1/approvals${query}`, who);
const settings = async () => (await api.get("/manage/v1/settings")).as<Record<string, unknown>>();
const withKey = (who: Partial<ApiRequest>, key: string): Partial<ApiRequest> => ({
  ...who,
  headers: { ...who.headers, "idempotency-key": key },
});

describe("a risky action", () => {
  test("of settings answers 202, also when the same request comes again, and rules once approved", async () => {
    const once = withKey(first, "tolerance");
    const pending = await patch({ toleranceBps: 80, reason: "agreed" }, once);
    expect([pending.status, pending.as()]).toEqual([
      202,
      expect.objectContaining({
        status: "PENDING",
        yours: true,
        changes: [{ name: "toleranceBps", before: 0, after: 80 }],
      }),
    ]);
    const again = await patch({ toleranceBps: 80, reason: "agreed" }, once);
    expect([again.status, again.headers["idempotent-replayed"], again.as()]).toEqual([202, "true", pending.as()]);
    expect(await settings()).toMatchObject({ toleranceBps: 0 });
    expect((await press("approve", pending, second)).as()).toMatchObject({ status: "APPROVED", reason: "agreed" });
    expect(await settings()).toMatchObject({ toleranceBps: 80 });
  });

  test("of money answers 202 and is booked by a second person, of the house", async () => {
    const pending = await payOut(10);
    expect([pending.status, pending.as<Approval>()]).toMatchObject([202, { what: "payout", payout: { quantity: 10 } }]);
    expect((await press("approve", pending, second)).status).toBe(403);
    const done = (await pressInHouse("approve", pending, house)).as<Approval>();
    const { data } = (await api.get(`/manage/v1/audit?objectId=${done.payoutId}`)).as<{ data: object[] }>();
    expect(data).toMatchObject([{ action: "payout.record", detail: { approvalId: done.approvalId } }]);
    expect((await payOut(100_000)).problem.code).toBe("INSUFFICIENT_FUNDS");
  });

  test("is no other setting: that rules at once, and so does all where no second person is needed", async () => {
    expect((await patch({ "depositLimit.BTC": 5 })).status).toBe(200);
    const off = await patchHouse({ secondPerson: "never" });
    expect(off.status).toBe(202);
    expect((await pressInHouse("approve", off, house, {})).status).toBe(403);
    expect((await pressInHouse("approve", off, another, {})).status).toBe(200);
    expect((await patch({ toleranceBps: 90 })).status).toBe(200);
    expect((await patchHouse({ secondPerson: "always" })).status).toBe(200);
    expect((await patch({ toleranceBps: 100 })).status).toBe(202);
  });
});

describe("the decision", () => {
  test("is another person's who may do the action, not a key's", async () => {
    const pending = await patch({ toleranceBps: 70 });
    const { key } = api;
    const refused = [first, operator, { key }].map(async (who) => (await press("approve", pending, who)).problem);
    const refusals = (await Promise.all(refused)).map(({ code, message }) => `${code} ${message}`);
    expect(refusals).toEqual([
      expect.stringMatching(/^FORBIDDEN You asked for this yourself/),
      expect.stringMatching(/^FORBIDDEN Your role does not allow this; it needs settings:write/),
      expect.stringMatching(/^FORBIDDEN Only a person/),
    ]);
    expect((await press("decline", pending, second, {})).problem.errors?.[0]?.field).toBe("note");
    expect((await press("withdraw", pending, second)).status).toBe(403);
    expect((await press("withdraw", pending, first, {})).as()).toMatchObject({ status: "WITHDRAWN" });
  });

  test("is made once when several press at once, under one key as under many", async () => {
    const pending = await payOut(10);
    const tries = [1, 2, 3, 4].map((each) => pressInHouse("approve", pending, withKey(house, `press-${each}`)));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.problem).toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringMatching(/is APPROVED by staff/),
    });
    const repeated = await Promise.all(
      [1, 2].map(() => pressInHouse("approve", pending, withKey(house, "press-late"))),
    );
    for (const { status } of repeated) expect(status).toBe(409);
  });
});

test("requests are listed newest first, by state, page after page", async () => {
  await Promise.all([patch({ toleranceBps: 60 }), patch({ toleranceBps: 61 })]);
  const seen: string[] = [];
  for (let token: string | null = ""; token !== null; ) {
    const page: Page = (await list(`?status=PENDING&limit=1${token && `&startsAfter=${token}`}`)).as<Page>();
    seen.push(...page.data.map(({ approvalId }) => approvalId));
    token = page.startsAfter;
  }
  const whole = (await list("?status=PENDING")).as<Page>().data.map(({ approvalId }) => approvalId);
  expect(seen).toEqual(whole);
  expect(whole).toEqual([...whole].sort().reverse());
  const { startsAfter } = (await list("?status=PENDING&limit=1")).as<Page>();
  expect((await list(`?status=APPROVED&startsAfter=${startsAfter}`)).problem.code).toBe("INVALID_PAGINATION_TOKEN");
  await api.control("clock", { advanceMs: 86_400_000 });
  expect((await list("?status=PENDING")).as<Page>().data).toEqual([]);
  expect((await list("?status=EXPIRED")).as<Page>().data.map(({ approvalId }) => approvalId)).toEqual(whole);
});

describe("an execution above the limit", () => {
  test("is 409 with the request to approve, the same for a repeated one, and executes once another has signed", async () => {
    await api.settings({ "executionLimit.EUR": "50" });
    const bill = await api.bill({ strategy: "RAI" });
    await api.pay(bill, bill.quantity, "bitcoin", 2);
    const { data } = (await api.get(`/payment/v1/payment?paymentId=${bill.paymentId}`)).as<{
      data: { quantityUnconverted: number }[];
    }>();
    const quantity = data[0]?.quantityUnconverted;
    const items = [{ paymentId: bill.paymentId }];
    const made = await api.post("/payment/v1/conversion", { baseSymbol: "BTC", quoteSymbol: "EUR", quantity, items });
    const { invoiceId } = made.as<{ invoiceId: string }>();
    const quote = () => api.post("/payment/v1/conversion/quote", { invoiceId });
    const execute = (who: Partial<ApiRequest>) => api.post("/payment/v1/conversion/execute", { invoiceId }, who);
    await quote();
    const refused = await execute(withKey(first, "envelope"));
    expect(refused.status, refused.text).toBe(409);
    const { approvalId } = refused.as<Approval>();
    expect(refused.as<object>()).toMatchObject({ code: "APPROVAL_REQUIRED", approvalId: expect.stringMatching(/-/) });
    expect((await execute(withKey(first, "envelope"))).as<Approval>().approvalId).toBe(approvalId);
    expect((await press("approve", refused, first)).status).toBe(403);
    expect((await press("approve", refused, second)).status).toBe(200);
    await quote();
    const done = await execute(withKey(first, "inside"));
    expect(done.as<object>(), done.text).toMatchObject({ status: "EXECUTED" });
    await api.settings({ "executionLimit.EUR": "1000000" });
  });
});
