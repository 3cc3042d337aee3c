import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Cover } from "./cover.tsx";

const of = (text: string) => Decimal.from(text);
const exposed = (asset: string, promised: string, seen: string, held: string, hedged: string, open: string) => ({
  asset,
  promised: of(promised),
  seen: of(seen),
  held: of(held),
  hedged: of(hedged),
  open: of(open),
});
const stock = (venue: string, asset: string, balance: string) => ({
  venue,
  asset,
  balance: of(balance),
  promised: of("0"),
  coming: of("0"),
  perDay: of("0"),
  isShort: false,
});
const priced = (asset: string, rate: string) => ({
  place: "venue:kraken",
  kind: "VENUE",
  asset,
  balance: of("1"),
  rate: of(rate),
  rateTime: 0,
  value: of(rate),
});
const answers = {
  "GET /house/v1/exposure": {
    data: [],
    hedging: [],
    promises: [],
    limits: [],
    cryptos: [
      exposed("BTC", "0.4", "0.1", "0.05", "0.2", "0.1"),
      // More was seen than is promised a price, and the book has sold more than it holds.
      exposed("BCH", "2", "3", "1", "0", "-5"),
      exposed("USDT", "10", "0", "0", "0", "0"),
      exposed("USDC", "0", "0", "0", "0", "0"),
    ],
  },
  "GET /house/v1/inventory": {
    data: [stock("kraken", "BTC", "0.3000000049"), stock("other", "BTC", "0.05"), stock("other", "BCH", "-1")],
  },
  "GET /house/v1/places": {
    data: [priced("BTC", "60000"), priced("BCH", "400")],
    in: "EUR",
    total: of("0"),
    unpriced: [],
  },
};
const spoken = () => page.getByRole("slider").element().getAttribute("aria-valuetext")?.replace(/\s/gu, " ");
const rows = () =>
  page
    .getByRole("table", { name: "Exposure and cover" })
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/gu, " ").trim()).join(" | "));

test("what is to be sold stands in parts that sum to it, against what the venues have, and keys step through it", async () => {
  await show(<Cover fiat="EUR" />, { at: "/treasury", answers });
  await expect
    .poll(spoken)
    .toBe(
      "BTC: 42 000.00 EUR to sell (Open position 18 000.00, Unconfirmed 6 000.00, Held 3 000.00, Promised, not received 15 000.00), 21 000.00 EUR at venues, cover 50.0 %",
    );
  page.getByRole("slider").element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(spoken).toBe("BCH: 800.00 EUR to sell (Unconfirmed 800.00), 0.00 EUR at venues, cover 0.0 %");
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(spoken).toBe("USDT: no price");
});

test("its table has the same figures, sums name their base and what had no price, and both lead to their rows", async () => {
  await show(<Cover fiat="EUR" />, { at: "/treasury", answers });
  await expect
    .element(page.getByText(/42\s800\.00 EUR still to be sold, 21\s000\.00 EUR at venues, at current prices\./))
    .toBeVisible();
  await expect.element(page.getByText("Not counted, no price: USDT.")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Exposure and limits" }))
    .toHaveAttribute("href", "/settings?tab=house");
  await page.getByRole("button", { name: "Table" }).click();
  await expect
    .poll(rows)
    .toEqual([
      "BTC | 0.30000000 | 0.10000000 | 0.05000000 | 0.25000000 | 0.70000000 | 0.35000000 | 42 000.00 | 50.0 %",
      "BCH | – | 2.00000000 | – | – | 2.00000000 | – | 800.00 | 0.0 %",
      "USDT | – | – | – | 10.000000 | 10.000000 | – | no price | 0.0 %",
      "USDC | – | – | – | – | – | – | no price | –",
    ]);
});

test("a cover far beyond what is to be sold is said to be above a bound, in the chart's words as in the table", async () => {
  const [btc, bch] = answers["GET /house/v1/exposure"].cryptos;
  const cryptos = [btc, { ...bch, promised: of("1"), seen: of("0"), held: of("0") }];
  const balances = [stock("kraken", "BTC", "6.993"), stock("other", "BCH", "3430.904")];
  await show(<Cover fiat="EUR" />, {
    at: "/treasury",
    answers: {
      ...answers,
      "GET /house/v1/exposure": { ...answers["GET /house/v1/exposure"], cryptos },
      "GET /house/v1/inventory": { data: balances },
    },
  });
  await expect.poll(spoken).toMatch(/cover 999\.0 %$/);
  page.getByRole("slider").element().focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(spoken).toMatch(/cover > 999 %$/);
  await page.getByRole("button", { name: "Table" }).click();
  await expect.poll(() => rows().map((row) => row.split(" | ").at(-1))).toEqual(["999.0 %", "> 999 %"]);
});
