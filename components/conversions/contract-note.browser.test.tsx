import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { conversion } from "./conversion.fixture.ts";
import { ConversionDrawer } from "./conversion-drawer.tsx";

test.each([
  ["CREATED", 0],
  ["CANCELLED", 0],
  ["EXECUTED", 1],
] as const)("a contract note is offered of what was executed alone: %s", async (status, count) => {
  const record = conversion({ status });
  await show(
    <ConversionDrawer invoiceId={record.invoiceId} known={record} onClose={() => undefined} takeFocus={false} />,
    {
      answers: {
        "GET /payment/v1/conversion": [record],
        "GET /payment/v1/payment": { data: [], startsAfter: null },
        "GET /manage/v1/conversions/*": { points: [] },
        "GET /manage/v1/balances": { data: [] },
        "GET /manage/v1/comments": { data: [] },
      },
    },
  );
  await expect.element(page.getByText("Created by")).toBeVisible();
  expect(page.getByRole("button", { name: "Contract note, PDF" }).elements()).toHaveLength(count);
});
