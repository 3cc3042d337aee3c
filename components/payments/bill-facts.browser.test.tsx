import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { BillFacts } from "./bill-facts.tsx";
import { DepositList } from "./deposit-list.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CREATED, halfLate, payment } from "./payment.fixture.ts";

test("a bill leads to the deliveries of its webhooks", async () => {
  const record = payment();
  await show(<BillFacts now={CREATED} record={record} />);
  await expect
    .element(page.getByRole("link", { name: "Show deliveries" }))
    .toHaveAttribute("href", `/developers?tab=webhooks&objectId=${record.paymentId}`);
});

test("how a part of a deposit was sold is said in words", async () => {
  await show(<DepositList record={halfLate()} />, { answers: { "GET /manage/v1/refund-links": { data: [] } } });
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "59 400" }).last())
    .toMatchTextContent(/^Bill’s price 0\.0020+ × 59 400/);
});

test("of a part of a deposit that paid its fee in crypto, what was sold stands before its price", async () => {
  const record = halfLate();
  const feeQuantity = Decimal.from("0.0005");
  const deposits = record.deposits.map(({ fills, ...deposit }) => ({
    ...deposit,
    fills: fills.map((fill) => ({ ...fill, feeModel: "EXPLICIT" as const, feeQuantity, fiat: Decimal.from("89.10") })),
  }));
  const answers = { "GET /manage/v1/refund-links": { data: [] } };
  const { container } = await show(<DepositList record={{ ...record, deposits }} />, { answers });
  expect(container.querySelector("li li")?.textContent).toMatch(/^Bill’s price 0\.00150000 × 59.400\D*89\.10.EUR$/u);
});
