import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import { amountOf, fieldsOf } from "#lib/approvals/approval-text.ts";

test.each([
  [{ asset: "USDT", networkType: "tron", quantity: Decimal.from("25") }, "25\u00a0USDT Tron"],
  [{ asset: "USDT", networkType: "eth", quantity: Decimal.from("25") }, "25\u00a0USDT Ethereum"],
  [{ asset: "EUR", quantity: Decimal.from("10") }, "10.00\u00a0EUR"],
] as const)("a payout to approve is named with its network", (payout, expected) => {
  expect(amountOf({ ...payout, reference: "order 17" })).toBe(expected);
});

test("an envelope to sign is named in figures with their units", () => {
  const request = {
    invoiceId: "01",
    baseSymbol: "BTC",
    quoteSymbol: "EUR",
    quantity: "0.5",
    lowestPrice: "58205.88",
    until: "1826605924801",
  };
  expect(fieldsOf({ what: "execution", request })).toEqual({
    invoiceId: "01",
    quantity: "0.5\u00a0BTC",
    lowestPrice: "58\u00a0205.88\u00a0EUR",
  });
});

test("the facts of a statement stand in one order, whatever order they are kept in", () => {
  const request = { lines: "1", debits: "0.00 GBP", digest: "a2", credits: "1250.00 GBP", fileName: "gbp.csv" };
  expect(Object.keys(fieldsOf({ what: "bank-statement", request }))).toEqual([
    ...["fileName", "digest", "lines", "credits", "debits"],
  ]);
});

const ID = "019a8f3c-8c1e-7abc-8def-0123456789ab";

test("what the API sends as codes and plain figures is read in words, amounts and shares; ids are left out", () => {
  const terms = { schedule: "WEEKLY", weekday: "1", businessDays: "true", minimum: "1000", reserveBps: "550" };
  expect(
    fieldsOf({ what: "settlement-terms", request: { ...terms, currency: "EUR", beneficiaryId: ID, place: "DE89" } }),
  ).toEqual({
    place: "DE89",
    currency: "EUR",
    schedule: "Weekly",
    weekday: "Monday",
    businessDays: "Business days only",
    minimum: "1\u00a0000.00\u00a0EUR",
    reserveBps: "5.50\u00a0%",
  });
  expect(
    fieldsOf({
      what: "move",
      request: { moveId: ID, destinationId: ID, asset: "BTC", quantity: "0.5", to: "venue:a" },
    }),
  ).toEqual({ quantity: "0.5", to: "Venue a", asset: "BTC" });
  expect(fieldsOf({ what: "person", request: { act: "role", userId: ID, email: "a@b.c", role: "treasurer" } })).toEqual(
    {
      email: "a@b.c",
      role: "Treasurer",
    },
  );
});
