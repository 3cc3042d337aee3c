import { expect, test } from "vitest";
import { blocksMissing, type ChainFacts, rangesRead, stateOf } from "./coverage-of.ts";

const chain = (given: Partial<ChainFacts>): ChainFacts => ({
  network: "bitcoin",
  state: "OK",
  sentence: "",
  since: undefined,
  completeTo: undefined,
  height: undefined,
  headHeight: undefined,
  lag: undefined,
  agreedHeight: undefined,
  finalHeight: undefined,
  lastSeen: undefined,
  gaps: [],
  ...given,
});

test("what was read lies between the gaps and ends where we stand", () => {
  const gaps = [
    { first: 101, last: 150 },
    { first: 160, last: 160 },
  ];
  expect(rangesRead(chain({ completeTo: 100, height: 200, gaps }))).toEqual([
    { first: undefined, last: 100 },
    { first: 151, last: 159 },
    { first: 161, last: 200 },
  ]);
  expect(blocksMissing(gaps)).toBe(51);
});

test("without a gap all is read up to ours; a gap from the very first block leaves nothing below it", () => {
  expect(rangesRead(chain({ completeTo: 200, height: 200 }))).toEqual([{ first: undefined, last: 200 }]);
  expect(rangesRead(chain({ height: 200, gaps: [{ first: 0, last: 199 }] }))).toEqual([{ first: 200, last: 200 }]);
  expect(rangesRead(chain({}))).toEqual([]);
});

test("a chain in step that fills a gap says so; a paused one asks for somebody", () => {
  const gaps = [{ first: 1, last: 2 }];
  expect(stateOf({ state: "OK", gaps: [] }).name).toBe("OK");
  expect(stateOf({ state: "OK", gaps })).toMatchObject({ name: "FILLING", tone: "wait" });
  expect(stateOf({ state: "PAUSED", gaps })).toMatchObject({ name: "PAUSED", tone: "fail" });
});
