import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { ConversionViews } from "./conversion-views.tsx";
import { readConversionFilter } from "./filter.ts";

test("the views of what is open and of what ended unsold say how much they hold, within the page's other filters", async () => {
  const params = new URLSearchParams("baseSymbol=BTC&range=90d&status=EXECUTED");
  await show(<ConversionViews filter={readConversionFilter(params)} params={params} />, {
    at: `/conversions?${params}`,
    answers: { "POST /manage/v1/conversions/counts": { counts: [1000, 2] } },
  });
  const views = page.getByRole("navigation", { name: "Views" });
  await expect
    .poll(() => [...views.element().querySelectorAll("a")].map(({ textContent }) => textContent))
    .toEqual(["All", "Open999+", "Executed", "Cancelled or failed2"]);
  const [counted] = requests().filter(({ path }) => path === "/manage/v1/conversions/counts");
  const { filters } = JSON.parse(counted?.body ?? "{}") as { filters: Record<string, unknown>[] };
  expect(filters.map(({ startTime, ...filter }) => [typeof startTime, filter])).toEqual([
    ["string", { baseSymbol: "BTC", status: ["CREATED", "QUOTED", "EXECUTING"] }],
    ["string", { baseSymbol: "BTC", status: ["CANCELLED", "FAILED"] }],
  ]);
});
