import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startUtxoNode, type UtxoNode } from "#e2e/world/litecoin.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { resolveOrAsk } from "#lib/approvals/resolve-or-ask.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { bitcoinChain } from "#lib/chains/bitcoin.ts";
import { ChainFault, type Chain } from "#lib/chains/chain.ts";
import { everyEndpoint } from "#lib/chains/endpoints.ts";
import { stopFollowing } from "#lib/chains/follow.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { houseOf } from "#lib/kernel/tenants.ts";
import { getScreening } from "#lib/screening/get-screening.ts";
import { importList } from "#lib/screening/import-list.ts";
import { bytesOf, currency, ofacXml } from "#lib/screening/ofac.fixture.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { readSendersDue } from "./read-senders.ts";

let world: World;
let utxo: UtxoNode;
let worker: Ctx;
let house: Ctx;

/** A worker over this chain that knows nothing of what another has seen. */
const workerOver = (chain: Chain): Ctx =>
  contextFor(
    { ...world.app, slots: new Slots(), chains: { bitcoin: chain } },
    { actor: { kind: "worker" }, requestId: "test" },
  );

beforeAll(async () => {
  [world, utxo] = await Promise.all([openWorld(), startUtxoNode("-txindex")]);
  await world.price("BTC", "EUR", "60000");
  const landmarks = [{ height: 0, hash: utxo.genesis }];
  worker = workerOver(bitcoinChain({ network: "bitcoin", reorgLimit: 10, landmarks }, utxo.node));
  house = contextFor(world.app, { actor: { kind: "operator" }, account: await houseOf(world.app), requestId: "test" });
  await runUntilIdle(worker, 60_000);
});
afterAll(async () => {
  expect(await world.broken()).toEqual([]);
  await stopFollowing(worker.app);
  await utxo?.stop();
  await world?.close();
});

const settle = () => runUntilIdle(worker, 30_000);
const pay = async (bill: MadeBill) =>
  utxo.pay((await findPayable(world.ctx, bill.deposit_address))?.script ?? "", bill.quantity.toString());
const depositOf = async (bill: MadeBill) => (await world.payment(bill.paymentId)).deposits[0];
const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.app.database.pool.query(text, values)).rows as T[];
const sendersOf = async (txHash: string) =>
  (
    await rows<{ address: string }>(
      "select s.address from deposit_sender s join deposit d on d.id = s.deposit_id where d.tx_hash = $1 order by 1",
      [txHash],
    )
  ).map(({ address }) => address);
const sendersKnown = async (txHash: string) =>
  (await rows<{ told: boolean | null }>("select senders_told as told from deposit where tx_hash = $1", [txHash]))[0]
    ?.told;
/** The addresses of what a transaction spends, by the wallet that made it. */
async function spentBy(txHash: string): Promise<string[]> {
  const tx = (await utxo.ask("getrawtransaction", [txHash, true])) as { vin: { txid: string; vout: number }[] };
  const addresses = await Promise.all(
    tx.vin.map(async ({ txid, vout }) => {
      const spent = (await utxo.ask("getrawtransaction", [txid, true])) as {
        vout: { n: number; scriptPubKey: { addresses?: string[]; address?: string } }[];
      };
      const from = spent.vout.find(({ n }) => n === vout)?.scriptPubKey;
      return from?.address ?? from?.addresses?.[0] ?? "";
    }),
  );
  return [...new Set(addresses)].sort();
}
const listOf = (published: string, ...addresses: string[]) =>
  bytesOf(
    ofacXml([{ uid: "17", last: "EXAMPLE TRADING", ids: addresses.map((one) => currency("XBT", one)) }], published),
  );

