import { purposes } from "#lib/worker/due.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, anvilChain, startAnvil } from "#e2e/world/anvil.ts";
import { lettersOf, withMail } from "#e2e/world/letters.ts";
import { personOfHouse } from "#e2e/world/people-of.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { listCases } from "#lib/cases/list-cases.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf } from "#lib/kernel/money.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { balanceOf } from "#lib/ledger/balance.ts";
import { weighGas } from "./gas.ts";
import { differenceOf, proveCustody } from "./prove-custody.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

/** What a holder of the keys does, on a real node that signs for every account. */
describe("tokens taken on a real EVM node", () => {
  let world: World;
  let anvil: Anvil;
  let worker: Ctx;
  let hugo: Ctx;
  beforeAll(async () => {
    [world, anvil] = await Promise.all([openWorld({ alone: true }), startAnvil()]);
    hugo = await personOfHouse(world, "Hugo", "operator");
    const chain = anvilChain(anvil);
    const app = { ...withMail(world.app), slots: new Slots(), chains: { eth: chain } };
    worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    await settle();
  });
  afterAll(async () => {
    await anvil?.stop();
    await world?.close();
  });

  const settle = () => runUntilIdle(worker, 30_000);
  const held = async () => {
    const of = async (code: string) => amountOf("USDC@eth", await balanceOf(worker, code, "USDC@eth")).toString();
    return [await of("custody:eth"), await of("house:missing")];
  };
  const cases = async () => (await listCases(hugo, { kind: "UNKNOWN_SPEND" })).data;
  const word = (value: string | bigint) =>
    (typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, "0");
  /** A holder of an account's key sends tokens from it. */
  const takeFrom = async (from: string, to: string, units: bigint) => {
    await anvil.ask("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
    await anvil.ask("anvil_impersonateAccount", [from]);
    const data = `0xa9059cbb${word(to)}${word(units)}`;
    return (await anvil.ask("eth_sendTransaction", [{ from, to: anvil.tokens.usdc, data, gas: "0x200000" }])) as string;
  };
  const THIEF = "0x00000000000000000000000000000000000000bb";

  test("a case and out of the books with one block, away with its branch and back", async () => {
    const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
    await anvil.send(anvil.tokens.usdc, bill.deposit_address, bill.quantity.floorUnits(6));
    await anvil.mine(12);
    await settle();
    const before = await held();
    const snapshot = await anvil.ask("evm_snapshot");
    const txHash = await takeFrom(bill.deposit_address, THIEF, 30_000_000n);
    await anvil.mine(1);
    await settle();
    const stolen = [
      Decimal.from(before[0] ?? "")
        .minus(Decimal.from("30"))
        .toString(),
      "30",
    ];
    expect(await held()).toEqual(stolen);
    expect(await cases()).toMatchObject([{ causeFacts: { network: "eth", txHash, to: THIEF, booked: true } }]);
    expect(await lettersOf(world.app, /left Ethereum without approval$/)).toMatchObject([
      { recipient: "hugo@example.com", subject: expect.stringContaining("30 USDC left Ethereum") },
    ]);
    expect(await world.broken()).toEqual([]);

    await anvil.ask("evm_revert", [snapshot]);
    await anvil.ask("evm_increaseTime", [1]);
    await anvil.mine(3);
    await settle();
    expect(await held()).toEqual(before);
    expect(await cases()).toEqual([]);

    await takeFrom(bill.deposit_address, THIEF, 30_000_000n);
    await anvil.mine(12);
    await settle();
    expect(await held()).toEqual(stolen);
    const { proofs } = await proveCustody(worker, purposes);
    expect(proofs.map((proof) => [proof.asset, differenceOf(proof)])).toEqual([
      ["USDT@eth", 0n],
      ["USDC@eth", 0n],
      ["ETH", 0n],
    ]);
    const { rows } = await world.app.database.pool.query(
      "select status, times_posted - times_reversed as standing from outgoing order by status",
    );
    expect(rows.filter(({ standing }) => standing === 1)).toEqual([{ status: "FINAL", standing: 1 }]);
    expect(await world.broken()).toEqual([]);
  });

  test("ether and gas that an account of ours spends are a case with one block, away with its branch and back", async () => {
    const bill = await world.bill({ cryptoType: "USDC", fiatReceivable: Decimal.from("80") });
    const from = bill.deposit_address;
    await anvil.ask("anvil_setBalance", [from, "0xde0b6b3a7640000"]);
    await anvil.ask("anvil_impersonateAccount", [from]);
    const earlier = (await cases()).length;
    const snapshot = await anvil.ask("evm_snapshot");
    const send = async () =>
      (await anvil.ask("eth_sendTransaction", [{ from, to: THIEF, value: "0x16345785d8a0000" }])) as string;
    const gas = async () => (await cases()).filter(({ causeFacts }) => causeFacts.gas);
    const txHash = await send();
    await anvil.mine(1);
    await settle();
    expect(await gas()).toMatchObject([{ causeFacts: { network: "eth", txHash, address: from.toLowerCase() } }]);
    await weighGas(worker, purposes);
    const receipt = (await anvil.ask("eth_getTransactionReceipt", [txHash])) as Record<string, string>;
    const wei = BigInt(receipt["gasUsed"] ?? "") * BigInt(receipt["effectiveGasPrice"] ?? "");
    const [gasCase] = await gas();
    expect([gasCase?.causeFacts.came, gasCase?.causeFacts.networkFee].map(String)).toEqual([
      "0.1",
      Decimal.of(wei, 18).toString(),
    ]);
    expect(gasCase?.cause).toMatch(/has sent 0\.1 ETH to 0x0+bb on eth/);
    expect(await lettersOf(world.app, /^Desk: Gas of ours was spent on Ethereum/)).toMatchObject([
      { recipient: "hugo@example.com" },
    ]);
    await anvil.ask("evm_revert", [snapshot]);
    await anvil.ask("evm_increaseTime", [7]);
    await anvil.mine(3);
    await settle();
    expect((await cases()).length).toBe(earlier);
    await send();
    await anvil.mine(1);
    await settle();
    expect((await gas()).length).toBe(1);
    expect(await world.broken()).toEqual([]);
  });

  test("what goes to another address of ours is no payment, and what a stranger pretends to send from ours is nothing", async () => {
    const input = { cryptoType: "USDC", fiatReceivable: Decimal.from("80") } as const;
    const [bill, other] = [await world.bill(input), await world.bill(input)];
    await anvil.send(anvil.tokens.usdc, bill.deposit_address, bill.quantity.floorUnits(6));
    await anvil.mine(12);
    await settle();
    const before = await held();
    await takeFrom(bill.deposit_address, other.deposit_address, 10_000_000n);
    await takeFrom(bill.deposit_address, THIEF, 0n);
    await anvil.mine(13);
    await settle();
    expect(await held()).toEqual(before);
    expect((await world.payment(other.paymentId)).deposits).toEqual([]);
    expect(await world.broken()).toEqual([]);
  });
});
