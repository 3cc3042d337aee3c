import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBinanceConvert } from "#e2e/world/binance-convert.ts";
import { openKraken } from "#e2e/world/kraken.ts";
import type { LocalExchange } from "#e2e/world/market-maker.ts";
import { openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { cancelConversion } from "#lib/conversions/cancel-conversion.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { needRecord } from "#lib/conversions/get-conversions.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { writeJson } from "#lib/kernel/json.ts";
import { guarded, RETRY } from "./guard.ts";
import { binanceConvertVenue } from "./venues/binance-convert.ts";
import { krakenVenue } from "./venues/kraken.ts";
import type { Venue } from "./venue.ts";
import { findMissedOrders, watchMissed } from "./watch-missed.ts";

let world: World;
let kraken: LocalExchange;
let convert: LocalExchange;
let venues: { kraken: Venue; convert: Venue };

beforeAll(async () => {
  world = await openWorld();
  kraken = await openKraken();
  convert = await openBinanceConvert();
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
  const retry = { ...RETRY, burst: 1_000, perSecond: 1_000 };
  venues = {
    kraken: guarded(krakenVenue({ ...kraken.keys, timeoutMs: 500 }), retry),
    convert: guarded(binanceConvertVenue({ ...convert.keys, timeoutMs: 500 }), retry),
  };
  sellAt(venues.kraken, venues.convert);
  kraken.behave("none", 0);
  convert.behave("none", 0);
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
});
afterAll(async () => {
  await kraken?.close();
  await convert?.close();
  await world?.close();
});

function sellAt(...preferred: readonly [Venue, ...Venue[]]): void {
  Object.assign(world.app, { venues: preferred, venue: preferred[0] });
}
async function rows<T>(text: string): Promise<T[]> {
  return (await world.app.database.pool.query(text)).rows as T[];
}
async function later(ms: number): Promise<void> {
  await world.later(ms);
  kraken.advance(ms);
  convert.advance(ms);
}
const worker = () => contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
const last = async () => {
  const [order] = await rows<{ id: string; venue: string; status: string; client_ref: string; missed: boolean }>(
    "select id, venue, status, client_ref, missed from venue_order order by created_at desc, id desc limit 1",
  );
  return order ?? { id: "", venue: "", status: "", client_ref: "", missed: false };
};

async function invoice(): Promise<string> {
  const { paymentId } = await world.retained("0.02");
  const made = await createConversion(world.ctx, {
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: Decimal.from("0.0199"),
    items: [{ paymentId }],
  });
  const { invoiceId } = recordOf(made);
  await quoteConversion(world.ctx, { invoiceId });
  return invoiceId;
}
const execute = async (invoiceId: string) => recordOf(await executeConversion(world.ctx, { invoiceId }));
const record = async (invoiceId: string) => recordOf(await needRecord(world.ctx, invoiceId));

describe("a bill converted end to end", () => {
  test("at Kraken: sold to the account at its price, hedged there, its fee the house's cost", async () => {
    const bill = await world.bill();
    await world.pay(bill, bill.quantity);
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", fiatReceived: 100 });
    expect(await last()).toMatchObject({ venue: "kraken", status: "FILLED" });
    expect(kraken.orders.map(({ quantity }) => quantity.toString())).toEqual(["0.00168351"]);
    expect(
      await rows(
        "select quantity_units::text as units, fiat_units::text as fiat, fee_units::text as fee from venue_trade where venue = 'kraken'",
      ),
    ).toEqual([{ units: "168351", fiat: "10101", fee: "27" }]);
    expect(
      await rows(`select balance::text from ledger_account where code = 'house:result' and asset = 'EUR'`),
    ).toEqual([{ balance: "-27" }]);
  });

  test("at Binance Convert: late money under ACA is sold at its firm quote", async () => {
    sellAt(venues.convert, venues.kraken);
    const bill = await world.bill({ strategy: "ACA" });
    await later(25 * 60_000);
    await world.pay(bill, bill.quantity);
    const payment = await world.payment(bill.paymentId);
    expect(payment).toMatchObject({
      status: "COMPLETED",
      labels: ["LATE"],
      quantityUnconverted: 0,
      fiatReceived: 99.9,
    });
    expect(await last()).toMatchObject({ venue: "binance-convert", status: "FILLED" });
    expect(convert.orders).toHaveLength(1);
  });
});

describe("an invoice", () => {
  test("is filled in three trades: each is booked under its own id, and they add up", async () => {
    kraken.behave("fills-in-three");
    expect(await execute(await invoice())).toMatchObject({ status: "EXECUTED", price: 59400 });
    const { id } = await last();
    const trades = await rows<{ units: string; fiat: string; fee: string; posted: number }>(`
      select t.quantity_units::text as units, t.fiat_units::text as fiat, t.fee_units::text as fee,
        (select count(*)::integer from ledger_transaction l where l.effect_key in (t.venue || ':' || t.trade_id, t.venue || ':' || t.trade_id || ':fee')) as posted
      from venue_trade t where t.order_id = '${id}' order by t.quantity_units`);
    expect(trades.map(({ units }) => units)).toEqual(["398000", "597000", "995000"]);
    expect(trades.map(({ posted }) => posted)).toEqual([2, 2, 2]);
    expect(trades.reduce((sum, { fiat }) => sum + BigInt(fiat), 0n)).toBe(119_400n);
    expect(trades.reduce((sum, { fee }) => sum + BigInt(fee), 0n)).toBe(311n);
  });

  test("is filled in part: the account gets all of its quote, and the house sells the rest later", async () => {
    kraken.behave("fills-half");
    const invoiceId = await invoice();
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTED", fiatReceived: 1182.06 });
    const sold = kraken.sold("XBTEUR");
    await world.settle();
    expect(kraken.sold("XBTEUR").minus(sold).toString()).toBe("0.00995");
    expect(await rows("select coalesce(sum(units), 0)::text as units from book_position")).toEqual([{ units: "0" }]);
  });

  test("at Binance Convert is found by the quote's id when the answer is lost, and booked once", async () => {
    sellAt(venues.convert);
    convert.behave("loses-answer");
    const invoiceId = await invoice();
    expect(await execute(invoiceId)).toMatchObject({ status: "EXECUTING" });
    await expect(cancelConversion(world.ctx, { invoiceId })).rejects.toMatchObject({ code: "INVALID_STATE" });
    await world.settle();
    expect(await record(invoiceId)).toMatchObject({ status: "EXECUTED" });
  });

  test("goes to the next venue while the first rests, and is refused when none is well", async () => {
    sellAt({ ...venues.kraken, condition: () => ({ state: "OPEN", faults: 2, until: new Date() }) }, venues.convert);
    expect(await execute(await invoice())).toMatchObject({ status: "EXECUTED" });
    expect(await last()).toMatchObject({ venue: "binance-convert" });
    sellAt({ ...venues.kraken, condition: () => ({ state: "OPEN", faults: 2, until: new Date() }) });
    const invoiceId = await invoice();
    await expect(execute(invoiceId)).rejects.toMatchObject({ code: "VENUE_UNAVAILABLE" });
    expect(await record(invoiceId)).toMatchObject({ status: "QUOTED" });
  });
});

test("kill -9 while the outcome is unknown, then a restart: executed once, without help", async () => {
  const invoiceId = await invoice();
  const before = kraken.orders.length;
  kraken.behave("hangs");
  const { key, secret, baseUrl } = kraken.keys;
  const script = join(import.meta.dirname, "../../e2e/world/execute-and-die.ts");
  const child = spawn(process.execPath, [script, world.ctx.account?.id ?? "", invoiceId, key, secret, baseUrl], {
    env: { ...process.env, DATABASE_URL: world.app.env.databaseUrl, DATA_DIR: world.app.env.dataDir },
    stdio: "inherit",
  });
  await expect.poll(() => kraken.orders.length).toBe(before + 1);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await record(invoiceId)).toMatchObject({ status: "EXECUTING" });
  await later(5_000);
  await world.settle();
  expect(await record(invoiceId)).toMatchObject({ status: "EXECUTED" });
  expect(kraken.orders).toHaveLength(before + 1);
});

