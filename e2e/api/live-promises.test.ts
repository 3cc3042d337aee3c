import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Api, CREATE, type MadeBill, openApi } from "#e2e/world/api.ts";

// Contract of the limits on live promises: what counts, until when, and that none of it can be paid out of them.

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2030, 0, 7, 12);
let api: Api;
let owner: pg.Client;
beforeEach(async () => {
  api = await openApi({ alone: true });
  await api.plainPrices();
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});
afterEach(async () => {
  const broken = await api.broken();
  await owner.end();
  await api.close();
  expect(broken).toEqual([]);
});

/** Takes the business clock to a moment of the same day. */
async function at(time: string): Promise<void> {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const wanted = NOON + Math.round(((hours - 12) * 60 + minutes) * MINUTE_MS + seconds * 1_000);
  const { rows } = await owner.query<{ now: Date }>("select business_now() as now");
  const advanceMs = wanted - Number(rows[0]?.now.getTime());
  await owner.query("update deployment set clock_offset_ms = clock_offset_ms + $1", [advanceMs]);
}

type Live = { fiat: string; units: string };
async function promised({ paymentId }: MadeBill): Promise<string> {
  const { rows } = await owner.query<Live>(
    "select amount_of(p.fiat_units, b.fiat)::text as fiat, amount_of(p.units, b.asset)::text as units from bill b, promise_of(b, business_now()) p where b.id = $1",
    [paymentId],
  );
  return `${rows[0]?.fiat} ${rows[0]?.units}`;
}

const house = (changes: Record<string, string>) => api.settings(changes);
const create = (input: object) =>
  api.post(CREATE, { cryptoType: "BTC", fiat: "EUR", subaccount: "shop-1", fiatReceivable: 100, ...input });

/** What is left of both limits, as the sums say it. */
async function rooms(): Promise<string> {
  const { rows } = await owner.query<{ eur: string; btc: string }>(
    `select amount_of(2500000 - e.wide, 'EUR')::text as eur, amount_of(50000000 - b.wide, 'BTC')::text as btc
     from account a, promised_now(a.id, 'EUR', 'BTC', true) e, promised_now(null, 'EUR', 'BTC', true) b where a.name = 'acme'`,
  );
  return `${rows[0]?.eur} ${rows[0]?.btc}`;
}

test("19: live promises", async () => {
  await api.settings({ openExposureLimit: "25000" });
  await house({ "houseExposureLimit.BTC": "0.5" });
  await at("12:00");
  const a = await api.bill({ fiatReceivable: 10_000 });
  expect([a.quantity, await promised(a), await rooms()]).toEqual([0.16835017, "10000 0.16835017", "15000 0.33164983"]);
  await at("12:05");
  const b = await api.bill({ fiatReceivable: 12_000, feeModel: "EXPLICIT" });
  expect([b.quantity, await promised(b), await rooms()]).toEqual([0.20202021, "12000 0.20202021", "3000 0.12962962"]);
  await at("12:06");
  const c = await create({ fiatReceivable: 3_000.01 });
  expect([c.status, c.problem.code, c.problem["room"]]).toEqual([409, "EXPOSURE_LIMIT", 3_000]);
  expect(c.problem["retryAfterMs"]).toBeGreaterThan(13 * MINUTE_MS);
  expect(c.problem["retryAfterMs"]).toBeLessThan(14.1 * MINUTE_MS);
  await at("12:10");
  await api.control("deposits", { address: a.deposit_address, quantity: 0.1 });
  await api.settle();
  expect([await promised(a), await rooms()]).toEqual(["10000 0.16835017", "3000 0.12962962"]);
  await at("12:15");
  await api.control("blocks", { network: "bitcoin", count: 2 });
  await api.settle();
  expect([await promised(a), await rooms()]).toEqual(["4060 0.06835017", "8940 0.22962962"]);
  await at("12:18");
  const { txHash } = await api.control<{ txHash: string }>("deposits", { address: b.deposit_address, quantity: 0.15 });
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["12000 0.20202021", "8940 0.22962962"]);
  await at("12:20:05");
  // No worker has run since: what the clock has ended does not count.
  expect([await promised(a), await rooms()]).toEqual(["0 0", "13000 0.29797979"]);
  await at("12:25:05");
  expect([await promised(b), await rooms()]).toEqual(["8910 0.15", "16090 0.35"]);
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["8910 0.15", "16090 0.35"]);
  await at("13:00");
  await api.control("blocks", { network: "bitcoin", count: 2 });
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["0 0", "25000 0.5"]);
  await at("13:30");
  await api.control("reorg", { network: "bitcoin", depth: 2, drop: [txHash] });
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["0 0", "25000 0.5"]);
  await owner.query("update sandbox_transfer set state = 'MEMPOOL', gone_reason = null where tx_hash = $1", [txHash]);
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["8910 0.15", "16090 0.35"]);
  await at("14:25:05");
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["0 0", "25000 0.5"]);
  await at("14:40");
  await api.control("blocks", { network: "bitcoin", count: 3 });
  await api.settle();
  expect([await promised(b), await rooms()]).toEqual(["0 0", "25000 0.5"]);
  const { deposits, quantityUnconverted } = await api.payment(b.paymentId);
  expect([deposits[0]?.reasonCode, quantityUnconverted]).toEqual(["BILL_EXPIRED", 0.15]);
});

