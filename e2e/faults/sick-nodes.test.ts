import { Slots } from "#lib/kernel/slots.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { evmNode, type Node, tronNode, utxoNode } from "#e2e/world/nodes.ts";
import { type Relay, startRelay } from "#e2e/world/relay.ts";
import { openWorld, type World } from "#e2e/world/sandbox.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import type { Chain } from "#lib/chains/chain.ts";
import { listChains, type ShownChain } from "#lib/chains/list-chains.ts";
import { mainNet } from "#lib/chains/main-nets.ts";
import { contextFor } from "#lib/kernel/app.ts";
import { scaleOf } from "#lib/kernel/assets.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { must } from "#lib/kernel/errors.ts";
import { openLog } from "#lib/kernel/log.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";

/** Under the longest confirmations, all of them. */
const DEEP = 21;
const IMPATIENT_MS = 300;

const KINDS = [
  {
    name: "UTXO",
    start: utxoNode,
    pruned: /^The node has pruned block (\d+), which is still to be scanned: /,
    stray: "The node is of another network: it has no block 478559.",
  },
  {
    name: "EVM",
    start: evmNode,
    pruned: /^The node has pruned block (\d+), which is still to be scanned: /,
    stray: "The node is of chain 31337; eth must be chain 1.",
  },
  {
    name: "Tron-shaped",
    start: tronNode,
    pruned: /^The node says it stands at block \d+, but it has no block (\d+): it has pruned that block, /,
    stray: "The node is of chain 31337; tron must be chain 728126428.",
  },
];

let world: World;
const nodes = new Map<string, Node>();
beforeAll(async () => {
  const starting = KINDS.map(async ({ name, start }) => {
    nodes.set(name, await start());
  });
  [world] = await Promise.all([openWorld(), ...starting]);
  await world.price("BTC", "EUR", "60000");
  await world.price("USDT", "EUR", "0.92");
});
afterAll(async () => {
  await Promise.all([...nodes.values()].map((node) => node.stop()));
  await world?.close();
});

describe.each(KINDS)("a node: $name", ({ name, pruned, stray }) => {
  describe("that has fallen ill", () => {
    let node: Node;
    let relay: Relay;
    let worker: Ctx;
    let alarms: Record<string, unknown>[] = [];

    beforeAll(async () => {
      const started = nodes.get(name);
      must(started, "a node that is here has been started");
      node = started;
      relay = await startRelay(node.network as "bitcoin" | "eth" | "tron", node.url);
      watch(node.by(relay.url, IMPATIENT_MS));
      await settle();
    });
    afterEach(() => {
      relay.silent = false;
      relay.keepsFrom = 0;
    });
    afterAll(() => relay?.stop());

    const watch = (chain: Chain) => {
      alarms = [];
      const log = openLog({ logLevel: "error" }, (line) => alarms.push(JSON.parse(line) as Record<string, unknown>));
      const app = { ...world.app, log, slots: new Slots(), chains: { [node.network]: chain } };
      worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
    };
    const settle = () => runUntilIdle(worker, 20_000);
    const shown = async (): Promise<ShownChain | undefined> => {
      const { data } = await listChains(worker);
      return data.find(({ network }) => network === node.network);
    };
    /** A payment that is deep in the chain before anybody can look. */
    async function payUnseen(): Promise<string> {
      const bill = await world.bill(node.bill);
      const payable = await findPayable(world.ctx, bill.deposit_address);
      if (!payable) throw new Error("a bill has an address");
      await node.payUnder(payable.script, bill.quantity.floorUnits(scaleOf(payable.asset)), DEEP);
      return bill.paymentId;
    }
    /** One state, one sentence, one alarm; nothing is taken. */
    async function isReported(paymentId: string, state: string, sentence: string | RegExp): Promise<void> {
      await settle();
      const expected = { state, sentence: expect.stringMatching(sentence) as string };
      expect(await shown()).toMatchObject(expected);
      expect(alarms).toEqual([expect.objectContaining({ event: "chain alarm", network: node.network, ...expected })]);
      expect(await world.payment(paymentId)).toMatchObject({ deposits: [], amountStatus: "UNPAID" });
    }
    /** Without anybody's doing, by the next tries. */
    async function recovers(paymentId: string): Promise<void> {
      await expect
        .poll(async () => {
          await settle();
          return (await world.payment(paymentId)).status;
        })
        .toBe("COMPLETED");
      const { amountStatus, deposits }: PaymentRecord = await world.payment(paymentId);
      expect({ amountStatus, deposits }).toMatchObject({ amountStatus: "PAID", deposits: [{ status: "CONVERTED" }] });
      expect(await shown()).toMatchObject({ state: "OK", lag: 0, gaps: [] });
      expect(await world.broken()).toEqual([]);
    }

    test("answers nothing: nothing is taken until it does, then all of it", async () => {
      relay.silent = true;
      const paymentId = await payUnseen();
      await isReported(paymentId, "FAULTY", /^The node at 127\.0\.0\.1:\d+ does not answer in time\.$/);
      relay.silent = false;
      await recovers(paymentId);
    });

    test("has pruned what is still to be scanned: the sentence names the block, and nothing is passed over", async () => {
      watch(node.by(relay.url, IMPATIENT_MS));
      await settle();
      const { height = 0 } = (await shown()) ?? {};
      const paymentId = await payUnseen();
      relay.keepsFrom = height + DEEP;
      await isReported(paymentId, "FAULTY", pruned);
      const missing = Number(pruned.exec((await shown())?.sentence ?? "")?.[1]);
      expect([height, height + 1]).toContain(missing);
      expect(await shown()).toMatchObject({ height, completeTo: height });
      relay.keepsFrom = 0;
      await recovers(paymentId);
    });

    test("is of another network: nothing of it is believed, and the right one catches up", async () => {
      const paymentId = await payUnseen();
      watch(mainNet(node.network, [node.foreign], []));
      await isReported(paymentId, "WRONG_NETWORK", stray);
      watch(node.by(relay.url));
      await recovers(paymentId);
    });
  });
});
