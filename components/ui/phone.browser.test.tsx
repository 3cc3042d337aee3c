import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Dash } from "./dash.tsx";
import { Section } from "./section.tsx";
import { ShortTable } from "./short-table.tsx";
import { Tabs } from "./tabs.tsx";

afterEach(() => page.viewport(1280, 800));

const named = ["General", "Rates", "People", "Limits", "Approvals", "Webhooks", "Wallets", "Chains"];

test("on a phone a bar of tabs begins where the current one is in sight", async () => {
  await page.viewport(390, 844);
  const tabs = named.map((label) => ({ href: `/settings?tab=${label}`, label, current: label === "Chains" }));
  await show(<Tabs label="Parts" tabs={tabs} />);
  await expect
    .poll(() => page.getByRole("link", { name: "Chains" }).element().getBoundingClientRect().right)
    .toBeLessThanOrEqual(390);
});

test("on a phone a dash is no line of a card, whoever draws it", async () => {
  await page.viewport(390, 844);
  await show(
    <ShortTable
      columns={[
        { id: "name", label: "Name", names: true, cell: () => "Bitcoin" },
        { id: "banks", label: "Banks", cell: () => <Dash /> },
        { id: "transit", label: "In transit", cell: () => "–" },
        { id: "custody", label: "Custody", cell: () => "1" },
      ]}
      keyOf={() => "one"}
      label="Holdings"
      rows={[1]}
    />,
  );
  const shown = [...document.querySelectorAll("tbody [data-label]")].filter((cell) => cell.getClientRects().length > 0);
  expect(shown.map((cell) => cell.getAttribute("data-label"))).toEqual(["Custody"]);
});

test("what a heading's hint says begins as a sentence where it stands beneath, on a phone", async () => {
  const first = () => getComputedStyle(page.getByText("days in UTC").element(), "::first-letter").textTransform;
  await show(
    <Section hint="days in UTC" title="Slippage">
      <p>…</p>
    </Section>,
  );
  expect(first()).toBe("none");
  await page.viewport(390, 844);
  expect(first()).toBe("uppercase");
});

test("on a phone what stands at a section's end stays on the page", async () => {
  await page.viewport(390, 844);
  const end = (
    <>
      <span className="whitespace-nowrap">Vermögenswerte Konten</span>
      <span className="whitespace-nowrap">Leere anzeigen (12)</span>
      <span className="text-20 whitespace-nowrap">107 532,81 EUR</span>
    </>
  );
  await show(
    <Section end={end} title="Salden">
      <p>…</p>
    </Section>,
  );
  const figure = page.getByText("107 532,81 EUR").element();
  expect(figure.getBoundingClientRect().right).toBeLessThanOrEqual(390);
});
