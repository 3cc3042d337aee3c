import { readFileSync } from "node:fs";
import { done } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { approve, rowOf, toast } from "../world/on-page.ts";
import { accepted, colleague, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";

const IBAN = "DE89370400440532013000";
const DAY = 86_400_000;

test("a day is settled: terms by two of the house, the statement, the bank's file, and the line that pays it", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "settled" });
  await counterpart.pay(bill);
  await signIn(page, "/settings");
  const bank = { name: "Acme Trading", asset: "EUR", iban: IBAN };
  await done(page, "POST", "/manage/v1/beneficiaries", bank);
  const paid = `/payment/v1/payment?paymentId=${bill.paymentId}`;
  const [payment] = (await done<{ data: { username: string }[] }>(page, "GET", paid)).data;
  const account = payment?.username ?? "";
  const ada = await colleague(page, program, "Ada", "viewer");
  const people = [];
  for (const name of ["Hugo", "Ivy"]) {
    const email = `${name}@example.com`.toLowerCase();
    await done(page, "POST", "/house/v1/users", { email, role: "treasurer" });
    people.push(await accepted(program, email, name));
  }
  const ours = { place: "bank:main", asset: "EUR", address: "NL91ABNA0417164300", label: "ours" };
  await done(page, "POST", "/house/v1/destinations", ours);
  await done(page, "PATCH", "/house/v1/settings", { secondPerson: "always" });
  const [hugo, ivy] = people;

  const { context: house, page: his } = await ownBrowser(browser, program.url);
  await typePassword(his, hugo ?? ada, "/sign-in?callbackUrl=/settlements?tab=terms");
  await his.waitForURL((url) => url.pathname === "/settlements");
  await his.goto("/settlements?tab=terms");
  await his.getByRole("button", { name: "Set terms…" }).click();
  const form = his.getByRole("dialog", { name: "Set terms of settlement" });
  await form.getByRole("button", { name: "Set terms" }).click();
  await expect(form).toContainText("Enter the name of an account.");
  await form.getByRole("textbox", { name: "Account" }).fill(account);
  await form.getByRole("combobox", { name: "Bank account" }).selectOption({ label: `Acme Trading, ${IBAN}` });
  await form.getByRole("combobox", { name: "Periods end on" }).selectOption("Every day");
  await form.getByRole("combobox", { name: "Reserve" }).selectOption("Share of credits");
  await form.getByRole("textbox", { name: "Share that stays, in basis points" }).fill("1000");
  await form.getByRole("textbox", { name: "For how many days" }).fill("7");
  await form.getByRole("button", { name: "Set terms" }).click();
  await expect(toast(his, `Terms of ${account}: awaiting approval`)).toBeVisible();
  await expect(his.getByText("No terms")).toBeVisible();
  await expectAccessible(his);

  const { context: second, page: hers } = await ownBrowser(browser, program.url);
  await typePassword(hers, ivy ?? ada, "/sign-in?callbackUrl=/settings");
  await hers.waitForURL((url) => url.pathname === "/settings");
  await approve(hers, new RegExp(`Settlement terms of ${account} in EUR`));
  await his.goto("/settlements?tab=terms");
  await expect(rowOf(his, account)).toContainText("Daily, T + 1");
  await expect(rowOf(his, account)).toContainText("10 % for 7 days");
  await expectAccessible(his);

  await counterpart.control("clock", { advanceMs: DAY });
  await counterpart.control("settle", {});
  await approve(hers, /Payout of/);
  await his.goto("/payouts?tab=files");
  await his.getByRole("button", { name: "Create file…" }).click();
  await his.getByRole("dialog").getByRole("button", { name: "Create file" }).click();
  await expect(toast(his, "File with 1 payout created")).toBeVisible();

  const { context: own, page: looks } = await ownBrowser(browser, program.url);
  await typePassword(looks, ada, "/sign-in?callbackUrl=/settlements");
  await looks.waitForURL((url) => url.pathname === "/settlements");
  await expect(rowOf(looks, /S-EUR-/)).toContainText("Requested");
  await rowOf(looks, /S-EUR-/)
    .getByRole("link")
    .first()
    .click();
  const drawer = looks.getByRole("complementary");
  await expect(drawer).toContainText("Converted");
  await expect(drawer).toContainText("Spread");
  await expectAccessible(looks);
  for (const [button, name, head] of [
    ["Statement PDF", /^S-EUR-.*\.pdf$/, "%PDF"],
    ["Statement XLSX", /^S-EUR-.*\.xlsx$/, "PK"],
    ["Statement CSV", /^S-EUR-.*\.csv$/, "line,at,kind"],
    ["Fee invoice", /^FI-\d{4}-\d{6}\.pdf$/, "%PDF"],
  ] as const) {
    const downloading = looks.waitForEvent("download");
    await drawer.getByRole("button", { name: button }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(name);
    expect(readFileSync(await download.path(), "latin1").slice(0, head.length)).toBe(head);
  }
  const { data } = await done<{ data: { payoutId: string; paidOut: number }[] }>(page, "GET", "/manage/v1/settlements");
  await counterpart.control("bank", {
    currency: "EUR",
    amount: -(data[0]?.paidOut ?? 0),
    reference: (data[0]?.payoutId ?? "").replaceAll("-", ""),
  });
  await expect(drawer.getByRole("heading", { level: 2 })).toContainText("Paid");
  await drawer.getByRole("link", { name: "Open the payout" }).click();
  await expect(looks.getByRole("complementary")).toContainText("Settlement");
  await looks.goto("/settlements");
  await looks.getByRole("button", { name: "Statement…" }).click();
  const dialog = looks.getByRole("dialog", { name: "Statement of any period" });
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel("First day").fill(today);
  await dialog.getByLabel("Last day").fill(today);
  const downloading = looks.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^statement-EUR-.*\.pdf$/);
  for (const one of [house, second, own]) await one.close();
});
