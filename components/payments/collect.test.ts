import { expect, test } from "vitest";
import type { PaymentList, PaymentRecord } from "#lib/payments/contract.ts";
import { collector, renewed } from "./collect.ts";
import { payment } from "./payment.fixture.ts";

const record = (paymentId: string, updatedAt = 1): PaymentRecord => ({ ...payment(), paymentId, updatedAt });
const page = (...data: PaymentRecord[]): PaymentList => ({ data, startsAfter: null });
const ids = (rows: readonly PaymentRecord[]) => rows.map(({ paymentId }) => paymentId).join("");

test("pages that come on are added, each record once", () => {
  const collect = collector();
  const first = page(record("a"), record("b"));
  const second = page(record("b"), record("c"));
  expect(ids(collect([first]).rows)).toBe("ab");
  expect(ids(collect([first, second]).rows)).toBe("abc");
  expect(ids(collect([first, second, page(record("a"), record("d"))]).rows)).toBe("abcd");
});

test("a list that is read anew begins from nothing", () => {
  const collect = collector();
  const first = page(record("a"), record("b"));
  collect([first, page(record("c"))]);
  expect(ids(collect([first]).rows)).toBe("ab");
  expect(ids(collect([page(record("b"))]).rows)).toBe("b");
  expect(ids(collect([]).rows)).toBe("");
});

test("what has been told since stands in its place, however deep; what is older or unknown does not", () => {
  const collected = collector()([page(record("a", 5), record("b", 5)), page(record("c", 5))]);
  const rows = renewed(collected, page(record("x", 9), record("c", 9), record("a", 4), record("b", 5)));
  expect(rows.map(({ paymentId, updatedAt }) => `${paymentId}${updatedAt}`)).toEqual(["a5", "b5", "c9"]);
  expect(ids(renewed(collected, undefined))).toBe("abc");
});