describe("who paid bitcoin", () => {
  test("is read from the node while the payment waits, and a listed one is held", async () => {
    const [first, second] = [await world.bill(), await world.bill()];
    const txHash = await pay(first);
    await settle();
    const senders = await spentBy(txHash);
    expect(await sendersOf(txHash)).toEqual(senders);
    expect(senders).not.toEqual([]);
    expect(await depositOf(first)).not.toHaveProperty("sourceAddress");
    await importList(house, listOf("11/20/2026", senders[0] ?? ""));
    const other = await pay(second);
    await settle();
    await utxo.mine(3);
    await settle();
    expect(await depositOf(first)).toMatchObject({ status: "HELD", reasonCode: "SCREENING" });
    expect(await depositOf(second)).toMatchObject({ status: "CONVERTED" });
    expect(await sendersOf(other)).toEqual(await spentBy(other));
    expect((await getScreening(house)).hits.map((hit) => [hit.txHash, hit.address])).toEqual([[txHash, senders[0]]]);
  });

  test("and who was treated before a list named them is found in the past", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    await settle();
    await utxo.mine(3);
    await settle();
    expect(await depositOf(bill)).toMatchObject({ status: "CONVERTED" });
    expect((await importList(house, listOf("11/21/2026", ...(await spentBy(txHash))))).found).toBe(1);
    expect((await getScreening(house)).hits[0]).toMatchObject({ txHash, status: "CONVERTED" });
  });

  test("and who paid an address of no bill is read once it is assigned", async () => {
    const [free] = await rows<{ script: string }>(
      `select a.script from deposit_address a join wallet w on w.id = a.wallet_id
       where a.network = 'bitcoin' and w.account_id is null and a.bill_id is null and a.set_aside_at is null
       order by a.index desc limit 1`,
    );
    const txHash = await utxo.pay(free?.script ?? "", "0.01");
    await settle();
    await utxo.mine(3);
    await settle();
    const [lost] = await rows<{ id: string }>("select id from stray_deposit where tx_hash = $1", [txHash]);
    const { paymentId } = await world.bill({ strategy: "RAI" });
    const wanted = {
      kind: "ASSIGN",
      subjectId: lost?.id ?? "",
      account: "acme",
      paymentId,
      note: "its order",
    } as const;
    await resolveOrAsk(house, wanted);
    expect(await sendersOf(txHash)).toEqual([]);
    await settle();
    const senders = await spentBy(txHash);
    expect(await sendersOf(txHash)).toEqual(senders);
    expect((await importList(house, listOf("11/22/2026", ...senders))).found).toBeGreaterThan(0);
    expect((await getScreening(house)).hits[0]).toMatchObject({ txHash, status: "CREDITED" });
  });

  test("and who paid what was confirmed before a node was asked is counted, and read late", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    const away = async () => {
      throw new ChainFault("bitcoin", "away", true);
    };
    const real = worker.app.chains.bitcoin as Chain;
    const silent = workerOver({ ...real, sendersOf: away });
    const before = (await getScreening(house)).untold;
    await utxo.mine(3);
    await runUntilIdle(silent, 30_000);
    await stopFollowing(silent.app);
    expect(await depositOf(bill)).toMatchObject({ status: "CONVERTED" });
    expect(await sendersKnown(txHash)).toBeNull();
    expect((await getScreening(house)).untold).toBe(before + 1);
    const two = workerOver(everyEndpoint([{ ...real, sendersOf: away }, real]));
    expect(await readSendersDue(two)).toBe(1);
    expect(await sendersOf(txHash)).toEqual(await spentBy(txHash));
    expect((await getScreening(house)).untold).toBe(before);
    const found = await importList(house, listOf("11/23/2026", ...(await spentBy(txHash))));
    expect(found.found).toBeGreaterThan(0);
  });

  test("a node that does not keep it is counted; one that fails is spared, and asked again", async () => {
    const bill = await world.bill();
    const txHash = await pay(bill);
    const real = worker.app.chains.bitcoin as Chain;
    const away = workerOver({
      ...real,
      sendersOf: async () => {
        throw new ChainFault("bitcoin", "away", true);
      },
    });
    await runUntilIdle(away, 30_000);
    expect(await sendersKnown(txHash)).toBeNull();
    await stopFollowing(away.app);
    let requests = 0;
    const failing = workerOver({
      ...real,
      sendersOf: async () => {
        requests += 1;
        throw new ChainFault("bitcoin", "away", true);
      },
    });
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const [waitedMs, times] of [
      [0, 1],
      [9_999, 1],
      [1, 2],
    ] as const) {
      vi.advanceTimersByTime(waitedMs);
      expect(await readSendersDue(failing)).toBe(0);
      expect(requests).toBe(times);
    }
    vi.useRealTimers();
    const untold = (await getScreening(house)).untold;
    const forgetful = workerOver({ ...real, sendersOf: async () => undefined });
    expect(await readSendersDue(forgetful)).toBe(1);
    expect(await sendersKnown(txHash)).toBe(false);
    expect((await getScreening(house)).untold).toBe(untold + 1);
    expect(await readSendersDue(worker)).toBe(0);
    const [row] = await rows<{ at: Date }>("select created_at as at from deposit where tx_hash = $1", [txHash]);
    const days = 30 * 86_400_000;
    await world.later((row?.at.getTime() ?? 0) + days - (await world.ctx.now()).getTime() - 2_000);
    expect((await getScreening(house)).untold).toBe(untold + 1);
    await world.later(3_000);
    expect((await getScreening(house)).untold).toBe(untold);
  });
});
