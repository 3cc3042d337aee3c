import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { objectName } from "./sentence.ts";

const FILES = globSync("lib/**/*.ts").filter((file) => !/\.(test|fixture)\.ts$/.test(file));
const kindsIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/objectKind: "([a-z-]+)"/g)].map(([, kind = ""]) => kind);

test("every kind of object that the record names has a word", () => {
  const kinds = [...new Set(FILES.flatMap(kindsIn))];
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => objectName(kind) === kind && /-/.test(kind))).toEqual([]);
  expect(kinds.filter((kind) => !/^[a-z ]+$/i.test(objectName(kind)))).toEqual([]);
});
