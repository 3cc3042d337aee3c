import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Asset } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { keepPrices } from "#lib/pricing/keep-prices.ts";
import { setMarketPrice } from "#lib/sandbox/market-controls.ts";
import { getBalanceHistory } from "./get-balance-history.ts";
import { getBalanceMovement } from "./get-balance-movement.ts";
import { getBalances } from "./get-balances.ts";
import { getStatement } from "./get-statement.ts";
import { listBalanceEntries } from "./list-balance-entries.ts";

// Balances of any instant, against the postings added up anew (rulebook 8.12, 8.13).

const HOUR = 3_600_000;
const d = (text: string) => Decimal.from(text);
let world: World;
let operator: Ctx;
let began: Date;

beforeAll(async () => {
  world = await openWorld();
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  began = await operator.now();
  await world.price("BTC", "EUR", "60000");
  for (const fiat of ["EUR", "USD", "JPY"] as const) await price("USDC", fiat, fiat === "JPY" ? "150" : "1");
  await keepPrices(operator);
  for (const [nth, fiat] of (["EUR", "JPY", "USD", "EUR"] as const).entries()) {
    await world.later(7 * HOUR + nth * 1_234_567);
    await world.bill({ subaccount: `shop-${nth}` }).then((bill) => world.pay(bill, bill.quantity));
    const late = await world.retained("0.01", {
      cryptoType: "BTC",
      fiat,
      fiatReceivable: d("1000"),
      feeModel: "EXPLICIT",
    });
    await world.later(HOUR);
    const { invoiceId } = recordOf(
      await createConversion(world.ctx, {
        baseSymbol: "BTC",
        quoteSymbol: fiat,
        quantity: d("0.00995"),
        items: [{ paymentId: late.paymentId }],
      }),
    );
    if (nth === 3) continue;
    await world.later(HOUR);
    await quoteConversion(world.ctx, { invoiceId });
    await executeConversion(world.ctx, { invoiceId });
    await world.settle();
  }
  await recordPayout(world.ctx, { asset: "EUR", quantity: d("50"), reference: "r1" } as never);
  await world.later(HOUR);
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const price = (base: "BTC" | "USDC", quote: "EUR" | "USD" | "JPY", bid: string) =>
  setMarketPrice(operator, { base, quote, price: d(bid) } as never);

type Posting = { asset: Asset; kind: string; units: bigint; at: Date; text: string };
/** Every posting on the account's own balances, as the ledger holds it. */
async function postings(): Promise<Posting[]> {
  const { rows } = await world.app.database.pool.query(
    `select p.asset, split_part(l.code, ':', 3) as kind, p.amount::text as units, t.at, t.at::text as text from posting p
      join ledger_transaction t on t.id = p.transaction_id join ledger_account l on l.id = p.ledger_account_id
      where l.code like 'acc:' || $1 || ':%' order by t.at`,
    [world.ctx.account?.id],
  );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** The same by hand: what was posted before an instant, added up. */
function recount(all: readonly Posting[], at: Date): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { asset, kind, units, at: posted } of all)
    if (posted < at) sums.set(`${asset} ${kind}`, (sums.get(`${asset} ${kind}`) ?? 0n) + units);
  return Object.fromEntries(
    [...sums]
      .map(([key, units]) => [key, amountOf(key.split(" ")[0] as Asset, units).toString()])
      .filter(([, sum]) => sum !== "0"),
  );
}

async function reported(at: Date): Promise<Record<string, string>> {
  const { data } = await getBalances(world.ctx, { at });
  return Object.fromEntries(
    data.flatMap(({ asset, networkType, ...kinds }) =>
      (["pending", "available", "locked", "reserved", "owed"] as const)
        .filter((kind) => !kinds[kind].isZero())
        .map((kind) => [`${networkType ? `${asset}@${networkType}` : asset} ${kind}`, kinds[kind].toString()]),
    ),
  );
}

test("at any instant balances are the sums of what was posted before it", async () => {
  const all = await postings();
  expect(all.length).toBeGreaterThan(20);
  const now = await operator.now();
  const span = now.getTime() - began.getTime();
  const instants = Array.from(
    { length: 60 },
    (_, nth) => new Date(began.getTime() + ((nth * 7_919) % 60) * Math.floor(span / 60) + nth),
  );
  for (const { at } of all) instants.push(at, new Date(at.getTime() + 1));
  for (const at of instants.filter((one) => one <= now))
    expect([at, await reported(at)]).toEqual([at, recount(all, at)]);
  expect(await reported(now)).toEqual(recount(all, new Date(now.getTime() + 1)));
});

test("an instant before the account has nothing, one that has not come is refused", async () => {
  expect(await getBalances(world.ctx, { at: new Date(began.getTime() - 1) })).toEqual({ data: [] });
  const now = await operator.now();
  await expect(getBalances(world.ctx, { at: new Date(now.getTime() + 60_000) })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
});

test("balances are valued at the last prices before the instant, and what has none is named", async () => {
  const at = await operator.now();
  await price("BTC", "EUR", "30000");
  const then = await getBalances(world.ctx, { at, in: "EUR" });
  const now = await getBalances(world.ctx, { in: "EUR" });
  const btc = (from: typeof now) => from.data.find(({ asset }) => asset === "BTC");
  expect([btc(then)?.rate?.toString(), btc(now)?.rate?.toString()]).toEqual(["60000", "30000"]);
  expect(btc(now)?.value?.toString()).toBe(btc(now)?.holding?.times(d("30000")).toString());
  // USDC at 1 in both, asked for 4 basis points above: 1 / 1.0004.
  expect(now.data.find(({ asset }) => asset === "USD")?.rate?.toString()).toBe("0.999600159936");
  const sum = now.data.reduce((all, { value }) => (value ? all.plus(value) : all), Decimal.ZERO);
  expect([now.total?.toString(), now.unpriced]).toEqual([sum.toString(), []]);
  await world.later(1);
  const early = await getBalances(world.ctx, { at: new Date(began.getTime() + 8 * HOUR), in: "EUR" });
  expect(early.unpriced).toEqual([]);
  for (const base of ["BTC", "USDC", "USDT", "BCH"] as const)
    await setMarketPrice(operator, { base, quote: "JPY", stale: true } as never);
  const dark = await getBalances(world.ctx, { in: "JPY" });
  // The last kept ones stand in, and say how old they are.
  expect(dark.unpriced).toEqual([]);
  expect(dark.data.find(({ asset }) => asset === "BTC")?.rateTime).toBeLessThan(at.getTime());
  const { ruler } = await ownerOf();
  await ruler(
    `alter table price_history disable trigger user; delete from price_history where fiat = 'JPY'; alter table price_history enable trigger user`,
  );
  const blind = await getBalances(world.ctx, { in: "JPY" });
  expect(blind.unpriced?.toSorted()).toEqual(["BTC", "EUR", "USD"]);
  expect(blind.total?.toString()).toBe(blind.data.find(({ asset }) => asset === "JPY")?.value?.toString());
});

test("a price that is kept at the very instant counts from the next millisecond on", async () => {
  await world.later(5 * 60_000);
  await price("BTC", "EUR", "45000");
  await keepPrices(operator);
  const stored = await operator.db.priceHistory.findFirst({
    where: { base: "BTC", fiat: "EUR" },
    orderBy: { at: "desc" },
  });
  const at = stored?.at.getTime() ?? 0;
  const rateAt = async (ms: number) => {
    const { data } = await getBalances(world.ctx, { at: new Date(ms), in: "EUR" });
    return data.find(({ asset }) => asset === "BTC")?.rate?.toString();
  };
  await world.later(1);
  expect([await rateAt(at), await rateAt(at + 1)]).toEqual(["60000", "45000"]);
});

test("a period's opening, what received, went and was withheld make its closing, by asset and by customer", async () => {
  const all = await postings();
  const end = await operator.now();
  for (const from of [began, new Date(began.getTime() + 12 * HOUR), new Date(end.getTime() - 5 * HOUR)]) {
    const { data, customers } = await getBalanceMovement(world.ctx, { startTime: from, endTime: end, in: "EUR" });
    for (const { asset, opening, in: received, out, fees, closing } of data) {
      expect(opening.plus(received).minus(out).minus(fees).toString()).toBe(closing.toString());
      const sums = (at: Date) =>
        all
          .filter((one) => one.asset === asset && one.at < at)
          .reduce((sum, { kind, units }) => (kind === "owed" ? sum - units : sum + units), 0n);
      expect(closing.toString()).toBe(amountOf(asset as Asset, sums(end)).toString());
      expect(opening.toString()).toBe(amountOf(asset as Asset, sums(from)).toString());
      const own = customers.filter((one) => one.asset === asset);
      for (const [kind, sum] of [
        ["in", received],
        ["out", out],
        ["fees", fees],
      ] as const)
        expect(own.reduce((part, one) => part.plus(one[kind]), Decimal.ZERO).toString()).toBe(sum.toString());
    }
    expect(new Set(customers.map(({ subaccount }) => subaccount)).size).toBeGreaterThan(1);
  }
  const { data } = await getBalanceMovement(world.ctx, { startTime: began, endTime: end, in: "EUR" });
  // Fees are withheld: 50 basis points of what is kept, and one in a hundred of what is sold.
  expect(data.find(({ asset }) => asset === "BTC")?.fees.units).toBeGreaterThan(0n);
  expect(data.find(({ asset }) => asset === "EUR")?.out.toString()).toBe("50");
});

/** All lines that a part of the movement is made of, in pages of three. */
async function entries(query: Parameters<typeof listBalanceEntries>[1], ctx = world.ctx) {
  const rows: Awaited<ReturnType<typeof listBalanceEntries>>["data"] = [];
  let startsAfter: string | undefined;
  do {
    const page = await listBalanceEntries(ctx, { ...query, limit: 3, ...(startsAfter && { startsAfter }) });
    rows.push(...page.data);
    startsAfter = page.startsAfter ?? undefined;
  } while (startsAfter);
  return rows;
}

const FLOWS = ["in", "out", "fees"] as const;
const flowsOf = (rows: readonly Record<(typeof FLOWS)[number], Decimal>[]) =>
  FLOWS.map((kind) => rows.reduce((sum, one) => sum.plus(one[kind]), Decimal.ZERO).toString());

test("the lines of each asset come to its movement, those of each customer and of no bill to theirs, in any period", async () => {
  const end = await operator.now();
  let lines = 0;
  for (const [startTime, endTime] of [
    [began, end],
    [began, new Date(began.getTime() + 12 * HOUR)],
    [new Date(began.getTime() + 12 * HOUR), new Date(end.getTime() - 5 * HOUR)],
  ] as const) {
    const { data, customers } = await getBalanceMovement(world.ctx, { startTime, endTime, in: "EUR" });
    for (const { asset, networkType, ...moved } of data) {
      const rows = await entries({ asset, ...(networkType && { networkType }), startTime, endTime });
      expect([asset, ...flowsOf(rows)]).toEqual([asset, ...flowsOf([moved])]);
      expect(new Set(rows.map(({ transactionId }) => transactionId)).size).toBe(rows.length);
      expect(rows.every(({ at }) => at >= startTime.getTime() && at < endTime.getTime())).toBe(true);
      lines += rows.length;
    }
    for (const { subaccount, asset, networkType, ...moved } of customers) {
      const of = subaccount === undefined ? { withoutBill: "true" as const } : { subaccount };
      const rows = await entries({ asset, ...(networkType && { networkType }), ...of, startTime, endTime });
      expect([subaccount, asset, ...flowsOf(rows)]).toEqual([subaccount, asset, ...flowsOf([moved])]);
      expect(rows.every((row) => row.subaccount === subaccount)).toBe(true);
    }
  }
  expect(lines).toBeGreaterThan(20);
});

test("a line names what caused it, and none is another account's", async () => {
  const period = { startTime: began, endTime: await operator.now() };
  const rows = await entries({ asset: "EUR", ...period });
  expect(rows.filter(({ payoutId, invoiceId, paymentId }) => !payoutId && !invoiceId && !paymentId)).toEqual([]);
  expect(rows.find(({ out }) => !out.isZero())).toMatchObject({ payoutId: expect.any(String), out: d("50") });
  expect(await entries({ asset: "EUR", ...period }, world.other)).toEqual([]);
});

test("the last 30 days are reported by their closes, the present one as it stands", async () => {
  const all = await postings();
  const { days } = await getBalanceHistory(world.ctx, { in: "EUR" });
  expect(days).toHaveLength(30);
  for (const { day, at, data } of days.slice(0, -1)) {
    expect(new Date(at - 1).toISOString().slice(0, 10)).toBe(day);
    const holdings = Object.fromEntries(data.map(({ asset, holding }) => [asset, holding.toString()]));
    for (const asset of ["BTC", "EUR", "JPY"] as const) {
      const wanted = all
        .filter((one) => one.asset === asset && one.at.getTime() < at)
        .reduce((sum, { units }) => sum + units, 0n);
      expect(holdings[asset] ?? "0").toBe(amountOf(asset, wanted).toString());
    }
  }
  for (const count of [1, 7, 365]) {
    const spanned = (await getBalanceHistory(world.ctx, { in: "EUR", days: count })).days;
    expect(spanned.map(({ day }) => day)).toEqual(daysUpTo(days.at(-1)?.day ?? "", count));
    const shared = Math.min(count, days.length);
    expect(spanned.slice(-shared, -1)).toEqual(days.slice(-shared, -1));
  }
  const now = await getBalances(world.ctx, { in: "EUR" });
  expect(days.at(-1)?.total.toString()).toBe(now.total?.toString());
  expect(await getBalanceHistory(world.other, {})).toMatchObject({
    in: "EUR",
    days: expect.arrayContaining([expect.objectContaining({ data: [] })]),
  });
});

const daysUpTo = (last: string, count: number) =>
  Array.from({ length: count }, (_, nth) =>
    new Date(Date.parse(last) - (count - 1 - nth) * 24 * HOUR).toISOString().slice(0, 10),
  );

async function ownerOf() {
  const { default: pg } = await import("pg");
  return {
    async ruler(sql: string) {
      const owner = new pg.Client(world.databaseUrl);
      await owner.connect();
      await owner.query(sql);
      await owner.end();
    },
  };
}

test("a movement of a payout names it, and no other does", async () => {
  const { data } = await getStatement(world.ctx, { limit: 500 });
  const { rows } = await world.app.database.pool.query("select id from payout where account_id = $1", [
    world.ctx.account?.id,
  ]);
  const [paid, other] = [true, false].map((isPayout) =>
    data.filter(({ event }) => event.startsWith("payout.") === isPayout).map(({ payoutId }) => payoutId),
  );
  expect(new Set(paid)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(new Set(other)).toEqual(new Set([undefined]));
});
