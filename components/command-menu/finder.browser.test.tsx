import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { CommandMenu } from "./command-menu.tsx";

const ID = "019ab3c4-5d6e-7f80-9a1b-2c3d4ef2e1d0";
const HASH = `0x5f${"ab12cd34".repeat(8)}`;
const FOUND = [
  { kind: "payment", by: "paymentId", value: ID, id: ID, name: "shop-1", status: "COMPLETED", at: 1795069924801 },
  { kind: "payout", by: "txHash", value: HASH, id: "019ab3c4-5d6e-7f80-9a1b-2c3d4ef2e1d1", name: "ACME Treasury GmbH" },
];

const option = (name: RegExp) => page.getByRole("option", { name });
const marks = (name: RegExp) =>
  [...option(name).element().querySelectorAll("mark")].map(({ textContent }) => textContent);

async function find(typed: string, onClose = () => undefined) {
  const answers = { "GET /manage/v1/search": { data: FOUND } };
  await show(<CommandMenu onClose={onClose} onOpen={() => undefined} open />, { answers });
  await userEvent.fill(page.getByRole("combobox"), typed);
  await expect.element(option(/shop-1/)).toBeVisible();
}

describe("a record that was found", () => {
  test.each([
    ["whole", ID, ID, ID],
    ["by its beginning", "019ab3c4-5d6e-7f80", ID, "019ab3c4-5d6e-7f80"],
    ["by more than a page shows of it", "2c3d4ef2e1d0", ID, "2c3d4ef2e1d0"],
    ["by its last digits", "f2e1d0", "…f2e1d0", "f2e1d0"],
  ])("by an id typed %s shows what was typed of it", async (_, typed, label, mark) => {
    await find(typed);
    await expect.element(option(/shop-1/)).toMatchTextContent(label);
    expect(
      option(/shop-1/)
        .element()
        .textContent?.startsWith(label),
    ).toBe(true);
    expect(marks(/shop-1/)).toEqual([mark]);
  });
});

describe("on a phone", () => {
  beforeEach(async () => {
    await page.viewport(360, 740);
    return () => page.viewport(1280, 800);
  });

  test("each line is read in full, with its kind, and nothing leaves the dialog", async () => {
    await find(HASH);
    const hit = option(/ACME/);
    await expect.element(hit).toMatchTextContent(new RegExp(`${HASH}.*Payout · transaction`));
    const list = page.getByRole("listbox").element();
    expect(list.scrollWidth).toBe(list.clientWidth);
    for (const part of hit.element().querySelectorAll("span"))
      expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth);
    const dialog = page.getByRole("dialog").element();
    // It rises to its place.
    await Promise.all(dialog.getAnimations().map(({ finished }) => finished));
    expect(dialog.getBoundingClientRect().top).toBeLessThan(16);
  });

  test("it is closed without a key", async () => {
    const close = vi.fn();
    await find(ID, close);
    await page.getByRole("button", { name: "Close" }).click();
    expect(close).toHaveBeenCalledOnce();
  });
});

test("beside a keyboard there is no button to close it", async () => {
  await find(ID);
  await expect.element(page.getByRole("button", { name: "Close" })).not.toBeInTheDocument();
});
