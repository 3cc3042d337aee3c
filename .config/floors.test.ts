import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FLOORS } from "./dependency-cruiser.mjs";
import { ROOT } from "./step.ts";

test("the README draws the floors that the check holds", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, drawn = ""] = /two tables in `\.config\/dependency-cruiser\.mjs`: (.*?)\. The desk's go /.exec(readme) ?? [];
  const floors = drawn
    .replaceAll(/ \([^)]*\)/g, "")
    .split(" · ")
    .map((floor) => floor.split(", "));
  expect(floors).toEqual(FLOORS.map((rooms) => rooms.filter((room) => room !== "generated")));
});
