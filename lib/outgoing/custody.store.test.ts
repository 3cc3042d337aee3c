import { purposes } from "#lib/worker/due.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { recordedBefore } from "#e2e/world/recorded-before.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { mineBlocks } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { getCustody } from "./get-custody.ts";
import { proveCustody, proveDaily } from "./prove-custody.ts";

// What the nodes have is what the books have; where not, it is a case.

let world: World;
let hugo: Ctx;
let operator: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo", "operator");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  await world.retained("0.5");
  await world.retained("200", { cryptoType: "USDT", networkType: "tron" });
});
beforeEach(() => world.price("BTC", "EUR", "60000"));
afterAll(() => world.close());

const shown = async () =>
  Object.fromEntries(
    (await getCustody(hugo)).data.map(({ asset, networkType, ledger, waiting, node, difference }) => [
      networkType ? `${asset}@${networkType}` : asset,
      [ledger, waiting, node, difference].map(String),
    ]),
  );
const cases = async () => (await listCases(hugo, { kind: "CUSTODY" })).data;

test("the nodes have what the books have, and what waits for its confirmations", async () => {
  const bill = await world.bill();
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  const { sendDeposit } = await import("#lib/sandbox/chain-controls.ts");
  await sendDeposit(operator, { address: bill.deposit_address, quantity: Decimal.from("0.1"), confirmations: 1 });
  await spend(operator, { network: "tron", asset: "USDT", quantity: Decimal.from("30"), to: "TThief" });
  await mineBlocks(operator, { network: "tron", count: 1 });
  await world.settle();
  expect((await proveCustody(operator, purposes)).unproven).toEqual([]);
  expect(await shown()).toMatchObject({
    BTC: ["0.5", "0.1", "0.6", "0"],
    "USDT@tron": ["170", "0", "170", "0"],
    BCH: ["0", "0", "0", "0"],
  });
  expect(await cases()).toEqual([]);
});

test("a payout that was recorded and never sent is a difference, and a case until it is gone", async () => {
  const [txHash, quantity] = ["d0".repeat(32), Decimal.from("0.2")];
  await recordedBefore(world, "0.2", txHash);
  await proveCustody(operator, purposes);
  expect((await shown())["BTC"]).toEqual(["0.3", "0.1", "0.6", "0.2"]);
  expect((await cases()).map(({ cause }) => cause)).toEqual([
    expect.stringMatching(/The node of bitcoin has 0\.6 BTC .* and the books have 0\.4: a difference of 0\.20000000/),
  ]);
  await spend(operator, { network: "bitcoin", asset: "BTC", quantity, to: "bc1qsomebody", txHash });
  await mineBlocks(operator, { network: "bitcoin", count: 3 });
  await world.settle();
  await proveCustody(operator, purposes);
  expect((await shown())["BTC"]?.[3]).toBe("0");
  expect(await cases()).toEqual([]);
});

test("coins that lie elsewhere than the node says are told, not explained by a tolerance", async () => {
  await world.app.database.pool.query("update sandbox_transfer set script = 'elsewhere' where asset = 'USDT@tron'");
  await world.app.database.pool.query(
    "update sandbox_transfer set quantity_units = quantity_units - 1 where asset = 'BTC' and tx_hash = (select tx_hash from sandbox_transfer where asset = 'BTC' and spends = '{}' order by sent_at desc limit 1)",
  );
  await proveCustody(operator, purposes);
  expect((await shown())["BTC"]?.[3]).toBe("-0.00000001");
  expect(Object.keys(Object.fromEntries((await cases()).map(({ asset }) => [asset, true])))).toEqual(
    expect.arrayContaining(["BTC", "USDT"]),
  );
});

test("daily, and not while a node goes on", async () => {
  const count = async () =>
    Number((await world.app.database.pool.query("select count(*) from custody_proof")).rows[0].count);
  const before = await count();
  expect(await proveDaily(operator, purposes)).toBe(0);
  await world.later(86_400_000 + 1_000);
  expect(await proveDaily(operator, purposes)).toBeGreaterThan(0);
  expect(await count()).toBeGreaterThan(before);
  expect(await proveDaily(operator, purposes)).toBe(0);
  await mineBlocks(operator, { network: "bitcoin", count: 1 });
  expect((await proveCustody(operator, purposes)).unproven).toEqual([
    { network: "bitcoin", sentence: expect.stringContaining("bitcoin moves on") },
  ]);
});
