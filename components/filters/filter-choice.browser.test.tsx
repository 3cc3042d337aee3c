import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import { filterLabels } from "#components/conversions/filter.ts";
import { readFilters } from "./codec.ts";
import { FilterChoices } from "./filter-choice.tsx";

test("a box ticked before the address came back counts the one before, and shows at once", async () => {
  const onChange = vi.fn();
  const filtered = readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams());
  const labels = filterLabels();
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
