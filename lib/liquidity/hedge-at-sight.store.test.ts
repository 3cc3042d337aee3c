import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setAgreed } from "#e2e/world/agreed.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { getExecutionQuality } from "#lib/liquidity/get-execution-quality.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { findHedgesDue, hedge } from "./hedge.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.fault("none");
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
  await setAgreed(world.ctx, { hedgeAt: "SEEN" });
});
afterEach(async () => {
  await world.fault("none");
  for (const _ of ["the refused is hedged", "and what was left"]) {
    await world.later(60_000);
    await world.settle();
  }
  expect(await book()).toBe("0");
  expect(await world.broken()).toEqual([]);
});
afterAll(() => world?.close());

type BillInput = NonNullable<Parameters<World["bill"]>[0]>;
type Order = { side: string; status: string; quantity: string; filled: string; limit: string | null };
const rows = async <T>(text: string): Promise<T[]> => (await world.app.database.pool.query(text)).rows as T[];
const book = async () =>
  (await rows<{ units: string }>("select coalesce(sum(units), 0)::text as units from book_position"))[0]?.units;
const orders = () =>
  rows<Order>(`select side, status, quantity_units::text as quantity, filled_units::text as filled, limit_price::text as "limit"
    from venue_order where purpose = 'HEDGE' order by created_at, id`);
/** The hedges that were placed by `work` and what follows from it. */
async function placedBy(work: () => Promise<unknown>): Promise<Order[]> {
  const before = (await orders()).length;
  await work();
  await world.settle();
  return (await orders()).slice(before);
}
const send = async (bill: MadeBill, more: object = {}): Promise<string> =>
  (await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: bill.quantity, ...more })).txHash;
const mine = (count = 2) => mineBlocks(world.ctx, { network: "bitcoin", count });
const gone = (txHash: string) => reorganise(world.ctx, { network: "bitcoin", depth: 1, drop: [txHash] });
const sold = (units: string) => ({ side: "SELL", status: "FILLED", quantity: units, filled: units });
const boughtBack = (units: string) => ({ side: "BUY", status: "FILLED", quantity: units, filled: units });
const lmt = (limit: string): BillInput => ({ cryptoType: "USDT", strategy: "LMT", limitPrice: Decimal.from(limit) });
const worker = () => contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
const Q = "168351";

