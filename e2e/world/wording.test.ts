import { expect, test } from "vitest";
import { nothingAnswered, takeAnswer, wordingFaults } from "./wording.ts";

const answered = nothingAnswered();
takeAnswer(answered, {
  status: "QUOTED",
  asset: "USDT",
  subaccount: "acme-42",
  note: "Please call the shop first.",
  lastError: "The venue did not answer in time.",
});

test.each([
  ["1234.50 EUR", "en"],
  ["block 812345", "en"],
  ["5.9e-7 BTC", "en"],
  ["NaN EUR", "de"],
  ["Since 2026-11-26T10:00:00.000Z", "en"],
  ["CONVERT_PENDING", "de"],
  ["State QUOTED", "de"],
  ["100.0 EUR", "en"],
  ["1\u00a0234.50 EUR", "de"],
  ["1\u00a0234.00 JPY", "en"],
  ["Worth now", "en"],
  ["Kosten der Konversion", "de"],
  ["Failed: the venue did not answer in time", "en"],
  ["Some words", "xa"],
  ["⟦Ƒáíĺéđ⟧ words", "xa"],
] as const)("a reader is not shown %s (%s)", (text, language) => {
  expect(wordingFaults(text, language, answered)).not.toEqual([]);
});

test.each([
  ["1\u00a0234.50 EUR", "en"],
  ["1\u00a0234,50 EUR", "de"],
  ["1\u00a0234 JPY", "de"],
  ["1 BTC = 59\u00a0871.2 EUR", "en"],
  ["21 Nov 2026", "en"],
  ["Please call the shop first.", "en"],
  ["⟦Ƒóř ⟦áçɱé⟧⟧ acme-42 1\u00a0234.50 USDT", "xa"],
] as const)("a reader may be shown %s (%s)", (text, language) => {
  expect(wordingFaults(text, language, answered)).toEqual([]);
});
