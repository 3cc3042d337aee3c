import { Slots } from "#lib/kernel/slots.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUtxoNode, type UtxoNode } from "#e2e/world/litecoin.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { emittedOf } from "#e2e/world/emitted.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { depositWatcher } from "#lib/deposits/watch.ts";
import { bitcoinChain, type UtxoNetwork } from "./bitcoin.ts";
import { followChains, stopFollowing } from "./follow.ts";
import { jsonRpc } from "./json-rpc.ts";
import { readCursor } from "./store.ts";

/** Without a node of Bitcoin Core's family these tests count as skipped; on Debian root installs one. */
describe("BTC on a real node of Bitcoin Core's family", () => {
  let world: World;
  let utxo: UtxoNode;
  let worker: Ctx;

  const chainOf = (network: UtxoNetwork, hash: string) =>
    bitcoinChain({ network, reorgLimit: 10, landmarks: [{ height: 0, hash }] }, utxo.node);

  /** A worker that knows nothing of what another has seen before. */
  const restart = () => {
    const app = { ...world.app, slots: new Slots(), chains: { bitcoin: chainOf("bitcoin", utxo.genesis) } };
    worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
  };

  beforeAll(async () => {
    [world, utxo] = await Promise.all([openWorld(), startUtxoNode()]);
    restart();
    await world.price("BTC", "EUR", "60000");
    await runUntilIdle(worker, 60_000);
  });

  afterAll(async () => {
    await utxo?.stop();
    await world?.close();
  });

  const settle = () => runUntilIdle(worker, 30_000);
  /** Until the worker stands where the node stands, whatever pause a fault before has left. */
  const catchUp = async () => {
    const best = await utxo.ask("getbestblockhash");
    await expect
      .poll(
        async () => {
          await settle();
          return (await readCursor(world.ctx.db, "bitcoin"))?.hash;
        },
        { timeout: 10_000 },
      )
      .toBe(best);
  };
  const scriptOf = async (bill: MadeBill) => (await findPayable(world.ctx, bill.deposit_address))?.script ?? "";
  const pay = async (bill: MadeBill) => utxo.pay(await scriptOf(bill), bill.quantity.toString());
  const depositOf = async (bill: MadeBill) => (await world.payment(bill.paymentId)).deposits[0];

  test("what was written down of the mempool is fresh once more where it is wanted anew", async () => {
    const chain = chainOf("bitcoin", utxo.genesis);
    const txHash = await pay(await world.bill());
    const isFresh = async (anew?: boolean) => {
      const { fresh, written } = await chain.mempool(anew);
      written();
      return fresh.some((transfer) => transfer.txHash === txHash);
    };
    expect([await isFresh(), await isFresh(), await isFresh(true), await isFresh()]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await utxo.mine(1);
    await catchUp();
  });

  test("what a miner pays by a coinbase counts once it can be spent", async () => {
    const bill = await world.bill();
    const [free] = (
      await world.app.database.pool.query(
        `select a.script from deposit_address a join wallet w on w.id = a.wallet_id
         where a.network = 'bitcoin' and w.account_id is null and a.bill_id is null and a.set_aside_at is null
         order by a.index desc limit 1`,
      )
    ).rows as { script: string }[];
    for (const script of [await scriptOf(bill), free?.script]) {
      const { address, addresses } = (await utxo.ask("decodescript", [script])) as Record<string, string | string[]>;
      await utxo.ask("generatetoaddress", [1, address ?? addresses?.[0]]);
    }
    const stray = async () => (await world.app.database.prisma.strayDeposit.findFirst())?.status;
    await utxo.mine(98);
    await catchUp();
    expect(await depositOf(bill)).toMatchObject({ confirmations: 100, confirmationsRequired: 100 });
    expect(await depositOf(bill)).not.toMatchObject({ status: "UNCONFIRMED" });
    expect(await stray()).toBe("UNCONFIRMED");
    await utxo.mine(1);
    await catchUp();
    expect(await stray()).toBe("CONFIRMED");
  });

  test.each([false, true])("a payment is seen in the mempool, confirmed and converted (bech32 %s)", async (bech32) => {
    const bill = await world.bill({ bech32 });
    const txHash = await pay(bill);
    await settle();
    expect(await depositOf(bill)).toMatchObject({ txHash, confirmations: 0, status: "UNCONFIRMED" });
    const { firstSeen } = (await depositOf(bill)) ?? {};
    await utxo.mine(1);
    await settle();
    expect(await depositOf(bill)).toMatchObject({ confirmations: 1, confirmationsRequired: 2, status: "UNCONFIRMED" });
    await utxo.mine(1);
    await settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    expect(await depositOf(bill)).toMatchObject({ status: "CONVERTED", confirmations: 2, firstSeen });
    expect(await emittedOf(world, bill.paymentId)).toEqual({
      status: "COMPLETED",
      amountStatus: "PAID",
      moved: [`pending ${bill.quantity} BTC`, "available 100 EUR", `pending -${bill.quantity} BTC`],
    });
    expect(await world.broken()).toEqual([]);
  });

  test("what an unconfirmed payment pays is told by the node, and nothing is thin while it has no estimate", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    await settle();
    const entry = (await utxo.ask("getmempoolentry", [txHash])) as {
      vsize: number;
      fees: { base: string };
      "bip125-replaceable": boolean;
    };
    const deposit = await depositOf(bill);
    expect(deposit?.feeRate).toBeCloseTo((Number(entry.fees.base) * 1e8) / entry.vsize, 6);
    expect(deposit?.replaceable).toBe(entry["bip125-replaceable"]);
    expect([deposit?.feeEstimate, deposit?.thinFee]).toEqual([undefined, undefined]);
    await utxo.mine(2);
    await settle();
    expect(await depositOf(bill)).toMatchObject({ status: "CONVERTED", late: false });
  });

  test("a payment of BCH comes by the same driver, six blocks deep", async () => {
    const chains = { bitcoincash: chainOf("bitcoincash", utxo.genesis) };
    const app = { ...world.app, slots: new Slots(), chains };
    const cash = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    await runUntilIdle(cash, 30_000);
    const bill = await world.bill({ cryptoType: "BCH", bech32: true });
    expect(bill.deposit_address).toMatch(/^bitcoincash:q/);
    await pay(bill);
    await runUntilIdle(cash, 30_000);
    expect(await depositOf(bill)).toMatchObject({ confirmations: 0, confirmationsRequired: 6, status: "UNCONFIRMED" });
    await utxo.mine(6);
    await runUntilIdle(cash, 30_000);
    expect(await emittedOf(world, bill.paymentId)).toEqual({
      status: "COMPLETED",
      amountStatus: "PAID",
      moved: [`pending ${bill.quantity} BCH`, "available 100 EUR", `pending -${bill.quantity} BCH`],
    });
    expect(await world.broken()).toEqual([]);
  });

  test("a payment whose coins a block spends otherwise is dropped and says why, to a restarted worker too", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    await settle();
    expect(await depositOf(bill)).toMatchObject({ txHash, status: "UNCONFIRMED" });
    await utxo.mineInstead(txHash);
    restart();
    await settle();
    expect(await depositOf(bill)).toMatchObject({ txHash, status: "DROPPED", reasonCode: "DOUBLE_SPENT" });
  });

  test("a replacement at a higher fee is the payment from then on", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    await settle();
    const instead = await utxo.mineInstead(txHash, await scriptOf(bill));
    await utxo.mine(1);
    await settle();
    const { deposits, ...payment } = await world.payment(bill.paymentId);
    const statusOf = new Map(deposits.map((deposit) => [deposit.txHash, deposit.status]));
    expect(statusOf).toEqual(
      new Map([
        [txHash, "DROPPED"],
        [instead, "CONVERTED"],
      ]),
    );
    expect(payment).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    expect(await world.broken()).toEqual([]);
  });

  test("a reorganisation takes a converted payment back; what only a stale block holds is not found", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    const [first = ""] = await utxo.mine(2);
    await settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    await utxo.ask("invalidateblock", [first]);
    await settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED" });
    await utxo.mineInstead(txHash);
    await utxo.mine(2);
    await catchUp();
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED", reasonCode: "DOUBLE_SPENT" });
    expect(await world.payment(bill.paymentId)).toMatchObject({ amountStatus: "UNPAID", labels: ["REVERSED"] });
    expect(await chainOf("bitcoin", utxo.genesis).finalOutcome(txHash, [])).not.toBe("MINED");
    expect(await world.broken()).toEqual([]);
  });

  test("a node that has lost its mempool drops the lookup; when the payment comes back it counts", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    const raw = await utxo.ask("getrawtransaction", [txHash]);
    await settle();
    await utxo.restartForgetful();
    await settle();
    expect(await depositOf(bill)).toMatchObject({ status: "DROPPED", reasonCode: "REORGANISED" });
    await utxo.ask("sendrawtransaction", [raw]);
    await settle();
    expect(await depositOf(bill)).toMatchObject({ status: "UNCONFIRMED", confirmations: 0 });
    await utxo.mine(2);
    await settle();
    expect(await world.payment(bill.paymentId)).toMatchObject({ status: "COMPLETED", amountStatus: "PAID" });
    expect(await world.broken()).toEqual([]);
  });

  test("a new block is noticed within moments though the chain is looked at once a minute only", async () => {
    const node = { ...utxo.node, wait: jsonRpc("bitcoin", utxo.url, { timeoutMs: 30_000 }) };
    const settings = { network: "bitcoin", reorgLimit: 10, everyMs: 60_000, heardEveryMs: 60_000 } as const;
    const chain = bitcoinChain({ ...settings, landmarks: [{ height: 0, hash: utxo.genesis }] }, node);
    const app = { ...world.app, slots: new Slots(), chains: { bitcoin: chain } };
    const ctx = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    const look = () =>
      followChains(
        ctx,
        depositWatcher(async () => true),
      );
    try {
      while ((await look()) > 0);
      await sleep(300);
      for (let block = 0; block < 3; block += 1) {
        const [hash] = await utxo.mine(1);
        await expect
          .poll(
            async () => {
              await look();
              return (await readCursor(ctx.db, "bitcoin"))?.hash;
            },
            { timeout: 5_000 },
          )
          .toBe(hash);
      }
    } finally {
      stopFollowing(app);
    }
  });

  test("a node of another network is refused before anything of it is believed", async () => {
    await expect(chainOf("bitcoincash", "0".repeat(64)).head()).rejects.toThrow("The node is of another network");
  });
});
