import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CREATED, payment } from "./payment.fixture.ts";
import { PaymentsPage } from "./payments-page.tsx";

const bills = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    payment({
      paymentId: `019a8f3c-8c1e-7abc-8def-${String(at).padStart(12, "0")}`,
      status: "COMPLETED",
      amountStatus: "OVERPAID",
      createdAt: CREATED - at * 60_000,
      updatedAt: CREATED - at * 60_000,
      quantityConverted: Decimal.from("1"),
      quantityUnconverted: Decimal.ZERO,
    }),
  );

const answersFor = (count: number) => ({
  "GET /payment/v1/payment": { data: bills(count), startsAfter: null },
  "GET /manage/v1/payments/summary": { count, byAsset: [], byFiat: [] },
  "GET /manage/v1/views": { data: [] },
  "POST /manage/v1/payments/counts": { counts: [0, 0, 0, 0, 0] },
});

beforeEach(() => page.viewport(360, 740));
afterEach(() => page.viewport(1280, 800));

test("a status is never cut: what stands beside it goes on in the next line", async () => {
  await show(<PaymentsPage />, { at: "/payments", answers: answersFor(1) });
  const why = page.getByText("Overpaid · all converted");
  await expect.element(why).toBeVisible();
  expect(why.element().scrollWidth).toBeLessThanOrEqual(why.element().clientWidth);
});
