import { afterAll, beforeAll, expect, test } from "vitest";
import { moversOf } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { silence } from "#e2e/world/venue-reports.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { sweepFees, sweepFractions } from "#lib/liquidity/sweep-result.ts";
import { fillOf } from "#lib/liquidity/fill.ts";
import { recordHedge } from "#lib/liquidity/hedge.ts";
import { type OrderRow, placeOrder } from "#lib/liquidity/place-order.ts";
import type { VenueTrade } from "#lib/liquidity/venue.ts";
import { spend } from "#lib/sandbox/spend.ts";
import type { MoveRecord, requestMoveEndpoint } from "./contract.ts";
import { linkMove } from "./link-move.ts";

// Example 22: coins leave custody, arrive at the venue, are sold there, fiat leaves the venue, arrives at the bank.

let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let venue: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  ({ ada, grace, operator, venue } = await moversOf(world));
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const of = async (code: string, asset: "BTC" | "EUR") => amountOf(asset, await balanceOf(operator, code, asset));
const held = async () => ({
  custody: await of("custody:bitcoin", "BTC"),
  transit: await of("transit", "BTC"),
  networkFee: await of("house:network-fee", "BTC"),
  venue: await of(venue, "BTC"),
  euros: await of(venue, "EUR"),
  transitEuros: await of("transit", "EUR"),
  bank: await of("bank", "EUR"),
  bankFee: await of("house:bank-fee", "EUR"),
  result: await of("house:result", "EUR"),
  book: await of("house:book", "BTC"),
  bookEuros: await of("house:book", "EUR"),
});
/** What the venue has beyond the books, and its own statement, to the last digit. */
const atVenue = async (symbol: "BTC" | "EUR") => {
  const { rows } = await world.app.database.pool.query<{ fraction: string; statement: string }>(
    "select venue_fraction($1, $2)::text as fraction, venue_statement($1, $2)::text as statement",
    [world.app.venue.name, symbol],
  );
  return rows[0];
};
/** What a step has changed, as the example's table says it. */
async function changedBy(step: () => Promise<unknown>): Promise<Record<string, string>> {
  const before: Record<string, Decimal> = await held();
  await step();
  const after = Object.entries(await held()).map(
    ([name, is]) => [name, is.minus(before[name] ?? Decimal.ZERO)] as const,
  );
  return Object.fromEntries(after.filter(([, by]) => !by.isZero()).map(([name, by]) => [name, by.toString()]));
}
type MoveInput = Omit<InputOf<typeof requestMoveEndpoint>, "quantity" | "note">;
const move = async (input: MoveInput, quantity: string) =>
  (await requestMoveOrAsk(ada, {
    ...input,
    quantity: Decimal.from(quantity),
    note: "example 22",
  } as never)) as MoveRecord;
const listed = async (place: string, asset: "BTC" | "EUR", address: string) =>
  ((await addDestinationOrAsk(ada, { place, asset, address, label: place })) as { destinationId: string })
    .destinationId;
const linked = async (moveId: string, side: "LEFT" | "ARRIVED", quantity: string, fee?: string) => {
  await silence(world);
  await linkMove(grace, {
    moveId,
    side,
    proof: `${side} ${moveId}`,
    quantity: Decimal.from(quantity),
    ...(fee && { fee: Decimal.from(fee) }),
    note: "the venue's statement",
  });
};

/** An order of the house's, written down and not sent: what the venue makes of it the test says. */
const ordered = (quantity: string, side: "SELL" | "BUY" = "SELL") =>
  operator.transaction((tx) =>
    placeOrder(tx, { purpose: "HEDGE", side, base: "BTC", fiat: "EUR", units: Decimal.from(quantity).floorUnits(8) }),
  );
const trade = (tradeId: string, quantity: string, price: string): VenueTrade => {
  const proceeds = Decimal.from(quantity).times(Decimal.from(price));
  return { tradeId, quantity: Decimal.from(quantity), proceeds, fee: proceeds.times(Decimal.from("0.0016")) };
};
const sold = (order: OrderRow, trades: readonly VenueTrade[]) =>
  recordHedge(operator, order, { state: "FILLED", fill: fillOf(trades) });

/** A sale and a purchase of before, by which the venue has .009 EUR more than the books, and nothing else is left. */
async function fractionBefore(): Promise<void> {
  const quantity = Decimal.from("0.00001");
  for (const [side, proceeds] of [
    ["SELL", "0.609"],
    ["BUY", "0.6"],
  ] as const) {
    const order = await ordered("0.00001", side);
    await sold(order, [{ tradeId: side, quantity, proceeds: Decimal.from(proceeds), fee: Decimal.ZERO }]);
  }
}

