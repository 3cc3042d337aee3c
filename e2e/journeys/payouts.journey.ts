import { done } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { approve, rowOf, toast } from "../world/on-page.ts";
import { accepted, colleague, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";

const IBAN = "DE89370400440532013000";

test("a beneficiary is listed by two of the account, a payout there is approved by the house and goes to the bank in a file", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({ cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "paid-out" });
  await counterpart.pay(bill);
  await signIn(page, "/settings");
  const otto = await colleague(page, program, "Otto", "treasurer");
  const tess = await colleague(page, program, "Tess", "treasurer");
  await done(page, "POST", "/house/v1/users", { email: "hugo@example.com", role: "treasurer" });
  const hugo = await accepted(program, "hugo@example.com", "Hugo");
  const ours = { place: "bank:main", asset: "EUR", address: "NL91ABNA0417164300", label: "ours" };
  await done(page, "POST", "/house/v1/destinations", ours);
  await done(page, "PATCH", "/house/v1/settings", { secondPerson: "always" });

  const { context: asking, page: asks } = await ownBrowser(browser, program.url);
  await typePassword(asks, otto, "/sign-in?callbackUrl=/payouts?tab=beneficiaries");
  await asks.waitForURL((url) => url.pathname === "/payouts");
  await asks.goto("/payouts?tab=beneficiaries");
  await asks.getByRole("button", { name: "Add beneficiary…" }).click();
  const form = asks.getByRole("dialog", { name: "Add beneficiary" });
  await form.getByRole("button", { name: "Add beneficiary" }).click();
  await expect(form).toContainText("Enter a name.");
  await expect(form).toContainText("Enter an IBAN.");
  await form.getByRole("textbox", { name: "Name" }).fill("Acme Trading");
  await form.getByRole("textbox", { name: "IBAN" }).fill("DE88370400440532013000");
  await form.getByRole("button", { name: "Add beneficiary" }).click();
  await expect(form).toContainText("check digits");
  await form.getByRole("textbox", { name: "IBAN" }).fill(IBAN);
  await form.getByRole("button", { name: "Add beneficiary" }).click();
  await expect(toast(asks, "Beneficiary Acme Trading: awaiting approval")).toBeVisible();
  await expect(rowOf(asks, "Acme Trading")).toContainText("Awaiting approval");
  await expectAccessible(asks);

  const { context: second, page: hers } = await ownBrowser(browser, program.url);
  await typePassword(hers, tess, "/sign-in?callbackUrl=/");
  await hers.waitForURL((url) => url.pathname === "/");
  await approve(hers, /New beneficiary Acme Trading/);

  await asks.goto("/payouts");
  await asks.getByRole("button", { name: "New payout…" }).first().click();
  const dialog = asks.getByRole("dialog", { name: "New payout" });
  await dialog.getByRole("combobox", { name: "Beneficiary" }).selectOption({ label: "Acme Trading, EUR" });
  await expect(dialog).toContainText(IBAN);
  await expect(dialog).toContainText("Available: ");
  await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill("9000000");
  await dialog.getByRole("textbox", { name: "Reference" }).fill("invoice 7");
  await dialog.getByRole("button", { name: "Request payout" }).click();
  await expect(dialog).toContainText("More than is available.");
  await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill("120.50");
  await dialog.getByRole("button", { name: "Request payout" }).click();
  await expect(toast(asks, /^Payout of 120\.5.*awaiting approval/)).toBeVisible();
  const drawer = asks.getByRole("complementary");
  await expect(drawer).toContainText("The quantity is reserved while this awaits approval.");
  await expect(drawer.getByRole("list", { name: "Progress" })).toContainText("Requested");
  await expectAccessible(asks);

  const { context: house, page: his } = await ownBrowser(browser, program.url);
  await typePassword(his, hugo, "/sign-in?callbackUrl=/payouts");
  await his.waitForURL((url) => url.pathname === "/payouts");
  await expect(rowOf(his, "Acme Trading")).toContainText("Requested");
  await approve(his, /Payout of 120\.5/);
  await his.goto("/payouts?tab=files");
  await his.getByRole("button", { name: "Create file…" }).click();
  await his.getByRole("dialog").getByRole("button", { name: "Create file" }).click();
  await expect(toast(his, "File with 1 payout created")).toBeVisible();
  await expect(rowOf(his, "main")).toContainText("120.50");
  const downloading = his.waitForEvent("download");
  await his.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^[0-9a-f]{32}\.xml$/);
  await expectAccessible(his);

  await asks.goto("/payouts");
  await rowOf(asks, "invoice 7").getByRole("link").first().click();
  await expect(drawer).toContainText("End-to-end id");
  await expect(drawer.getByRole("button", { name: "Cancel…" })).toHaveCount(0);
  const { data } = await done<{ data: { endToEndId: string }[] }>(
    asks,
    "GET",
    "/manage/v1/payouts?reference=invoice+7",
  );
  await counterpart.control("bank", { currency: "EUR", amount: -120.5, reference: data[0]?.endToEndId ?? "" });
  await expect(drawer.getByRole("list", { name: "Progress" }).getByRole("listitem")).toHaveText([
    "Requested",
    "Approved",
    "Prepared",
    "Confirmed",
  ]);
  await expect(drawer.getByRole("heading", { level: 2 })).toContainText("Confirmed");
  await expectAccessible(asks);
  for (const one of [asking, second, house]) await one.close();
});
