import { CHAIN_POLLS } from "./follow.ts";
import { Slots } from "#lib/kernel/slots.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MemoryChain, memoryChain, type View } from "#e2e/world/memory-chain.ts";
import { type MadeBill, openWorld, type World } from "#e2e/world/sandbox.ts";
import { findPayable } from "#lib/bills/find-payable.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { runUntilIdle } from "#lib/worker/ticks.ts";
import { type Chain, type Transfer, wholeMempool } from "./chain.ts";
import { everyEndpoint } from "./endpoints.ts";
import { listChains, type ShownChain } from "./list-chains.ts";
import { rescanChain, resumeChain } from "./resume-chain.ts";

let world: World;
let memory: MemoryChain;
let worker: Ctx;

/** A world of its own for each claim: what a chain has left behind would speak for the next. */
beforeEach(async () => {
  world = await openWorld();
  await world.price("BTC", "EUR", "60000");
  memory = memoryChain("bitcoin");
});
afterEach(async () => world?.close());

const watch = (chain: Chain) => {
  const app = { ...world.app, slots: new Slots(), chains: { bitcoin: chain } };
  worker = contextFor(app, { actor: { kind: "worker" }, requestId: "test" });
};
const settle = async () => {
  worker.app.slots.delete(CHAIN_POLLS);
  await runUntilIdle(worker, 20_000);
};
const shown = async (): Promise<ShownChain | undefined> => {
  const { data } = await listChains(worker);
  return data.find(({ network }) => network === "bitcoin");
};
async function transferTo(bill: MadeBill): Promise<Transfer> {
  const script = (await findPayable(world.ctx, bill.deposit_address))?.script ?? "";
  const txHash = bill.paymentId.replaceAll("-", "").padStart(64, "0");
  return { txHash, outputIndex: 0, position: 0, asset: "BTC", script, units: bill.quantity.floorUnits(8) };
}
const statusOf = async (bill: MadeBill) => (await world.payment(bill.paymentId)).deposits[0]?.status;

describe("a node that cannot be believed", () => {
  test("lags: nothing is rolled back, one sentence says so, and it goes on when the node has caught up", async () => {
    let upTo = Number.MAX_SAFE_INTEGER;
    watch(memory.view({ upTo: () => upTo }));
    const bill = await world.bill();
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(1);
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    upTo = 0;
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    expect(await shown()).toMatchObject({ state: "BEHIND", height: 2, completeTo: 2 });
    expect((await shown())?.sentence).toBe("The node lags: it stands at block 0, and we have seen block 2.");
    expect((await shown())?.failure).toEqual({ code: "LAGS", block: 0, ours: 2 });
    upTo = Number.MAX_SAFE_INTEGER;
    memory.mine(3);
    await settle();
    expect(await shown()).toMatchObject({ state: "OK", height: 5, lag: 0, sentence: "Complete to block 5.", gaps: [] });
  });

  test("does not answer: the state says so, and nothing else stops", async () => {
    let away = true;
    watch(memory.view({ away: () => away }));
    await settle();
    expect(await shown()).toMatchObject({ state: "FAULTY", sentence: "The endpoint does not answer in time." });
    away = false;
    await settle();
    expect(await shown()).toMatchObject({ state: "OK" });
  });

  test("contradicts itself, being several behind one name: nothing of it is taken until it is of one mind", async () => {
    let mixed = true;
    const honest = memory.view();
    const stray = (height: number) => honest.block(height).then((block) => block && { ...block, parentHash: "other" });
    watch({ ...honest, block: (height) => (mixed ? stray(height) : honest.block(height)) });
    const bill = await world.bill();
    memory.mine(3, [await transferTo(bill)]);
    await settle();
    expect(await statusOf(bill)).toBeUndefined();
    expect(await shown()).toMatchObject({ state: "FAULTY", height: 0 });
    expect((await shown())?.sentence).toContain("stands at block 3, but its block 1 does not follow on ours");
    mixed = false;
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
  });
});