describe("hedged at sight", () => {
  test("a payment is sold when it is seen, and not again when it confirms", async () => {
    const bill = await world.bill();
    expect(await placedBy(() => send(bill))).toMatchObject([sold(Q)]);
    expect(await book()).toBe(`-${Q}`);
    expect(await placedBy(() => mine())).toEqual([]);
    expect(await book()).toBe("0");
    expect((await world.payment(bill.paymentId)).status).toBe("COMPLETED");
  });

  test("what was sold for a payment that vanishes is bought back, at most 2 % above the ask", async () => {
    const bill = await world.bill();
    let txHash = "";
    await placedBy(async () => {
      txHash = await send(bill);
    });
    await world.price("BTC", "EUR", "60500");
    const [back] = await placedBy(() => gone(txHash));
    expect(back).toMatchObject(boughtBack(Q));
    const [paid] = await rows<{ fiat: string }>(
      "select fiat_units::text as fiat from venue_trade t join venue_order o on o.id = t.order_id where o.side = 'BUY' order by t.at desc limit 1",
    );
    // 0.00168351 at the ask, rounded up to the cent; the limit is 2 % above it
    const ask = Decimal.from(String(back?.limit)).dividedDown(Decimal.from("1.02"), 8);
    expect(BigInt(String(paid?.fiat))).toBe(Decimal.from("0.00168351").times(ask).ceilUnits(2));
    expect(ask.compare(Decimal.from("60500"))).toBe(1);
    const quality = await getExecutionQuality(worker(), {});
    expect(quality.data.find(({ strategy }) => strategy === "BOUGHT_BACK")?.quantity.toString()).toBe("-0.00168351");
  });

  test("a payment that a reorganisation takes back to the mempool stays sold, and is bought back once it is gone", async () => {
    const bill = await world.bill();
    let txHash = "";
    await placedBy(async () => {
      txHash = await send(bill);
      await mine();
    });
    expect(await placedBy(() => reorganise(world.ctx, { network: "bitcoin", depth: 2 }))).toEqual([]);
    expect(await placedBy(() => reorganise(world.ctx, { network: "bitcoin", depth: 3, drop: [txHash] }))).toMatchObject(
      [boughtBack(Q)],
    );
  });

  test.each<[string, BillInput, object, string[]]>([
    ["replaceable: not before it stands in a block", {}, { feeRate: Decimal.from("10"), replaceable: true }, []],
    ["of a thin fee: the same", {}, { feeRate: Decimal.from("9.99") }, []],
    ["received as it is: never", { strategy: "RAI" }, {}, []],
    ["under its limit: never", lmt("0.95"), {}, []],
    ["above its limit: at sight", lmt("0.5"), {}, ["109793589"]],
    ["with an explicit fee: without the fee", { feeModel: "EXPLICIT" }, {}, ["166668"]],
    ["more than is owed: only what is promised", {}, { quantity: Decimal.from("1") }, [Q]],
  ])("%s", async (_, input, payment, expected) => {
    const bill = await world.bill(input);
    const placed = await placedBy(() => send(bill, payment));
    expect(placed.map(({ side, filled }) => `${side} ${filled}`)).toEqual(expected.map((units) => `SELL ${units}`));
    await mineBlocks(world.ctx, { network: "eth", count: 12 });
    await placedBy(() => mine());
  });

  test("a payment in a block is sold, replaceable or not, before its confirmations are there", async () => {
    const bill = await world.bill();
    await placedBy(() => send(bill, { feeRate: Decimal.from("10"), replaceable: true }));
    expect(await placedBy(() => mine(1))).toMatchObject([sold(Q)]);
    expect((await world.payment(bill.paymentId)).deposits[0]?.status).toBe("UNCONFIRMED");
    expect(await placedBy(() => mine(1))).toEqual([]);
  });

  test("one of several that come to a bill together is not sold twice", async () => {
    const bill = await world.bill();
    const placed = await placedBy(async () => {
      await send(bill);
      await send(bill);
    });
    expect(placed).toMatchObject([sold(Q)]);
    await placedBy(() => mine());
  });

  test("is placed once by many workers", async () => {
    const bill = await world.bill();
    await world.stale("BTC", "EUR");
    await placedBy(() => send(bill));
    await world.price("BTC", "EUR", "60000");
    const pair = { base: "BTC", fiat: "EUR" } as const;
    expect(await placedBy(() => Promise.all([1, 2, 3, 4].map(() => hedge(worker(), pair))))).toHaveLength(1);
    await placedBy(() => mine());
  });

  test("that is refused is a case of the house", async () => {
    await world.fault("insufficient-funds");
    const bill = await world.bill();
    await placedBy(() => send(bill));
    const house = contextFor(world.app, {
      actor: { kind: "operator" },
      account: await houseOf(world.app),
      requestId: "t",
    });
    const { data } = await listCases(house, {});
    expect(data.map(({ kind }) => kind)).toContain("NOT_HEDGED");
    await placedBy(() => mine());
  });
});

test("hedged at confirmation nothing is sold at sight, and a short position waits for the next payment", async () => {
  const bill = await world.bill();
  let txHash = "";
  await placedBy(async () => {
    txHash = await send(bill);
  });
  await setAgreed(world.ctx, { hedgeAt: "CONFIRMED" });
  expect(await placedBy(() => gone(txHash))).toEqual([]);
  expect(await findHedgesDue(worker())).toEqual([]);
  expect(await book()).toBe(`-${Q}`);
  const next = await world.bill();
  expect(await placedBy(() => send(next))).toEqual([]);
  expect(await placedBy(() => mine())).toEqual([]);
});
