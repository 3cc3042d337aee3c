import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, GET_PAYMENT, openApi, type Page, type Payment } from "#e2e/world/api.ts";
import type { ApiRequest } from "#e2e/world/client.ts";
import { chanceFrom } from "#e2e/world/seeded.ts";

let api: Api;
/** What the requests of one role carry. */
let viewer: Partial<ApiRequest>;
let treasurer: Partial<ApiRequest>;
const startTime = Date.now() - 60_000;

beforeAll(async () => {
  api = await openApi();
  viewer = await api.staff("viewer");
  treasurer = await api.staff("treasurer");
  await api.plainPrices();
  await playFlows();
});
afterAll(async () => {
  expect(await api?.broken()).toEqual([]);
  await api?.close();
});

/** Bills in all sorts of states, of two customers. */
async function playFlows(): Promise<void> {
  const exact = await api.bill({ reference: "exact" });
  await api.pay(exact, exact.quantity, "bitcoin");
  await api.pay(await api.bill({ strategy: "RAI", subaccount: "shop-2" }), 0.003, "bitcoin");
  await api.pay(await api.bill({ cryptoType: "USDC", strategy: "RAI" }), 40.5, "eth");
  await api.pay(await api.bill({ cryptoType: "USDT", fiat: "JPY", fiatReceivable: 10_000 }), 80, "eth");
  await api.pay(await api.bill({ cryptoType: "USDT", networkType: "tron", feeModel: "EXPLICIT" }), 70, "tron");
  await api.pay(await api.bill({ cryptoType: "BCH", subaccount: "shop-2" }), 0.1, "bitcoincash");
  await api.bill({ fiat: "JPY", fiatReceivable: 5_000 });
  await api.control("clock", { advanceMs: 21 * 60_000 });
  await api.settle();
  await api.bill({ reference: "open" });
}

const whole = (value: number, scale: number): bigint => BigInt(Math.round(value * 10 ** scale));

type Movement = {
  at: number;
  transactionId: string;
  event: string;
  paymentId?: string;
  invoiceId?: string;
  asset: string;
  networkType?: string;
  account: string;
  amount: number;
  balance: number;
};
type Statement = { data: Movement[]; startsAfter: string | null };

async function statement(filters: string, limit: number): Promise<Movement[]> {
  const found: Movement[] = [];
  for (let startsAfter = ""; ; ) {
    const after = startsAfter ? `&startsAfter=${encodeURIComponent(startsAfter)}` : "";
    const page = (await api.get(`/manage/v1/statement?${filters}&limit=${limit}${after}`)).as<Statement>();
    expect(page.data.length).toBeLessThanOrEqual(limit);
    found.push(...page.data);
    if (page.startsAfter === null) return found;
    expect(page.data).toHaveLength(limit);
    startsAfter = page.startsAfter;
  }
}

