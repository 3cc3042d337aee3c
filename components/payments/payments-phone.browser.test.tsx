import { useState } from "react";
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

test("a card opens its bill, and the customer's name on it the customer", async () => {
  await show(<PaymentsPage />, { at: "/payments", answers: answersFor(1) });
  const customer = page.getByRole("link", { name: "acme-42" });
  await expect.element(customer).toBeVisible();
  const metBy = (element: Element) => {
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return document
      .elementFromPoint(left + width / 2, top + height / 2)
      ?.closest("a")
      ?.getAttribute("href");
  };
  expect(metBy(customer.element())).toBe(customer.element().getAttribute("href"));
  expect(metBy(page.getByText("Overpaid · all converted").element())).toMatch(/open=/);
});

/** As a boundary hides what it has already drawn while a part of it is awaited anew. */
function Veiled() {
  const [veiled, setVeiled] = useState(true);
  return (
    <>
      <div style={{ display: veiled ? "none" : "contents" }}>
        <PaymentsPage />
      </div>
      <button onClick={() => setVeiled(false)} type="button">
        Unveil
      </button>
    </>
  );
}

test("a list that was hidden while it loaded is shown from its beginning", async () => {
  await show(<Veiled />, { at: "/payments", answers: answersFor(20) });
  await expect.element(page.getByRole("row", { includeHidden: true }).nth(8)).toBeInTheDocument();
  await page.getByRole("button", { name: "Unveil" }).click();
  await expect.element(page.getByText("20 rows shown")).toBeVisible();
  expect(page.getByRole("main").element().scrollTop).toBe(0);
});
