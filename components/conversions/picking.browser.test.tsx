import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { awaited, changes, refusal, requests, pressTwice } from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { CREATED, payment } from "#components/payments/payment.fixture.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { conversion } from "./conversion.fixture.ts";
import { NewConversion } from "./new-conversion.tsx";

const of = (text: string) => Decimal.from(text);
const bill = (id: string, free: string, changes: Partial<PaymentRecord> = {}) =>
  payment({ paymentId: id, quantityUnconverted: of(free), createdAt: CREATED, ...changes });
const tick = (id: string) => page.getByRole("checkbox", { name: new RegExp(`^Bill …${id},`) });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

const BILLS = [
  bill("bill-a", "0.1", { createdAt: CREATED + 2 }),
  bill("bill-b", "0.02", { createdAt: CREATED + 1, quantityLocked: of("0.005"), feeModel: "EXPLICIT" }),
  bill("bill-c", "0.003", { feeModel: "EXPLICIT" }),
  bill("bill-d", "0.5", { quantityLocked: of("0.5") }),
  bill("usdt-e", "12", { cryptoType: "USDT", networkType: "tron", fiat: "USD" }),
];

async function open(play: Play = {}, onCreated = vi.fn()): Promise<typeof onCreated> {
  await show(<NewConversion onClose={() => undefined} onCreated={onCreated} />, {
    ...play,
    answers: { "GET /payment/v1/payment": { data: BILLS, startsAfter: null }, ...play.answers },
  });
  await expect.element(page.getByRole("table")).toBeVisible();
  return onCreated;
}

test("asks for convertible bills, offers those of one pair with something free, the oldest first", async () => {
  await open();
  const [listing] = requests().filter(({ path }) => path === "/payment/v1/payment");
  expect([listing?.query.get("convertible"), listing?.query.get("sort")]).toEqual(["true", "createdAt"]);
  const names = [...document.querySelectorAll("tbody input")].map((box) => box.parentElement?.textContent);
  expect(names).toEqual(["Bill …bill-c, 0.003\u00a0BTC", "Bill …bill-b, 0.015\u00a0BTC", "Bill …bill-a, 0.1\u00a0BTC"]);
});

test("what is unticked is neither summed nor sent; the fee is explicit only when all of the rest asked for it", async () => {
  const made = awaited(conversion({ invoiceId: "inv-1" }));
  const onCreated = await open({ answers: { "POST /payment/v1/conversion": made.answer } });
  await expect.element(page.getByText("To sell").element().parentElement).toMatchTextContent(/0\.11800000 BTC 3 bills/);
  await expect.element(page.getByText(/2 bills use the explicit fee/)).toBeVisible();
  await tick("bill-a").click();
  await expect.element(page.getByText("explicit, taken from the crypto")).toBeVisible();
  await expect.element(page.getByText(/use the explicit fee/)).not.toBeInTheDocument();
  await pressTwice(button("Create conversion of 0.018\u00a0BTC"));
  made.give();
  await expect.poll(() => onCreated.mock.calls).toEqual([["inv-1"]]);
  expect(changes().map(({ body }) => body)).toEqual([
    `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":0.018,"items":[{"paymentId":"bill-c"},{"paymentId":"bill-b"}]}`,
  ]);
});

test("with none ticked there is nothing to create; the head ticks all again", async () => {
  await open();
  const all = page.getByRole("checkbox", { name: "All of them" });
  await all.click();
  await expect.element(page.getByText("Select at least one bill.")).toBeVisible();
  await button("Create conversion…").click({ force: true });
  expect(changes()).toEqual([]);
  await tick("bill-b").click();
  await expect.element(all).toBePartiallyChecked();
  await expect.element(button("Create conversion of 0.015\u00a0BTC")).toBeVisible();
  await all.click();
  await expect.element(button("Create conversion of 0.118\u00a0BTC")).toBeVisible();
});

test("another pair is its own choice, and begins with all its bills", async () => {
  await open();
  await tick("bill-a").click();
  await page.getByRole("radio", { name: /USDT/ }).click();
  await expect.element(button("Create conversion of 12\u00a0USDT")).toBeVisible();
  await expect.element(tick("bill-c")).not.toBeInTheDocument();
});

test("a refusal names the bill it is about and what is free now; no crypto is said to be locked", async () => {
  const errors = [{ field: "items[1].paymentId", message: "items[1].paymentId is not convertible." }];
  const more = { errors, expectedQuantity: of("0.103") };
  await open({ answers: { "POST /payment/v1/conversion": refusal(409, "NOT_CONVERTIBLE", "Not all is free.", more) } });
  await button("Create conversion of 0.118\u00a0BTC").click();
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent(
      /Not all is free\. No crypto was locked\. Available on these bills: 0\.103 BTC\. ?Bill …bill-b is not convertible\./,
    );
});

test.each(["viewer", "operator"] as const)("a %s sees the bills and cannot convert them", async (role) => {
  await open({ role });
  await button("Create conversion of 0.118\u00a0BTC").click({ force: true });
  await expect.element(page.getByText(`Your role (${roleName(role)}) cannot convert. A treasurer can.`)).toBeVisible();
  expect(changes()).toEqual([]);
});
