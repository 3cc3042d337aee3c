import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { TASKS } from "#lib/worker/due.ts";

let world: World;
let worker: Ctx;
beforeAll(async () => {
  world = await openWorld();
  worker = contextFor(world.app, { actor: { kind: "worker" }, requestId: "test" });
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterEach(async () => expect(await world.broken()).toEqual([]));
afterAll(() => world.close());

/** One round of a kind of due work, while all other work stands still. */
const run = (name: string) => TASKS.find((task) => task.name === name)?.run(worker);
const DEPTH = 20;

/** An invoice whose outcome at the venue nobody knows yet. */
async function inDoubt(fault: "timeout-after-accept" | "timeout-before-accept") {
  const bill = await world.bill({ strategy: "RAI", fiatReceivable: Decimal.from("1000") });
  const txHash = await world.pay(bill, Decimal.from("0.02"));
  const { quantityUnconverted } = await world.payment(bill.paymentId);
  const { invoiceId } = recordOf(
    await createConversion(world.ctx, {
      baseSymbol: "BTC",
      quoteSymbol: "EUR",
      quantity: Decimal.from(String(quantityUnconverted)),
      items: [{ paymentId: bill.paymentId }],
    }),
  );
  await quoteConversion(world.ctx, { invoiceId });
  await world.fault(fault, 1);
  expect(recordOf(await executeConversion(world.ctx, { invoiceId }))).toMatchObject({ status: "EXECUTING" });
  return { bill, txHash, invoiceId };
}

const depositOf = async (bill: MadeBill) => (await world.payment(bill.paymentId)).deposits[0];
const owed = async (asset: string) => {
  const { rows } = await world.app.database.pool.query(
    "select balance::text from ledger_account where code = $1 and asset = $2",
    [`acc:${world.ctx.account?.id}:owed`, asset],
  );
  return rows[0]?.balance ?? "0";
};

describe("a reorganisation that takes a deposit an invoice is selling", () => {
  test("waits for the outcome beside the scan: other payments on the chain are seen in the next look", async () => {
    const { bill, txHash } = await inDoubt("timeout-after-accept");
    const before = await owed("BTC");
    await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH, drop: [txHash] });
    const other = await world.bill();
    await sendDeposit(world.ctx, { address: other.deposit_address, quantity: other.quantity });
    await run("scan-chains");
    await run("scan-chains");
    expect(await depositOf(other)).toMatchObject({ status: "UNCONFIRMED", confirmations: 0 });
    expect(await depositOf(bill)).toMatchObject({ status: "CREDITED", confirmations: 0 });
    expect(await run("reverse-due")).toBe(0);
    await world.settle();
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED", reasonCode: "REORGANISED", quantityConverted: 0 });
    expect(BigInt(await owed("BTC")) - BigInt(before)).toBe(1_990_000n);
    await mineBlocks(world.ctx, { network: "bitcoin", count: 2 });
    await world.settle();
    expect(await world.payment(other.paymentId)).toMatchObject({ amountStatus: "PAID" });
  });

  test("and is reversed with the invoice cancelled where the venue never had it", async () => {
    const { bill, txHash, invoiceId } = await inDoubt("timeout-before-accept");
    await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH, drop: [txHash] });
    await world.later(60_000);
    await world.settle();
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED", quantityUnconverted: 0 });
    expect((await world.payment(bill.paymentId)).conversions).toMatchObject([{ invoiceId, status: "CANCELLED" }]);
  });

  test("mined again meanwhile, it stands in its new block and is confirmed anew, once", async () => {
    const { bill } = await inDoubt("timeout-after-accept");
    await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH });
    await run("scan-chains");
    expect(await depositOf(bill)).toMatchObject({ status: "CREDITED", confirmations: DEPTH + 1 });
    await world.settle();
    const payment = await world.payment(bill.paymentId);
    // What the invoice sold is owed first; only the rest is treated again, less its own τ.
    expect(payment).toMatchObject({
      quantityReceived: 0.02,
      quantityConverted: 0.0199,
      quantityUnconverted: 0.0000995,
      feeQuantity: 0.0000005,
    });
    const { rows } = await world.app.database.pool.query(
      `select right(effect_key, -length(network || tx_hash) - 4) as key from ledger_transaction t join deposit d on d.id = t.deposit_id
       where d.bill_id = $1 and effect_key like network || ':' || tx_hash || ':0:%'`,
      [bill.paymentId],
    );
    expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(["1", "1:reversed", "2"]));
  });

  test("taken back twice before the outcome, it is reversed once", async () => {
    const { bill, txHash } = await inDoubt("timeout-after-accept");
    await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH });
    await run("scan-chains");
    await reorganise(world.ctx, { network: "bitcoin", depth: DEPTH + 1, drop: [txHash] });
    await run("scan-chains");
    expect(await depositOf(bill)).toMatchObject({ status: "CREDITED", confirmations: 0 });
    await world.settle();
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED" });
  });
});
