import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { changes } from "#e2e/stage/server.ts";
import { Inventory } from "./inventory.tsx";
import { RequestMove } from "./request-move.tsx";

const of = (text: string) => Decimal.from(text);
const STOCK = {
  ...{ venue: "kraken", asset: "BTC", balance: of("0"), promised: of("0"), coming: of("0"), perDay: of("0") },
  ...{ floor: of("1.234"), target: of("2.345"), isShort: false },
  proposal: { kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:kraken", quantity: of("2.345") },
};
const staff = operatorAs("treasurer");
const none = { data: [], startsAfter: null };

beforeEach(() => {
  document.documentElement.dataset["numbers"] = "SPACE_COMMA";
});
afterEach(() => {
  delete document.documentElement.dataset["numbers"];
});

const press = (name: string) => page.getByRole("button", { name }).first().click();
const fields = () => [...document.querySelectorAll<HTMLInputElement>("dialog input")];
const written = () => fields().map(({ value }) => value);

test("forms begin with a floor and its target, and with what would fill it up, as their reader writes numbers", async () => {
  await show(<Inventory />, {
    staff,
    answers: {
      "GET /house/v1/inventory": { data: [STOCK] },
      "GET /house/v1/destinations": none,
      "GET /house/v1/places": { data: [], in: "EUR", total: of("0"), unpriced: [] },
    },
  });
  // What a move would bring is written as the row's other figures are: the row has named its asset, and room is scarce.
  await expect.element(page.getByRole("button", { name: "Move funds…" })).toBeVisible();
  const named = document.querySelector("table")?.textContent?.match(/BTC/gu);
  expect(named).toHaveLength(1);
  await press("Floor…");
  await expect.poll(written).toEqual(["1,234", "2,345"]);
  await press("Cancel");
  await press("Move funds…");
  await expect.poll(written).toContain("2,345");
  await expect.element(page.getByRole("button", { name: /^Request move of 2,345.BTC$/ })).toBeVisible();
});

const PLACES = { "GET /house/v1/places": { data: [], in: "EUR", total: of("0"), unpriced: [] } };
/** The fault that stands at a field. */
const faultAt = (label: string): string | undefined => {
  const named = [...document.querySelectorAll("dialog label")].find((one) => one.textContent === label);
  return named && (document.getElementById(`${named.getAttribute("for")}-error`)?.textContent ?? undefined);
};

test.each([
  ["TO_VENUE", "Select where it leaves.", "Select where it arrives."],
  ["CAPITAL_IN", undefined, "Select where it arrives."],
  ["CORRECTION", /A fee names where it left/, /A fee names where it left/],
] as const)("%s says at each field what is missing, before anything is sent", async (kind, from, to) => {
  await show(<RequestMove onClose={() => undefined} proposed={{ kind }} />, {
    staff,
    answers: { "GET /house/v1/destinations": none, ...PLACES },
  });
  await page.getByRole("button", { name: "Request move" }).click();
  await expect.poll(() => faultAt("Quantity")).toBe("Enter a quantity.");
  expect(faultAt("Reason")).toBe("Enter a reason.");
  for (const [label, words] of [
    ["From", from],
    ["To", to],
  ] as const)
    if (words === undefined) expect(faultAt(label)).toBeUndefined();
    else expect(faultAt(label)).toMatch(words);
  expect(changes()).toEqual([]);
});
