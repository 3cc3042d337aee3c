import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { PAYOUT_STATES } from "#lib/payouts/payout-states.ts";
import { NewPayout } from "./new-payout.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";

const of = (text: string) => Decimal.from(text);
const AT = Date.parse("2026-11-21T12:00:00Z");
const place = (beneficiaryId: string, name: string, more: object) => ({
  beneficiaryId,
  name,
  status: "ACTIVE",
  held: false,
  madeBy: "staff:Anna",
  madeAt: AT,
  ...more,
});
const balance = (asset: string, available: string, networkType?: string) => ({
  asset,
  ...(networkType && { networkType }),
  available: of(available),
  pending: of("90001"),
  locked: of("90002"),
  reserved: of("90003"),
  owed: of("0"),
  balance: of("90004"),
});

test("what is available is the account's in the asset and on the network of whom it goes to, and no more may be asked", async () => {
  const answers = {
    "GET /manage/v1/beneficiaries": {
      data: [
        place("on-tron", "Tron desk", {
          asset: "USDT",
          networkType: "tron",
          address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
        }),
        place("on-eth", "Eth desk", {
          asset: "USDT",
          networkType: "eth",
          address: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
        }),
        place("at-bank", "Acme Bank", { asset: "EUR", iban: "DE89370400440532013000" }),
      ],
    },
    "GET /manage/v1/balances": {
      data: [balance("USDT", "500.25", "eth"), balance("USDT", "7.125", "tron"), balance("EUR", "12.5")],
    },
  };
  await show(<NewPayout onClose={() => undefined} onMade={() => undefined} />, { at: "/payouts", answers });
  const dialog = page.getByRole("dialog");
  for (const [to, available, tooMuch, shown] of [
    ["on-tron", /Available: 7\.125\d*.USDT/, "7.125001", 0],
    ["on-eth", /Available: 500\.25\d*.USDT/, "500.250001", 0],
    ["at-bank", /Available: 12\.50.EUR/, "12.51", 1],
  ] as const) {
    await dialog.getByRole("combobox").selectOptions(to);
    await expect.element(dialog).toMatchTextContent(available);
    // No chain carries a reference.
    expect(dialog.getByText(/shown on the bank transfer/).elements()).toHaveLength(shown);
    await dialog.getByRole("textbox", { name: /^(Amount|Quantity)/ }).fill(tooMuch);
    await dialog.getByRole("textbox", { name: /^Reference/ }).fill("r");
    await dialog.getByRole("button", { name: new RegExp(`^Request payout of ${tooMuch}.`) }).click();
    await expect.element(dialog.getByText("More than is available.")).toBeVisible();
  }
  expect(changes()).toEqual([]);
});

test("the list sums what payouts have reserved: of those on their way, by asset", async () => {
  const data = PAYOUT_STATES.map((status, at) => ({
    payoutId: `019a8f3c-8c1e-7abc-8def-${String(at).padStart(12, "0")}`,
    username: "acme",
    kind: "PAYOUT",
    status,
    asset: "EUR",
    quantity: of(String(2 ** at)),
    reference: status,
    askedBy: "staff:Anna",
    at: AT,
  }));
  await show(<PayoutsTab tabs={null} />, {
    at: "/payouts",
    answers: { "GET /manage/v1/payouts": { data, startsAfter: null } },
  });
  const open = ["REQUESTED", "APPROVED", "PREPARED", "SIGNED", "BROADCAST"];
  const sum = PAYOUT_STATES.reduce((all, status, at) => all + (open.includes(status) ? 2 ** at : 0), 0);
  const text = () => document.querySelector("main")?.textContent?.replaceAll(/\s/gu, " ") ?? "";
  await expect.poll(text).toContain(`${sum}.00 EUR`);
});