test("each step moves what the table says, and nothing else", async () => {
  await world.price("BTC", "EUR", "60000");
  // Nothing is sold but by this test: the sandbox's venue refuses.
  await world.fault("reject");
  await fractionBefore();
  const bill = await world.bill({ fiatReceivable: Decimal.from("29700") });
  expect(await changedBy(() => world.pay(bill, Decimal.from("0.5")))).toEqual({
    custody: "0.5",
    book: "0.5",
    bookEuros: "-29700",
  });
  const to = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const way = { kind: "TO_VENUE", from: "custody:bitcoin", to: venue, asset: "BTC" } as const;
  const coins = await move({ ...way, destinationId: await listed(venue, "BTC", to) }, "0.4995");
  const left = await changedBy(async () => {
    const paid = { quantity: Decimal.from("0.4995"), fee: Decimal.from("0.0001234"), to };
    await spend(operator, { network: "bitcoin", asset: "BTC", ...paid });
    await mineBlocks(operator, { network: "bitcoin", count: 1 });
    await world.settle();
  });
  expect(left).toEqual({ custody: "-0.4996234", transit: "0.4995", networkFee: "0.0001234" });
  expect(await changedBy(() => linked(coins.moveId, "ARRIVED", "0.4995"))).toEqual({
    transit: "-0.4995",
    venue: "0.4995",
  });

  // Two trades of one order: each gets what all so far have more in whole cents with it, proceeds down and fees up.
  const order = await ordered("0.4995");
  const [one, two] = [trade("t1", "0.3", "60010.39"), trade("t2", "0.1995", "60005.58")];
  expect(await changedBy(() => sold(order, [one, two]))).toEqual({
    venue: "-0.4995",
    euros: "29926.27",
    book: "-0.4995",
    bookEuros: "29974.23",
    result: "-47.96",
  });
  const { rows: booked } = await world.app.database.pool.query(
    "select trade_id as id, fiat_units::int as fiat, fee_units::int as fee, fraction::text from venue_trade where trade_id like 't%' order by 1",
  );
  expect(booked).toEqual([
    { id: "t1", fiat: 1_800_311, fee: 2_881, fraction: "0.0120128" },
    { id: "t2", fiat: 1_197_112, fee: 1_915, fraction: "-0.010571136" },
  ]);
  expect(await atVenue("EUR")).toEqual({ fraction: "0.010441664", statement: "29926.280441664" });
  expect(await changedBy(() => sweepFractions(operator, "2026-01-01"))).toEqual({ euros: "0.01", result: "0.01" });
  expect(await changedBy(() => sweepFractions(operator, "2026-01-02"))).toEqual({});

  const iban = await listed("bank:main", "EUR", "DE89370400440532013000");
  const home = { kind: "TO_BANK", from: venue, to: "bank:main", asset: "EUR", destinationId: iban } as const;
  const cash = await move(home, "25000");
  expect(await changedBy(() => linked(cash.moveId, "LEFT", "25000", "1.50"))).toEqual({
    euros: "-25001.5",
    transitEuros: "25000",
    result: "-1.5",
  });
  const line = (reference: string) => playBank(operator, { currency: "EUR", amount: Decimal.from("24995"), reference });
  expect(await changedBy(() => line(cash.reference))).toEqual({
    transitEuros: "-25000",
    bank: "24995",
    bankFee: "5",
  });

  expect(await of(venue, "EUR")).toEqual(Decimal.from("4924.78"));
  expect(await atVenue("EUR")).toEqual({ fraction: "0.000441664", statement: "4924.780441664" });
  // What is left to hedge is what is owned: the book less the network fee is what custody holds.
  expect(await changedBy(() => sweepFees(operator, "2026-01-01"))).toEqual({
    book: "-0.0001234",
    networkFee: "-0.0001234",
  });
  expect([await of("house:book", "BTC"), await of("custody:bitcoin", "BTC")].map(String)).toEqual([
    "0.0003766",
    "0.0003766",
  ]);

  // The other way round: what comes first waits, and both are booked at once.
  const again = await move(home, "25000");
  expect(await changedBy(() => line(again.reference))).toEqual({});
  expect(await changedBy(() => linked(again.moveId, "LEFT", "25000", "1.50"))).toEqual({
    euros: "-25001.5",
    bank: "24995",
    bankFee: "5",
    result: "-1.5",
  });
});
