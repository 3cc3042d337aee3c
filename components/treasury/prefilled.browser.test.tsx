import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Inventory } from "./inventory.tsx";

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
  await press("Floor…");
  await expect.poll(written).toEqual(["1,234", "2,345"]);
  await press("Cancel");
  await press("Move funds…");
  await expect.poll(written).toContain("2,345");
});
