import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { PaymentViews } from "./payment-views.tsx";

test("the ready views say how much waits in each that waits for somebody, none of what is empty, and what was not counted to its end", async () => {
  await show(<PaymentViews params={new URLSearchParams()} />, {
    at: "/payments",
    answers: {
      "POST /manage/v1/payments/counts": { counts: [4, 0, 1000, 17, 999] },
      "GET /manage/v1/views": { data: [] },
    },
  });
  const views = page.getByRole("navigation", { name: "Views" });
  await expect
    .poll(() => [...views.element().querySelectorAll("a")].map(({ textContent }) => textContent))
    .toEqual([
      "Recent",
      "Needs action4",
      "Today",
      "Expiring",
      "Late",
      "Partial999+",
      "Underpaid17",
      "Available to convert999",
    ]);
  const [counted] = requests().filter(({ path }) => path === "/manage/v1/payments/counts");
  const { filters } = JSON.parse(counted?.body ?? "{}") as { filters: Record<string, unknown>[] };
  expect(filters.map(({ startTime: _from, ...filter }) => filter)).toEqual([
    { label: "HELD" },
    { label: "LATE" },
    { amountStatus: "PARTIAL" },
    { amountStatus: "UNDERPAID" },
    { convertible: "true" },
  ]);
});
