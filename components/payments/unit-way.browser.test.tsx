import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { EXPIRY, halfLate, payment } from "./payment.fixture.ts";
import { UnitWay } from "./unit-way.tsx";

const flat = (text: string | null | undefined) => text?.replace(/\s+/gu, " ").trim();
const stations = () =>
  [...document.querySelectorAll("dl > div")].map((one) =>
    flat(`${one.children[0]?.textContent} ${one.children[1]?.textContent}`),
  );

test("each place tells its units, the table the same with their share, and the fiat leads to its statement", async () => {
  await show(<UnitWay now={EXPIRY + 1} record={halfLate()} />);
  await expect
    .poll(stations)
    .toEqual(["Payer 0.00000000", "Chain 0.00000000", "Custody 0.00220876", "Sold 0.00200000"]);
  await expect.element(page.getByText(/^Of 0\.00420876\sBTC requested or received/)).toBeVisible();
  await expect.element(page.getByText(/Credited for sold units: 118\.80\sEUR\./)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Balance and statement" }))
    .toHaveAttribute("href", "/ledger?asset=EUR");
  await page.getByRole("button", { name: "Table" }).click();
  const rows = () =>
    page
      .getByRole("row")
      .elements()
      .map((row) => flat([...row.children].map((cell) => cell.textContent).join(" ")));
  await expect
    .poll(rows)
    .toEqual([
      "Place Quantity, BTC Share",
      "Payer 0.00000000 0.0 %",
      "Chain 0.00000000 0.0 %",
      "Custody 0.00220876 52.4 %",
      "Sold 0.00200000 47.5 %",
    ]);
});

test("a bill that expired unpaid has no such picture", async () => {
  await show(<UnitWay now={EXPIRY} record={payment()} />);
  await expect.poll(() => document.querySelector("dl")).toBeNull();
});
