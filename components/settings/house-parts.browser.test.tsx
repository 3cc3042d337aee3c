import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Answers } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { GivenAway as Row } from "#lib/overview/given-away-contract.ts";
import { GivenAway } from "./given-away.tsx";
import { HouseTab } from "./house-tab.tsx";
import { HouseExposure } from "./house-exposure.tsx";
import { HouseHealth } from "./house-health.tsx";

const of = (text: string) => Decimal.from(text);
const cells = (name: string) =>
  page
    .getByRole("table", { name })
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/gu, " ").trim()));
const open = (part: React.ReactNode, answers: Answers, language: "en" | "de" = "en") =>
  show(part, { role: "treasurer", answers, preferences: { language } });

describe("what is lacking", () => {
  const HEALTH = {
    at: 0,
    complete: false,
    data: [
      { kind: "PRICE", subject: "BTC/JPY", have: 1, need: 3, sentence: "Said by the server." },
      { kind: "POOL", subject: "ETH", account: "acme", have: 0, sentence: "Said by the server." },
      { kind: "SECOND_PERSON", subject: "secondPerson", sentence: "Said by the server." },
    ],
  };

  test("is said in the desk's own words, each with its figures", async () => {
    await open(<HouseHealth />, { "GET /house/v1/health": HEALTH });
    await expect.element(page.getByRole("table", { name: "Health" })).toBeVisible();
    expect(cells("Health")).toEqual([
      ["No price", "BTC/JPY", "1 fresh of the 3 sources it needs: no new bills, quotes or sales."],
      ["Addresses used up", "ETH, acme", "No spare addresses; each bill waits for one."],
      ["No second approver", "Second person", "Rates, wallets, people and payouts need no second approval."],
    ]);
  });

  test("is nothing, and says so", async () => {
    await open(<HouseHealth />, { "GET /house/v1/health": { at: 0, complete: true, data: [] } });
    await expect.element(page.getByText("No impairments.")).toBeVisible();
  });
});

test("of what there is none of a crypto stands a dash; its open position stands, nothing or not", async () => {
  const NOTHING = { data: [], hedging: [], promises: [], limits: [] };
  const none = of("0");
  const row = { asset: "BTC", promised: of("0.5"), seen: none, held: none, hedged: none, open: none };
  await open(<HouseExposure />, { "GET /house/v1/exposure": { ...NOTHING, cryptos: [row] } });
  await expect
    .poll(() => cells("Exposure")[0])
    .toEqual(["BTC", "0.50000000", "–", "–", "–", "0.00000000", "No limit", "–"]);
});

test("limits of each fiat and of each crypto stand across, and lead to their change", async () => {
  await open(<HouseTab />, {
    "GET /house/v1/settings": { "houseExposureLimit.BTC": of("5"), "executionLimit.EUR": of("10000") },
    "GET /house/v1/health": { at: 0, complete: true, data: [] },
  });
  const table = page.getByRole("table", { name: "Limits by fiat" });
  await expect.element(table).toBeVisible();
  expect(
    cells("Limits by fiat")
      .find(([fiat]) => fiat === "EUR")
      ?.at(-1),
  ).toBe("10 000 EUR");
  expect(
    cells("Limits by crypto")
      .find(([crypto]) => crypto === "BTC")
      ?.at(1),
  ).toContain("5");
  expect(cells("Limits").filter(([name]) => /limit [A-Z]{3}$|holding/.test(name ?? ""))).toEqual([]);
});

describe("what was given away", () => {
  const today = new Date().toISOString().slice(0, 10);
  const row = (more: Partial<Row>): Row => ({
    day: today,
    account: "acme",
    subaccount: "shop",
    asset: "BTC",
    fiat: "EUR",
    bills: 3,
    promised: of("300"),
    paid: of("200"),
    market: of("190.9"),
    unusedBills: 1,
    unused: of("100"),
    givenAway: of("9.1"),
    unmeasured: of("0"),
    ...more,
  });
  const REPORT = {
    data: [row({}), row({ subaccount: "till", givenAway: of("0.9") }), row({ fiat: "USD", givenAway: of("5") })],
    oneSided: [{ account: "acme", subaccount: "sharp", paid: 5, paidBelow: 5, unpaid: 6, unpaidAbove: 6 }],
  };

  test("is summed by day in one fiat, told by row in the table, and names who pays on one side only", async () => {
    await open(<GivenAway />, { "GET /house/v1/given-away": REPORT });
    await expect.element(page.getByText(/: 10\.00 EUR given away of 400\.00 credited/)).toBeVisible();
    await page.getByRole("combobox", { name: "Fiat" }).selectOptions("USD");
    await expect.element(page.getByText(/: 5\.00 USD given away of 200\.00 credited/)).toBeVisible();
    await expect
      .element(
        page.getByText(/^acme, sharp pays only when the market has fallen: of 5 paid bills 5 .* of 6 unpaid ones 6/),
      )
      .toBeVisible();
    await page.getByRole("button", { name: "Table" }).click();
    expect(cells("Given away")[0]?.slice(1)).toEqual([
      "acme, shop",
      "BTC/EUR",
      "3, 1 unpaid",
      "300.00",
      "200.00",
      "190.90",
      "100.00",
      "9.10",
      "0.00",
    ]);
  });
});
