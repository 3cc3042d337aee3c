import { request, done } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { rowOf } from "../world/on-page.ts";
import { accepted, colleague, expectAccessible, ownBrowser, signIn, test, typePassword } from "../world/person.ts";

const MINE = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

// Whoever made the link may not approve.
test.use({ expected: /status of 40[034]/ });

test("a refund, from the link to its confirmation: the payer says where, another approves, the payer sees it sent", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 500, subaccount: "given-back", strategy: "RAI" };
  const bill = await counterpart.bill({ ...input, bech32: true });
  await counterpart.pay(bill);
  await signIn(page, "/settings");
  const otto = await colleague(page, program, "Otto", "treasurer");
  await done(page, "POST", "/house/v1/users", { email: "hugo@example.com", role: "treasurer" });
  const hugo = await accepted(program, "hugo@example.com", "Hugo");
  await done(page, "PATCH", "/house/v1/settings", { secondPerson: "always" });

  const { context: asking, page: asks } = await ownBrowser(browser, program.url);
  const drawerPath = `/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`;
  await typePassword(asks, otto, `/sign-in?callbackUrl=${encodeURIComponent(drawerPath)}`);
  await asks.waitForURL((url) => url.pathname === "/payments");
  const drawer = asks.getByRole("complementary");
  await drawer.getByRole("button", { name: "Send refund link…" }).click();
  await asks.getByRole("dialog").getByRole("button", { name: "Create refund link" }).click();
  const once = asks.getByRole("dialog", { name: "Refund link" });
  await expectAccessible(asks);
  const link = (await once.getByText(/\/pay\/refund#/).textContent()) ?? "";
  expect(link).toMatch(/\/pay\/refund#[\w-]{43}$/);
  await once.getByRole("button", { name: "I have copied it" }).click();
  await expect(drawer).toContainText(/Refund link open until .*created by Otto/);
  await expect(drawer.getByRole("button", { name: "Revoke link…" })).toBeVisible();
  await expectAccessible(asks);

  const { context: paying, page: payer } = await ownBrowser(browser, program.url);
  const response = await payer.goto(link);
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(payer.getByRole("heading", { name: "Refund" })).toBeVisible();
  await expect(payer.getByText("The network fee is not taken from it.")).toBeVisible();
  expect(payer.url()).not.toContain("#");
  const field = payer.getByRole("textbox", { name: "Your BTC address on Bitcoin" });
  await payer.getByRole("button", { name: "Continue" }).click();
  await expect(payer.getByText("Enter an address.")).toBeVisible();
  await field.fill(bill.deposit_address);
  await payer.getByRole("button", { name: "Continue" }).click();
  await expect(payer.getByText(/^Nothing can be refunded to this address\./)).toBeVisible();
  await expectAccessible(payer);
  await field.fill(MINE.toUpperCase());
  await payer.getByRole("button", { name: "Continue" }).click();
  await expect(payer.getByRole("heading", { name: "Is this your address?" })).toBeVisible();
  await expect(payer.getByText(/It cannot be changed afterwards/)).toBeVisible();
  expect(await payer.locator(".address").textContent()).toBe(MINE);
  await expectAccessible(payer);
  await payer.getByRole("button", { name: "Change it" }).click();
  await payer.getByRole("button", { name: "Continue" }).click();
  await payer.getByRole("button", { name: "Confirm address" }).click();
  await expect(payer.getByRole("heading", { name: "Refund requested" })).toBeVisible();
  await expectAccessible(payer);
  await payer.getByRole("link", { name: "Follow it on the payment’s page" }).click();
  await expect(payer.getByText(/^Your refund of .* is requested\./)).toBeVisible();
  await expectAccessible(payer);
  const { page: again, context: late } = await ownBrowser(browser, program.url);
  await again.goto(link);
  await expect(again.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expectAccessible(again);

  const { data } = await done<{ data: { payoutId: string; approvalId: string; place: string }[] }>(
    asks,
    "GET",
    "/manage/v1/payouts",
  );
  const [payout] = data;
  expect(payout?.place).toBe(MINE);
  const { approvalId = "", payoutId = "" } = payout ?? {};
  expect((await request(asks, "POST", `/manage/v1/approvals/${approvalId}/approve`, {})).status()).toBe(403);
  await asks.goto(drawerPath);
  await expect(drawer).toContainText(/Refund address given .*created by Otto/);
  await drawer.getByRole("link", { name: "Payout" }).click();
  await expect(drawer).toContainText("by the payer, through a refund link created by Otto");
  await expectAccessible(asks);

  const { context: house, page: his } = await ownBrowser(browser, program.url);
  await typePassword(his, hugo, "/sign-in?callbackUrl=/approvals");
  await his.waitForURL((url) => url.pathname === "/approvals");
  await his.goto("/approvals");
  await rowOf(his, /Payout of/)
    .getByRole("button", { name: "Decide…" })
    .click();
  const dialog = his.getByRole("dialog");
  await expect(dialog).toContainText("Given by the payer, through a refund link created by Otto");
  await expect(dialog).toContainText(MINE);
  await expectAccessible(his);
  await dialog.getByRole("button", { name: /^Approve/ }).click();
  await expect(dialog).toBeHidden();

  const prepared = "/house/v1/prepared-transactions";
  const { preparedId } = await done(his, "POST", prepared, { network: "bitcoin", payoutIds: [payoutId] });
  const { signed } = await counterpart.control("sign", { preparedId });
  await done(his, "POST", `${prepared}/${preparedId}/signed`, { signed });
  await done(his, "POST", `${prepared}/${preparedId}/send`, {});
  await counterpart.control("settle");
  await counterpart.control("blocks", { network: "bitcoin", count: 4 });
  await counterpart.control("settle");
  const paid = await done<{ status: string; txHash: string }>(asks, "GET", `/manage/v1/payouts/${payoutId}`);
  expect(paid.status).toBe("CONFIRMED");
  await expect(payer.getByText(/^Your refund of .* was sent\.$/)).toBeVisible();
  await expect(payer.getByText("Transaction", { exact: false }).first()).toBeVisible();
  expect(await payer.content()).toContain(paid.txHash.slice(0, 6));
  await expectAccessible(payer);
  for (const one of [asking, paying, late, house]) await one.close();
});

test("a refund link that is ended, or replaced, opens nothing; in German too", async ({
  page,
  browser,
  program,
  counterpart,
}) => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 300, subaccount: "ended", strategy: "RAI" };
  const bill = await counterpart.bill({ ...input, bech32: true });
  await counterpart.pay(bill);
  await signIn(page, `/payments?paymentId=${bill.paymentId}&open=${bill.paymentId}`);
  const drawer = page.getByRole("complementary");
  const make = async () => {
    await drawer.getByRole("button", { name: "Send refund link…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create refund link" }).click();
    const once = page.getByRole("dialog", { name: "Refund link" });
    const link = (await once.getByText(/\/pay\/refund#/).textContent()) ?? "";
    await once.getByRole("button", { name: "I have copied it" }).click();
    return link;
  };
  const [first, second] = [await make(), await make()];
  const german = await browser.newContext({ baseURL: program.url, locale: "de-DE" });
  const payer = await german.newPage();
  await payer.goto(first);
  await expect(payer.getByRole("heading", { name: "Dieser Link funktioniert nicht" })).toBeVisible();
  await payer.goto(second);
  await expect(payer.getByRole("heading", { name: "Erstattung" })).toBeVisible();
  await expectAccessible(payer);
  await drawer.getByRole("button", { name: "Revoke link…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke link" }).click();
  await expect(drawer).toContainText("Refund link revoked");
  await payer.getByRole("textbox").fill(MINE);
  await payer.getByRole("button", { name: "Weiter" }).click();
  await expect(payer.getByText("Dieser Link funktioniert nicht")).toBeVisible();
  await german.close();
});
