import { expect, test } from "playwright/test";
import { NAV } from "#components/nav/nav-entries.ts";
import { MOST_JAVASCRIPT_KB, pageWeights } from "#e2e/world/page-weight.ts";

test("no page of the desk loads more JavaScript at first than it may", () => {
  const weights = pageWeights();
  expect([...weights.keys()]).toEqual(expect.arrayContaining(NAV.map(({ href }) => href)));
  expect([...weights].filter(([, kilobytes]) => kilobytes > MOST_JAVASCRIPT_KB)).toEqual([]);
});
