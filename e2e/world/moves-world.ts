import type { Page } from "playwright/test";
import { expect } from "./journey.ts";
import { expectAccessible } from "./person.ts";

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
