import { done } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { accepted, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";
import { pspClient } from "../world/psp.ts";

const LINK = /https?:\/\/\S+approval=\S+/;

test("a payout that a key asked for reaches another person by mail: the link leads through the sign-in to it, decides nothing, and approving does it", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const bill = await counterpart.bill({
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: 120,
    strategy: "RAI",
    subaccount: "by-mail",
  });
  await counterpart.pay(bill);
  await signIn(page, "/settings");
  await done(page, "POST", "/house/v1/users", { email: "hugo@example.com", role: "treasurer" });
  const hugo = await accepted(program, "hugo@example.com", "Hugo");
  await done(page, "POST", "/house/v1/users", { email: "olga@example.com", role: "operator" });
  const olga = await accepted(program, "olga@example.com", "Olga");
  await done(page, "PATCH", "/house/v1/settings", { secondPerson: "always", reason: "two of us" });

  const psp = pspClient(program.url, program.demo);
  const body = { asset: "BTC", quantity: 0.0005, paymentId: bill.paymentId, reference: "ticket 4711" };
  const requested = await psp({ method: "POST", target: "/manage/v1/payouts", body });
  expect(requested?.status, requested?.text).toBe(202);
  const paidOut = async () =>
    (await psp({ method: "GET", target: "/manage/v1/statement" }))?.text.match(/"payout\./gi)?.length ?? 0;
  const before = await paidOut();

  const letters = (email: string) => program.mailbox.lettersTo(email).filter((letter) => LINK.test(letter));
  await expect.poll(() => letters(hugo.email).length).toBe(1);
  const [letter = ""] = letters(hugo.email);
  expect(letter).toContain("Subject: Desk: Awaiting your decision: Payout of 0.0005");
  expect(letter).toContain('Reference: "ticket 4711"');
  expect(letters(olga.email)).toEqual([]);

  const { context, page: his } = await ownBrowser(browser, program.url);
  const link = LINK.exec(letter)?.[0] ?? "";
  expect(link.startsWith(program.url)).toBe(true);
  await typePassword(his, hugo, link);
  const dialog = his.getByRole("dialog", { name: "Payout of 0.0005 BTC" });
  await expect(dialog).toContainText("ticket 4711");
  await expectAccessible(his);
  await his.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await paidOut()).toBe(before);

  await his.getByRole("banner").getByRole("button", { name: "1 awaiting approval" }).click();
  await his.getByRole("link", { name: /^Payout of 0\.0005 BTC/ }).click();
  await dialog.getByRole("button", { name: /^Approve: Payout of 0\.0005/ }).click();
  await expect(his.getByRole("status").filter({ hasText: ": approved" })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await paidOut()).toBe(before + 1);

  await his.goto(link);
  await expect(dialog).toContainText("Approved");
  await expect(dialog.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await context.close();
});
