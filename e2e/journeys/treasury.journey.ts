import type { Page } from "playwright/test";
import { done, ofHouse } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { requestMove } from "../world/moves-world.ts";
import { approve, OF_HOUSE, rowOf } from "../world/on-page.ts";
import { expectAccessible, signIn, test } from "../world/person.ts";

// A move of a venue that reports its transfers is not linked by hand.
test.use({ expected: /409 \(Conflict\)/ });

test("a viewer of the house looks at the treasury and is offered nothing to do there", async ({
  page: demo,
  program,
  browser,
}) => {
  await signIn(demo, "/account");
  const { context, page } = await ofHouse(demo, browser, program, "viewer");
  await page.goto("/treasury");
  await expect(page.getByRole("heading", { name: "Bank lines" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /…$/ })).toHaveCount(0);
  await context.close();
});

test("a move to the bank is requested, agreed to, sent and arrives; a fee of the bank is linked by hand", async ({
  page: demo,
  browser,
  program,
}) => {
  await signIn(demo, "/account");
  const { context, page: hugo } = await ofHouse(demo, browser, program, "treasurer");
  const account = { place: "bank:main", asset: "EUR", address: "DE89370400440532013000", label: "Nordbank" };
  await done(demo, "POST", "/house/v1/destinations", account);
  await done(demo, "PATCH", "/house/v1/settings", { secondPerson: "always" });

  await hugo.goto("/treasury");
  await expect(hugo.getByRole("heading", { name: "Treasury", exact: true })).toBeVisible();
  await expectAccessible(hugo);
  const texts = { From: "venue:sandbox", To: "bank:main", Quantity: "250", Reason: "above the target" };
  await requestMove(hugo, { Kind: "TO_BANK", ...texts }, "Nordbank, DE89370400440532013000");
  const move = rowOf(hugo, "Venue to bank");
  await expect(move).toContainText("Awaiting approval");
  await approve(demo, /Move 250.00.EUR/, OF_HOUSE);
  await demo.goto("/treasury");
  const theirs = rowOf(demo, "Venue to bank");
  await expect(theirs).toContainText("Approved, not sent");
  await theirs.getByRole("button", { name: "Link…" }).click();
  const link = demo.getByRole("dialog");
  await link.getByRole("textbox", { name: "Venue reference" }).fill("W-1");
  await link.getByRole("textbox", { name: "Reason" }).fill("the venue's statement");
  await link.getByRole("button", { name: "Link move" }).click();
  await expect(link.getByRole("alert")).toContainText("reports its transfers");
  const withdrawal = { kind: "WITHDRAWAL", asset: "EUR", quantity: 250, reference: "W-1" };
  await done(demo, "POST", "/sandbox/v1/venue-transfers", withdrawal);
  await demo.reload();
  await expect(theirs).toContainText("In transit");
  await expect(rowOf(demo, /^EUR/)).toContainText("250");
  const reference = (await theirs.innerText()).match(/MV[0-9A-Z]{10}/)?.[0] ?? "";
  await done(demo, "POST", "/sandbox/v1/bank", { currency: "EUR", amount: 249, reference });
  await demo.reload();
  await expect(theirs).toContainText("Arrived");
  await theirs.getByRole("button", { name: "Details" }).click();
  await expect(demo.getByRole("region", { name: "Evidence" })).toContainText("W-1");

  await done(demo, "POST", "/sandbox/v1/bank", { currency: "EUR", amount: -7.5, reference: "Account fee" });
  await hugo.reload();
  await expect(rowOf(hugo, "Account fee")).toContainText("Unassigned");
  await requestMove(hugo, { Kind: "CORRECTION", From: "bank:main", Quantity: "7.5", Reason: "price list" });
  await approve(demo, /Move 7.50.EUR/, OF_HOUSE);
  const linkFee = async (page: Page) => {
    await page.goto("/treasury");
    await rowOf(page, "Account fee").getByRole("button", { name: "Link…" }).click();
    const line = page.getByRole("dialog", { name: "Link a bank line" });
    await line.getByRole("textbox", { name: "Reason" }).fill("the bank's price list");
    await expectAccessible(page);
    await line.getByRole("button", { name: "Link line" }).click();
    return line;
  };
  await expect((await linkFee(hugo)).getByRole("alert")).toBeVisible();
  await linkFee(demo);
  await expect(rowOf(demo, "Account fee")).toContainText("Move");
  await expect(rowOf(demo, "Account fee")).not.toContainText("Unassigned");
  await expectAccessible(demo);
  await context.close();
});
