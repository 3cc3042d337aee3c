import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { payment } from "./payment.fixture.ts";
import { PaymentsPage } from "./payments-page.tsx";
import type { PaymentsSummary } from "./payments-data.ts";

const ID = "019a8f3c-8c1e-7abc-8def-000000000001";
const of = (text: string) => Decimal.from(text);
const SUMMARY: PaymentsSummary = {
  count: 24,
  byAsset: [
    { cryptoType: "BTC", count: 24, quantity: of("9"), quantityReceived: of("12.5"), quantityUnconverted: of("0") },
  ],
  byFiat: [{ fiat: "EUR", count: 24, fiatReceivable: of("9"), fiatReceived: of("1234.5") }],
};

test("under one payment that was looked up stand no sums of the list before", async () => {
  await show(<PaymentsPage />, {
    at: "/payments?range=90d",
    answers: {
      "GET /payment/v1/payment": { data: [payment({ paymentId: ID, quantityReceived: of("0") })], startsAfter: null },
      "GET /manage/v1/payments/summary": SUMMARY,
      "GET /manage/v1/views": { data: [] },
      "POST /manage/v1/payments/counts": { counts: [0, 0, 0, 0, 0] },
    },
  });
  await expect.element(page.getByText("1 of 24 shown")).toBeVisible();
  history.pushState(null, "", `/payments?paymentId=${ID}`);
  const count = page.getByText("1 row shown").last();
  await expect.element(count).toBeVisible();
  const foot = count.element().parentElement?.textContent ?? "";
  expect([foot.includes("12.5"), foot.includes("1\u00a0234.50")]).toEqual([false, false]);
});
