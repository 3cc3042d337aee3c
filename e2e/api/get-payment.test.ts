import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, GET_PAYMENT, type MadeBill, openApi, type Page, type Payment } from "#e2e/world/api.ts";
import type { Got, Key } from "#e2e/world/client.ts";

let api: Api;
let other: Key;
/** Made in this order, each at a later millisecond of the business clock. */
const bills: MadeBill[] = [];
let first: Payment;
let last: Payment;
const KINDS = [
  { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 100, subaccount: "a", reference: "r-1" },
  { cryptoType: "USDT", networkType: "tron", fiat: "USD", fiatReceivable: 70, subaccount: "b", strategy: "RAI" },
  { cryptoType: "USDT", fiat: "EUR", fiatReceivable: 40, subaccount: "a", strategy: "ACA", feeModel: "EXPLICIT" },
  { cryptoType: "BCH", bech32: true, fiat: "JPY", fiatReceivable: 9_000, subaccount: "b", reference: "r-1" },
  { cryptoType: "USDC", fiat: "GBP", fiatReceivable: 55, subaccount: "c", strategy: "LMT", limitPrice: 0.5 },
];

beforeAll(async () => {
  api = await openApi();
  other = await api.newKey({ account: "other" });
  for (let at = 0; at < 25; at += 1) {
    bills.push(await api.bill(KINDS[at % KINDS.length]));
    await api.control("clock", { advanceMs: 1 });
  }
  first = await api.payment(bills[0]?.paymentId ?? "");
  last = await api.payment(bills[24]?.paymentId ?? "");
});
afterAll(() => api?.close());

const list = async (query: string, key?: Key): Promise<Page> => {
  const got = await api.get(`${GET_PAYMENT}?${query}`, key ? { key } : {});
  if (got.status !== 200) throw new Error(got.text);
  return got.as<Page>();
};
const refused = (got: Got) => [got.status, got.problem.code, got.problem.errors?.[0]?.field];
const ask = async (query: string, key?: Key) => refused(await api.get(`${GET_PAYMENT}?${query}`, key ? { key } : {}));
const idsOf = ({ data }: Page) => data.map(({ paymentId }) => paymentId);
const newestFirst = () => bills.map(({ paymentId }) => paymentId).reverse();
const range = () => `startTime=${first.createdAt}&endTime=${last.createdAt}`;
const DAY_MS = 86_400_000;

