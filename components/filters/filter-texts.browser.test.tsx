import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { CASE_FILTERS } from "#lib/cases/filters.ts";
import { CONVERSION_LIST_FILTERS } from "#lib/conversions/filters.ts";
import { readFilters, someOf } from "./codec.ts";
import { FilterBar } from "./filter-bar.tsx";
import { FilterTexts } from "./filter-texts.tsx";
import { conversionLabels } from "./list-labels.ts";

const AMOUNT = someOf(CASE_FILTERS, "minimum");
const labels = { names: { minimum: "Least value" }, options: {}, any: "" };
const field = () => page.getByLabelText("Least value");
const next = () => page.getByRole("button", { name: "Next" });

test("an amount that is no number is said at its field as it is left, which lets its reader go on", async () => {
  const onChange = vi.fn();
  const filtered = readFilters(AMOUNT, new URLSearchParams("minimum=12.5"));
  await show(
    <>
      <FilterTexts filtered={filtered} filters={AMOUNT} labels={labels} onChange={onChange} />
      <button type="button">Next</button>
    </>,
  );
  await expect.element(field()).toHaveValue("12.5");
  await field().fill("much");
  await userEvent.tab();
  await expect.element(field()).toHaveAccessibleDescription("Enter a number.");
  await expect.element(next()).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
  await field().fill("1000");
  await userEvent.tab();
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ minimum: "1000" });
  await expect.element(field()).not.toHaveAccessibleDescription();
});

test("so it is in the menu of a list, which stays open for it; its chip is written as amounts are", async () => {
  const onChange = vi.fn();
  const words = conversionLabels();
  const filtered = readFilters(CONVERSION_LIST_FILTERS, new URLSearchParams("minimum=12500.5"));
  await show(
    <FilterBar
      filtered={filtered}
      filters={CONVERSION_LIST_FILTERS}
      labels={words}
      onChange={onChange}
      title="Add filter"
    />,
  );
  await expect.element(page.getByRole("main")).toMatchTextContent(/12.500\.5/);
  await page.getByTitle("Add filter").click();
  const least = page.getByRole("textbox", { name: words.names.minimum });
  await least.fill("12,500");
  await userEvent.keyboard("{Enter}");
  await expect.element(least).toHaveAccessibleDescription(/^This could be two numbers/);
  await expect.element(least).toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
  await least.fill("12500");
  await userEvent.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ minimum: "12500" }));
});
