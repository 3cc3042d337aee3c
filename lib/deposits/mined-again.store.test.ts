import { afterEach, beforeEach, expect, test } from "vitest";
import { type MemoryChain, memoryChain } from "#e2e/world/memory-chain.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { CHAIN_POLLS } from "#lib/chains/follow.ts";
import { rescanChain } from "#lib/chains/resume-chain.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { CONFIRMATIONS } from "#lib/settings/confirmations.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

// On a chain of accounts a transaction that is mined again may fail, or pay something else.

let world: World;
let memory: MemoryChain;
let worker: Ctx;
beforeEach(async () => {
  world = await openWorld({ alone: true });
  await world.price("USDT", "EUR", "0.9");
  memory = memoryChain("eth", 64);
  const app = {
    ...world.app,
    slots: new Slots(),
    chains: { eth: { ...memory.view(), finalOutcome: async () => "MINED" as const } },
  };
  worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  await settle();
});
afterEach(async () => {
  expect(await world.broken()).toEqual([]);
  await world.close();
});

const settle = async () => {
  worker.app.slots.delete(CHAIN_POLLS);
  await runUntilIdle(worker, 20_000);
};
const mine = async (blocks: number, transfers: readonly Transfer[] = []) => {
  memory.mine(blocks, transfers);
  await settle();
};
/** As its node writes them, which may be otherwise than a bill does. */
const payer = {
  address: "as the node writes it",
  sourceAddress: `0x${"a1".repeat(20)}`,
  sourceScript: "a1".repeat(20),
};
async function paid(bill: MadeBill, units = bill.quantity.floorUnits(6)): Promise<Transfer> {
  const script = (await findPayable(world.ctx, bill.deposit_address))?.script ?? "";
  return { txHash: `0x${"a".repeat(64)}`, outputIndex: 0, position: 0, asset: "USDT@eth", script, units, ...payer };
}
const look = async ({ paymentId }: MadeBill) => {
  const { status, deposits } = await world.payment(paymentId);
  return [status, ...deposits.map((d) => `${d.status} ${d.quantity.toString()} ${d.reasonCode ?? ""}`.trimEnd())];
};
const eventsOf = async ({ paymentId }: MadeBill) => {
  const events = await world.ctx.db.event.findMany({ where: { objectId: paymentId }, orderBy: { sequence: "asc" } });
  return events.map(({ type }) => type);
};

test("its call fails: what it paid before is dropped, and its bill waits again", async () => {
  const bill = await world.bill({ cryptoType: "USDT" });
  await mine(1, [await paid(bill)]);
  const quantity = bill.quantity.toString();
  expect(await look(bill)).toEqual(["DETECTED", `UNCONFIRMED ${quantity}`]);
  memory.reorganise(1);
  await settle();
  expect(await look(bill)).toEqual(["PENDING", `DROPPED ${quantity} REORGANISED`]);
  expect(await eventsOf(bill)).toEqual(["payment.created", "payment.detected", "payment.deposit.dropped"]);
});

test("it pays less: the first is dropped before the second is seen, and what confirmed is credited", async () => {
  const bill = await world.bill({ cryptoType: "USDT" });
  const quantity = bill.quantity.toString();
  await mine(1, [await paid(bill)]);
  memory.reorganise(1);
  await mine(1, [await paid(bill, 20_000n)]);
  expect(await look(bill)).toEqual(["DETECTED", `DROPPED ${quantity} REORGANISED`, "UNCONFIRMED 0.02"]);
  expect(await eventsOf(bill)).toEqual([
    "payment.created",
    "payment.detected",
    "payment.deposit.dropped",
    "payment.detected",
  ]);
  await mine(64);
  const { quantityReceived } = await world.payment(bill.paymentId);
  expect(quantityReceived.toString()).toBe("0.02");
});