describe("selectors", () => {
  test("none of them, or only an end or a filter, is 400", async () => {
    for (const query of ["", "limit=5", "status=PENDING", `endTime=${Date.now()}`, "reference=r-1"]) {
      expect(await ask(query)).toEqual([400, "VALIDATION_FAILED", "startTime"]);
    }
  });

  test("one payment by its id", async () => {
    const page = await list(`paymentId=${first.paymentId}`);
    expect(page).toEqual({ data: [first], startsAfter: null });
  });

  test("an unknown id is 404, an address or a range without hits is an empty page", async () => {
    expect((await ask(`paymentId=${randomUUID()}`)).slice(0, 2)).toEqual([404, "PAYMENT_NOT_FOUND"]);
    expect(await list("address=1BoatSLRHtKNngkdXEeobR76b53LETtpyT")).toEqual({ data: [], startsAfter: null });
    expect(await list("startTime=1500000000000&endTime=1500000000001")).toEqual({ data: [], startsAfter: null });
    const ahead = Date.now() + DAY_MS;
    expect(await list(`startTime=${ahead}&endTime=${ahead}`)).toEqual({ data: [], startsAfter: null });
  });

  test("without an end a range ends now, so that it may not begin after that", async () => {
    const ahead = await api.get(`${GET_PAYMENT}?startTime=${Date.now() + DAY_MS}`);
    expect(refused(ahead)).toEqual([400, "VALIDATION_FAILED", "startTime"]);
    expect(ahead.problem.message).toBe("startTime is ahead of now: give an endTime that is not before it.");
    const conversions = `/payment/v1/conversion?startTime=${new Date(Date.now() + DAY_MS).toISOString()}`;
    expect(refused(await api.get(conversions))).toEqual([400, "VALIDATION_FAILED", "startTime"]);
  });

  test("with paymentId the other selectors are checked for form and then ignored", async () => {
    const id = `paymentId=${first.paymentId}`;
    for (const more of [
      "address=nowhere",
      "startTime=1500000000000",
      "endTime=1500000000000",
      `startTime=${Date.now()}&endTime=1500000000000`,
      `startTime=1500000000000&endTime=${Date.now()}`,
    ]) {
      expect(idsOf(await list(`${id}&${more}`))).toEqual([first.paymentId]);
    }
    expect(await ask(`${id}&startTime=1500000000`)).toEqual([400, "VALIDATION_FAILED", "startTime"]);
    expect(await ask(`${id}&limit=0`)).toEqual([400, "VALIDATION_FAILED", "limit"]);
    expect(await ask(`${id}&address=`)).toEqual([400, "VALIDATION_FAILED", "address"]);
  });

  test("both ends are inclusive, to the millisecond, on createdAt", async () => {
    expect(idsOf(await list(range()))).toEqual(newestFirst());
    expect(idsOf(await list(`startTime=${first.createdAt + 1}&endTime=${last.createdAt - 1}`))).toEqual(
      newestFirst().slice(1, -1),
    );
    expect(idsOf(await list(`startTime=${first.createdAt}&endTime=${first.createdAt}`))).toEqual([first.paymentId]);
  });

  test("without an end the range reaches up to now; one that began more than 90 days ago is refused, not shortened", async () => {
    expect(idsOf(await list(`startTime=${first.createdAt}`))).toEqual(newestFirst());
    const oldest = (await api.control<{ now: number }>("clock", { advanceMs: 0 })).now - 90 * DAY_MS;
    expect(idsOf(await list(`startTime=${oldest + 600_000}`))).toEqual(newestFirst());
    expect(await ask(`startTime=${oldest - 1}`)).toEqual([400, "RANGE_TOO_LONG", "startTime"]);
  });

  test("exactly 90 days are fine, a millisecond more is not, nor is an end before the start", async () => {
    const start = 1_600_000_000_000;
    expect(await list(`startTime=${start}&endTime=${start + 90 * DAY_MS}`)).toEqual({ data: [], startsAfter: null });
    expect(await ask(`startTime=${start}&endTime=${start + 90 * DAY_MS + 1}`)).toEqual([
      400,
      "RANGE_TOO_LONG",
      "endTime",
    ]);
    expect(await ask(`startTime=${start}&endTime=${start - 1}`)).toEqual([400, "VALIDATION_FAILED", "endTime"]);
    expect((await api.get(`${GET_PAYMENT}?startTime=${start}&endTime=${start}`)).status).toBe(200);
  });

  test("another account sees nothing of it", async () => {
    expect(await list(range(), other)).toEqual({ data: [], startsAfter: null });
    expect(await list(`address=${first.address}`, other)).toEqual({ data: [], startsAfter: null });
    expect((await ask(`paymentId=${first.paymentId}`, other)).slice(0, 2)).toEqual([404, "PAYMENT_NOT_FOUND"]);
  });
});

