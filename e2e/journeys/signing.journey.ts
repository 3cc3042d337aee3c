import { done, ofHouse } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { requestMove } from "../world/moves-world.ts";
import { approve, OF_HOUSE, rowOf, toast } from "../world/on-page.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";

/** What the sandbox's venue has given out for bitcoin. */
const VENUE_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const PAID = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

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

test("a move to the venue is requested, agreed to, prepared, signed elsewhere, sent, and credited by the venue", async ({
  page: demo,
  browser,
  program,
  counterpart,
}) => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "stock", strategy: "RAI" };
  await counterpart.pay(await counterpart.bill({ ...input, bech32: true }));
  await signIn(demo, "/account");
  const { context, page: hugo } = await ofHouse(demo, browser, program, "treasurer");
  const venue = { place: "venue:sandbox", asset: "BTC", address: VENUE_ADDRESS, label: "Sandbox deposit" };
  await done(demo, "POST", "/house/v1/destinations", venue);
  await done(demo, "PATCH", "/house/v1/settings", { secondPerson: "always" });

  await hugo.goto("/treasury");
  const way = { Kind: "TO_VENUE", From: "custody:bitcoin", To: "venue:sandbox", Asset: "BTC" };
  await requestMove(
    hugo,
    { ...way, Quantity: "0.002", Reason: "below the floor" },
    `Sandbox deposit, ${VENUE_ADDRESS}`,
  );
  await approve(demo, /Move 0\.002/, OF_HOUSE);
  await hugo.reload();
  const move = rowOf(hugo, "Custody to venue");
  await expect(move).toContainText("Approved, not sent");

  await hugo.goto("/payouts?of=house&tab=signing");
  await hugo.getByRole("button", { name: "Prepare…" }).click();
  const form = hugo.getByRole("dialog", { name: "Prepare a transaction" });
  await form.getByRole("combobox", { name: "Network" }).selectOption({ label: "Bitcoin" });
  await form.getByRole("checkbox", { name: /0\.002 BTC/ }).check();
  await form.getByRole("button", { name: "Prepare" }).click();
  const row = rowOf(hugo, "1 move");
  await expect(row).toContainText("Prepared");
  const downloading = hugo.waitForEvent("download");
  await row.getByRole("button", { name: "File" }).click();
  const preparedId = (await downloading).suggestedFilename().replace(".psbt", "");
  const { signed } = await counterpart.control("sign", { preparedId });
  await row.getByRole("button", { name: "Enter signed…" }).click();
  const bring = hugo.getByRole("dialog", { name: "Signed transaction" });
  await bring.getByRole("textbox", { name: /Or its text/ }).fill(String(signed));
  await bring.getByRole("button", { name: "Compare" }).click();
  await expect(row).toContainText("Signed");
  await row.getByRole("button", { name: "Send…" }).click();
  await hugo.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(row).toContainText("Broadcast");
  await counterpart.control("blocks", { network: "bitcoin", count: 4 });
  await counterpart.control("settle");

  await hugo.goto("/treasury");
  await expect(move).toContainText("In transit");
  type Listed = { data: { kind: string; facts: { side: string; proof: string }[] }[] };
  const { data } = await done<Listed>(demo, "GET", "/house/v1/moves");
  const txHash = data.find(({ kind }) => kind === "TO_VENUE")?.facts.find(({ side }) => side === "LEFT")?.proof;
  const credit = { kind: "DEPOSIT", asset: "BTC", quantity: 0.002, txHash, address: VENUE_ADDRESS };
  await counterpart.control("venue-transfers", { ...credit, reference: "QGB7" });
  await counterpart.control("settle");
  await hugo.reload();
  await expect(move).toContainText("Arrived");
  await move.getByRole("button", { name: "Details" }).click();
  await expect(hugo.getByRole("region", { name: "Evidence" })).toContainText("QGB7");
  await expectAccessible(hugo);
  await context.close();
});
