import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { startTronNode, type TronNode, tronSettings } from "#e2e/world/tron.ts";
import { emittedOf } from "#e2e/world/emitted.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import type { Chain } from "./chain.ts";
import { evmChain } from "./evm.ts";
import { jsonRpc } from "./json-rpc.ts";
import { tronContract } from "./main-nets.ts";

/** Without the node's binary for this machine these tests count as skipped; Linux on x64 always has it. */
describe("USDT on a node with Tron's form and limits", () => {
  let world: World;
  let tron: TronNode;
  let chain: Chain;
  let worker: Ctx;

  beforeAll(async () => {
    [world, tron] = await Promise.all([openWorld(), startTronNode()]);
    chain = evmChain(tronSettings(tron), jsonRpc("tron", tron.url));
    worker = contextFor({ ...world.app, chains: { tron: chain } }, { actor: { kind: "worker" }, requestId: "test" });
  });

  afterAll(async () => {
    await tron?.stop();
    await world?.close();
  });

  const settle = () => runUntilIdle(worker, 30_000);
  const accountOf = (bill: MadeBill) => tronContract(bill.deposit_address);

  test("a payment is seen, counted up to twenty confirmations and converted", async () => {
    const bill = await world.bill({ cryptoType: "USDT", networkType: "tron" });
    const txHash = await tron.anvil.send(tron.anvil.tokens.usdt, accountOf(bill), bill.quantity.floorUnits(6));
    await tron.anvil.mine(1);
    await settle();
    const [seen] = (await world.payment(bill.paymentId)).deposits;
    expect(seen).toMatchObject({
      txHash: txHash.slice(2),
      address: bill.deposit_address,
      confirmations: 1,
      confirmationsRequired: 20,
      status: "UNCONFIRMED",
    });
    expect(seen?.sourceAddress).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    await tron.anvil.mine(19);
    await settle();
    expect(await emittedOf(world, bill.paymentId)).toEqual({
      status: "COMPLETED",
      amountStatus: "PAID",
      moved: [`pending ${bill.quantity} USDT`, "available 100 EUR", `pending -${bill.quantity} USDT`],
    });
    expect(await world.broken()).toEqual([]);
  });

  test("far behind, many blocks are read within the limits, and nothing is missed", async () => {
    const bill = await world.bill({ cryptoType: "USDT", networkType: "tron" });
    await tron.anvil.send(tron.anvil.tokens.usdt, accountOf(bill), bill.quantity.floorUnits(6));
    await tron.anvil.mine(120);
    await settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
  });

  test("a transaction that no block holds is gone", async () => {
    expect(await chain.finalOutcome("ab".repeat(32), [])).toBe("GONE");
  });

  test("what the chain calls final is known", async () => {
    const { height } = await chain.head();
    expect(await chain.finalHeight?.()).toBeLessThan(height);
  });
});