describe("addresses", () => {
  const addressOf = (at: number) => bills[at]?.deposit_address ?? "";

  test("as it was given", async () => {
    for (const at of [0, 1, 2, 3, 4])
      expect(idsOf(await list(`address=${encodeURIComponent(addressOf(at))}`))).toEqual([bills[at]?.paymentId]);
  });

  test("any letter case of an EVM address", async () => {
    const evm = addressOf(2).slice(2);
    for (const digits of [evm.toLowerCase(), evm.toUpperCase()])
      expect(idsOf(await list(`address=0x${digits}`))).toEqual([bills[2]?.paymentId]);
  });

  test("either form of bitcoin cash, with its prefix or without, escaped or not", async () => {
    const cash = addressOf(3);
    const legacy = await api.bill({ cryptoType: "BCH" });
    for (const form of [
      cash,
      cash.slice(12),
      cash.toUpperCase(),
      cash.slice(12).toUpperCase(),
      cash.replace(":", "%3A"),
      cash.replace(":", "%3a"),
    ]) {
      expect(idsOf(await list(`address=${form}`))).toEqual([bills[3]?.paymentId]);
    }
    expect(idsOf(await list(`address=${legacy.deposit_address}`))).toEqual([legacy.paymentId]);
  });

  test("bech32 in capitals, as QR codes have it", async () => {
    const segwit = await api.bill({ bech32: true });
    expect(idsOf(await list(`address=${segwit.deposit_address.toUpperCase()}`))).toEqual([segwit.paymentId]);
  });

  test("the letter case of Base58 counts", async () => {
    expect(idsOf(await list(`address=${addressOf(0).toLowerCase()}`))).toEqual([]);
    expect(idsOf(await list(`address=${addressOf(1).toLowerCase()}`))).toEqual([]);
  });

  test("narrowed by a range", async () => {
    const address = `address=${first.address}`;
    expect(idsOf(await list(`${address}&startTime=${first.createdAt}`))).toEqual([first.paymentId]);
    expect(idsOf(await list(`${address}&startTime=${first.createdAt + 1}`))).toEqual([]);
    expect(await ask(`${address}&startTime=1500000000000&endTime=${Date.now()}`)).toEqual([
      400,
      "RANGE_TOO_LONG",
      "endTime",
    ]);
  });

  test("text that is no address finds nothing", async () => {
    for (const text of ["x", "bitcoincash:", "0x", "'; drop table bill; --", "%25", "😀"]) {
      expect(await list(`address=${encodeURIComponent(text)}`)).toEqual({ data: [], startsAfter: null });
    }
  });
});

describe("filters", () => {
  const FILTERS: [string, (record: Payment) => boolean][] = [
    ["status=PENDING", () => true],
    ["status=COMPLETED", () => false],
    ["amountStatus=UNPAID", () => true],
    ["label=LATE", () => false],
    ["cryptoType=USDT", ({ cryptoType }) => cryptoType === "USDT"],
    ["networkType=tron", ({ networkType }) => networkType === "tron"],
    ["networkType=eth", ({ networkType }) => networkType === "eth"],
    ["fiat=EUR", ({ fiat }) => fiat === "EUR"],
    ["subaccount=b", ({ subaccount }) => subaccount === "b"],
    ["strategy=RFQ", ({ strategy }) => strategy === "RFQ"],
    ["strategy=LMT", ({ strategy }) => strategy === "LMT"],
    ["reference=r-1", ({ reference }) => reference === "r-1"],
    ["subaccount=a&fiat=EUR&strategy=ACA", ({ strategy }) => strategy === "ACA"],
    ["txHash=00", () => false],
    ["convertible=true", () => false],
  ];

  test.each(FILTERS)("%s", async (filter, isWanted) => {
    const { data } = await list(range());
    expect(idsOf(await list(`${range()}&${filter}`))).toEqual(data.filter(isWanted).map(({ paymentId }) => paymentId));
  });

  test("by transaction and by what can be converted", async () => {
    const bill = await api.bill({ strategy: "RAI", fiat: "EUR" });
    const txHash = await api.pay(bill, 0.001, "bitcoin");
    const since = `startTime=${last.createdAt + 1}`;
    for (const form of [txHash, txHash.toUpperCase(), `0x${txHash}`])
      expect(idsOf(await list(`${since}&txHash=${form}`)), form).toEqual([bill.paymentId]);
    expect(idsOf(await list(`${since}&convertible=true`))).toEqual([bill.paymentId]);
    expect(idsOf(await list(`${since}&label=LATE`))).toEqual([]);
  });

  test("by a transaction of eth in any letters, with 0x and without", async () => {
    const bill = await api.bill({ cryptoType: "USDT", networkType: "eth", fiat: "EUR", strategy: "RAI" });
    const txHash = await api.pay(bill, 12, "eth");
    expect(txHash).toMatch(/^0x[0-9a-f]{64}$/);
    const digits = txHash.slice(2);
    for (const form of [txHash, digits, digits.toUpperCase(), `0x${digits.toUpperCase()}`])
      expect(idsOf(await list(`startTime=${last.createdAt + 1}&txHash=${form}`)), form).toEqual([bill.paymentId]);
  });

  test.each([
    "convertible=false",
    "convertible=1",
    "status=PAID",
    "label=",
    "sort=price",
    "sort=--createdAt",
    "networkType=bitcoin",
    "fiat=CHF",
  ])("%s is refused", async (filter) => {
    expect(await ask(`${range()}&${filter}`)).toEqual([400, "VALIDATION_FAILED", filter.split("=")[0]]);
  });
});

