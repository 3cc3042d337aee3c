import type { Page } from "playwright/test";
import { done, ofHouse } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { requestMove } from "../world/moves-world.ts";
import { approve, OF_HOUSE, rowOf } from "../world/on-page.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";

const LISTED = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ELSEWHERE = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
const waiting = (page: Page) => page.getByRole("status").filter({ hasText: "The resolution: awaiting approval" });
const heldOf = (page: Page, asset: RegExp) =>
  page.getByRole("table", { name: "Holdings" }).getByRole("row").filter({ hasText: asset });
const ownerOf = (page: Page, owner: RegExp) => heldOf(page, owner);

/** A sum of pounds as the desk writes it: thousands apart by any space. */
const shown = (amount: number) => new RegExp(`(^|\\D)${amount.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, "\\s")}`);

/** Says in the dialog that stands open what became of it. */
async function resolveAs(page: Page, kind: string, reason: string) {
  const dialog = page.getByRole("dialog", { name: "Resolve" });
  await dialog.getByRole("combobox", { name: "What it was" }).selectOption({ label: kind });
  await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(waiting(page)).toBeVisible();
}

test("coins that left elsewhere are linked to their move by hand, and fiat of nobody becomes an account's: one says so, a second agrees, the cases close and the figures follow", async ({
  page: demo,
  browser,
  program,
  counterpart,
}) => {
  const input = { cryptoType: "BTC", fiat: "EUR", fiatReceivable: 600, subaccount: "resolved", strategy: "RAI" };
  await counterpart.pay(await counterpart.bill({ ...input, bech32: true }));
  await signIn(demo, "/account");
  const { context, page: hugo } = await ofHouse(demo, browser, program, "treasurer");
  // Who asked for a move does not say what proves it.
  const { context: other, page: grace } = await ofHouse(demo, browser, program, "admin");
  const stock = { place: "venue:sandbox", asset: "BTC", address: LISTED, label: "Stock" };
  await done(demo, "POST", "/house/v1/destinations", stock);
  await done(demo, "PATCH", "/house/v1/settings", { secondPerson: "always" });

  await hugo.goto("/treasury");
  const texts = { Asset: "BTC", From: "custody:bitcoin", To: "venue:sandbox", Quantity: "0.00413", Reason: "stock" };
  await requestMove(hugo, { Kind: "TO_VENUE", ...texts }, `Stock, ${LISTED}`);
  await approve(demo, /Move 0.00413.BTC/, OF_HOUSE);
  const sent = { network: "bitcoin", asset: "BTC", quantity: 0.00413, to: ELSEWHERE };
  await done(demo, "POST", "/sandbox/v1/spend", sent);
  await counterpart.control("blocks", { network: "bitcoin", count: 1 });
  await counterpart.control("settle");

  await grace.goto("/exceptions?kind=UNKNOWN_SPEND");
  const spends = grace.getByRole("region", { name: "Open cases" }).getByRole("listitem").filter({ hasText: "0.00413" });
  await spends.getByRole("link").click();
  const pane = grace.getByRole("complementary");
  await pane.getByRole("button", { name: "Resolve…" }).click();
  const choice = grace.getByRole("dialog").getByRole("combobox", { name: "Move" });
  const move = choice.getByRole("option", { name: /Custody to venue, 0.00413/ });
  await choice.selectOption((await move.getAttribute("value")) ?? "");
  await resolveAs(grace, "A move that was approved", "by the signer’s record: to the venue’s second address");
  const before = await grace.context().newPage();
  await before.goto("/treasury");
  await expect(rowOf(before, "Custody to venue")).toContainText("Approved, not sent");
  await expect(heldOf(before, /^BTC/)).not.toContainText("0.00413");
  await approve(demo, /0\.00413(000)?.BTC/, OF_HOUSE);
  await grace.goto("/exceptions?kind=UNKNOWN_SPEND");
  await expect(grace.getByRole("heading", { name: "Cases" })).toBeVisible();
  await expect(spends).toHaveCount(0);
  await before.reload();
  await expect(rowOf(before, "Custody to venue")).toContainText("In transit");
  await expect(heldOf(before, /^BTC/)).toContainText("0.00413");

  await done(demo, "POST", "/sandbox/v1/bank", { currency: "GBP", amount: 251.5, reference: "Nobody’s" });
  await done(demo, "POST", "/sandbox/v1/bank", { currency: "GBP", amount: -3.75, reference: "Unknown debit" });
  const available = async () => {
    const { data } = await done<{ data: { asset: string; available: number }[] }>(demo, "GET", "/manage/v1/balances");
    return data.find(({ asset }) => asset === "GBP")?.available ?? 0;
  };
  const had = await available();
  await grace.goto("/treasury?view=customer");
  await expect(ownerOf(grace, /^Unassigned/)).toContainText("251.50");
  await rowOf(grace, "Nobody’s").getByRole("button", { name: "Resolve…" }).click();
  await grace.getByRole("dialog").getByRole("combobox", { name: "Account" }).fill("demo");
  await resolveAs(grace, "An account's money, available to it", "the payer names demo, by its letter of 3 November");
  await expect(rowOf(grace, "Nobody’s")).toContainText("Unassigned");
  await rowOf(grace, "Unknown debit").getByRole("button", { name: "Resolve…" }).click();
  await resolveAs(grace, "Lost for good, as a loss", "the bank does not give it back");
  // Nobody of the account agrees that money is its own.
  await approve(hugo, /251\.50?.GBP/, OF_HOUSE);
  await approve(demo, /3\.75.GBP/, OF_HOUSE);
  await grace.reload();
  expect((await available()) - had).toBeCloseTo(251.5, 2);
  await expect(ownerOf(grace, /^demo/)).toContainText(shown(had + 251.5));
  await expect(rowOf(grace, "Nobody’s")).toContainText("Assigned to an account");
  await expect(rowOf(grace, "Unknown debit")).toContainText("Written off");
  await expect(rowOf(grace, /Nobody’s|Unknown debit/).getByRole("button")).toHaveCount(0);
  await expectAccessible(grace);
  await grace.goto("/exceptions?kind=UNKNOWN_LINE");
  await expect(grace.getByRole("heading", { name: "Cases" })).toBeVisible();
  await expect(grace.getByRole("listitem").filter({ hasText: /251.50|3.75/ })).toHaveCount(0);
  for (const one of [context, other]) await one.close();
});
