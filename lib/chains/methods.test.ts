import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// A node that is opened for the methods of the README alone must be enough: one that is missing there is refused, and what
// needs it waits without a word.

const README = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** Methods that the sources of a kind of chain name. */
function named(files: string, method: RegExp): string[] {
  const sources = globSync(files, { cwd: import.meta.dirname }).filter((file) => !file.includes(".test."));
  expect(sources.length).toBeGreaterThan(3);
  const text = sources.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join("\n");
  return [...new Set(text.match(method))].map((literal) => literal.slice(1, -1)).sort();
}

test("the whitelist of a user of bitcoin's nodes names every method that is called, and no other", () => {
  const [, list = ""] = /\(`rpcwhitelist`\) needs `([a-z ]+)`/.exec(README) ?? [];
  expect(list.split(" ").sort()).toEqual(
    named("{bitcoin*,listen}.ts", /"(get|scan|send|estimate|test|decode|submit|waitfor)[a-z]+"/g),
  );
});

test("the row of eth names every method that is called", () => {
  const row = README.split("\n").find((line) => line.startsWith("| `eth` |")) ?? "";
  const listed = [...row.matchAll(/`([a-z]+_[A-Za-z]+)`/g)].map(([, method]) => method).sort();
  expect(listed).toEqual(named("evm*.ts", /"(eth|debug|trace|net|web3|txpool)_[A-Za-z]+"/g));
});
