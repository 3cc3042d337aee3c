import { bytesToHex } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { randomBytes } from "node:crypto";
import { toCashAddr } from "#lib/wallets/cashaddr.ts";
import { deriveAddresses } from "#lib/wallets/derive.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";
import { expect } from "../world/journey.ts";

test("the overview leads to the chains, which say how complete they are; blocks are read again and the gap fills itself", async ({
  page,
  counterpart,
}) => {
  await counterpart.control("blocks", { network: "bitcoincash", count: 3 });
  await counterpart.control("settle");
  await signIn(page, "/");
  await page
    .getByRole("region", { name: "Connections" })
    .getByRole("listitem")
    .filter({ hasText: "Bitcoin Cash" })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/settings\?tab=chains/);
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Bitcoin Cash" }) });
  await expect(row).toContainText("Synced");
  await expect(row).toContainText("0 blocks");
  await expectAccessible(page);

  await row.getByRole("button", { name: "Rescan…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rescan Bitcoin Cash?" });
  await dialog.getByRole("textbox", { name: "First block" }).fill("999 999 999");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "First block" })).toBeFocused();
  await expect(dialog).toContainText("Enter a whole number from 0, below");
  await dialog.getByRole("textbox", { name: "First block" }).fill("1");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a key was imported");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Rescan Bitcoin Cash" }).click();
  await expect(page.getByText("Rescanning Bitcoin Cash from block 1")).toBeVisible();
  await counterpart.control("settle");
  await expect(row).toContainText("Synced");
  await page.goto("/audit?of=house&action=chain.rescan");
  await page.getByRole("row").nth(1).getByRole("button", { name: "Detail" }).click();
  await expect(page.getByRole("table", { name: "Audit" })).toContainText("a key was imported");
});

test.describe("a wallet that is compared with another's address", () => {
  test.use({ expected: /status of 400/ });

  test("a wallet is added by its public key, compared and activated; a private one never leaves the page", async ({
    page,
  }) => {
    const account = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/145'/0'");
    const [first, second] = deriveAddresses("BCH_P2PKH", account.publicExtendedKey, 0, 2);
    const sent: string[] = [];
    page.on("request", (request) => void sent.push(request.postData() ?? ""));
    await signIn(page, "/settings?tab=wallets");
    const table = page.getByRole("table", { name: "Wallets" });
    await table.getByRole("row").nth(1).waitFor();
    const before = await table.getByRole("row").filter({ hasText: "BCH addresses" }).count();
    await page.getByRole("button", { name: "Add a wallet…" }).click();
    const form = page.getByRole("dialog", { name: "Add a wallet" });
    await form.getByRole("combobox", { name: "Receives" }).selectOption("BCH addresses");
    await expect(form.getByRole("textbox", { name: "Path of the key" })).toHaveValue("m/44'/145'/0'");
    const key = form.getByRole("textbox", { name: "Extended public key" });
    await key.fill(account.privateExtendedKey);
    await expect(form).toContainText("That is a private key. It was not sent anywhere");
    await expect(key).toHaveValue("");
    await expectAccessible(page);
    await key.fill(account.publicExtendedKey);
    await form.getByRole("button", { name: "Add and compare" }).click();

    const compare = page.getByRole("dialog", { name: "Compare, then activate" });
    await expect(compare.getByRole("button", { name: "Compare later" })).toBeFocused();
    await expect(compare).toContainText(fingerprintOf(account));
    await expect(compare).toContainText(toCashAddr(second?.address ?? ""));
    const typed = compare.getByRole("textbox", { name: /^First address, from your own wallet/ });
    await typed.fill(second?.address ?? "");
    await compare.getByRole("button", { name: "Activate wallet" }).click();
    await expect(compare).toContainText("The addresses differ. Do not activate");
    await typed.fill(toCashAddr(first?.address ?? ""));
    await expectAccessible(page);
    await compare.getByRole("button", { name: "Activate wallet" }).click();
    await expect(page.getByText("BCH addresses: new bills use this wallet from now on")).toBeVisible();
    const rows = table.getByRole("row").filter({ hasText: "BCH addresses" });
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.filter({ hasText: fingerprintOf(account) })).toContainText("Active");
    await expect(rows.filter({ hasText: "Replaced, watched" })).toHaveCount(before);
    await rows
      .filter({ hasText: fingerprintOf(account) })
      .getByRole("button", { name: "Details" })
      .click();
    await expect(page).toHaveURL(/wallet=/);
    await expect(table).toContainText(`pkh(${account.publicExtendedKey}/0/*)`);
    await expectAccessible(page);
    expect(sent.join("\n")).not.toContain(account.privateExtendedKey.slice(0, 20));
  });
});

