import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { code, personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { addDestinationOrAsk, requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { foldDuePromises } from "#lib/bills/end-promises.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { playTransfer } from "#lib/sandbox/venue-control.ts";
import type { StockRecord } from "./contract.ts";
import { listInventory, setStock } from "./inventory.ts";

let world: World;
let ada: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  ada = await personOfHouse(world, "Ada");
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

const of = async (asset: StockRecord["asset"]) => (await listInventory(ada)).data.find((row) => row.asset === asset);
const plain = (row: StockRecord | undefined) =>
  row &&
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Decimal ? String(value) : value]),
  );
const d = (text: string) => Decimal.from(text);
const low = async () => (await listCases(ada, { kind: "STOCK_LOW" })).data;
const set = (floor?: string, target?: string) =>
  setStock(ada, {
    venue: "sandbox",
    asset: "BTC",
    ...(floor && { floor: d(floor) }),
    ...(target && { target: d(target) }),
  });

test("what is there, promised, on its way, and used a day", async () => {
  await move("CAPITAL_IN", "1");
  await playTransfer(operator, { kind: "DEPOSIT", asset: "BTC", quantity: d("1") });
  await world.settle();
  // While a transaction is open anywhere on the server, no promise is summed up.
  const another = new pg.Client(world.databaseUrl);
  await another.connect();
  await another.query("begin");
  await another.query("select pg_current_xact_id()");
  const bill = await world.bill({ fiatReceivable: d("2940.3") });
  await foldDuePromises(operator);
  // 2 940.3 EUR at 59 400 are 0.0495 BTC that the house may have to sell.
  const meanwhile = plain(await of("BTC"));
  await another.end();
  expect(meanwhile).toMatchObject({ promised: "0.0495" });
  await world.settle();
  expect(plain(await of("BTC"))).toMatchObject({
    balance: "1",
    promised: "0.0495",
    coming: "0",
    perDay: "0",
    isShort: false,
  });
  await world.pay(bill, bill.quantity);
  // 0.0495 over 28 days, to eight decimals.
  expect(plain(await of("BTC"))).toMatchObject({ balance: "0.9505", promised: "0", perDay: "0.00176786" });
  expect(plain(await of("EUR"))).toMatchObject({ balance: "2970", perDay: "-106.07142857" });
});

test("a floor that two days' use leads below proposes a move up to the target, once, and a case tells it", async () => {
  await set("0.9", "1.2");
  expect(plain(await of("BTC"))).toMatchObject({ isShort: false, floor: "0.9", target: "1.2" });
  expect(await low()).toEqual([]);
  // 0.9505 less twice 0.00176786 is 0.94696428…
  await set("0.946964", "1.2");
  expect((await of("BTC"))?.isShort).toBe(false);
  await set("0.946965", "1.2");
  // No more than custody has.
  expect(await of("BTC")).toMatchObject({ isShort: true, proposal: { quantity: d("0.0495") } });
  await world.retained("0.1");
  const proposal = (await of("BTC"))?.proposal;
  expect(proposal && { ...proposal, quantity: String(proposal.quantity) }).toEqual({
    kind: "TO_VENUE",
    from: "custody:bitcoin",
    to: "venue:sandbox",
    networkType: undefined,
    quantity: "0.1495",
  });
  expect(await low()).toMatchObject([{ quantity: d("0.2495") }]);
  const at = (await of("BTC"))?.floorAt ?? 0;
  const days = (at - (await world.ctx.now()).getTime()) / 86_400_000;
  expect([Math.floor(days), Math.ceil(days)]).toEqual([1, 2]);
  await addDestinationOrAsk(ada, { place: "venue:sandbox", asset: "BTC", address: STOCK, label: "Stock" });
  await move("CAPITAL_IN", "0.01");
  expect(plain(await of("BTC"))).toMatchObject({ coming: "0.01", isShort: false });
  expect(await low()).toEqual([]);
  await set();
  expect(plain(await of("BTC"))).toMatchObject({ floor: undefined, target: undefined, isShort: false });
});

test("until a floor is reached, what is promised counts as gone and what is on its way as there", async () => {
  await world.bill({ fiatReceivable: d("2940.3") });
  await world.settle();
  await set("0.5", "1.2");
  const row = await of("BTC");
  expect(plain(row)).toMatchObject({ promised: "0.0495", coming: "0.01", floor: "0.5" });
  const [balance, perDay] = [Number(row?.balance), Number(row?.perDay)];
  const days = ((row?.floorAt ?? 0) - (await world.ctx.now()).getTime()) / 86_400_000;
  // A promise is 28 days of what was sold in the last 28.
  expect(days).toBeCloseTo((balance + 0.01 - 0.0495 - 0.5) / perDay, 1);
  await set();
});

test("what nothing has told of for five business days is on no way, and a case", async () => {
  expect(plain(await of("BTC"))).toMatchObject({ coming: "0.01" });
  await world.later(8 * 86_400_000);
  await set("0.948", "1.2");
  expect(plain(await of("BTC"))).toMatchObject({ coming: "0", isShort: true });
  expect([await low(), (await listCases(ada, { kind: "NOT_PAID" })).data]).toMatchObject([[{}], [{ asset: "BTC" }]]);
  await set();
});

test("refuses one figure alone, a target below the floor, a venue that is none, and decimals it does not have", async () => {
  await expect(set("1")).rejects.toEqual(code("VALIDATION_FAILED", /together/));
  await expect(set("1", "0.5")).rejects.toEqual(code("VALIDATION_FAILED", /at least the floor/));
  await expect(set("0.123456789", "1")).rejects.toEqual(code("VALIDATION_FAILED", /8 decimals/));
  await expect(setStock(ada, { venue: "nowhere", asset: "BTC" })).rejects.toEqual(code("VALIDATION_FAILED"));
});

const STOCK = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const move = (kind: "CAPITAL_IN", quantity: string) =>
  requestMoveOrAsk(ada, { kind, to: "venue:sandbox", asset: "BTC", quantity: d(quantity), note: "x" });
