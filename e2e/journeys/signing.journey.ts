import type { Page } from "playwright/test";
import { done } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";

const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const rowOf = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });
const toast = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

// What was not prepared is refused.
test.use({ expected: /status of 400/ });

test("an approved payout of bitcoin is prepared, its file taken, a wrong signed one refused by its difference, the right one sent and confirmed", async ({
  page,
  counterpart,
}) => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "signed", strategy: "RAI" };
  const bill = await counterpart.bill({ ...input, bech32: true });
  await counterpart.pay(bill);
  await signIn(page, "/settings");
  const { beneficiaryId } = await done<{ beneficiaryId: string }>(page, "POST", "/manage/v1/beneficiaries", {
    name: "Acme Coins",
    asset: "BTC",
    address: PAID,
  });
  const payout = { asset: "BTC", quantity: 0.001, reference: "coins 7", beneficiaryId };
  const { payoutId } = await done<{ payoutId: string }>(page, "POST", "/manage/v1/payouts", payout);

  await page.goto("/payouts?of=house&tab=signing");
  await page.getByRole("button", { name: "Prepare…" }).click();
  const form = page.getByRole("dialog", { name: "Prepare a transaction" });
  await form.getByRole("combobox", { name: "Network" }).selectOption({ label: "Ethereum" });
  await expect(form).toContainText("No approved payouts or moves on this network.");
  await form.getByRole("combobox", { name: "Network" }).selectOption({ label: "Bitcoin" });
  await form.getByRole("button", { name: "Prepare" }).click();
  await expect(form).toContainText("Select a payout or move.");
  await form.getByRole("checkbox", { name: /0\.001 BTC.*/ }).check();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Prepare" }).click();
  await expect(toast(page, /^Prepared: download the file/)).toBeVisible();
  const row = rowOf(page, "1 payout");
  await expect(row).toContainText("Prepared");
  const downloading = page.waitForEvent("download");
  await row.getByRole("button", { name: "File" }).click();
  const name = (await downloading).suggestedFilename();
  expect(name).toMatch(/^[0-9a-f-]{36}\.psbt$/);

  const { signed } = await counterpart.control("sign", { preparedId: name.replace(".psbt", "") });
  const hex = String(signed);
  await row.getByRole("button", { name: "Enter signed…" }).click();
  const bring = page.getByRole("dialog", { name: "Signed transaction" });
  await bring.getByRole("button", { name: "Compare" }).click();
  await expect(bring).toContainText("Select a file or paste the text.");
  const text = bring.getByRole("textbox", { name: /Or its text/ });
  // The last four bytes are the lock time.
  await text.fill(hex.replace(/.{8}$/, "01000000"));
  await bring.getByRole("button", { name: "Compare" }).click();
  await expect(bring).toContainText("The signed transaction differs from the prepared one. Nothing has changed.");
  await expect(bring).toContainText("Lock time: prepared 0, signed 1.");
  await expectAccessible(page);
  await text.fill(hex);
  await bring.getByRole("button", { name: "Compare" }).click();
  await expect(toast(page, /ready to send$/)).toBeVisible();
  await expect(row).toContainText("Signed");

  await row.getByRole("button", { name: "Send…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(toast(page, "Transaction broadcast")).toBeVisible();
  await expect(row).toContainText("Broadcast");
  await counterpart.control("settle");
  await counterpart.control("blocks", { network: "bitcoin", count: 4 });
  await counterpart.control("settle");
  await page.reload();
  await expect(row).toContainText("Confirmed");
  await expectAccessible(page);
  await page.goto(`/payouts?payout=${payoutId}`);
  await expect(page.getByRole("complementary").getByRole("heading", { level: 2 })).toContainText("Confirmed");
});
