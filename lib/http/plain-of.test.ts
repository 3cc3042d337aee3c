import { expect, test } from "vitest";
import { z } from "zod";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Raw } from "#lib/kernel/json.ts";
import { count, exact, listOf, time } from "#lib/contract/answers.ts";
import { plainOf } from "./plain-of.ts";

const line = z.object({ tries: count(), amount: exact(), at: time().optional() });
const record = listOf(line).extend({
  values: z.record(z.string(), z.union([exact(), z.string()])),
  of: z.union([z.object({ height: count() }), z.object({ price: exact() })]).nullable(),
});

test("a record's text is read by its schema: whole numbers and times as numbers, exact ones exactly", () => {
  const text =
    '{"data":[{"tries":2,"amount":0.10,"at":1795000000000},{"tries":0,"amount":7}],"values":{"a":12.5,"b":"x"},"of":{"price":3}}';
  expect(plainOf(record, new Raw(text))).toEqual({
    data: [
      { tries: 2, amount: Decimal.from("0.1"), at: 1_795_000_000_000 },
      { tries: 0, amount: Decimal.from("7") },
    ],
    values: { a: Decimal.from("12.5"), b: "x" },
    of: { price: Decimal.from("3") },
  });
  expect(plainOf(record, new Raw('{"data":[],"values":{},"of":{"height":9}}'))).toMatchObject({ of: { height: 9 } });
  expect(plainOf(record, new Raw('{"data":[],"values":{},"of":null}'))).toMatchObject({ of: null });
});
