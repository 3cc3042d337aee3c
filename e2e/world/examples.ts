import { afterEach, beforeEach, expect } from "vitest";
import { type Api, type MadeBill, openApi, type Payment } from "./api.ts";
import { type FrozenClock, frozenClock } from "./frozen-clock.ts";

/** A world of its own for each test of this file, with books that add up after it. */
export function worldForEach(opened: (api: Api) => unknown, options: Parameters<typeof openApi>[0] = {}): void {
  let api: Api;
  beforeEach(async () => {
    api = await openApi(options);
    await opened(api);
  });
  afterEach(async () => {
    const broken = await api.broken();
    await api.close();
    expect(broken).toEqual([]);
  });
}

const NOON = Date.UTC(2030, 0, 7, 12);

/** The moment of the examples' day that is written `12:19:10` or `12:20:00.001`, in epoch milliseconds. */
export function onTheDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return NOON + Math.round(((hours - 12) * 60 + minutes) * 60_000 + seconds * 1_000);
}

/** As {@link worldForEach}, with a clock that stands: what is answered takes it to a time of the day, and the market to a bid of it. */
export function dayForEach(opened: (api: Api) => unknown): (time: string, bid?: string) => Promise<void> {
  let clock: FrozenClock;
  worldForEach(
    async (api) => {
      const price = (base: string, quote: string, bid: string) =>
        api.control("prices", { base, quote, price: Number(bid) });
      clock = await frozenClock({ databaseUrl: api.databaseUrl, price });
      await opened(api);
    },
    { alone: true },
  );
  afterEach(() => clock.end());
  return (time, bid) => clock.at(onTheDay(time), bid);
}

/** Smallest units as written: sums of floats would hide a satoshi. */
function units(value: number, scale: number): bigint {
  const [whole = "0", fraction = ""] = value.toFixed(scale).split(".");
  return BigInt(whole + fraction);
}

/** A payment whose identity of rulebook 5.9 holds, of the bill and of each deposit. */
export async function proven(api: Api, bill: MadeBill, scale = 8): Promise<Payment> {
  const record = await api.payment(bill.paymentId);
  const parts = (
    of: Pick<
      Payment,
      "quantityPending" | "quantityConverted" | "quantityUnconverted" | "feeQuantity" | "quantityPaidOut"
    >,
  ) =>
    units(of.quantityPending, scale) +
    units(of.quantityConverted, scale) +
    units(of.quantityUnconverted, scale) +
    units(of.feeQuantity, scale) +
    units(of.quantityPaidOut, scale);
  expect(parts(record)).toBe(units(record.quantityReceived, scale));
  let received = 0n;
  for (const deposit of record.deposits.filter(({ status }) => status !== "DROPPED")) {
    expect(parts(deposit)).toBe(units(deposit.quantity, scale));
    received += units(deposit.quantity, scale);
  }
  expect(received).toBe(units(record.quantityReceived, scale));
  return record;
}

/** Debits less credits by ledger account and asset since the example began, in units; `acc` stands for its one account. */
export async function books(api: Api): Promise<Record<string, string>> {
  const { rows } = await api.app.database.pool.query<{ code: string; asset: string; total: string }>(`
    select regexp_replace(a.code, '^acc:[^:]+', 'acc') as code, p.asset, sum(p.debit)::text as total
    from posting p join ledger_account a on a.id = p.ledger_account_id where p.id > ${api.neighbour.lastPosting}
    group by 1, 2 having sum(p.debit) <> 0`);
  return Object.fromEntries(rows.map(({ code, asset, total }) => [`${code} ${asset}`, total]));
}
