import { purposes } from "#lib/worker/due.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks, sendDeposit } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { getCustody } from "./get-custody.ts";
import { proveCustody } from "./prove-custody.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  await world.price("BTC", "EUR", "60000");
});
afterAll(() => world.close());

test("of a transaction that waits for what it spends only what leaves is missing: its change is there already", async () => {
  const operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  const hugo = await personOfHouse(world, "Hugo", "operator");
  const custody = async () => {
    expect((await proveCustody(operator, purposes)).unproven).toEqual([]);
    const btc = (await getCustody(hugo)).data.find(({ asset }) => asset === "BTC");
    return [btc?.ledger, btc?.waiting, btc?.node, btc?.difference].map(String);
  };
  await world.retained("0.5");
  expect(await custody()).toEqual(["0.5", "0", "0.5", "0"]);
  const bill = await world.bill();
  await sendDeposit(operator, { address: bill.deposit_address, quantity: Decimal.from("0.1") });
  const quantity = Decimal.from("0.55");
  await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: "bc1qsomebody" });
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  await world.settle();
  // 0.1 has one confirmation of two; what spends it waits, and 0.55 and the fee of it are not there any more.
  expect(await custody()).toEqual(["0.5", "-0.45001", "0.04999", "0"]);
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  await world.settle();
  expect(await custody()).toEqual(["0.04999", "0", "0.04999", "0"]);
});
