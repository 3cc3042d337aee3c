import { type Anvil, anvilChain, startAnvil } from "#e2e/world/anvil.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { startTronNode, tronChain, type TronNode } from "#e2e/world/tron.ts";
import { requestMoveOrAsk } from "#lib/approvals/moves-or-ask.ts";
import { readAddress } from "#lib/beneficiaries/address.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Slots } from "#lib/kernel/slots.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import { keepGas, proveCustody } from "#lib/outgoing/prove-custody.ts";
import { purposes } from "#lib/worker/due.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

/** A house of its own, whose accounts lie on real nodes: they alone have ether and TRX to move. */
export type GasHouse = {
  hugo: Ctx;
  operator: Ctx;
  /** An agreed move of gas on each network. */
  moves: { eth: string; tron: string };
  settle(): Promise<unknown>;
  mine(network: Network): Promise<void>;
  broken: World["broken"];
  close(): Promise<void>;
};

const RICH_WEI = 2n * 10n ** 18n;
const RICH_SUN = 500_000_000;
/** Enough blocks that either chain is final. */
const DEEP = 80;

export async function openGasHouse(): Promise<GasHouse> {
  const [world, anvil, tron] = await Promise.all([openWorld({ alone: true }), startAnvil(), startTronNode()]);
  const person = await personOfHouse(world, "Hugo");
  const app = { ...world.app, slots: new Slots(), chains: { eth: anvilChain(anvil), tron: tronChain(tron) } };
  const worker = contextFor(app, { actor: { kind: "worker" }, requestId: "proof" });
  const hugo = contextFor(app, { actor: person.actor, account: person.account, requestId: "proof" });
  const settle = () => runUntilIdle(worker, 60_000);
  const nodes = { eth: anvil, tron: tron.anvil };
  const mine = async (network: Network) => {
    await nodes[network === "tron" ? "tron" : "eth"].mine(DEEP);
    await settle();
    await keepGas(worker, purposes);
  };
  await settle();
  const eth = [await paidOnEth(world, anvil), await paidOnEth(world, anvil)] as const;
  const trx = [await paidOnTron(world, tron), await paidOnTron(world, tron)] as const;
  await anvil.ask("anvil_setBalance", [eth[0], `0x${RICH_WEI.toString(16)}`]);
  tron.giveTrx(scriptOf(trx[0]), RICH_SUN);
  for (const network of ["eth", "tron"] as const) await mine(network);
  await proveCustody(worker, purposes);
  const ask = async (network: "eth" | "tron", asset: "ETH" | "TRX", quantity: string, address: string) => {
    const place = `custody:${network}`;
    const way = { kind: "GAS", from: place, to: place, asset, note: "gas for collecting", address } as const;
    return ((await requestMoveOrAsk(hugo, { ...way, quantity: Decimal.from(quantity) })) as MoveRecord).moveId;
  };
  return {
    hugo,
    operator: contextFor(app, { actor: { kind: "operator" }, requestId: "proof" }),
    moves: { eth: await ask("eth", "ETH", "0.01", eth[1]), tron: await ask("tron", "TRX", "30", trx[1]) },
    settle,
    mine,
    broken: world.broken,
    async close() {
      await Promise.all([anvil.stop(), tron.stop()]);
      await world.close();
    },
  };
}

const scriptOf = (address: string): string => readAddress("tron", address)?.script ?? "";

async function paidOnEth(world: World, anvil: Anvil): Promise<string> {
  const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
  await anvil.send(anvil.tokens.usdc, bill.deposit_address, bill.quantity.floorUnits(6));
  return bill.deposit_address;
}

async function paidOnTron(world: World, { anvil }: TronNode): Promise<string> {
  const of = { strategy: "RAI", cryptoType: "USDT", networkType: "tron" } as const;
  const bill = await world.bill({ ...of, fiatReceivable: Decimal.from("80") });
  await anvil.send(anvil.tokens.usdt, `0x${scriptOf(bill.deposit_address)}`, bill.quantity.floorUnits(6));
  return bill.deposit_address;
}
