import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { rescanChain } from "#lib/chains/resume-chain.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, reorganise, sendDeposit, setChain } from "#lib/sandbox/chain-controls.ts";
import { releaseDeposit } from "./decide-hold.ts";
import { insertDeposit } from "./watch.sql.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
});
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world?.close());

const MINUTE = 60_000;
const send = (bill: MadeBill, more: object = {}) =>
  sendDeposit(world.ctx, { address: bill.deposit_address, quantity: bill.quantity, ...more });
const mine = (count: number, blockTimeOffsetMs = 0) =>
  mineBlocks(world.ctx, { network: "bitcoin", count, blockTimeOffsetMs });
/** Moves the clock to so long after the bill's expiry. */
const until = async (bill: MadeBill, afterMs: number) =>
  world.later(Math.max(0, bill.expiryTime + afterMs - (await world.ctx.now()).getTime()));
const rate = (text: string) => ({ feeRate: Decimal.from(text) });
const THIN = rate("9.99");

/** What became of its one deposit: whether it is late, and when, after expiry, it counts as first seen. */
async function seen(bill: MadeBill) {
  const [deposit] = (await world.payment(bill.paymentId)).deposits;
  return { ...deposit, afterMs: Number(deposit?.firstSeen) - bill.expiryTime };
}

test("what is sighted together has one instant, to the millisecond, so that no block moves it later", async () => {
  const bill = await world.bill();
  const of = { billId: bill.paymentId, accountId: world.ctx.account?.id, address: bill.deposit_address };
  const seen = { network: "bitcoin", asset: "BTC", outputIndex: 0, units: "1000", wrongAsset: false, dust: false };
  const rows = Array.from({ length: 3_000 }, (_, n) => ({
    ...of,
    ...seen,
    id: world.ctx.id(),
    txHash: n.toString(16).padStart(64, "0"),
    confirmationsRequired: 2,
  }));
  const undone = new Error("they were never sent");
  const sighted = world.ctx.transaction(async (tx) => {
    await insertDeposit(tx.db, { rows: JSON.stringify(rows) });
    const [found] = await tx.db.$queryRaw<{ instants: bigint; apart: bigint }[]>`
      select count(distinct first_seen) as instants, count(*) filter (where first_seen <> sighted_at) as apart
      from deposit where bill_id = ${bill.paymentId}::uuid`;
    expect(found).toEqual({ instants: 1n, apart: 0n });
    throw undone;
  });
  await expect(sighted).rejects.toBe(undone);
});

describe("seen and stamped (example 20)", () => {
  test("(a) a sighting after expiry stays, whatever time its miner writes", async () => {
    const bill = await world.bill();
    await until(bill, 4_000);
    await send(bill);
    await world.settle();
    await mine(2, -54_000);
    await world.settle();
    expect(await seen(bill)).toMatchObject({ late: true, status: "CREDITED", reasonCode: "BILL_EXPIRED" });
    expect((await seen(bill)).afterMs).toBeGreaterThanOrEqual(4_000);
    expect((await seen(bill)).blockTime).toBeLessThan(bill.expiryTime);
  });

  test("(b) never seen unconfirmed, the block's time counts", async () => {
    const bill = await world.bill();
    await until(bill, 30_000);
    await send(bill);
    await mine(2, -80_000);
    await world.settle();
    const { late, firstSeen, blockTime } = await seen(bill);
    expect([late, firstSeen === blockTime]).toEqual([false, true]);
    expect((await world.payment(bill.paymentId)).fiatReceived).toBe(100);
  });

  test("(c) but never later than our own sighting of the block", async () => {
    const bill = await world.bill();
    await until(bill, -20_000);
    await send(bill);
    await mine(2, 80_000);
    await world.settle();
    const { late, afterMs, blockTime } = await seen(bill);
    expect([late, afterMs <= -15_000, Number(blockTime) > bill.expiryTime]).toEqual([false, true, true]);
  });

  test("(d) seen by expiry is in time, however late its block", async () => {
    const bill = await world.bill();
    await until(bill, -5_000);
    await send(bill);
    await world.settle();
    await until(bill, 11 * MINUTE);
    await mine(2);
    await world.settle();
    expect(await seen(bill)).toMatchObject({ late: false, status: "CONVERTED" });
  });
});

