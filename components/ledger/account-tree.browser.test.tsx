import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { BalancesTable } from "./balances-table.tsx";

const of = (text: string) => Decimal.from(text);
const NOTHING = { pending: of("0"), available: of("0"), locked: of("0"), reserved: of("0"), owed: of("0") };
const priced = (rate: string) => ({ rate: of(rate), rateTime: 0 });
const balances = {
  data: [
    { ...NOTHING, asset: "EUR" as const, available: of("10.5"), owed: of("2.25"), holding: of("8.25"), ...priced("1") },
    {
      ...NOTHING,
      asset: "BTC" as const,
      available: of("0.5"),
      locked: of("0.00000001"),
      holding: of("0.50000001"),
      ...priced("60000"),
    },
    {
      ...NOTHING,
      asset: "USDT" as const,
      networkType: "tron" as const,
      available: of("3"),
      holding: of("3"),
      ...priced("0.9"),
    },
    {
      ...NOTHING,
      asset: "USDT" as const,
      networkType: "eth" as const,
      available: of("1"),
      holding: of("1"),
      ...priced("0.9"),
    },
    { ...NOTHING, asset: "USDC" as const, available: of("2"), holding: of("2"), ...priced("0.9") },
    { ...NOTHING, asset: "CAD" as const, available: of("7"), holding: of("7") },
  ],
  in: "EUR" as const,
  total: of("30011.85"),
  unpriced: ["CAD" as const],
};
const lines = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent?.replace(/\s+/gu, " ").trim());

test("balances are a tree by kind, place and asset, each branch with the sum of its lines, what is owed against them", async () => {
  const params = new URLSearchParams("accounts=tree");
  const { container } = await show(
    <BalancesTable balances={balances} fiat="EUR" onAsset={() => undefined} params={params} />,
  );
  expect(lines()).toEqual([
    "Availablewithout CAD: no price30 015.90",
    "Bank accountswithout CAD: no price10.50",
    "EUR10.5010.5010.50",
    "CAD7.007.00no price",
    "Bitcoin30 000.00",
    "BTC0.500000000.5000000030 000.00",
    "Ethereum2.70",
    "USDTEthereum1.0000001.0000000.90",
    "USDC2.0000002.0000001.80",
    "Tron2.70",
    "USDTTron3.0000003.0000002.70",
    "Locked0.00",
    "Bitcoin0.00",
    "BTC0.000000010.000000010.00",
    "Owed to the operator−2.25",
    "Bank accounts−2.25",
    "EUR−2.25−2.25−2.25",
  ]);
  expect(container.textContent).toContain("In EUR at the bid of the instant shown.");
  await page.getByRole("button", { name: "Bitcoin" }).first().click();
  expect(lines()).not.toContain("BTC0.500000000.5000000030 000.00");
  await page.getByRole("button", { name: "Available" }).click();
  expect(lines().slice(0, 2)).toEqual(["Availablewithout CAD: no price30 015.90", "Locked0.00"]);
  expect(page.getByRole("link", { name: "By asset" }).element().getAttribute("href")).toBe("/ledger");
});
