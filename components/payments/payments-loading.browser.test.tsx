import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { stopClock } from "#e2e/stage/clock.ts";
import { awaited } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { CREATED, payment } from "./payment.fixture.ts";
import { PaymentsPage } from "./payments-page.tsx";

test("until the first page has come, no row is there to be opened, and a screen reader hears that it loads", async () => {
  stopClock(CREATED + 3_600_000);
  const rows = awaited({ data: [payment({})], startsAfter: null });
  const opened = page.getByRole("row").nth(1);
  await show(<PaymentsPage />, {
    at: "/payments",
    answers: {
      "GET /payment/v1/payment": rows.answer,
      "GET /payment/v1/payment/*": payment({}),
      "GET /manage/v1/payments/summary": { count: 1, byAsset: [], byFiat: [] },
      "GET /manage/v1/views": { data: [] },
      "POST /manage/v1/payments/counts": { counts: [0, 0, 0, 0, 0] },
    },
  });
  await expect.element(page.getByText(/^Loading Payments$/)).toHaveAttribute("role", "status");
  await expect.element(page.getByRole("table", { name: "Payments" })).toBeVisible();
  expect(opened.query()).toBeNull();
  rows.give();
  await opened.getByRole("link").first().click();
  await expect.poll(() => window.location.search).toContain(`open=${payment({}).paymentId}`);
});
