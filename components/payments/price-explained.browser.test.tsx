import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PriceFacts } from "#lib/payments/contract.ts";
import { PriceExplained } from "./price-explained.tsx";

const of = Decimal.from;
const AT = Date.UTC(2026, 10, 21, 12);

const facts = (levels: [string, string][] | undefined): PriceFacts => ({
  paymentId: "p",
  cryptoType: "BTC",
  fiat: "EUR",
  strategy: "RFQ",
  feeModel: "SPREAD",
  spreadBps: 100,
  explicitFeeBps: 100,
  bid: of("59963.74564327"),
  at: AT,
  samples: [
    {
      source: "kraken",
      bid: of("59963.74564327"),
      ask: of("60010"),
      at: AT,
      ...(levels ? { levels: levels.map(([price, quantity]) => ({ price: of(price), quantity: of(quantity) })) } : {}),
    },
  ],
  price: of("59364.10818683"),
  fiatReceivable: of("150000"),
  quantity: of("2.52677931"),
});

const open = (levels?: [string, string][]) =>
  show(<PriceExplained paymentId="p" />, { answers: { "GET /manage/v1/payments/p/price": () => facts(levels) } });

test("each price used has its own instant, bid and ask", async () => {
  const { samples, ...rest } = facts(undefined);
  const two = samples.flatMap((sample) => [
    { ...sample, source: "kraken", at: AT - 120_000 },
    { ...sample, source: "binance", bid: of("59950"), at: AT - 60_000 },
  ]);
  await show(<PriceExplained paymentId="p" />, {
    answers: { "GET /manage/v1/payments/p/price": () => ({ ...rest, samples: two }) },
  });
  const table = page.getByRole("table", { name: "Prices used" });
  await expect.element(table).toBeVisible();
  const rows = table.getByRole("row").elements().slice(1);
  expect(rows.map(({ textContent }) => textContent?.replace(/\s/gu, " "))).toEqual([
    "kraken 59 963.7456432760 01021 Nov 11:58",
    "binance 59 95060 01021 Nov 11:59",
  ]);
});

test("a bill that takes several levels shows each, and says what its bid is", async () => {
  await open([
    ["60000", "1"],
    ["59940", "1.52677931"],
  ]);
  const table = page.getByRole("table", { name: "Levels taken" });
  await expect.element(table.getByRole("row", { name: "kraken 60\u00a0000 1" })).toBeVisible();
  await expect.element(table.getByRole("row", { name: "kraken 59\u00a0940 1.52677931" })).toBeVisible();
  await expect.element(page.getByText(/^Each bid is what the bill's size brings/)).toBeVisible();
});

test("one that the best level takes, or one that asked for no depth, shows none", async () => {
  for (const levels of [[["60000", "2.5"]] as [string, string][], undefined]) {
    await open(levels);
    await expect.element(page.getByText(/^The bid is 59/)).toBeVisible();
    await expect.element(page.getByRole("table", { name: "Levels taken" })).not.toBeInTheDocument();
  }
});

test("a price made of others names them, and the pair of each sample", async () => {
  const [sample] = facts(undefined).samples;
  const samples = ["BTC/USD", "BTC/USD", "USD/CAD"].map((pair, at) => ({ ...sample, source: `source ${at}`, pair }));
  const crossed = { ...facts(undefined), fiat: "CAD", samples } as PriceFacts;
  await show(<PriceExplained paymentId="p" />, { answers: { "GET /manage/v1/payments/p/price": () => crossed } });
  await expect.element(page.getByText(/through BTC\/USD, USD\/CAD, each the median/)).toBeVisible();
  await expect.element(page.getByRole("row", { name: /source 2 USD\/CAD/ })).toBeVisible();
});