test("it pays another bill: the first gets nothing, and the other what came", async () => {
  const [bill, other] = [await world.bill({ cryptoType: "USDT" }), await world.bill({ cryptoType: "USDT" })];
  await mine(1, [await paid(bill)]);
  memory.reorganise(1);
  await mine(1, [await paid(other, 20_000n)]);
  await mine(64);
  expect((await look(bill)).slice(1)).toEqual([`DROPPED ${bill.quantity.toString()} REORGANISED`]);
  expect((await world.payment(other.paymentId)).quantityReceived.toString()).toBe("0.02");
});

test("booked, reversed and mined again as something else, and at last as it was: each is booked by itself", async () => {
  const bill = await world.bill({ cryptoType: "USDT" });
  const whole = bill.quantity.toString();
  await mine(1, [await paid(bill)]);
  await mine(CONFIRMATIONS.eth);
  const [credited] = (await look(bill)).slice(1);
  expect(credited).toBe(`CONVERTED ${whole}`);
  memory.reorganise(1 + CONFIRMATIONS.eth);
  await settle();
  expect((await look(bill)).slice(1)).toEqual([`DROPPED ${whole} REORGANISED`]);
  await mine(1, [await paid(bill, 30_000n)]);
  await mine(CONFIRMATIONS.eth);
  expect((await look(bill)).slice(1)).toEqual([`DROPPED ${whole} REORGANISED`, expect.stringMatching(/^C\w+ 0.03/)]);
  memory.reorganise(1 + CONFIRMATIONS.eth);
  await mine(1, [await paid(bill)]);
  await mine(CONFIRMATIONS.eth);
  expect((await look(bill)).slice(1)).toEqual([`CONVERTED ${whole}`, "DROPPED 0.03 REORGANISED"]);
  const keys = await world.ctx.db.$queryRaw<{ key: string }[]>`select distinct split_part(effect_key, ':', 4) as key
    from ledger_transaction t join deposit d on d.id = t.deposit_id where d.bill_id = ${bill.paymentId}::uuid order by 1`;
  expect(keys.map(({ key }) => key)).toEqual(["1", "1.1", "2"]);
});

test("read again it stays as it is, and the database takes no other in its place", async () => {
  const bill = await world.bill({ cryptoType: "USDT" });
  await mine(1, [await paid(bill)]);
  await mine(1);
  await rescanChain(worker, { network: "eth", from: 0, note: "x" });
  await settle();
  expect(await look(bill)).toEqual(["DETECTED", `UNCONFIRMED ${bill.quantity.toString()}`]);
  const other = (variant: number, units: number) =>
    world.ctx.db
      .$executeRaw`insert into deposit select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
      'variant', ${variant}::integer, 'quantity_units', ${units}::integer))).* from deposit d where d.bill_id = ${bill.paymentId}::uuid`;
  await expect(other(0, 5)).rejects.toThrow("deposit_network_tx_hash_output_index_variant_key");
  await expect(other(1, 5)).rejects.toThrow("what a block has brought is in the books once");
});

test("what came for no bill is another payment as well", async () => {
  const bill = await world.bill({ cryptoType: "USDT" });
  const free = { network: "eth", billId: null, setAsideAt: null };
  const { script } = await world.ctx.db.depositAddress.findFirstOrThrow({ where: free, orderBy: { index: "desc" } });
  const transfer = { ...(await paid(bill)), script };
  await mine(1, [transfer]);
  await mine(CONFIRMATIONS.eth);
  memory.reorganise(1 + CONFIRMATIONS.eth);
  await mine(1, [{ ...transfer, units: 40_000n }]);
  await mine(CONFIRMATIONS.eth);
  const strays = await world.ctx.db.strayDeposit.findMany({ orderBy: { variant: "asc" } });
  expect(strays.map(({ status, variant, quantityUnits }) => [status, variant, quantityUnits.toString()])).toEqual([
    ["DROPPED", 0, transfer.units.toString()],
    ["CONFIRMED", 1, "40000"],
  ]);
  expect(await balanceOf(world.ctx, "house:unassigned", "USDT@eth")).toBe(40_000n);
});

