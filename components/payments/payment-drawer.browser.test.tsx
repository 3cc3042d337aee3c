import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { PaymentDrawer } from "./payment-drawer.tsx";

test.each([
  [404, "PAYMENT_NOT_FOUND", "Payment not found"],
  [403, "FORBIDDEN", "Payments"],
])("a payment that is not answered is not headed as if it were still loading: %s", async (status, code, title) => {
  await show(<PaymentDrawer known={undefined} onClose={() => undefined} paymentId="pay_1" takeFocus />, {
    answers: { "GET /payment/v1/payment": refusal(status, code, "No.") },
  });
  await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
});
