import { expect, test, vi } from "vitest";
import { gathering } from "./gather.ts";

/** A run that ends when it is told to, and what each was asked. */
function slowly() {
  const batches: number[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const run = async (asks: readonly number[]) => {
    batches.push([...asks]);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return asks.map((ask) => ask * 10);
  };
  return { batches, ends, run };
}
const turn = () => new Promise((done) => setImmediate(done));

test("who finds nobody runs at once, two at most; who comes meanwhile goes together, each told its own", async () => {
  const { batches, ends, run } = slowly();
  const gather = gathering();
  const answers = [1, 2, 3, 4, 5].map((ask) => gather("a", ask, run));
  expect(batches).toEqual([[1], [2]]);
  ends[0]?.resolve();
  expect(await answers[0]).toBe(10);
  await turn();
  expect(batches).toEqual([[1], [2], [3, 4, 5]]);
  for (const end of ends) end.resolve();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50]);
});

test("other keys do not wait, and no run holds more than 32", async () => {
  const { batches, ends, run } = slowly();
  const gather = gathering();
  const many = Array.from({ length: 40 }, (_, at) => gather("a", at, run));
  const other = gather("b", 99, run);
  expect(batches).toEqual([[0], [1], [99]]);
  for (const at of [0, 1]) ends[at]?.resolve();
  await turn();
  expect(batches.slice(3).map((asks) => asks.length)).toEqual([32, 6]);
  await vi.waitFor(async () => {
    for (const end of ends) end.resolve();
    await Promise.all([...many, other]);
  });
});

test("what the database refuses together is tried alone, so that none fails for another", async () => {
  const runs: number[][] = [];
  const gather = gathering();
  const run = async (asks: readonly number[]) => {
    runs.push([...asks]);
    await turn();
    if (asks.includes(4)) throw Object.assign(new Error("refused"), { code: "23505" });
    return asks;
  };
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((ask) => gather("a", ask, run)));
  expect(runs).toEqual([[1], [2], [3, 4, 5], [3], [4], [5]]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

test("what does not fit together waits for the next run, and goes alone when it fits with nobody", async () => {
  const { batches, ends, run } = slowly();
  const gather = gathering();
  const upToTen = (batch: readonly number[], next: number) => batch.reduce((sum, ask) => sum + ask, next) <= 10;
  const answers = [1, 2, 3, 4, 50, 5].map((ask) => gather("a", ask, run, upToTen));
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.resolve();
    await turn();
  }
  expect(batches).toEqual([[1], [2], [3, 4], [50], [5]]);
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 500, 50]);
});

test.each(["57014", "53300", "EPIPE"])(
  "%s is nobody's own fault: it is told to all and not tried again",
  async (code) => {
    const runs: number[][] = [];
    const gather = gathering();
    const run = async (asks: readonly number[]): Promise<number[]> => {
      runs.push([...asks]);
      await turn();
      if (asks.length > 1) throw Object.assign(new Error("ended"), { code });
      return [...asks];
    };
    const answers = await Promise.allSettled([1, 2, 3, 4].map((ask) => gather("a", ask, run)));
    expect(runs).toEqual([[1], [2], [3, 4]]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
  },
);

test("a run of which nobody knows whether it was done is not tried again", async () => {
  const runs: number[][] = [];
  const gather = gathering();
  const run = async (asks: readonly number[]): Promise<number[]> => {
    runs.push([...asks]);
    await turn();
    if (asks.length > 1) throw new Error("connection ended");
    return [...asks];
  };
  const answers = await Promise.allSettled([1, 2, 3, 4].map((ask) => gather("a", ask, run)));
  expect(runs).toEqual([[1], [2], [3, 4]]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
});
