import type { MadeBill, World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";

/** What each bill keeps of the payment below, less the transaction fee. */
export const RETAINED = Decimal.from("0.00199");
const PAID = Decimal.from("0.002");
const BLOCKS = 2;

/** So many bills whose crypto was kept as it is, confirmed by the same blocks. */
export async function keepBills(world: World, count: number): Promise<MadeBill[]> {
  const bills: MadeBill[] = [];
  for (let at = 0; at < count; at += 1) {
    const bill = await world.bill({ strategy: "RAI" });
    await sendDeposit(world.ctx, { address: bill.deposit_address, quantity: PAID });
    bills.push(bill);
  }
  await mineBlocks(world.ctx, { network: "bitcoin", count: BLOCKS });
  if (!(await world.settle())) throw new Error("the bills did not settle");
  return bills;
}

/** One of several who act for the account at once, each by a request of their own. */
export function callerOf(world: World, name: string): Ctx {
  const { account } = world.ctx;
  return contextFor(world.app, { actor: { kind: "key", keyId: name, scopes: [] }, account, requestId: name });
}
