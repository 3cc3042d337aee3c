import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { placesOf } from "./places.ts";

const APP = resolve(import.meta.dirname, "../../../app");

/** The addresses a page's file answers: its folder without groups, with anything in the place of a parameter. */
const addressesOf = (file: string): RegExp => {
  const parts = file.split("/").slice(0, -1);
  const path = parts.filter((part) => !part.startsWith("(")).map((part) => (part.startsWith("[") ? ".+" : part));
  return new RegExp(`^/${path.join("/")}$`);
};

test("every page of the program is a place the proof looks at", () => {
  const paths = placesOf({ paymentId: "one", invoiceId: "two" }).map(({ path }) => path.split("?")[0] ?? "");
  // The documents' own address leads on to their first page.
  const pages = globSync("**/page.tsx", { cwd: APP }).filter((file) => file !== "docs/page.tsx");
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((file) => !paths.some((path) => addressesOf(file).test(path)))).toEqual([]);
});
