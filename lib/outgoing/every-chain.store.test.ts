import { afterAll, beforeAll, expect, test } from "vitest";
import { lettersOf, withMail } from "#e2e/world/letters.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { networkName } from "#lib/i18n/networks.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { assetOf, type Crypto, type Network } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { mineBlocks, reorganise } from "#lib/sandbox/chain-controls.ts";
import { spend } from "#lib/sandbox/spend.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

// What a person takes of us is told with one block on every chain, of every asset: a case, a letter, the books. Away with
// its branch, and back.

let world: World;
let hugo: Ctx;
let operator: Ctx;
let worker: Ctx;
beforeAll(async () => {
  world = await openWorld({ alone: true });
  hugo = await personOfHouse(world, "Hugo", "operator");
  operator = contextFor(world.app, { actor: { kind: "operator" }, requestId: "test" });
  worker = contextFor(withMail(world.app), { actor: { kind: "worker" }, requestId: "test" });
});
afterAll(() => world?.close());

test.each<[Network, Crypto, string, string, string]>([
  ["bitcoin", "BTC", "60000", "0.002", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  ["bitcoincash", "BCH", "400", "0.3", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["eth", "USDT", "0.9", "70", "0x00000000219ab540356cBB839Cbe05303d7705Fa"],
  ["eth", "USDC", "0.9", "80", "0x00000000219ab540356cBB839Cbe05303d7705Fa"],
  ["tron", "USDT", "0.9", "90", "TQooBX9o8iSSprLWW96YShBogx7Uwisuim"],
])("on %s of %s", async (network, symbol, price, taken, to) => {
  await world.price(symbol, "EUR", price);
  const type = symbol === "USDT" && (network === "eth" || network === "tron") ? { networkType: network } : {};
  const bill = await world.bill({ cryptoType: symbol, ...type, fiatReceivable: Decimal.from("300") });
  await world.pay(bill, bill.quantity, network);
  const asset = assetOf(symbol, type.networkType);
  const held = async () => {
    const of = async (code: string) => amountOf(asset, await balanceOf(operator, code, asset)).toString();
    return { custody: await of(`custody:${network}`), missing: await of("house:missing") };
  };
  const cases = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data.map(({ causeFacts }) => causeFacts);
  const letters = async () =>
    (await lettersOf(worker.app, new RegExp(`left ${networkName(network)} without approval`))).length;
  const polled = async (count: number) => {
    await mineBlocks(operator, { network, count });
    await runUntilIdle(worker, 30_000);
  };
  const [before, earlier] = [await held(), await letters()];
  const { txHash } = await spend(operator, { network, asset: symbol, quantity: Decimal.from(taken), to });
  await polled(1);
  const after = await held();
  expect(after.missing).toBe(Decimal.from(before.missing).plus(Decimal.from(taken)).toString());
  expect(await cases()).toMatchObject([{ network, txHash, to, booked: true, left: true }]);
  expect(await letters()).toBe(earlier + 1);
  expect(await world.broken()).toEqual([]);

  await reorganise(operator, { network, depth: 2, drop: [txHash] });
  await runUntilIdle(worker, 30_000);
  expect([await held(), await cases()]).toEqual([before, []]);
  expect(await world.broken()).toEqual([]);

  const again = await spend(operator, { network, asset: symbol, quantity: Decimal.from(taken), to });
  await polled(1);
  expect(await held()).toEqual(after);
  expect(await cases()).toMatchObject([{ network, txHash: again.txHash, to, booked: true }]);
  expect(await letters()).toBe(earlier + 2);
  expect(await world.broken()).toEqual([]);
  await reorganise(operator, { network, depth: 2, drop: [again.txHash] });
  await runUntilIdle(worker, 30_000);
});
