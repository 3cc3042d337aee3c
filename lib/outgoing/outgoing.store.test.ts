import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { recordPayout } from "#lib/bank/record-payout.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { findOutgoingToPost } from "./post-outgoing.ts";

// Whatever leaves the house's addresses is seen, booked by the block that has it, and a case when nobody approved it.

let world: World;
let hugo: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo", "operator");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.app.database.pool.query(text, values)).rows as T[];
type Held = { custody: string; missing: string; fee: string };
const held = async (asset: "BTC" | "USDT@tron", network: Network): Promise<Held> => {
  const of = async (code: string) => amountOf(asset, await balanceOf(operator, code, asset)).toString();
  return {
    custody: await of(`custody:${network}`),
    missing: await of("house:missing"),
    fee: await of("house:network-fee"),
  };
};
const mine = async (count = 1, network: Network = "bitcoin") => {
  await mineBlocks(operator, { network, count });
  await world.settle();
};
const take = async (quantity: string, to = "bc1qthief", more: Partial<Parameters<typeof spend>[1]> = {}) => {
  const input = { network: "bitcoin" as const, asset: "BTC" as const, quantity: Decimal.from(quantity), to, ...more };
  const { txHash } = await spend(operator, input);
  return txHash;
};
const cases = async (ctx = hugo) => (await listCases(ctx, { kind: "UNKNOWN_SPEND" })).data;
/** Takes back all that is open by taking the transactions off the chain. */
const undo = async (txHash: string, network: Network = "bitcoin", depth = 3) => {
  await reorganise(operator, { network, depth, drop: [txHash] });
  await world.settle();
};
const less = (a: string, b: string) => Decimal.from(a).minus(Decimal.from(b)).toString();

describe("coins that somebody takes", () => {
  let bill: MadeBill;
  beforeAll(async () => {
    bill = await world.bill({ fiatReceivable: Decimal.from("6000") });
    await world.pay(bill, bill.quantity);
  });

  test("are a case in the mempool, missing with their block, and back when it goes", async () => {
    const before = await held("BTC", "bitcoin");
    const txHash = await take("0.02");
    await world.settle();
    expect(await held("BTC", "bitcoin")).toEqual(before);
    const [seen] = await cases();
    expect(seen).toMatchObject({
      asset: "BTC",
      causeFacts: { network: "bitcoin", txHash, to: "bc1qthief", booked: false },
    });
    expect(seen?.cause).toContain("0.02000000 BTC left us on bitcoin to bc1qthief");
    for (const ctx of [world.ctx, world.other]) expect(await cases(ctx)).toEqual([]);

    await mine();
    const stolen = await held("BTC", "bitcoin");
    expect(stolen).toEqual({ custody: less(before.custody, "0.02001"), missing: "0.02", fee: "0.00001" });
    expect((await cases())[0]).toMatchObject({ causeFacts: { booked: true, networkFee: Decimal.from("0.00001") } });
    expect(await world.broken()).toEqual([]);

    await reorganise(operator, { network: "bitcoin", depth: 1 });
    await world.settle();
    expect(await held("BTC", "bitcoin")).toEqual(stolen);
    expect(
      await rows("select status, times_posted, times_reversed from outgoing where tx_hash = $1", [txHash]),
    ).toEqual([{ status: "FINAL", times_posted: 2, times_reversed: 1 }]);
    expect(await world.broken()).toEqual([]);

    await undo(txHash);
    expect(await held("BTC", "bitcoin")).toEqual(before);
    expect(await cases()).toEqual([]);
    const [change] = await rows<{ n: number }>("select count(*)::int as n from deposit where tx_hash = $1", [txHash]);
    expect(change?.n).toBe(0);
  });

  test("change is watched: what is taken from it next is seen as well", async () => {
    const before = await held("BTC", "bitcoin");
    const first = await take("0.01");
    const second = await take("0.01", "bc1qother");
    await mine(2);
    expect(await held("BTC", "bitcoin")).toEqual({
      custody: less(before.custody, "0.02002"),
      missing: "0.02",
      fee: "0.00002",
    });
    const spent = await rows<{ source_hash: string }>(
      "select source_hash from outgoing_input i join outgoing o on o.id = i.outgoing_id where o.tx_hash = $1",
      [second],
    );
    expect(spent).toEqual([{ source_hash: first }]);
    await undo(first);
    expect(await held("BTC", "bitcoin")).toEqual(before);
  });

  test("a consolidation into an address handed out credits nobody, and costs its fee", async () => {
    const other = await world.bill();
    const before = await held("BTC", "bitcoin");
    const free = await rows("select sum(balance) from ledger_account where code like 'acc:%'");
    const txHash = await take("0.0132", other.deposit_address);
    await world.settle();
    await mine(3);
    expect(await held("BTC", "bitcoin")).toEqual({
      ...before,
      custody: less(before.custody, "0.00001"),
      fee: "0.00001",
    });
    expect(await rows("select sum(balance) from ledger_account where code like 'acc:%'")).toEqual(free);
    expect(await world.payment(other.paymentId)).toMatchObject({ amountStatus: "UNPAID", deposits: [] });
    expect((await cases())[0]?.cause).toContain("Coins of ours were moved on bitcoin to addresses of ours");
    // The coin can be spent from there, and is not missed twice.
    const next = await take("0.0131", "bc1qthief");
    await mine();
    expect((await held("BTC", "bitcoin")).missing).toBe("0.0131");
    await undo(next, "bitcoin", 5);
    await undo(txHash, "bitcoin", 6);
    expect(await held("BTC", "bitcoin")).toEqual(before);
  });

  test("before they are confirmed: the case stands at once, the books follow when they hold the coins", async () => {
    const large = await world.bill({ fiatReceivable: Decimal.from("600000") });
    const { txHash: paid } = await (await import("#lib/sandbox/chain-controls.ts")).sendDeposit(operator, {
      address: large.deposit_address,
      quantity: large.quantity,
    });
    await world.settle();
    const before = await held("BTC", "bitcoin");
    const everything = Decimal.from(before.custody).plus(large.quantity).minus(Decimal.from("0.00001")).toString();
    const txHash = await take(everything);
    await mine();
    expect(await held("BTC", "bitcoin")).toEqual(before);
    expect((await cases())[0]).toMatchObject({ causeFacts: { txHash, booked: false } });
    await mine(5);
    expect(await held("BTC", "bitcoin")).toEqual({ custody: "0", missing: everything, fee: "0.00001" });
    expect(await world.broken()).toEqual([]);
    // Both go with their branch, the spend first.
    await reorganise(operator, { network: "bitcoin", depth: 6, drop: [paid] });
    await world.settle();
    expect(await held("BTC", "bitcoin")).toEqual(before);
    expect(await world.payment(large.paymentId)).toMatchObject({ labels: expect.arrayContaining(["REVERSED"]) });
  });
});

