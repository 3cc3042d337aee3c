import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Chain, ChainFault } from "./chain.ts";
import { openEar } from "./listen.ts";

/** A chain that tells of blocks as `nextBlock` says; nothing else of it is asked. */
function listening(nextBlock: (stop: AbortSignal) => Promise<void>) {
  const calls = { times: 0 };
  const woken = { times: 0 };
  const stop = new AbortController();
  const chain = {
    nextBlock: (signal: AbortSignal) => {
      calls.times += 1;
      return nextBlock(signal);
    },
  } as Partial<Chain> as Chain;
  const ear = openEar(chain, stop.signal, () => {
    woken.times += 1;
  });
  return { ear, calls, woken, stop };
}

describe("a node that tells of blocks by itself", () => {
  test("wakes for each, and is asked again at once", async () => {
    let mine = (): void => undefined;
    const { ear, calls, woken, stop } = listening(() => new Promise((done) => (mine = done)));
    ear.attend();
    expect(ear.hears()).toBe(true);
    for (const blocks of [1, 2]) {
      mine();
      await expect.poll(() => calls.times).toBe(blocks + 1);
      expect(woken.times).toBe(blocks);
    }
    stop.abort();
    mine();
    await expect.poll(() => ear.hears()).toBe(false);
    ear.attend();
    expect(calls.times).toBe(3);
  });

  test.each([
    ["that has no such call", new ChainFault("bitcoin", "The node refused.", false, { code: -32_601 })],
    ["that errs", new ChainFault("bitcoin", "The node does not answer in time.", true)],
  ])("%s is left alone for a while", async (_name, fault) => {
    const { ear, calls, woken } = listening(() => Promise.reject(fault));
    ear.attend();
    await sleep(5);
    ear.attend();
    await sleep(5);
    expect(calls.times).toBe(1);
    expect(woken.times).toBe(0);
    expect(ear.hears()).toBe(false);
  });

  test("that answers without waiting is not asked for ever", async () => {
    const { ear, calls } = listening(async () => undefined);
    ear.attend();
    await sleep(20);
    ear.attend();
    expect(calls.times).toBe(20);
    expect(ear.hears()).toBe(false);
  });
});
