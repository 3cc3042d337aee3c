import type { Locator, Page } from "playwright/test";
import { expect } from "./journey.ts";

export const rowOf = (page: Page, text: string | RegExp): Locator => page.getByRole("row").filter({ hasText: text });

/** What the page says in passing. */
export const toast = (page: Page, text: string | RegExp): Locator => page.getByRole("status").filter({ hasText: text });

/** Where what waits for the house is decided. */
export const OF_HOUSE = "/approvals?of=house";

/** Opens what waits and approves it, as somebody else than who asked. */
export async function approve(page: Page, title: RegExp, where = "/approvals"): Promise<void> {
  await page.goto(where);
  await rowOf(page, title).getByRole("button", { name: "Decide…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Approve/ }).click();
  await expect(dialog).toBeHidden();
}