describe("order and pages", () => {
  /** Reads all pages, and proves what holds for every page. */
  async function walk(query: string, limit: number): Promise<Payment[]> {
    const seen: Payment[] = [];
    let token: string | null = "";
    while (token !== null) {
      const page: Page = await list(
        `${query}&limit=${limit}${token ? `&startsAfter=${encodeURIComponent(token)}` : ""}`,
      );
      expect(page.data.length).toBeLessThanOrEqual(limit);
      if (page.startsAfter !== null) expect(page.data).toHaveLength(limit);
      seen.push(...page.data);
      token = page.startsAfter;
    }
    return seen;
  }

  const SORTS: [string, (record: Payment) => number][] = [
    ["createdAt", ({ createdAt }) => createdAt],
    ["expiryTime", ({ expiryTime }) => expiryTime],
    ["fiatReceivable", ({ fiatReceivable }) => fiatReceivable],
    ["quantity", ({ quantity }) => quantity],
    ["quantityReceived", ({ quantityReceived }) => quantityReceived],
    ["difference", ({ quantity, quantityReceived }) => (quantityReceived > 0 ? quantityReceived - quantity : 0)],
  ];

  test.each(SORTS)("by %s up and down, in pages of 1, 4, 5 and 25", async (sort, keyOf) => {
    for (const [word, sign] of [
      [sort, 1],
      [`-${sort}`, -1],
    ] as const) {
      const whole = await walk(`${range()}&sort=${word}`, 500);
      expect(whole).toHaveLength(25);
      for (const [at, record] of whole.entries()) {
        const next = whole[at + 1];
        if (next) expect(sign * (keyOf(next) - keyOf(record))).toBeGreaterThanOrEqual(0);
      }
      for (const limit of [4, 5, 25]) {
        expect((await walk(`${range()}&sort=${word}`, limit)).map(({ paymentId }) => paymentId)).toEqual(
          whole.map(({ paymentId }) => paymentId),
        );
      }
    }
    expect(await walk(`${range()}&sort=${sort}`, 1)).toHaveLength(25);
  });

  test("the default is newest first, a hundred to a page", async () => {
    expect((await list(range())).data.map(({ paymentId }) => paymentId)).toEqual(newestFirst());
  });

  test.each(["0", "501", "-1", "1.5", "ten", "", "1e3"])("limit=%s is refused", async (limit) => {
    expect(await ask(`${range()}&limit=${limit}`)).toEqual([400, "VALIDATION_FAILED", "limit"]);
  });

  test("bills made meanwhile are neither repeated nor do they push others out", async () => {
    const start = `startTime=${first.createdAt}`;
    const before = idsOf(await list(`${start}&limit=500`));
    const seen: string[] = [];
    let token: string | null = "";
    while (token !== null) {
      const page: Page = await list(`${start}&limit=3${token ? `&startsAfter=${token}` : ""}`);
      seen.push(...idsOf(page));
      token = page.startsAfter;
      await Promise.all([api.bill(), api.bill()]);
    }
    expect(seen).toEqual(before);
  });

  test("of bills of the same millisecond none is missed", async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => api.bill({ subaccount: "at once" })));
    const seen = await walk(`startTime=${first.createdAt}&subaccount=at%20once`, 7);
    expect(seen.map(({ paymentId }) => paymentId).sort()).toEqual(made.map(({ paymentId }) => paymentId).sort());
  });
});