describe("tokens that somebody takes", () => {
  test("by their block; what comes back to an address of ours is no deposit", async () => {
    const input = { cryptoType: "USDT", networkType: "tron", fiatReceivable: Decimal.from("500") } as const;
    await world.price("USDT", "EUR", "0.9");
    const [bill, other] = [await world.bill(input), await world.bill(input)];
    await world.pay(bill, bill.quantity, "tron");
    const before = await held("USDT@tron", "tron");
    const tron = { network: "tron", asset: "USDT" } as const;
    const txHash = await take("100", "TThief", tron);
    const back = await take("50", other.deposit_address, tron);
    await mine(1, "tron");
    expect(await held("USDT@tron", "tron")).toEqual({ custody: less(before.custody, "100"), missing: "100", fee: "0" });
    expect((await world.payment(other.paymentId)).deposits).toEqual([]);
    const seen = await cases();
    expect(seen.map(({ causeFacts }) => causeFacts.txHash).sort()).toEqual([txHash, back].sort());
    await mine(25, "tron");
    expect(await rows("select distinct status from outgoing where network = 'tron'")).toEqual([{ status: "FINAL" }]);
    await reorganise(operator, { network: "tron", depth: 26, drop: [txHash, back] });
    await world.settle();
    expect(await held("USDT@tron", "tron")).toEqual(before);
    expect(await cases()).toEqual([]);
  });
});

test("what custody does not hold yet stands before nothing else that left, and is booked once it does", async () => {
  await world.retained("0.2");
  const { custody } = await held("BTC", "bitcoin");
  await recordPayout(world.ctx, { asset: "BTC", quantity: Decimal.from("0.15"), reference: "by hand" });
  const txHash = await take(less(custody, "0.1"));
  await mine();
  const [waiting] = await rows<{ id: string; posted: number }>(
    "select id, times_posted as posted from outgoing where tx_hash = $1",
    [txHash],
  );
  expect(waiting?.posted).toBe(0);
  expect(await findOutgoingToPost(operator, 1)).toEqual([]);
  await world.retained("0.1");
  expect(await rows("select times_posted as posted from outgoing where id = $1", [waiting?.id])).toEqual([
    { posted: 1 },
  ]);
});
