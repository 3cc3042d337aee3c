import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { CaseDetail } from "#lib/cases/contract.ts";
import { NeverPlaced } from "./never-placed.tsx";

const ORDER = "0198f1aa-0000-7000-8000-000000abcdef";
const found = { caseId: `unknown-outcome-${ORDER}`, kind: "UNKNOWN_OUTCOME", invoiceId: "inv_1" } as CaseDetail;

test("that an order never arrived is stated with what was checked, of the order and not of its conversion", async () => {
  await show(<NeverPlaced found={found} />, {
    staff: operatorAs("treasurer"),
    answers: {
      [`POST /house/v1/orders/${ORDER}/never-placed`]: {
        ...{ orderId: ORDER, venue: "ccxt-bitstamp", purpose: "INVOICE", side: "SELL", asset: "BTC", fiat: "EUR" },
        ...{ quantity: Decimal.from("0.5"), status: "REFUSED" },
      },
    },
  });
  await page.getByRole("button", { name: "State that it never arrived…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "State it" }).click();
  await expect.element(dialog.getByText("Enter what was checked.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "What was checked" }).fill("the venue's own list");
  await dialog.getByRole("button", { name: "State it" }).click();
  await expect.poll(() => changes().map(({ body }) => JSON.parse(body))).toEqual([{ note: "the venue's own list" }]);
  await expect.element(page.getByText("The order counts as refused.")).toBeVisible();
});