test("what leaves is booked as its block says: moving something else it is another row, and the first is gone", async () => {
  const bill = await world.bill({ cryptoType: "USDT" });
  const received = await paid(bill);
  await mine(1, [received]);
  await mine(CONFIRMATIONS.eth);
  const taken = (units: bigint): Transfer => ({
    ...received,
    txHash: `0x${"b".repeat(64)}`,
    sourceScript: received.script,
    script: "cc".repeat(20),
    units,
  });
  const left = async () => {
    const rows = await world.ctx.db.outgoing.findMany({ orderBy: { variant: "asc" } });
    const missing = await balanceOf(world.ctx, "house:missing", "USDT@eth");
    return [...rows.map(({ status, timesPosted }) => `${status} ${timesPosted}`), missing];
  };
  await mine(1, [taken(2_000_000n)]);
  expect(await left()).toEqual(["IN_BLOCK 1", 2_000_000n]);
  memory.reorganise(1);
  await mine(1, [taken(2_000_000n)]);
  expect(await left()).toEqual(["IN_BLOCK 2", 2_000_000n]);
  memory.reorganise(2);
  await mine(1, [taken(1_000_000n)]);
  expect(await left()).toEqual(["GONE 2", "IN_BLOCK 1", 1_000_000n]);
  expect(await world.broken()).toEqual([]);
  memory.reorganise(2);
  await mine(1, [taken(2_000_000n)]);
  expect(await left()).toEqual(["IN_BLOCK 3", "GONE 1", 2_000_000n]);
  const entries = await world.ctx.db.ledgerTransaction.findMany({ where: { event: "outgoing.left" } });
  expect(entries.map(({ effectKey }) => effectKey.split(":").at(-1)).sort()).toEqual(["1", "1.1", "2", "3"]);
  expect(await world.ctx.db.audit.count({ where: { action: "outgoing.unknown" } })).toBe(2);
});

test("a payout that is paid again beside something else stays paid, and is no case by what is gone", async () => {
  const bill = await world.bill({ cryptoType: "USDT", strategy: "RAI" });
  const received = await paid(bill);
  await mine(1, [received]);
  await mine(CONFIRMATIONS.eth);
  const script = "cd".repeat(20);
  const listed = { name: "Acme", asset: "USDT", networkType: "eth", address: `0x${script}` } as const;
  const { beneficiaryId } = await makeBeneficiary(world.ctx, listed);
  const quantity = Decimal.from("1");
  const input = { asset: "USDT", networkType: "eth", quantity, reference: "out", beneficiaryId } as const;
  const { payoutId } = JSON.parse(((await payOrAsk(world.ctx, input)) as Raw<{ payoutId: string }>).text);
  const sent = { ...received, txHash: `0x${"d".repeat(64)}`, sourceScript: received.script };
  const paying = { ...sent, script, units: 1_000_000n };
  const beside = (units: bigint) => ({ ...sent, outputIndex: 1, script: "ee".repeat(20), units });
  await mine(1, [paying, beside(2_000_000n)]);
  memory.reorganise(1);
  await mine(1, [paying, beside(3_000_000n)]);
  await world.later(11 * 60_000);
  await settle();
  const rows = await world.ctx.db.outgoing.findMany({ include: { claims: true }, orderBy: { variant: "asc" } });
  expect(rows.map(({ status, claims }) => [status, claims.length])).toEqual([
    ["GONE", 1],
    ["IN_BLOCK", 1],
  ]);
  const { status, isOut } = await world.ctx.db.payout.findUniqueOrThrow({ where: { id: payoutId } });
  expect([status, isOut]).toEqual(["BROADCAST", true]);
  expect(await world.ctx.db.audit.count({ where: { action: "payout.back" } })).toBe(1);
  const hugo = await personOfHouse(world, "Hugo");
  expect((await listCases(hugo, { kind: "NOT_PAID" })).data).toEqual([]);
});