describe("thin fees (example 20)", () => {
  const thinly = async (afterMs: number, blockAfterMs: number, offsetMs = 0, fee: object = THIN) => {
    const bill = await world.bill();
    await until(bill, afterMs);
    await send(bill, fee);
    await world.settle();
    await until(bill, blockAfterMs);
    await mine(2, offsetMs);
    await world.settle();
    return bill;
  };

  test("(e) count from their block", async () => {
    const bill = await thinly(-10 * MINUTE, -30_000);
    const { late, firstSeen, blockTime, ...deposit } = await seen(bill);
    expect([late, firstSeen === blockTime]).toEqual([false, true]);
    expect(deposit).toMatchObject({ feeRate: 9.99, feeEstimate: 10, thinFee: true, replaceable: false });
  });
  test("(f) or from their sighting, where that is later", async () => {
    expect(await seen(await thinly(5 * MINUTE, 6 * MINUTE, -7 * MINUTE))).toMatchObject({ late: true });
  });
  test("(g) so who pays at once with too little has no two hours to choose: review 8", async () => {
    const bill = await thinly(-10 * MINUTE, 4 * MINUTE, 0, { ...THIN, replaceable: true });
    expect(await seen(bill)).toMatchObject({ late: true, replaceable: true, reasonCode: "BILL_EXPIRED" });
    expect((await world.payment(bill.paymentId)).fiatReceived).toBe(0);
  });
  test("a fee at the estimate, and one that nobody knows, is not thin; replaceable is no rule", async () => {
    const enough = await thinly(-10 * MINUTE, 4 * MINUTE, 0, { ...rate("10"), replaceable: true });
    expect(await seen(enough)).toMatchObject({ late: false, thinFee: false, replaceable: true, feeRate: 10 });
    const rateless = await thinly(-10 * MINUTE, 4 * MINUTE, 0, { replaceable: true });
    expect(await seen(rateless)).toMatchObject({ late: false, replaceable: true, status: "CONVERTED" });
    const untold = await thinly(-10 * MINUTE, 4 * MINUTE, 0, {});
    expect(await seen(untold)).toMatchObject({ late: false, status: "CONVERTED" });
    expect((await seen(untold)).feeRate).toBeUndefined();
  });
  test("are judged once, by the estimate at their sighting", async () => {
    const bill = await world.bill();
    await send(bill, rate("10"));
    await world.settle();
    await setChain(world.ctx, { feeEstimate: Decimal.from(40), network: "bitcoin" });
    await until(bill, MINUTE);
    await mine(2);
    await world.settle();
    expect(await seen(bill)).toMatchObject({ late: false, feeEstimate: 10 });
    const next = await world.bill();
    await send(next, rate("39.99"));
    await world.settle();
    expect(await seen(next)).toMatchObject({ thinFee: true, feeEstimate: 40 });
    await setChain(world.ctx, { feeEstimate: Decimal.from(10) });
  });
  test("once in a block, a reorganisation moves them no later", async () => {
    const bill = await thinly(-10 * MINUTE, -2 * MINUTE);
    const { firstSeen } = await seen(bill);
    await until(bill, 3 * MINUTE);
    await reorganise(world.ctx, { network: "bitcoin", depth: 2 });
    await world.settle();
    await mine(2);
    await world.settle();
    const again = await seen(bill);
    expect([again.firstSeen, again.late, again.status]).toEqual([firstSeen, false, "CONVERTED"]);
  });
});

describe("money older than its bill", () => {
  /** A payment that a block held before the bill was made: its script was paid once already, and the chain is read again. */
  async function olderBill(): Promise<MadeBill & { txId: string }> {
    await mine(3);
    await world.settle();
    const bill = await world.bill();
    const { txHash } = await send(bill);
    await world.app.database.pool.query(
      `update sandbox_transfer set state = 'MINED', position = 0, block_hash =
         (select hash from sandbox_block where network = 'bitcoin' and active order by height desc offset 1 limit 1) where tx_hash = $1`,
      [txHash],
    );
    const { rows } = await world.app.database.pool.query("select height from chain_cursor where network = 'bitcoin'");
    await rescanChain(world.ctx, { network: "bitcoin", from: Number(rows[0].height) - 3, note: "imported wallet" });
    await world.settle();
    return { ...bill, txId: (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "" };
  }

  test("is held: it pays nothing, and says why", async () => {
    const bill = await olderBill();
    const payment = await world.payment(bill.paymentId);
    expect(payment).toMatchObject({ status: "PROCESSING", amountStatus: "UNPAID", labels: ["HELD"], fiatReceived: 0 });
    expect(payment.deposits[0]).toMatchObject({ status: "HELD", reasonCode: "BEFORE_BILL" });
    expect(payment.deposits[0]?.reason).toBe(
      "0.00168351 BTC was in the chain before the bill was created: staff release or decline it.",
    );
  });

  test("released, it is late", async () => {
    const bill = await olderBill();
    await releaseDeposit(world.ctx, { txId: bill.txId, note: "the customer's" });
    expect(await world.payment(bill.paymentId)).toMatchObject({
      labels: ["LATE"],
      fiatReceived: 0,
      quantityUnconverted: 0.00168351,
      deposits: [{ status: "CREDITED", late: true, reasonCode: "BILL_EXPIRED" }],
    });
  });

  test("seen unconfirmed after the bill was made, it is the bill's, whatever its block", async () => {
    const bill = await world.bill();
    await send(bill);
    await world.settle();
    await mine(2);
    await world.settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ amountStatus: "PAID", labels: [] });
  });
});
