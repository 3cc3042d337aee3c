import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { chosenOf } from "./chosen.ts";
import { LOOKS } from "./look.ts";
import { placesOf } from "./places.ts";
import { STATES, type View } from "./states.ts";

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

test("a seed chooses every page once in full, every state and every look; all seeds together choose everything", () => {
  const places = placesOf({ paymentId: "one", invoiceId: "two" });
  const nameOf = ({ place, state, look }: View) =>
    [place.path, state, look.scheme, look.width, look.language].join(" ");
  const seen = new Set<string>();
  for (let seed = 1; seed <= LOOKS.length * 6; seed += 1) {
    const chosen = chosenOf(places, seed);
    const full = chosen.filter(({ state, look }) => state === "full" && look.language !== "xa");
    expect(full.map(({ place }) => place)).toEqual(places);
    expect(new Set(full.map(({ look }) => look)).size).toBe(LOOKS.length);
    expect(new Set(chosen.map(({ state }) => state)).size).toBe(STATES.length);
    expect(chosen.length).toBeLessThan(places.length * 2);
    for (const view of chosen) seen.add(nameOf(view));
  }
  expect([...seen].sort()).toEqual(chosenOf(places, "all").map(nameOf).sort());
});