describe("nobody pays a promise out of the limits", () => {
  test("one satoshi takes no bill out", async () => {
    await api.settings({ openExposureLimit: "1000" });
    await house({ "houseExposureLimit.BTC": "0.02" });
    const bill = await api.bill({ fiatReceivable: 900 });
    await api.pay(bill, "0.00000546", "bitcoin", 2);
    expect((await create({ fiatReceivable: 900 })).problem.code).toBe("EXPOSURE_LIMIT");
    await api.settings({ openExposureLimit: "default" });
    expect((await create({ fiatReceivable: 900 })).problem.code).toBe("EXPOSURE_LIMIT");
  });

  test("bills of 200 000 EUR paid unconfirmed one after another are counted past their expiry", async () => {
    await api.settings({ openExposureLimit: "250000" });
    const first = await api.bill({ fiatReceivable: 200_000 });
    await api.pay(first, first.quantity, "bitcoin", 0);
    await api.control("clock", { advanceMs: 21 * MINUTE_MS });
    await api.settle();
    const { problem } = await create({ fiatReceivable: 200_000 });
    expect([problem.code, problem["room"]]).toEqual(["EXPOSURE_LIMIT", 50_000]);
    await api.settings({ openExposureLimit: "default" });
    await house({ "houseExposureLimit.BTC": "5" });
    const bills = [first];
    for (let more = 0; more < 3; more += 1) {
      const { status, text } = await create({ fiatReceivable: 200_000 });
      if (status !== 200) break;
      const bill = JSON.parse(text) as MadeBill;
      bills.push(bill);
      await api.pay(bill, bill.quantity, "bitcoin", 0);
      await api.control("clock", { advanceMs: 21 * MINUTE_MS });
    }
    expect(bills).toHaveLength(1);
  });

  test("held money is counted until it is decided", async () => {
    await api.settings({ openExposureLimit: "1500", "depositLimit.BTC": "0.001" });
    const bill = await api.bill({ fiatReceivable: 900 });
    await api.pay(bill, bill.quantity, "bitcoin", 2);
    await api.control("clock", { advanceMs: 30 * MINUTE_MS });
    await api.settle();
    expect((await create({ fiatReceivable: 900 })).problem["room"]).toBe(600);
    const [deposit] = (await api.payment(bill.paymentId)).deposits;
    await api.post(`/manage/v1/deposits/${deposit?.txId}/decline`, { note: "sent back" });
    expect((await create({ fiatReceivable: 900 })).status).toBe(200);
  });

  test("money seen too late, of another asset or older than its bill promises nothing", async () => {
    const bill = await api.bill({ fiatReceivable: 900 });
    await api.control("clock", { advanceMs: 21 * MINUTE_MS });
    await api.pay(bill, bill.quantity, "bitcoin", 0);
    expect(await promised(bill)).toBe("0 0");
  });
});

