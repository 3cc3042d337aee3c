import { expect, test } from "vitest";
import { wantsCsv } from "./accept.ts";

test.each([
  ["text/csv", true],
  ["TEXT/CSV; charset=utf-8", true],
  ["text/csv, application/json", true],
  ["text/csv, */*;q=0.8", true],
  ["application/json;q=0.1, text/csv;q=0.9", true],
  ["text/csv;q=0", false],
  ["text/csv;q=x", false],
  ["text/csvx", false],
  ["application/json, text/csv;q=0.5", false],
  ["text/csv;q=0.5, */*", false],
  ["text/csv;q=0.5, application/*;q=0.6", false],
  ["text/*", false],
  ["*/*", false],
  ["", false],
])("a caller who accepts %j has a table: %j", (accept, wants) => {
  expect(wantsCsv(new Headers({ accept }))).toBe(wants);
});
