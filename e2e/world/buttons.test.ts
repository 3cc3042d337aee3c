import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES, PAGES_OF_HOUSE } from "./buttons.ts";
import { PAGES_OF_MONEY_OUT, PAGES_OF_MONEY_OUT_OF_HOUSE } from "./buttons-of-money-out.ts";

it("of every page of the desk it is written down who may press which button", () => {
  const tables = [PAGES, PAGES_OF_HOUSE, PAGES_OF_MONEY_OUT, PAGES_OF_MONEY_OUT_OF_HOUSE];
  const written = new Set(tables.flatMap((table) => Object.keys(table).map((address) => address.split("?")[0])));
  const there = globSync("app/(desk)/**/page.tsx").map(
    (path) => path.replace("app/(desk)", "").replace(/\/page\.tsx$/, "") || "/",
  );
  expect(there.length).toBeGreaterThan(10);
  expect(there.filter((address) => !written.has(address))).toEqual([]);
});
