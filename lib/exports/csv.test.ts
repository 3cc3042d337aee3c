import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { inert } from "#lib/kernel/csv.ts";
import { csvLine } from "./csv.ts";
import { isExact } from "./sheet.ts";

describe("a line of a CSV file", () => {
  test.each(["=1+1", "+49 30", "-2", "@SUM(A1)", "\t=1", " =1", "|calc", "＝1", '=HYPERLINK("http://x")'])(
    "%j is text and never computed",
    (text) => {
      expect(inert(text)).toBe(`'${text}`);
    },
  );

  test("numbers are whole, negative ones stay numbers, and what needs quotes has them", () => {
    const line = csvLine([
      Decimal.from("-0.00000001"),
      Decimal.from("90071992.54740991"),
      'a "b", c',
      "two\nlines",
      "",
    ]);
    expect(line).toBe('-0.00000001,90071992.54740991,"a ""b"", c","two\nlines",\r\n');
  });

  test("any texts come back as they went in, but for the apostrophe", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (texts) => {
        expect(readLine(csvLine(texts))).toEqual(texts.map(inert));
      }),
    );
  });
});

test("a number is a number in a sheet only when the sheet keeps each of its digits", () => {
  expect(
    ["0.00000001", "-15.5", "123456789012345", "999999.12345678"].map((one) => isExact(Decimal.from(one))),
  ).toEqual([true, true, true, true]);
  expect(isExact(Decimal.from("90071992.54740991"))).toBe(false);
});

/** RFC 4180 as a reader understands it. */
function readLine(line: string): string[] {
  const fields: string[] = [];
  const one = /(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n$)/y;
  for (let match = one.exec(line); match; match = one.exec(line)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] !== ",") break;
  }
  return fields;
}