describe("two endpoints", () => {
  const two = (first: Partial<View>, second: Partial<View>) =>
    watch(everyEndpoint([memory.view(first), memory.view(second)]));

  test("one is away: payments are seen, but none is final until it agrees", async () => {
    let away = true;
    two({}, { away: () => away });
    await settle();
    const bill = await world.bill();
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(4);
    await settle();
    expect(await statusOf(bill)).toBe("UNCONFIRMED");
    expect(await shown()).toMatchObject({ height: 5, agreedHeight: 0 });
    away = false;
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    expect(await shown()).toMatchObject({ height: 5, agreedHeight: 5 });
  });

  test("one has thrown a block away: the other tells it, and none is final before both can", async () => {
    let keepsFrom = 0;
    two({ keepsFrom: () => keepsFrom }, {});
    await settle();
    const bill = await world.bill();
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(4);
    keepsFrom = 3;
    await settle();
    expect(await statusOf(bill)).toBe("UNCONFIRMED");
    expect(await shown()).toMatchObject({ state: "OK", height: 5, agreedHeight: 0 });
    keepsFrom = 0;
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
  });

  test("one alone has a payment in its mempool: it is there while one has it, and comes back with it", async () => {
    const holds = { first: true, second: true };
    let payment: Transfer | undefined;
    const holding = (which: keyof typeof holds): Chain => ({
      ...memory.view(),
      mempool: async () => wholeMempool(payment && holds[which] ? [payment] : []),
      finalOutcome: async () => (holds[which] ? "PENDING" : "GONE"),
    });
    watch(everyEndpoint([holding("first"), holding("second")]));
    await settle();
    const bill = await world.bill();
    payment = await transferTo(bill);
    await settle();
    expect(await statusOf(bill)).toBe("UNCONFIRMED");
    holds.first = false;
    await settle();
    expect(await statusOf(bill)).toBe("UNCONFIRMED");
    holds.second = false;
    await settle();
    expect(await statusOf(bill)).toBe("DROPPED");
    holds.second = true;
    await settle();
    expect(await statusOf(bill)).toBe("UNCONFIRMED");
  });

  test("one leaves transfers out: the block is not taken, and nothing is credited or lost", async () => {
    let reports = true;
    two({ reports: () => reports }, {});
    await settle();
    reports = false;
    const bill = await world.bill();
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(2);
    await settle();
    expect(await shown()).toMatchObject({ state: "DISAGREED", height: 0 });
    expect(await statusOf(bill)).toBeUndefined();
    reports = true;
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    expect(await world.broken()).toEqual([]);
  });
});

