import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MadeBill, openWorld, recordOf, type World } from "#e2e/world/sandbox.ts";
import { cancelConversion } from "#lib/conversions/cancel-conversion.ts";
import { createConversion } from "#lib/conversions/create-conversion.ts";
import { executeConversion } from "#lib/conversions/execute-conversion.ts";
import { quoteConversion } from "#lib/conversions/quote-conversion.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, reorganise, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { changeSettings } from "#e2e/world/change-settings.ts";
import { declineDeposit, releaseDeposit } from "./decide-hold.ts";
import { findBillsToSettle } from "./settle-deposits.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.price("BTC", "EUR", "60000");
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const EXPIRED_MS = 21 * 60_000;

type Emitted = { type: string; sequence: number; status: string; amountStatus?: string; labels?: string[] };

/** What was told of one object, in the order of the cursor; counts from 1 without gaps. */
async function emitted(objectId: string): Promise<Emitted[]> {
  const { rows } = await world.app.database.pool.query<{ type: string; sequence: number; data: string }>(
    "select type, sequence, data from event where object_id = $1 order by tx, seq",
    [objectId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, at) => at + 1));
  return rows.map(({ type, sequence, data }) => ({ ...JSON.parse(data), type, sequence }));
}

const types = async (objectId: string) => (await emitted(objectId)).map(({ type }) => type.replace(/^payment\./, ""));
const last = async (objectId: string) => (await emitted(objectId)).at(-1);

async function expire(): Promise<void> {
  await world.later(EXPIRED_MS);
  await world.settle();
}

async function held(): Promise<MadeBill & { txId: string }> {
  await changeSettings(world.ctx, { "depositLimit.BTC": "0.001" });
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  await changeSettings(world.ctx, { "depositLimit.BTC": "100" });
  return { ...bill, txId: (await world.payment(bill.paymentId)).deposits[0]?.txId ?? "" };
}

