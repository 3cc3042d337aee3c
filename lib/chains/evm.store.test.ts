import { Slots } from "#lib/kernel/slots.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, anvilSettings, startAnvil } from "#e2e/world/anvil.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { emittedOf } from "#e2e/world/emitted.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { type EvmSettings, evmChain } from "./evm.ts";
import { type AskNode, jsonRpc } from "./json-rpc.ts";

/** Without the node's binary for this machine these tests count as skipped; Linux on x64 always has it. */
describe("USDT and USDC on a real EVM node", () => {
  let world: World;
  let anvil: Anvil;
  let worker: Ctx;

  const settingsOf = (chainId: number): EvmSettings => anvilSettings({ ...anvil, chainId });

  beforeAll(async () => {
    [world, anvil] = await Promise.all([openWorld(), startAnvil()]);
    restart();
  });

  /** A worker that knows nothing of what another has seen before. */
  const restart = () => {
    const chains = { eth: evmChain(settingsOf(anvil.chainId), jsonRpc("eth", anvil.url)) };
    worker = contextFor({ ...world.app, slots: new Slots(), chains }, { actor: { kind: "worker" }, requestId: "test" });
  };

  afterAll(async () => {
    await anvil?.stop();
    await world?.close();
  });

  const settle = () => runUntilIdle(worker, 30_000);
  const unitsOf = (bill: { quantity: { floorUnits(scale: number): bigint } }) => bill.quantity.floorUnits(6);

  test("a USDT payment is seen, counted up to twelve confirmations, converted, and the books are right", async () => {
    const bill = await world.bill({ cryptoType: "USDT", networkType: "eth", fiatReceivable: Decimal.from("250") });
    const txHash = await anvil.send(anvil.tokens.usdt, bill.deposit_address, unitsOf(bill));
    await anvil.mine(1);
    expect(await settle()).toBe(true);
    const detected = await world.payment(bill.paymentId);
    expect(detected).toMatchObject({ status: "DETECTED", amountStatus: "UNPAID" });
    expect(detected.deposits[0]).toMatchObject({
      txHash,
      outputIndex: 0,
      confirmations: 1,
      confirmationsRequired: 12,
      status: "UNCONFIRMED",
    });
    await anvil.mine(10);
    await settle();
    expect((await world.payment(bill.paymentId)).deposits[0]).toMatchObject({
      confirmations: 11,
      status: "UNCONFIRMED",
    });
    await anvil.mine(1);
    await settle();
    const done = await world.payment(bill.paymentId);
    expect(done).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    expect(await emittedOf(world, bill.paymentId)).toEqual({
      status: "COMPLETED",
      amountStatus: "PAID",
      moved: [`pending ${bill.quantity} USDT`, "available 250 EUR", `pending -${bill.quantity} USDT`],
    });
    expect(await world.broken()).toEqual([]);
  });

  test("several transfers of one transaction are several deposits, numbered among its own logs", async () => {
    const [one, two] = [await world.bill({ cryptoType: "USDT" }), await world.bill({ cryptoType: "USDT" })];
    const txHash = await anvil.sendMany(anvil.tokens.usdt, [one.deposit_address, two.deposit_address], 5_000_000n);
    await anvil.mine(1);
    await settle();
    const deposits = [
      ...(await world.payment(one.paymentId)).deposits,
      ...(await world.payment(two.paymentId)).deposits,
    ];
    expect(deposits.map((deposit) => [deposit.txHash, deposit.outputIndex, String(deposit.quantity)])).toEqual([
      [txHash, 1, "5"],
      [txHash, 2, "5"],
    ]);
  });

  test("USDC sent to a USDT bill is held as the wrong asset, outside the bill's sums", async () => {
    const bill = await world.bill({ cryptoType: "USDT" });
    await anvil.send(anvil.tokens.usdc, bill.deposit_address, 7_000_000n);
    await anvil.mine(12);
    await settle();
    const payment = await world.payment(bill.paymentId);
    expect(payment).toMatchObject({ status: "PENDING", labels: ["HELD", "WRONG_ASSET"] });
    expect(String(payment.quantityReceived)).toBe("0");
    expect(payment.deposits[0]).toMatchObject({ cryptoType: "USDC", status: "HELD", reasonCode: "WRONG_ASSET" });
    expect(await world.broken()).toEqual([]);
  });

  test("zero values, failed transactions and transfers to strangers are nothing", async () => {
    const bill = await world.bill({ cryptoType: "USDT" });
    await anvil.send(anvil.tokens.usdt, bill.deposit_address, 0n);
    await anvil.send(anvil.tokens.usdt, bill.deposit_address, 10n ** 30n);
    await anvil.send(anvil.tokens.usdt, "0x00000000000000000000000000000000000000aa", 5_000_000n);
    await anvil.mine(2);
    await settle();
    expect((await world.payment(bill.paymentId)).deposits).toEqual([]);
  });

  test("a reorganisation takes a converted payment back; mined again it is converted again, once", async () => {
    const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
    const before = await anvil.ask("evm_snapshot");
    await anvil.send(anvil.tokens.usdc, bill.deposit_address, unitsOf(bill));
    await anvil.mine(12);
    await settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    await anvil.ask("evm_revert", [before]);
    await anvil.ask("evm_increaseTime", [1]);
    await anvil.mine(14);
    await settle();
    const reversed = await world.payment(bill.paymentId);
    expect(reversed).toMatchObject({ status: "PENDING", amountStatus: "UNPAID", labels: ["REVERSED"] });
    expect(reversed.deposits[0]).toMatchObject({ status: "DROPPED", reasonCode: "REORGANISED" });
    expect(String(reversed.fiatReceived)).toBe("0");
    expect(await world.broken()).toEqual([]);
    await anvil.send(anvil.tokens.usdc, bill.deposit_address, unitsOf(bill));
    await anvil.mine(12);
    await settle();
    const again = await world.payment(bill.paymentId);
    expect(again).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    expect(String(again.fiatReceived)).toBe("80");
    expect(await world.broken()).toEqual([]);
  });

  test("a sender's number used by another transaction is a double spend, and is told so by a restarted worker", async () => {
    const bill = await world.bill({ cryptoType: "USDT" });
    const before = await anvil.ask("evm_snapshot");
    await anvil.send(anvil.tokens.usdt, bill.deposit_address, unitsOf(bill));
    await anvil.mine(2);
    await settle();
    expect((await world.payment(bill.paymentId)).deposits[0]).toMatchObject({ status: "UNCONFIRMED" });
    await anvil.ask("evm_revert", [before]);
    await anvil.ask("evm_increaseTime", [1]);
    await anvil.send(anvil.tokens.usdt, "0x00000000000000000000000000000000000000aa", unitsOf(bill));
    await anvil.mine(3);
    restart();
    await settle();
    expect((await world.payment(bill.paymentId)).deposits[0]).toMatchObject({
      status: "DROPPED",
      reasonCode: "DOUBLE_SPENT",
    });
  });

  test("logs that are left out show by the block's own filter", async () => {
    const honest = jsonRpc("eth", anvil.url);
    const silent: AskNode = async (method, params) => (method === "eth_getLogs" ? [] : honest(method, params));
    await anvil.send(anvil.tokens.usdt, "0x00000000000000000000000000000000000000aa", 5_000_000n);
    await anvil.mine(1);
    const chain = evmChain(settingsOf(anvil.chainId), silent);
    const { height } = await chain.head();
    await expect(chain.block(height)).rejects.toThrow(`The node does not answer all logs of block ${height}.`);
    expect((await evmChain(settingsOf(anvil.chainId), honest).block(height))?.transfers).toHaveLength(1);
  });

  test("far behind the tip logs are read by ranges, and what they hold is the same", async () => {
    const calls: unknown[] = [];
    const honest = jsonRpc("eth", anvil.url);
    const counting: AskNode = (method, params) => {
      if (method === "eth_getLogs") calls.push(params[0]);
      return honest(method, params);
    };
    const first = (await evmChain(settingsOf(anvil.chainId), honest).head()).height + 1;
    for (let sent = 0; sent < 3; sent += 1) {
      await anvil.send(anvil.tokens.usdt, "0x00000000000000000000000000000000000000aa", 5_000_000n);
      await anvil.mine(20);
    }
    const [byRange, one] = [counting, honest].map((ask) => evmChain(settingsOf(anvil.chainId), ask));
    await byRange?.head();
    for (let height = first; height < first + 60; height += 1)
      expect(await byRange?.block(height)).toEqual(await one?.block(height));
    expect(calls.length).toBeLessThan(30);
  });

  test("a node of another chain is refused before anything of it is believed", async () => {
    const chain = evmChain(settingsOf(1), jsonRpc("eth", anvil.url));
    await expect(chain.head()).rejects.toThrow("The node is of chain 31337; eth must be chain 1.");
  });

  test("an endpoint that does not answer is a fault that may pass, and names no password", async () => {
    const chain = evmChain(settingsOf(1), jsonRpc("eth", "http://user:hunter2@127.0.0.1:9"));
    const fault = await chain.head().catch((error: unknown) => error as Error & { retry: boolean });
    expect(fault).toMatchObject({ retry: true });
    expect((fault as Error).message).not.toContain("hunter2");
  });
});
