import { expect, test } from "vitest";
import { sharing } from "./share-read.ts";

/** A value that reads see change, and reads that end when told to. */
function world() {
  const share = sharing();
  const reads: { end(): void; fail(): void }[] = [];
  let value = 1;
  const ask = (key = "price") =>
    share(key, () => {
      const seen = value;
      return new Promise<number>((done, fail) =>
        reads.push({ end: () => done(seen), fail: () => fail(new Error("away")) }),
      );
    });
  return {
    ask,
    reads,
    set(next: number) {
      value = next;
    },
  };
}

const turn = () => new Promise((done) => setImmediate(done));

test("nobody gets what was true before they asked, and those who wait share one read", async () => {
  const { ask, reads, set } = world();
  const first = ask();
  set(2);
  const later = [ask(), ask(), ask()];
  expect(reads).toHaveLength(1);
  reads[0]?.end();
  expect(await first).toBe(1);
  await turn();
  expect(reads).toHaveLength(2);
  reads[1]?.end();
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
});

test("other keys are other reads", () => {
  const { ask, reads } = world();
  void ask("a");
  void ask("b");
  expect(reads).toHaveLength(2);
});

test("a read that fails fails those who share it, and nobody after them", async () => {
  const { ask, reads } = world();
  const first = ask();
  const second = ask();
  reads[0]?.fail();
  await expect(first).rejects.toThrow("away");
  await turn();
  reads[1]?.end();
  expect(await second).toBe(1);
  const third = ask();
  reads[2]?.end();
  expect(await third).toBe(1);
});