test("an exact payment: converted, completed, and nothing more at its expiry", async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  await expire();
  expect(await types(bill.paymentId)).toEqual([
    "created",
    "detected",
    "deposit.confirmed",
    "deposit.converted",
    "completed",
  ]);
  expect(await last(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
});

test("too little: underpaid is told when the bill expires, completed when the rest comes after all", async () => {
  const bill = await world.bill();
  await world.pay(bill, Decimal.from("0.001"));
  const before = ["created", "detected", "deposit.confirmed", "deposit.converted"];
  expect(await types(bill.paymentId)).toEqual(before);
  await expire();
  expect(await types(bill.paymentId)).toEqual([...before, "underpaid"]);
  expect(await last(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "UNDERPAID" });
  await world.pay(bill, Decimal.from("0.00068351"));
  expect(await types(bill.paymentId)).toEqual([
    ...before,
    "underpaid",
    "detected",
    "reopened",
    "deposit.confirmed",
    "deposit.credited",
    "completed",
  ]);
  expect(await last(bill.paymentId)).toMatchObject({ amountStatus: "PAID", labels: ["LATE", "MULTIPLE"] });
});

test("too much: completed at once when there is a price, else after the rest is sold", async () => {
  const atOnce = await world.bill();
  await world.pay(atOnce, Decimal.from("0.0025"));
  const sold = ["created", "detected", "deposit.confirmed", "deposit.converted", "completed"];
  expect(await types(atOnce.paymentId)).toEqual(sold);
  expect(await last(atOnce.paymentId)).toMatchObject({ amountStatus: "OVERPAID" });
  const waits = await world.bill();
  await world.stale("BTC", "EUR");
  await world.later(60_000);
  await world.pay(waits, Decimal.from("0.0025"));
  expect(await types(waits.paymentId)).toEqual(sold.slice(0, 3));
  await world.price("BTC", "EUR", "60000");
  await world.later(2_000);
  await world.settle();
  expect(await types(waits.paymentId)).toEqual(sold);
});

test("nothing, then late: expired, then kept and completed", async () => {
  const bill = await world.bill();
  await expire();
  expect(await types(bill.paymentId)).toEqual(["created", "expired"]);
  expect(await last(bill.paymentId)).toMatchObject({ status: "EXPIRED", amountStatus: "UNPAID" });
  await world.pay(bill, bill.quantity);
  expect(await types(bill.paymentId)).toEqual([
    "created",
    "expired",
    "detected",
    "deposit.confirmed",
    "deposit.credited",
    "completed",
  ]);
});

test("held and released: the release is told before what came of it", async () => {
  const bill = await held();
  const before = ["created", "detected", "deposit.confirmed", "deposit.held"];
  expect(await types(bill.paymentId)).toEqual(before);
  await releaseDeposit(world.ctx, { txId: bill.txId, note: "known" });
  expect(await types(bill.paymentId)).toEqual([...before, "deposit.released", "deposit.converted", "completed"]);
});

test("held and declined: declined, and expired in its time", async () => {
  const bill = await held();
  await declineDeposit(world.ctx, { txId: bill.txId, note: "no" });
  await expire();
  expect(await types(bill.paymentId)).toEqual([
    "created",
    "detected",
    "deposit.confirmed",
    "deposit.held",
    "deposit.declined",
    "expired",
  ]);
});

test("expired, once, when the last deposit goes after the bill's end: declined, gone or reversed", async () => {
  const declined = await held();
  const gone = await world.bill();
  const quantity = Decimal.from("0.001");
  const { txHash } = await sendDeposit(world.ctx, { address: gone.deposit_address, quantity, confirmations: 1 });
  await world.settle();
  await expire();
  for (const { paymentId } of [declined, gone]) expect(await types(paymentId)).not.toContain("expired");
  await declineDeposit(world.ctx, { txId: declined.txId, note: "no" });
  expect((await types(declined.paymentId)).slice(-2)).toEqual(["deposit.declined", "expired"]);
  expect(await last(declined.paymentId)).toMatchObject({ status: "EXPIRED", amountStatus: "UNPAID" });
  await reorganise(world.ctx, { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
  await world.settle();
  expect((await types(gone.paymentId)).slice(-2)).toEqual(["deposit.dropped", "expired"]);
  const late = await sendDeposit(world.ctx, { address: gone.deposit_address, quantity, confirmations: 20 });
  await world.settle();
  expect((await types(gone.paymentId)).slice(-1)).toEqual(["underpaid"]);
  await reorganise(world.ctx, { network: "bitcoin", depth: 20, doubleSpend: [late.txHash] });
  await world.settle();
  expect((await types(gone.paymentId)).slice(-3)).toEqual(["deposit.reversed", "reopened", "deposit.dropped"]);
  expect(await last(gone.paymentId)).toMatchObject({ status: "EXPIRED" });
});

test("paid, and late dust: what was completed stays so, without a label", async () => {
  const bill = await world.bill();
  await world.pay(bill, bill.quantity);
  await expire();
  await world.pay(bill, Decimal.from("0.00000545"));
  const { status, labels, deposits } = await world.payment(bill.paymentId);
  expect([status, labels]).toEqual(["COMPLETED", []]);
  expect(deposits[1]).toMatchObject({ status: "CREDITED", reasonCode: "BELOW_MINIMUM", late: true });
  expect(await types(bill.paymentId)).not.toContain("reopened");
});

test("reversed and back: reopened by the loss, completed again by the return", async () => {
  const bill = await world.bill();
  const txHash = await world.pay(bill, bill.quantity);
  await reorganise(world.ctx, { network: "bitcoin", depth: 20, drop: [txHash] });
  await world.settle();
  const before = ["created", "detected", "deposit.confirmed", "deposit.converted", "completed"];
  expect(await types(bill.paymentId)).toEqual([...before, "deposit.reversed", "reopened"]);
  expect(await last(bill.paymentId)).toMatchObject({ status: "PENDING", amountStatus: "UNPAID", labels: ["REVERSED"] });
  await world.app.database.pool.query("update sandbox_transfer set state = 'MEMPOOL' where tx_hash = $1", [txHash]);
  await world.settle();
  await mineBlocks(world.ctx, { network: "bitcoin", count: 20 });
  await world.settle();
  const again = ["detected", "deposit.confirmed", "deposit.converted", "completed"];
  expect(await types(bill.paymentId)).toEqual([...before, "deposit.reversed", "reopened", ...again]);
  expect(await last(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID", labels: [] });
});

test("nothing is confirmed while its chain is paused", async () => {
  const bill = await world.bill();
  await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: bill.quantity, confirmations: 1 });
  await world.settle();
  const { pool } = world.app.database;
  const due = () => findBillsToSettle(world.ctx, 10);
  expect(await due()).not.toContain(bill.paymentId);
  await pool.query("update deposit set confirmations_required = 1 where bill_id = $1", [bill.paymentId]);
  expect(await due()).toContain(bill.paymentId);
  await pool.query("update chain_cursor set paused_reason = 'Two nodes disagree.' where network = 'bitcoin'");
  expect(await due()).not.toContain(bill.paymentId);
  await pool.query("update chain_cursor set paused_reason = null where network = 'bitcoin'");
  await pool.query("update deposit set confirmations_required = 2 where bill_id = $1", [bill.paymentId]);
});

test("gone before it was confirmed: dropped, and nothing to reverse", async () => {
  const bill = await world.bill();
  const quantity = Decimal.from("0.001");
  const { txHash } = await sendDeposit(world.ctx, { address: bill.deposit_address, quantity, confirmations: 1 });
  await world.settle();
  await reorganise(world.ctx, { network: "bitcoin", depth: 1, doubleSpend: [txHash] });
  await world.settle();
  expect(await types(bill.paymentId)).toEqual(["created", "detected", "deposit.dropped"]);
  expect(await last(bill.paymentId)).toMatchObject({
    status: "PENDING",
    labels: [],
    deposits: [{ status: "DROPPED" }],
  });
});

async function invoice(): Promise<string> {
  const items = [{ paymentId: (await world.retained("0.002")).paymentId }];
  const input = { baseSymbol: "BTC", quoteSymbol: "EUR", quantity: Decimal.from("0.00199"), items };
  const { invoiceId } = recordOf(await createConversion(world.ctx, input));
  await quoteConversion(world.ctx, { invoiceId });
  return invoiceId;
}

test("a conversion executed: each of its states once, with the record of that moment", async () => {
  const invoiceId = await invoice();
  await executeConversion(world.ctx, { invoiceId });
  expect((await emitted(invoiceId)).map(({ type, status }) => [type, status])).toEqual([
    ["conversion.created", "CREATED"],
    ["conversion.quoted", "QUOTED"],
    ["conversion.executing", "EXECUTING"],
    ["conversion.executed", "EXECUTED"],
  ]);
});

test("a conversion cancelled, once however often it is asked for", async () => {
  const invoiceId = await invoice();
  await cancelConversion(world.ctx, { invoiceId });
  await cancelConversion(world.ctx, { invoiceId });
  expect((await emitted(invoiceId)).map(({ type, status }) => [type, status])).toEqual([
    ["conversion.created", "CREATED"],
    ["conversion.quoted", "QUOTED"],
    ["conversion.cancelled", "CANCELLED"],
  ]);
});
