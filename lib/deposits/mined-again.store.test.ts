import { afterEach, beforeEach, expect, test } from "vitest";
import { type MemoryChain, memoryChain } from "#e2e/world/memory-chain.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import type { Transfer } from "#lib/chains/chain.ts";
import { CHAIN_POLLS } from "#lib/chains/follow.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

// On a chain of accounts a transaction that is mined again may fail, or pay something else.

let world: World;
let memory: MemoryChain;
let worker: Ctx;
beforeEach(async () => {
  world = await openWorld();
  await world.price("USDT", "EUR", "0.9");
  memory = memoryChain("eth");
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
const payer = { sourceAddress: `0x${"a1".repeat(20)}`, sourceScript: "a1".repeat(20) };
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
