import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { deposit, payment } from "#components/payments/payment.fixture.ts";
import { MadeCode, takesMoney } from "./made-code.tsx";
import { MadeFacts } from "./made-facts.tsx";
import { tooMuchOf } from "./sandbox-pay.tsx";

test.each([
  ["RFQ", "You receive"],
  ["RAI", "Worth"],
] as const)("the fiat of a bill by %s is named: %s", async (strategy, name) => {
  await show(<MadeFacts mode="sandbox" record={payment({ strategy })} />);
  await expect.element(page.getByRole("term").filter({ hasText: name })).toBeVisible();
});

test("what is copied is what is shown as due: of a bill that is paid in part the rest", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await show(<MadeFacts mode="live" record={payment({ deposits: [deposit()] })} />);
  await expect.element(page.getByText("0.00220876")).toBeVisible();
  await page.getByRole("button", { name: "Copy amount" }).click();
  expect(written).toHaveBeenCalledWith("0.00220876");
});

test("the code to scan holds the amount, and the address alone for a payer whose wallet does not read it", async () => {
  await show(<MadeCode record={payment()} />);
  await expect.element(page.getByRole("img", { name: "QR code with the address and the amount" })).toBeVisible();
  await page.getByRole("button", { name: "Address only" }).click();
  await expect.element(page.getByRole("img", { name: "QR code with the address", exact: true })).toBeVisible();
});

test("a bill whose rest is held or on its way asks for nothing more", () => {
  const part = { status: "PROCESSING", amountStatus: "PARTIAL" } as const;
  const rest = (status: "HELD" | "UNCONFIRMED") => deposit({ status, quantity: Decimal.from("0.00220876") });
  expect(takesMoney(payment({ ...part, deposits: [deposit()] }))).toBe(true);
  expect(takesMoney(payment({ ...part, deposits: [deposit(), rest("HELD")] }))).toBe(false);
  expect(takesMoney(payment({ ...part, deposits: [deposit(), rest("UNCONFIRMED")] }))).toBe(false);
});

test("too much in the sandbox is of the whole bill, also where a part of it has been paid", () => {
  const [whole, part] = [payment(), payment({ deposits: [deposit()] })];
  expect(tooMuchOf(whole).toString()).toBe("0.00462963");
  expect(tooMuchOf(part).toString()).toBe("0.00262963");
});
