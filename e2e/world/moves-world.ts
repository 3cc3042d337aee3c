import type { Page } from "playwright/test";
import { expect } from "./journey.ts";
import { expectAccessible } from "./person.ts";

export const rowOf = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });

/** Asks for a move by the page's form. */
export async function requestMove(page: Page, fields: Readonly<Record<string, string>>, destination?: string) {
  await page.getByRole("button", { name: "Request move…" }).click();
  const form = page.getByRole("dialog", { name: "Request a move" });
  const { Asset = "EUR", Quantity = "", Reason = "", ...chosen } = fields;
  for (const [name, value] of Object.entries({ ...chosen, Asset }))
    await form.getByRole("combobox", { name, exact: true }).selectOption(value);
  const texts = { Quantity, Reason };
  for (const [name, text] of Object.entries(texts)) await form.getByRole("textbox", { name, exact: true }).fill(text);
  if (destination) {
    const choice = form.getByRole("combobox", { name: "Destination" });
    const value = await choice.getByRole("option", { name: destination }).getAttribute("value");
    await choice.selectOption(value ?? "");
  }
  await expectAccessible(page);
  await form.getByRole("button", { name: "Request move" }).click();
  await expect(page.getByRole("status").filter({ hasText: "awaiting approval" })).toBeVisible();
}

/** The second person agrees to all that waits. */
export async function agree(page: Page, title: RegExp) {
  await page.goto("/settings?tab=approvals&of=house");
  await rowOf(page, title).getByRole("button", { name: "Decide…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