test("an account has a wallet of its own, and goes back to the house's when that is retired", async ({ page }) => {
  const key = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/195'/0'");
  const [first] = deriveAddresses("TRON", key.publicExtendedKey, 0, 1);
  await signIn(page, "/settings?tab=wallets");
  await page.getByRole("button", { name: "Add a wallet…" }).click();
  const form = page.getByRole("dialog", { name: "Add a wallet" });
  await form.getByRole("combobox", { name: "Receives" }).selectOption("USDT on Tron");
  await form.getByRole("textbox", { name: "Extended public key" }).fill(key.publicExtendedKey);
  const serves = form.getByRole("combobox", { name: "Serves" });
  await serves.selectOption({ index: 1 });
  const account = await serves.inputValue();
  await form.getByRole("textbox", { name: "Received since block" }).fill("now");
  await form.getByRole("button", { name: "Add and compare" }).click();
  await expect(form).toContainText("Enter a block number");
  await expect(form.getByRole("textbox", { name: "Gap limit" })).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("textbox", { name: "Received since block" }).fill("");
  await form.getByRole("button", { name: "Add and compare" }).click();
  const compare = page.getByRole("dialog", { name: "Compare, then activate" });
  await compare.getByRole("textbox", { name: /^First address, from your own wallet/ }).fill(first?.address ?? "");
  await compare.getByRole("button", { name: "Activate wallet" }).click();
  const row = page.getByRole("table", { name: "Wallets" }).getByRole("row", { name: fingerprintOf(key) });
  await expect(row).toContainText(`for ${account}`);
  await expect(row).toContainText("Active");

  await row.getByRole("button", { name: "Details" }).click();
  await page.getByRole("button", { name: "Retire…" }).click();
  const retire = page.getByRole("dialog", { name: `Retire the wallet of ${account}` });
  await retire.getByRole("button", { name: "Retire wallet" }).click();
  await expect(retire).toContainText("Enter a reason.");
  await retire.getByRole("textbox", { name: "Reason" }).fill("the account gives its own keys up");
  await expectAccessible(page);
  await retire.getByRole("button", { name: "Retire wallet" }).click();
  await expect(page.getByText(`New bills of ${account} take the operator's addresses`)).toBeVisible();
  await expect(row).toContainText("Replaced, watched");
  await expect(page.getByRole("button", { name: "Retire…" })).toHaveCount(0);
});

const fingerprintOf = ({ identifier }: HDKey): string => bytesToHex(identifier?.slice(0, 4) ?? new Uint8Array());

test("the operator's audit record is verified on its page: the answer is the one shown, and stands in the record", async ({
  page,
  counterpart,
}) => {
  await counterpart.control("settle");
  await signIn(page, "/audit?of=house");
  const seals = page.getByRole("region", { name: "Seals" });
  const answered = page.waitForResponse("**/house/v1/audit/verifications");
  await seals.getByRole("button", { name: "Verify" }).click();
  const { holds, lines, seals: count } = (await (await answered).json()) as Record<string, unknown>;
  expect(holds).toBe(true);
  expect(Number(lines)).toBeGreaterThan(0);
  expect(Number(count)).toBeGreaterThan(0);
  await expect(seals).toContainText("The chain of seals holds");
  await expect(seals).toContainText("Last verified by Demo");
  const shown = ((await seals.textContent()) ?? "").replace(/(?<=\d)\s(?=\d{3})/g, "");
  expect(shown).toContain(`${lines} entries of all accounts under ${count} seal`);
  await page.reload();
  await expect(page.getByRole("table", { name: "Audit" }).getByRole("row").nth(1)).toContainText(
    "verified the seals of the operator's audit record",
  );
  await expect(seals).toContainText("The chain of seals holds");
  await expectAccessible(page);
});