describe("balances and statement", () => {
  test("a balance is the sum of its movements, and the last of them says so", async () => {
    const { data } = (await api.get("/manage/v1/balances")).as<{ data: Record<string, string | number>[] }>();
    expect(data.map(({ asset, networkType }) => `${asset} ${networkType ?? ""}`.trim()).sort()).toEqual([
      "BCH",
      "BTC",
      "EUR",
      "JPY",
      "USDC",
      "USDT eth",
      "USDT tron",
    ]);
    const movements = await statement(`startTime=${startTime}`, 500);
    for (const line of data) {
      for (const account of ["pending", "available", "locked", "owed"]) {
        const own = movements.filter(
          (each) =>
            each.asset === line["asset"] && each.networkType === line["networkType"] && each.account === account,
        );
        const sum = own.reduce((total, { amount }) => total + whole(amount, 8), 0n);
        expect([line["asset"], account, sum]).toEqual([line["asset"], account, whole(Number(line[account]), 8)]);
        expect(own[0]?.balance ?? 0).toBe(line[account]);
      }
    }
  });

  test("pages join to the whole, newest first, whatever their size", async () => {
    const all = await statement("asset=BTC", 500);
    expect(all.length).toBeGreaterThan(4);
    expect(all.every(({ asset }) => asset === "BTC")).toBe(true);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((a, b) => b - a));
    for (const limit of [1, 3]) expect(await statement("asset=BTC", limit)).toEqual(all);
    expect(all.every(({ paymentId }) => paymentId)).toBe(true);
  });

  test("of one payment it has the movements of that one, of none that is known nothing", async () => {
    const all = await statement("asset=BTC,EUR", 500);
    const [{ paymentId } = { paymentId: "" }] = all.filter((one) => one.paymentId);
    const own = await statement(`paymentId=${paymentId}`, 500);
    expect(own.length).toBeGreaterThan(1);
    expect(own).toEqual((await statement("", 500)).filter((one) => one.paymentId === paymentId));
    expect(await statement("paymentId=no-payment", 500)).toEqual([]);
  });

  test("a token serves only the filters it was made for", async () => {
    const { startsAfter } = (await api.get("/manage/v1/statement?asset=BTC&limit=1")).as<Statement>();
    const { status, problem } = await api.get(
      `/manage/v1/statement?asset=EUR&startsAfter=${encodeURIComponent(startsAfter ?? "")}`,
    );
    expect([status, problem.code]).toEqual([400, "INVALID_PAGINATION_TOKEN"]);
  });

  test("CSV says the same, with ISO times, and names its next page", async () => {
    const rows = await statement("asset=BTC", 500);
    const csv = { headers: { accept: "text/csv" } };
    const whole = await api.get("/manage/v1/statement?asset=BTC&limit=500", csv);
    expect(whole.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(whole.headers["link"]).toBeUndefined();
    const [head, ...lines] = whole.text.trimEnd().split("\r\n");
    expect(head).toBe("at,transactionId,event,paymentId,invoiceId,asset,networkType,account,amount,balance");
    expect(lines.map((line) => line.split(",").map((cell) => cell || undefined))).toEqual(
      rows.map((row) => [
        new Date(row.at).toISOString(),
        row.transactionId,
        row.event,
        row.paymentId,
        row.invoiceId,
        row.asset,
        row.networkType,
        row.account,
        expect.stringMatching(/^-?\d+(\.\d+)?$/),
        expect.stringMatching(/^\d+(\.\d+)?$/),
      ]),
    );
    const first = await api.get("/manage/v1/statement?asset=BTC&limit=2", csv);
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers["link"]))?.[1] ?? "";
    const second = await api.get(next, csv);
    const cells = (text: string) => text.trimEnd().split("\r\n").slice(1);
    expect([...cells(first.text), ...cells(second.text)]).toEqual(lines.slice(0, 4));
  });

  test("another account sees nothing of it", async () => {
    const key = await api.newKey({ account: "other" });
    expect((await api.get("/manage/v1/balances", { key })).as()).toEqual({ data: [] });
    expect((await api.get("/manage/v1/statement", { key })).as()).toEqual({ data: [], startsAfter: null });
  });
});

describe("payouts", () => {
  const input = { asset: "EUR", quantity: 12.34, reference: "wire 1" };
  const pay = (who: Partial<ApiRequest>, body: object = input) => api.post("/manage/v1/payouts", body, who);

  test("are recorded by treasurers, once for each idempotency key", async () => {
    expect((await pay(viewer)).status).toBe(403);
    const once = { ...treasurer, headers: { ...treasurer.headers, "idempotency-key": "wire-1" } };
    const first = await pay(once);
    expect(first.as()).toMatchObject({ ...input, payoutId: expect.any(String), at: expect.any(Number) });
    const again = await pay(once);
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
    const paid = (await statement("asset=EUR", 500)).filter(({ event }) => event === "payout.fiat");
    expect(paid.map(({ account, amount }) => [account, amount])).toEqual([["available", -12.34]]);
  });

  test("above what is free are refused with 409", async () => {
    const { status, problem } = await pay(treasurer, { ...input, quantity: 1_000_000 });
    expect([status, problem.code]).toEqual([409, "INSUFFICIENT_FUNDS"]);
  });
});

