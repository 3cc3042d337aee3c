import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, test } from "vitest";

/** The texts of every page by its file, without the values that stand in them. */
const PAGES = globSync(resolve(import.meta.dirname, "*.{en,de}.ts")).map((path) => ({
  page: basename(path),
  texts: [...readFileSync(path, "utf8").matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, plain, filled]) =>
    (plain ?? filled ?? "").replaceAll(/\$\{[^}]*\}/g, ""),
  ),
}));
const sayers = (term: RegExp): string[] =>
  PAGES.filter(({ texts }) => texts.some((one) => term.test(one))).map(({ page }) => page);

test("who a bill is for is a customer on every page; a subaccount is a field of the API", () => {
  expect(sayers(/customer/i).length).toBeGreaterThan(3);
  expect(sayers(/subaccount|unterkonto/i)).toEqual([]);
});

test("German has a word for what treasury moves, and another one for what moves in the ledger", () => {
  expect(sayers(/umbuchung/i)).toContain("treasury.de.ts");
  const ledger = ["customers.de.ts", "ledger.de.ts", "printed.de.ts", "settlements.de.ts"];
  expect(sayers(/bewegung/i).sort()).toEqual(ledger);
  for (const page of ledger) expect(sayers(/umbuchung/i)).not.toContain(page);
});
