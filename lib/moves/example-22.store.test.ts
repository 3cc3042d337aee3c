import { afterAll, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { playBank } from "#lib/sandbox/bank-control.ts";
import { spend } from "#lib/sandbox/spend.ts";
import type { MoveRecord, requestMoveEndpoint } from "./contract.ts";
import { linkMove } from "./link-move.ts";

// Example 22, the rows that moves bring: coins leave custody, arrive at the venue, fiat leaves the venue, arrives at the bank.

let world: World;
let ada: Ctx;
let grace: Ctx;
let operator: Ctx;
let venue: string;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  venue = `venue:${world.app.venue.name}`;
  [ada, grace] = [await personOfHouse(world, "Ada"), await personOfHouse(world, "Grace")];
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
});
/** What a step has changed, as the example's table says it. */
async function changedBy(step: () => Promise<unknown>): Promise<Record<string, string>> {
  const before: Record<string, Decimal> = await held();
  await step();
  const after = Object.entries(await held()).map(
    ([name, is]) => [name, is.minus(before[name] ?? Decimal.ZERO)] as const,
  );
  return Object.fromEntries(after.filter(([, by]) => !by.isZero()).map(([name, by]) => [name, by.toString()]));
}
type Asked = Omit<InputOf<typeof requestMoveEndpoint>, "quantity" | "note">;
const move = async (asked: Asked, quantity: string) =>
  (await requestMoveOrAsk(ada, {
    ...asked,
    quantity: Decimal.from(quantity),
    note: "example 22",
  } as never)) as MoveRecord;
const listed = async (place: string, asset: "BTC" | "EUR", address: string) =>
  ((await addDestinationOrAsk(ada, { place, asset, address, label: place })) as { destinationId: string })
    .destinationId;
const linked = (moveId: string, side: "LEFT" | "ARRIVED", quantity: string, fee?: string) =>
  linkMove(grace, {
    moveId,
    side,
    proof: `${side} ${moveId}`,
    quantity: Decimal.from(quantity),
    ...(fee && { fee: Decimal.from(fee) }),
    note: "the venue's statement",
  });

test("each step moves what the table says, and nothing else", async () => {
  await world.price("BTC", "EUR", "60000");
  const bill = await world.bill({ fiatReceivable: Decimal.from("29700") });
  expect(await changedBy(() => world.pay(bill, Decimal.from("0.5")))).toMatchObject({ custody: "0.5" });
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