describe("page tokens", () => {
  const tokenOf = async (query: string, key?: Key) => {
    const { startsAfter } = await list(`${query}&limit=3`, key);
    if (startsAfter === null) throw new Error("there is no next page");
    return startsAfter;
  };
  const REFUSED = [400, "INVALID_PAGINATION_TOKEN", "startsAfter"];

  test("the limit may change between pages", async () => {
    const token = await tokenOf(range());
    expect(idsOf(await list(`${range()}&limit=2&startsAfter=${token}`))).toEqual(newestFirst().slice(3, 5));
    expect(idsOf(await list(`${range()}&startsAfter=${token}`))).toEqual(newestFirst().slice(3));
  });

  test("the parameters' order means nothing, nor does asking twice", async () => {
    const token = await tokenOf(`${range()}&fiat=EUR`);
    const again = `startsAfter=${token}&limit=3&fiat=EUR&endTime=${last.createdAt}&startTime=${first.createdAt}`;
    expect(await list(again)).toEqual(await list(again));
  });

  test("with other filters, another range or sort it is refused", async () => {
    const token = await tokenOf(range());
    const others = [
      `${range()}&fiat=EUR`,
      `${range()}&sort=createdAt`,
      `startTime=${first.createdAt}`,
      `startTime=${first.createdAt - 1}&endTime=${last.createdAt}`,
      `address=${first.address}`,
    ];
    for (const query of others) expect(await ask(`${query}&startsAfter=${token}`)).toEqual(REFUSED);
  });

  test("another account's token is refused", async () => {
    const token = await tokenOf(range());
    expect(await ask(`${range()}&startsAfter=${token}`, other)).toEqual(REFUSED);
  });

  test("no character of it may change, none may be added or left out", async () => {
    const token = await tokenOf(range());
    const altered = [...token].map(
      (character, at) => `${token.slice(0, at)}${character === "A" ? "B" : "A"}${token.slice(at + 1)}`,
    );
    for (const text of [
      ...altered.slice(0, 12),
      ...altered.slice(-12),
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}.`,
      `${token}=`,
      ".",
      "x",
      "null",
    ]) {
      expect(await ask(`${range()}&startsAfter=${encodeURIComponent(text)}`)).toEqual(REFUSED);
    }
  });

  test("the default order may be named on the way", async () => {
    const token = await tokenOf(range());
    const pages = [`${range()}&startsAfter=${token}`, `${range()}&sort=-createdAt&startsAfter=${token}`];
    const [plain, named] = await Promise.all(pages.map((query) => list(query)));
    expect(named).toEqual(plain);
  });

  test("a list that began 90 days ago goes on when that is longer ago", async () => {
    const { "x-server-time": now } = (await api.get(`${GET_PAYMENT}?${range()}`)).headers;
    const start = `startTime=${Number(now) - 90 * DAY_MS + 5_000}`;
    const token = await tokenOf(start);
    await api.control("clock", { advanceMs: 6_000 });
    expect(await ask(start)).toEqual([400, "RANGE_TOO_LONG", "startTime"]);
    expect((await list(`${start}&startsAfter=${token}`)).data.length).toBeGreaterThan(0);
  });

  test("a token holds the range it was made for, although now moves on", async () => {
    const start = `startTime=${first.createdAt}`;
    const token = await tokenOf(start);
    const before = idsOf(await list(`${start}&limit=500&startsAfter=${token}`));
    await api.control("clock", { advanceMs: 60_000 });
    await api.bill();
    expect(idsOf(await list(`${start}&limit=500&startsAfter=${token}`))).toEqual(before);
  });
});
