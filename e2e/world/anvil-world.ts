import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { type Anvil, anvilChain, startAnvil } from "./anvil.ts";
import { personOfHouse } from "./people-of.ts";
import { openWorld, type World } from "./sandbox.ts";

/** A world whose eth is a real node, and whose only chain that is. */
export type AnvilWorld = {
  world: World;
  anvil: Anvil;
  worker: Ctx;
  /** Somebody of the operator. */
  person(name: string): Promise<Ctx>;
  /** A bill whose address has got what is due, in a block to come. */
  paidBill(): Promise<string>;
  close(): Promise<void>;
};

export async function openAnvilWorld(): Promise<AnvilWorld> {
  const [world, anvil] = await Promise.all([openWorld({ alone: true }), startAnvil()]);
  const app = { ...world.app, slots: new Slots(), chains: { eth: anvilChain(anvil) } };
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  await runUntilIdle(worker, 30_000);
  return {
    world,
    anvil,
    worker,
    async person(name) {
      const { actor, account } = await personOfHouse(world, name);
      return contextFor(app, { actor, account, requestId: "test" });
    },
    async paidBill() {
      const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
      await anvil.send(anvil.tokens.usdc, bill.deposit_address, bill.quantity.floorUnits(6));
      return bill.deposit_address;
    },
    async close() {
      await anvil.stop();
      await world.close();
    },
  };
}
