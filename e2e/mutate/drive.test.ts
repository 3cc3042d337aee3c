import { expect, test } from "vitest";
import { orderFor } from "./drive.ts";
import type { Line } from "./mutant.ts";
import { isShownWord, offered, sourcesOf } from "./scope.ts";

const anew = (id: number, test: string): Line => ({ kind: "passed", id, test: `${test} (loaded anew)`, ms: 1 });

test("what a table says is tried in every pure test of its folder, however many others loaded it before", () => {
  const others = ["lib/a/one.test.ts", "lib/a/two.test.ts"].flatMap((test) => [anew(1, test), anew(2, test)]);
  const far = orderFor("lib/b/far.test.ts", [1, 2], [], others);
  expect(far).toEqual({ candidates: [1, 2], reload: [] });
  expect(orderFor("lib/b/near.test.ts", [1, 2], [2], others)).toEqual({ candidates: [1, 2], reload: [2] });
  expect(orderFor("lib/b/near.test.ts", [1, 2], [2], [...others, anew(2, "lib/b/near.test.ts")])).toEqual({
    candidates: [1],
    reload: [],
  });
});

test("a sample spares a mutant the tests of other folders that need a database, but for the first", () => {
  const graph = {
    importsOf: () => [],
    reachedFrom: (test: string) => new Set(test.includes("none") ? [] : ["lib/a/x.ts"]),
  };
  const far = ["lib/b/1.store.test.ts", "lib/c/2.store.test.ts", "e2e/api/3.test.ts"];
  const close = ["lib/b/far.test.ts", "lib/b/none.test.ts", "lib/a/own.store.test.ts"];
  const first = (most: number) => [...offered("lib/a/x.ts", [...close, ...far], graph, most)];
  expect(first(1)).toEqual(["lib/b/far.test.ts", "lib/a/own.store.test.ts", far[0]]);
  expect(first(Infinity)).toEqual(["lib/b/far.test.ts", "lib/a/own.store.test.ts", ...far]);
});

test("a word of a screen is judged by no test that is run here, what chooses it is", () => {
  const file = "lib/i18n/overview.en.ts";
  expect([isShownWord({ file, operator: "text" }), isShownWord({ file, operator: "always the first" })]).toEqual([
    ...[true, false],
  ]);
  expect(isShownWord({ file: "lib/i18n/amount.ts", operator: "text" })).toBe(false);
});

test("the rules of the desk are tried as those of lib are, but for what only a browser runs", () => {
  const treasury = sourcesOf(["components/treasury"]);
  expect(treasury).toContain("components/treasury/cover-rows.ts");
  for (const other of ["cover-rows.test.ts", "cover.tsx", "treasury-data.ts"])
    expect(treasury).not.toContain(`components/treasury/${other}`);
  expect(sourcesOf(["components/approvals/may-decide.ts"])).toEqual([]);
  expect(sourcesOf(["lib/pricing"])).toContain("lib/pricing/book.ts");
});
