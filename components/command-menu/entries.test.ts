import { expect, test } from "vitest";
import { entriesFor } from "./entries.ts";

const ID = "01a1fce6-61af-7da4-9da8-c01ea021fe81";
const hrefs = (typed: string) => entriesFor(typed).map(({ href }) => href);

test("pages and actions are found by their words", () => {
  expect(hrefs("")).toContain("/ledger");
  expect(hrefs("ledg")[0]).toBe("/ledger");
  expect(hrefs("held")[0]).toBe("/payments?range=90d&label=HELD");
});

test("an id may be a payment's or a conversion's; an address and a hash are looked for among payments", () => {
  expect(hrefs(ID)).toEqual([`/payments?paymentId=${ID}&open=${ID}`, `/conversions?invoice=${ID}`]);
  expect(hrefs(`0x${"a".repeat(40)}`)).toEqual([`/payments?address=0x${"a".repeat(40)}`]);
  expect(hrefs("f".repeat(64))).toEqual([`/payments?txHash=${"f".repeat(64)}`]);
});

test("any other text is also tried as a reference", () => {
  expect(hrefs("order 77")).toEqual(["/payments?reference=order+77"]);
});

test("what was found by its beginning leads to the record, and is not also guessed at", () => {
  const found = [
    { kind: "payment", by: "reference", value: "order 77", id: ID },
    { kind: "conversion", by: "invoiceId", value: ID, id: ID },
    { kind: "subaccount", by: "subaccount", value: "order", id: "order" },
  ] as const;
  const shown = entriesFor("order 7", found).map(({ href }) => href);
  expect(shown).toEqual([
    `/payments?paymentId=${ID}&open=${ID}`,
    `/conversions?invoice=${ID}`,
    "/payments?range=90d&subaccount=order",
    "/payments?reference=order+7",
  ]);
  expect(entriesFor("order 77", found)).toHaveLength(3);
});
