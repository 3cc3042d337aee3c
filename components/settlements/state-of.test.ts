import { expect, test } from "vitest";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { dayText, periodText, stateOf } from "./state-of.ts";

const shown = (status: SettlementRecord["status"], withheld?: SettlementRecord["withheld"]) => {
  const { tone, glyph, word, why } = stateOf({ status, withheld } as SettlementRecord);
  return [tone, glyph, word, why];
};

test("only a settlement that the bank has paid is green; why nothing is paid stands beside it", () => {
  expect(shown("PAID")).toEqual(["done", "done", "Paid", undefined]);
  expect(shown("DUE")).toEqual(["wait", "pending", "Due", undefined]);
  expect(shown("ASKED")).toEqual(["wait", "half", "Requested", undefined]);
  expect(shown("RETURNED")).toEqual(["none", "cancel", "Returned", "carried to the next settlement"]);
  expect(shown("LAPSED")).toEqual(["none", "expired", "Lapsed", "carried to the next settlement"]);
  expect(shown("NONE")).toEqual(["none", "kept", "Nothing due", undefined]);
  expect(shown("NONE", "NOTHING")).toEqual(["none", "kept", "Nothing due", undefined]);
  expect(shown("NONE", "OWED")[3]).toBe("the account owes the operator");
  expect(shown("NONE", "MINIMUM")[3]).toBe("below the minimum");
});

test("a period is of days in the operator's zone, its end not included", () => {
  const zone = "Europe/Berlin";
  const [from, to] = [Date.parse("2026-11-19T23:00:00Z"), Date.parse("2026-11-22T23:00:00Z")];
  expect(dayText(from, zone)).toBe("20 Nov 2026");
  expect(periodText({ from, to, zone })).toMatch(/^20\s?–\s?22 Nov 2026$/);
  expect(periodText({ from, to: from + 86_400_000, zone })).toBe("20 Nov 2026");
});
