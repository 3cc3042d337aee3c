import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import { conversionLabels } from "./list-labels.ts";
import { FilterBar } from "./filter-bar.tsx";
import { readFilters } from "./codec.ts";
import { FilterChoices } from "./filter-choice.tsx";

test("a box ticked before the address came back counts the one before, and shows at once", async () => {
  const onChange = vi.fn();
  const filtered = readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams());
  const labels = conversionLabels();
  await show(
    <FilterChoices
      filtered={filtered}
      filters={CONVERSION_LIST_FILTERS}
      labels={labels}
      name="baseSymbol"
      onChange={onChange}
    />,
  );
  const box = (name: string) => page.getByRole("checkbox", { name });
  await page.getByTitle(labels.names.baseSymbol).click();
  await box("USDC").click();
  await box("BTC").click();
  await expect.element(box("USDC")).toBeChecked();
  expect(onChange).toHaveBeenLastCalledWith({ baseSymbol: "BTC,USDC" });
  await box("BTC").click();
  await box("USDC").click();
  expect(onChange).toHaveBeenLastCalledWith({ baseSymbol: undefined });
});

test("several customers are typed one per line, and their chip names them all", async () => {
  const onChange = vi.fn();
  const filtered = readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams("subaccount=shop-1%0Ashop-2%0AA, B"));
  const labels = conversionLabels();
  await show(
    <FilterBar
      filtered={filtered}
      filters={CONVERSION_LIST_FILTERS}
      labels={labels}
      onChange={onChange}
      title="Filter conversions"
    />,
  );
  await expect.element(page.getByText(/shop-1, shop-2 or A, B/)).toBeVisible();
  await page.getByTitle("Filter conversions").click();
  const field = page.getByRole("textbox", { name: labels.names.subaccount });
  await expect.element(field).toHaveValue("shop-1\nshop-2\nA, B");
  await field.fill(" shop-3\n\nA, B ");
  await page.getByRole("button", { name: "Apply" }).last().click();
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ subaccount: "shop-3\nA, B" }));
});

test("the span that a figure is of stands as a chip with both instants, and is no field to be typed in", async () => {
  const onChange = vi.fn();
  const span = "2026-11-21T00:00:00.000Z/2026-11-22T00:00:00.000Z";
  const labels = conversionLabels();
  const barOf = (executed: string) => (
    <FilterBar
      filtered={readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams({ executed }))}
      filters={CONVERSION_LIST_FILTERS}
      labels={labels}
      onChange={onChange}
      title="Filter conversions"
    />
  );
  await show(barOf(span));
  await expect.element(page.getByText(/^Executed.*21 Nov 2026.*00:00.*22 Nov 2026.*00:00/)).toBeVisible();
  await page.getByTitle("Filter conversions").click();
  await expect.element(page.getByRole("button", { name: "Apply" }).last()).toBeVisible();
  expect(page.getByLabelText(labels.names.executed, { exact: true }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Remove filter Executed" }).click();
  expect(onChange).toHaveBeenLastCalledWith({ executed: undefined });
});

test("what is no span filters nothing", () => {
  const read = (executed: string) => readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams({ executed })).values;
  expect([read("yesterday"), read("2026-11-22T00:00:00Z/2026-11-21T00:00:00Z")]).toEqual([{}, {}]);
});