describe("the summary of a filter", () => {
  type Summary = {
    count: number;
    byAsset: (Record<"count" | "quantity" | "quantityReceived" | "quantityUnconverted", number> &
      Pick<Payment, "cryptoType" | "networkType">)[];
    byFiat: (Record<"count" | "fiatReceivable" | "fiatReceived", number> & { fiat: string })[];
  };
  const CHOICES = {
    cryptoType: ["BTC", "BCH", "USDT", "USDC"],
    networkType: ["eth", "tron"],
    fiat: ["EUR", "JPY"],
    status: ["PENDING", "DETECTED", "PROCESSING", "COMPLETED", "EXPIRED"],
    amountStatus: ["UNPAID", "PARTIAL", "UNDERPAID", "PAID", "OVERPAID"],
    strategy: ["RFQ", "RAI", "LMT"],
    subaccount: ["shop-1", "shop-2"],
    reference: ["exact", "open"],
    label: ["LATE", "MULTIPLE"],
    convertible: ["true"],
  } as const;
  const NAMES = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

  /** The same sums as the summary's, over the records of the list. */
  function summed(list: readonly Payment[]): Summary {
    const sum = (of: readonly Payment[], name: keyof Payment, scale: number) =>
      Number(of.reduce((total, each) => total + whole(Number(each[name]), scale), 0n)) / 10 ** scale;
    const groups = <Key>(of: (each: Payment) => Key) =>
      [...new Set(list.map((each) => JSON.stringify(of(each))))].sort().map((group) => ({
        ...(JSON.parse(group) as Key),
        own: list.filter((each) => JSON.stringify(of(each)) === group),
      }));
    return {
      count: list.length,
      byAsset: groups(({ cryptoType, networkType }) => ({ cryptoType, networkType })).map(({ own, ...asset }) => ({
        ...asset,
        count: own.length,
        quantity: sum(own, "quantity", 8),
        quantityReceived: sum(own, "quantityReceived", 8),
        quantityUnconverted: sum(own, "quantityUnconverted", 8),
      })),
      byFiat: groups(({ fiat }) => ({ fiat })).map(({ own, ...fiat }) => ({
        ...fiat,
        count: own.length,
        fiatReceivable: sum(own, "fiatReceivable", 2),
        fiatReceived: sum(own, "fiatReceived", 2),
      })),
    };
  }

  test("is the sum over its list, for any filter", async () => {
    const chance = chanceFrom(14);
    let found = 0;
    for (let round = 0; round < 60; round += 1) {
      const filter = new URLSearchParams({ startTime: String(startTime) });
      for (let wanted = round === 0 ? 0 : chance.whole(1, 2); wanted > 0; wanted -= 1) {
        const name = chance.pick(NAMES);
        filter.set(name, chance.pick(CHOICES[name]));
      }
      const list = (await api.get(`${GET_PAYMENT}?${filter}&limit=500`)).as<Page>().data;
      const summary = (await api.get(`/manage/v1/payments/summary?${filter}`)).as<Summary>();
      const by = <Key extends object>(lines: Key[]) =>
        [...lines].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      const sorted = ({ count, byAsset, byFiat }: Summary) => ({ count, byAsset: by(byAsset), byFiat: by(byFiat) });
      expect({ filter: String(filter), ...sorted(summary) }).toEqual({
        filter: String(filter),
        ...sorted(summed(list)),
      });
      if (list.length > 0) found += 1;
    }
    expect(found).toBeGreaterThan(15);
  });

  test("needs no range, and takes one", async () => {
    const all = (await api.get("/manage/v1/payments/summary")).as<Summary>();
    expect(all.count).toBe(8);
    expect(
      (await api.get(`/manage/v1/payments/summary?startTime=${startTime - 1000}&endTime=${startTime}`)).as(),
    ).toEqual({
      count: 0,
      byAsset: [],
      byFiat: [],
    });
  });
});
