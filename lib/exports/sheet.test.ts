import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { cellOf } from "./sheet.ts";

test.each([
  ["0.00123456", "0.00000000"],
  ["250.25", "0.00"],
  ["17.5", "0.0"],
  ["1000", "0"],
])("%s is shown with all its decimals", (written, format) => {
  expect(cellOf(Decimal.from(written))).toMatchObject({ value: Number(written), format });
});

test("more digits than a spreadsheet holds are text", () => {
  expect(cellOf(Decimal.from("123456789.12345678"))).toMatchObject({ value: "123456789.12345678", type: String });
});
