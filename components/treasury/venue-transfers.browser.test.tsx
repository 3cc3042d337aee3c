import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { VenueTransfers } from "./venue-transfers.tsx";

const transfer = (kind: "DEPOSIT" | "WITHDRAWAL", reference: string, quantity: string) => ({
  transferId: reference,
  venue: "kraken",
  kind,
  reference,
  asset: "BTC",
  quantity: Decimal.from(quantity),
  fee: Decimal.from("0.0001"),
  fraction: Decimal.from("0"),
  status: "DONE",
  at: Date.parse("2026-11-23T12:00:00Z"),
  belongsTo: "NOBODY",
});

test("what came to a venue is above zero, what left it below, in its row and where it is linked", async () => {
  const data = [transfer("DEPOSIT", "D1", "0.25"), transfer("WITHDRAWAL", "W1", "0.5")];
  const answers = {
    "GET /house/v1/venue-transfers": { data, startsAfter: null },
    "GET /house/v1/moves": { data: [], startsAfter: null },
  };
  await show(<VenueTransfers />, { staff: operatorAs("treasurer"), answers });
  const rowOf = (reference: string) => page.getByRole("row").filter({ hasText: reference });
  for (const [reference, words, amount] of [
    ["D1", "Deposit at kraken", /\+0\.25000000.BTC/],
    ["W1", "Withdrawal from kraken", /−0\.50000000.BTC/],
  ] as const) {
    await expect.element(rowOf(reference)).toMatchTextContent(amount);
    await rowOf(reference).getByRole("button", { name: "Link…" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toMatchTextContent(words);
    await expect.element(dialog).toMatchTextContent(reference === "D1" ? /(?<!−)0\.25000000.BTC/ : /−0\.50000000.BTC/);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
});
