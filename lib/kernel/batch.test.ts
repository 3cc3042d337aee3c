import { expect, test } from "vitest";
import type { Db } from "./database.ts";
import { batchedReads, batched, batchedWrites } from "./batch.ts";

const transaction = () => ({}) as Db;

/** A statement that doubles numbers and notes each set it was run for; `bad` fails its set. */
function doubling(bad?: number) {
  const sets: (readonly number[])[] = [];
  const double = batchedReads(async (_db: Db, asks: readonly number[]) => {
    sets.push(asks);
    if (bad !== undefined && asks.includes(bad)) throw new Error(`${bad} is bad`);
    return asks.map((ask) => 2 * ask);
  });
  return { double, sets };
}

test("alone, a set is one ask", async () => {
  const { double, sets } = doubling();
  expect(await double(transaction(), 4)).toBe(8);
  expect(sets).toEqual([[4]]);
});

test("what many ask at once is one statement, and each gets its own answer", async () => {
  const { double, sets } = doubling();
  const db = transaction();
  expect(await batched(db, [1, 2, 3], async (item) => (await double(db, item)) + item)).toEqual([3, 6, 9]);
  expect(sets).toEqual([[1, 2, 3]]);
});

test("items take steps of their own, wait for things outside, and meet again", async () => {
  const first = doubling();
  const last = doubling();
  const db = transaction();
  await batched(db, [1, 2, 3, 4], async (item) => {
    if (item > 1) await first.double(db, item);
    if (item === 3) await new Promise((done) => setTimeout(done, 5));
    await last.double(db, item);
  });
  expect(first.sets).toEqual([[2, 3, 4]]);
  expect(last.sets.map((set) => [...set].sort())).toEqual([[1, 2, 3, 4]]);
});

test("one that fails fails all with its own fault, and nothing is asked after that", async () => {
  const { double, sets } = doubling(2);
  const other = doubling();
  const db = transaction();
  const work = batched(db, [1, 2, 3], async (item) => {
    await double(db, item);
    await other.double(db, item);
  });
  await expect(work).rejects.toThrow("2 is bad");
  expect(sets).toHaveLength(1);
  expect(other.sets).toEqual([]);
});

test("an item's own fault is thrown when the others have ended", async () => {
  const { double, sets } = doubling();
  const db = transaction();
  const work = batched(db, [1, 2], async (item) => {
    if (item === 1) throw new Error("not this one");
    await double(db, item);
  });
  await expect(work).rejects.toThrow("not this one");
  expect(sets).toEqual([[2]]);
});

test("writes are sets as well, and the transaction is free again afterwards", async () => {
  const written: (readonly string[])[] = [];
  const write = batchedWrites(async (_db: Db, texts: readonly string[]) => {
    written.push(texts);
  });
  const db = transaction();
  await batched(db, ["a", "b"], (text) => write(db, text));
  await batched(db, [], (text: string) => write(db, text));
  await write(db, "c");
  expect(written).toEqual([["a", "b"], ["c"]]);
});
