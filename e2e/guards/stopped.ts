import { type Api, type MadeBill, openApi, type Payment } from "#e2e/world/api.ts";
import { contextFor } from "#lib/kernel/app.ts";
import type { Ctx } from "#lib/kernel/context.ts";
import { TASKS, UPKEEP } from "#lib/worker/due.ts";
import { runTick } from "#lib/worker/ticks.ts";
import { stopClock, type StoppedClock } from "./clock.ts";
import { untilNothing } from "./until.ts";

/** A sandbox in which no millisecond passes unless a test says so, worked by hand. */
export type Stopped = {
  api: Api;
  clock: StoppedClock;
  worker: Ctx;
  /** Moves business time alone, by the sandbox's own lever. */
  later(ms: number): Promise<void>;
  /** Does the work that is due at this very millisecond, and nothing that comes later. */
  work(): Promise<void>;
  /** One round of the upkeep named. */
  upkeep(name: string): Promise<void>;
  /** A payer sends at this very millisecond, we see it at once, and so many blocks bury it. */
  pay(bill: MadeBill, quantity?: number, blocks?: number): Promise<string>;
  mine(network: string, count: number): Promise<void>;
  payment(bill: MadeBill): Promise<Payment>;
  close(): Promise<void>;
};

export async function openStopped(): Promise<Stopped> {
  const api = await openApi({ alone: true });
  await api.plainPrices();
  await api.settle();
  const clock = await stopClock(api.app);
  const worker = contextFor(api.app, { actor: { kind: "worker" }, requestId: "test" });
  const stopped: Stopped = {
    api,
    clock,
    worker,
    later: async (advanceMs) => void (await api.control("clock", { advanceMs })),
    work: () => untilNothing(async () => (await runTick(worker, TASKS)).done),
    async upkeep(name) {
      const task = UPKEEP.find((each) => each.name === name);
      if (!task) throw new Error(`there is no upkeep ${name}`);
      const { failed } = await runTick(worker, [task]);
      if (failed > 0) throw new Error(`the upkeep ${name} failed`);
    },
    async pay(bill, quantity = bill.quantity, blocks = 2) {
      const input = { address: bill.deposit_address, quantity };
      const { txHash } = await api.control<{ txHash: string }>("deposits", input);
      await stopped.work();
      if (blocks > 0) await stopped.mine("bitcoin", blocks);
      return txHash;
    },
    async mine(network, count) {
      await api.control("blocks", { network, count });
      await stopped.work();
    },
    payment: ({ paymentId }) => api.payment(paymentId),
    async close() {
      await clock.release();
      await api.close();
    },
  };
  return stopped;
}