test("an order that counted as never placed turns up: its trades go to the house's book, with an alarm", async () => {
  kraken.behave("loses-request");
  const invoiceId = await invoice();
  await execute(invoiceId);
  await later(25_000);
  await world.settle();
  expect(await record(invoiceId)).toMatchObject({ status: "CREATED" });
  const { id, client_ref: clientRef, missed } = await last();
  expect(missed).toBe(true);
  await later(31_000);
  expect(await findMissedOrders(worker(), 10)).toContain(id);
  expect(await watchMissed(worker(), id)).toBe(false);
  // A second worker that had it on its list as well.
  expect(await watchMissed(worker(), id)).toBe(false);
  kraken.match(
    {
      clientRef,
      side: "SELL",
      pair: "XBTEUR",
      quantity: Decimal.from("0.0199"),
      limit: Decimal.ZERO,
      deadline: Number.MAX_SAFE_INTEGER,
    },
    "none",
  );
  await later(5 * 60_000);
  expect(await findMissedOrders(worker(), 10)).toContain(id);
  expect(await watchMissed(worker(), id)).toBe(true);
  expect(await watchMissed(worker(), id)).toBe(false);
  expect(await last()).toMatchObject({ status: "LATE" });
  expect(await rows("select sum(units)::text as units from book_position")).toEqual([{ units: "-1990000" }]);
  expect(await rows(`select count(*)::integer as told from audit where action = 'order.late'`)).toEqual([{ told: 1 }]);
  expect(await record(invoiceId)).toMatchObject({ status: "CREATED" });
  const body = await listCases(world.ctx, { kind: "SOLD_TWICE" });
  expect(JSON.parse(writeJson(body))).toMatchObject({ data: [{ kind: "SOLD_TWICE", quantity: 0.0199, asset: "BTC" }] });
});

test("an order that counted as never placed at a venue that is named no more holds up no others, and is watched again with it", async () => {
  kraken.behave("loses-request");
  await execute(await invoice());
  await later(25_000);
  await world.settle();
  const { id, missed } = await last();
  expect(missed).toBe(true);
  await later(31_000);
  sellAt(venues.convert);
  expect(await findMissedOrders(worker(), 1)).toEqual([id]);
  expect(await watchMissed(worker(), id)).toBe(false);
  expect(await findMissedOrders(worker(), 10)).not.toContain(id);
  expect(await rows(`select tries from venue_order where id = '${id}'`)).toEqual([{ tries: 0 }]);
  sellAt(venues.kraken, venues.convert);
  await later(60_000);
  expect(await findMissedOrders(worker(), 10)).toContain(id);
  expect(await watchMissed(worker(), id)).toBe(false);
  expect(await rows(`select tries from venue_order where id = '${id}'`)).toEqual([{ tries: 1 }]);
});