describe("two endpoints of different branches", () => {
  /** Has the same blocks up to here, and then more of its own than the other will have. */
  const inventing = (common: number): MemoryChain => {
    const liar = memoryChain("bitcoin");
    liar.mine(common + 1);
    liar.reorganise(1);
    liar.mine(60);
    return liar;
  };
  /** An endpoint that shows another's blocks from when it is told to. */
  const turning = (to: () => MemoryChain | undefined): Chain => {
    const now = () => to()?.view() ?? memory.view();
    return {
      ...memory.view(),
      head: () => now().head(),
      header: (height) => now().header(height),
      block: (height) => now().block(height),
    };
  };
  const converted = async (): Promise<MadeBill> => {
    await settle();
    const bill = await world.bill();
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(3);
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    return bill;
  };

  test("a higher branch of one alone takes nothing back, within the limit or beyond it, and it says so", async () => {
    let liar: MemoryChain | undefined;
    watch(everyEndpoint([memory.view(), turning(() => liar)]));
    const bill = await converted();
    for (const common of [3, 0]) {
      liar = inventing(common);
      await settle();
      expect(await statusOf(bill)).toBe("CONVERTED");
      expect(await shown()).toMatchObject({ state: "DISAGREED", height: 4, failure: { code: "DISAGREED", block: 4 } });
      expect((await shown())?.sentence).toContain("one still has it");
    }
    liar = undefined;
    memory.mine(1);
    await settle();
    expect(await shown()).toMatchObject({ state: "OK", height: 5, agreedHeight: 5 });
    expect(await world.broken()).toEqual([]);
  });

  test("nor while the other is away, of what both had; a reorganisation that both have is followed", async () => {
    let away = false;
    watch(everyEndpoint([memory.view(), memory.view({ away: () => away })]));
    const bill = await converted();
    away = true;
    memory.mine(1);
    await settle();
    memory.reorganise(1);
    await settle();
    expect(await shown()).toMatchObject({ state: "OK", height: 6, agreedHeight: 4 });
    memory.reorganise(6);
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    expect(await shown()).toMatchObject({ state: "DISAGREED", height: 4 });
    expect((await shown())?.sentence).toContain("one does not answer");
    away = false;
    await settle();
    expect(await statusOf(bill)).toBe("DROPPED");
    expect(await shown()).toMatchObject({ state: "OK", height: 7, agreedHeight: 7 });
    expect(await world.broken()).toEqual([]);
  });

  test("what one has invented on top is told as such, and left for the shorter branch of the others by consent", async () => {
    let liar: MemoryChain | undefined;
    watch(everyEndpoint([memory.view(), turning(() => liar)]));
    const bill = await converted();
    const missed = await world.bill();
    liar = inventing(4);
    await settle();
    expect(await shown()).toMatchObject({ state: "OK", height: 66, agreedHeight: 4 });
    memory.mine(1, [await transferTo(missed)]);
    memory.mine(3);
    await settle();
    expect(await shown()).toMatchObject({ state: "DISAGREED", height: 66, failure: { block: 5 } });
    liar = undefined;
    await settle();
    expect(await shown()).toMatchObject({ state: "FORKED", failure: { code: "SHORTER_BRANCH", block: 8, ours: 66 } });
    await resumeChain(worker, { network: "bitcoin", note: "compared with two explorers" });
    await settle();
    expect(await shown()).toMatchObject({ state: "OK", height: 8, agreedHeight: 8 });
    expect([await statusOf(bill), await statusOf(missed)]).toEqual(["CONVERTED", "CONVERTED"]);
    await expect(resumeChain(worker, { network: "bitcoin", note: "again" })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    expect(await world.broken()).toEqual([]);
  });
});

describe("a reorganisation deeper than the limit", () => {
  test("pauses the chain before anything is taken back; staff let it be followed", async () => {
    watch(memory.view());
    const bill = await world.bill();
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(12);
    await settle();
    expect(await statusOf(bill)).toBe("CONVERTED");
    memory.reorganise(13);
    await settle();
    expect(await shown()).toMatchObject({ state: "PAUSED", height: 13 });
    expect((await shown())?.sentence).toContain("more than 10 blocks deep");
    expect((await shown())?.failure).toEqual({ code: "DEEP", block: 13, limit: 10 });
    await expect(world.bill()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await statusOf(bill)).toBe("CONVERTED");
    const body = await resumeChain(worker, { network: "bitcoin", note: "compared with two explorers" });
    expect(body).toMatchObject({ network: "bitcoin", height: 13 });
    await settle();
    expect(await statusOf(bill)).toBe("DROPPED");
    expect(await shown()).toMatchObject({ state: "OK", height: 14 });
    await expect(resumeChain(worker, { network: "bitcoin", note: "again" })).rejects.toMatchObject({
      code: "INVALID_STATE",
    });
    expect(await world.broken()).toEqual([]);
  });
});

describe("a gap in what was scanned", () => {
  test("is told, fills itself, and brings what was missed", async () => {
    let reports = false;
    watch(memory.view({ reports: () => reports }));
    const bill = await world.bill();
    memory.mine(3);
    memory.mine(1, [await transferTo(bill)]);
    memory.mine(5);
    await settle();
    expect(await statusOf(bill)).toBeUndefined();
    reports = true;
    const body = await rescanChain(worker, { network: "bitcoin", from: 2, note: "logs were left out" });
    expect(body).toMatchObject({ completeTo: 1, gaps: [{ first: 2, last: 8 }] });
    await settle();
    expect((await shown())?.failure).toBeUndefined();
    expect(await shown()).toMatchObject({ completeTo: 9, gaps: [], sentence: "Complete to block 9." });
    expect(await statusOf(bill)).toBe("CONVERTED");
    const audited = await world.ctx.db.$queryRaw<{ action: string }[]>`
      select action from audit where object_kind = 'chain' order by at`;
    expect(audited.map(({ action }) => action)).toEqual(["chain.rescan"]);
  });
});
