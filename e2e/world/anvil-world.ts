import { payOrAsk } from "#lib/approvals/payout-or-ask.ts";
import { makeBeneficiary } from "#lib/beneficiaries/beneficiaries.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Raw } from "#lib/kernel/json.ts";
import { Slots } from "#lib/kernel/slots.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { type Anvil, anvilChain, anvilTracing, startAnvil } from "./anvil.ts";
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
  /** A payout of USDC that was agreed to, over coins that a payer has brought to an address, with gas for them or without. */
  agreedPayout(quantity: string, gas: "gas" | "no gas"): Promise<{ payoutId: string; address: string }>;
  close(): Promise<void>;
};

const PAID = "0x901bb9583b24d97e995513c6778dc6888ab6870e";
const ETHER = "0xde0b6b3a7640000";

/** `traces`: the ways in which its node traces blocks; all of them where none is named. */
export async function openAnvilWorld(traces?: Parameters<typeof anvilTracing>[1]): Promise<AnvilWorld> {
  const [world, anvil] = await Promise.all([openWorld({ alone: true }), startAnvil()]);
  const app = {
    ...world.app,
    slots: new Slots(),
    chains: { eth: traces ? anvilTracing(anvil, traces) : anvilChain(anvil) },
  };
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  await runUntilIdle(worker, 30_000);
  let beneficiaryId: string | undefined;
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
    async agreedPayout(quantity, gas) {
      const { deposit_address: address, quantity: due } = await world.bill({
        strategy: "RAI",
        cryptoType: "USDC",
        fiatReceivable: Decimal.from("80"),
      });
      await anvil.send(anvil.tokens.usdc, address, due.floorUnits(6));
      if (gas === "gas") await anvil.ask("anvil_setBalance", [address, ETHER]);
      await anvil.mine(40);
      await runUntilIdle(worker, 60_000);
      const beneficiary = { name: "Acme", asset: "USDC", address: PAID } as const;
      beneficiaryId ??= (await makeBeneficiary(world.ctx, beneficiary)).beneficiaryId;
      const input = { asset: "USDC", quantity: Decimal.from(quantity), reference: "out", beneficiaryId } as const;
      const { text } = (await payOrAsk(world.ctx, input)) as Raw<PayoutRecord>;
      return { payoutId: (JSON.parse(text) as PayoutRecord).payoutId, address };
    },
    async close() {
      await anvil.stop();
      await world.close();
    },
  };
}
