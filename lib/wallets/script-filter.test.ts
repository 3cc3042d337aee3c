import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptFilter } from "./script-filter.ts";

const LAYER = 65_536;
/** Scripts that differ in a few characters; strangers are numbers beyond all of ours. */
const script = (nth: number) => `0014${((nth * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, "0")}`;
const scripts = (from: number, count: number) => Array.from({ length: count }, (_, at) => script(from + at));
const strangers = scripts(10_000_000, 5_000);
const takenFor = (filter: { mayHold(script: string): boolean }, whose: readonly string[]) =>
  whose.filter((each) => filter.mayHold(each)).length;

test("a filter never denies what it holds", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (held) => {
      const filter = scriptFilter();
      for (const each of held) filter.add(each);
      expect(held.every((each) => filter.mayHold(each))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("an empty one holds nothing", () => expect(takenFor(scriptFilter(), [...strangers, ""])).toBe(0));

test("filled to the brim it takes about one of 400 strangers for ours, and grows without losing any", () => {
  const filter = scriptFilter();
  const held = scripts(0, LAYER);
  for (const each of held) filter.add(each);
  expect(takenFor(filter, held.slice(0, 5_000))).toBe(5_000);
  const near = held.slice(0, 5_000).map((each) => `${each.slice(0, -1)}${each.endsWith("0") ? "1" : "0"}`);
  for (const whose of [strangers, near]) {
    expect(takenFor(filter, whose)).toBeLessThan(whose.length / 250);
    expect(takenFor(filter, whose)).toBeGreaterThan(whose.length / 1_000);
  }
  const more = scripts(LAYER, LAYER);
  for (const each of more) filter.add(each);
  expect(takenFor(filter, [...held.slice(0, 5_000), ...more.slice(-5_000)])).toBe(10_000);
  expect(takenFor(filter, strangers)).toBeLessThan(strangers.length / 250);
});
