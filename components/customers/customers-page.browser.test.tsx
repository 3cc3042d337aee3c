import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CustomersPage } from "./customers-page.tsx";

const ZERO = { value: Decimal.ZERO, openValue: Decimal.ZERO, waitingValue: Decimal.ZERO };
const answers = {
  "GET /manage/v1/customers": {
    data: [],
    startsAfter: null,
    in: "EUR",
    total: { customers: 0, bills: 0, open: 0, waiting: 0, ...ZERO },
    unpriced: [],
  },
};

test.each([
  ["/customers", "Customers appear with their first bill.", 0],
  ["/customers?range=7d", "No bill within these filters names a customer.", 1],
])("%s without a customer says why, and offers the way back only where a filter is on", async (at, text, clears) => {
  await show(<CustomersPage />, { at, answers });
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole("status").getByRole("button", { name: "Clear filters" }).elements()).toHaveLength(clears);
  expect(page.getByText(/0 of 0/).elements()).toEqual([]);
});