describe("which limits apply", () => {
  test("RAI, and LMT that is not met, promise nothing", async () => {
    await api.settings({ openExposureLimit: "100", "limitPrice.USDT.EUR": "0.92" });
    for (const input of [{ strategy: "RAI" }, { cryptoType: "USDT", strategy: "LMT" }])
      for (let nth = 0; nth < 2; nth += 1) expect((await create(input)).status).toBe(200);
  });

  test("by crypto, by fiat and by pair all at once", async () => {
    await api.settings({
      openExposureLimit: "1000",
      "openExposureLimit.EUR": "800",
      "openExposureLimit.USDC": "300",
      "openExposureLimit.BTC.EUR": "200",
    });
    const code = async (cryptoType: string, fiatReceivable: number) => {
      const { status, problem } = await create({ cryptoType, fiatReceivable });
      return status === 200 ? status : `${problem.code} ${problem["room"]}`;
    };
    expect(await code("BTC", 200)).toBe(200);
    expect(await code("BTC", 1)).toBe("EXPOSURE_LIMIT 0");
    expect(await code("USDC", 300)).toBe(200);
    expect(await code("USDC", 1)).toBe("EXPOSURE_LIMIT 0");
    expect(await code("USDT", 300)).toBe(200);
    expect(await code("USDT", 1)).toBe("EXPOSURE_LIMIT 0");
  });

  test("both networks of USDT are one crypto, and the house's limit counts every account", async () => {
    await house({ "houseExposureLimit.USDT": "250" });
    const bill = { cryptoType: "USDT", fiatReceivable: 100 };
    expect((await create({ ...bill, networkType: "tron" })).status).toBe(200);
    const key = await api.newKey({ account: "beside" });
    expect((await api.post(CREATE, { fiat: "EUR", subaccount: "s", ...bill }, { key })).status).toBe(200);
    expect((await create(bill)).problem.code).toBe("EXPOSURE_LIMIT");
  });
});

test("folded by many at once while bills are made, the sums are a recount", async () => {
  const fold = () => api.app.database.pool.query("select fold_promises(true)");
  const work = Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? fold() : create({})));
  await Promise.all(work);
  await api.control("clock", { advanceMs: 21 * MINUTE_MS });
  await Promise.all([api.settle(), fold(), create({}), fold(), create({ strategy: "RAI" })]);
  await api.settle();
  await fold();
  const { rows } = await owner.query("select sum(units)::integer as units from promise_sum");
  expect(rows).toEqual([{ units: 168_351 }]);
});

test("32 creates where three fit make three, of either limit, with partial payments arriving meanwhile", async () => {
  const key = await api.newKey({ account: "racing" });
  const paying = await Promise.all(Array.from({ length: 4 }, () => api.bill({ fiatReceivable: 400 }, key)));
  const limits = [
    () => api.settings({ openExposureLimit: "1900" }, "racing"),
    async () => {
      await api.settings({ openExposureLimit: "default" }, "racing");
      const { rows } = await owner.query<{ wide: string }>(
        "select p.wide::text from promised_now(null, '', 'BTC', true) p",
      );
      await house({ "houseExposureLimit.BTC": String((Number(rows[0]?.wide) + 168_351 * 3 + 50_000) / 1e8) });
    },
  ];
  for (const limit of limits) {
    await limit();
    const creates = Array.from({ length: 32 }, () =>
      api.post(
        CREATE,
        {
          cryptoType: "BTC",
          fiat: "EUR",
          subaccount: "shop-1",
          fiatReceivable: 100,
        },
        { key },
      ),
    );
    const payments = paying.map((bill) =>
      api.post("/sandbox/v1/deposits", { address: bill.deposit_address, quantity: 0.00000001, confirmations: 1 }),
    );
    const [got] = await Promise.all([Promise.all(creates), Promise.all(payments)]);
    expect(got.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(got.filter(({ status }) => status !== 200).map(({ problem }) => problem.code))).toEqual(
      new Set(["EXPOSURE_LIMIT"]),
    );
  }
});
