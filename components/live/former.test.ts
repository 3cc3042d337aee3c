import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("components/**/*.{ts,tsx}").filter((path) => !path.includes(".test."));
const texts = new Map(sources.map((path) => [path, readFileSync(path, "utf8")]));

const HOOK = /export (?:const|function) (use\w+)[\s\S]*?(?=\n(?:export|function|const|\/\*\*)|$)/gu;
/** What shows at once what it was asked before: every list, and what keeps its former answer. */
const KEEPS = /placeholderData: keepPreviousData|placeholderData: \(|\buseList[(<]/u;
/** Where it is seen that an answer is a former one; list pages, and histories of balances, do it by their type. */
const SEEN = /isPlaceholderData|<(?:ListPage|NewestList|BalanceHistory)\b/u;

/** Both say so of themselves by what they are handed: a bill's price, and what the finder found. */
const OWN_WAY = ["components/bills/bill-maker.tsx", "components/command-menu/finder.tsx"];

const hooks = [...texts.values()].flatMap((source) =>
  [...source.matchAll(HOOK)].flatMap(([body, name = ""]) => (KEEPS.test(body) && name !== "useList" ? [name] : [])),
);

test("whoever shows an answer that may be the former one sees that it is", () => {
  expect(hooks.length).toBeGreaterThan(20);
  // A question that never changes has no former answer.
  const asks = new RegExp(`(?<!function |const )\\b(?:${hooks.join("|")})\\((?!\\{\\}\\))`, "u");
  const blind = [...texts].flatMap(([path, source]) => (asks.test(source) && !SEEN.test(source) ? [path] : []));
  expect(blind.sort()).toEqual(OWN_WAY);
});
