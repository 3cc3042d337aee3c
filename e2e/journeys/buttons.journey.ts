import type { Page } from "playwright/test";
import { HOUSE_ROLES, houseRoleMay, ROLES, type Role, roleMay } from "#lib/contract/permissions.ts";
import {
  BAR,
  caseButtons,
  dealButtons,
  type CaseState,
  type DealState,
  PAGES,
  PAGES_OF_HOUSE,
  type PaymentState,
  paymentButtons,
} from "../world/buttons.ts";
import { drawerOf, judgeOf, turnTo, walkTo } from "../world/buttons-judge.ts";
import {
  type Colleague,
  colleagueOf,
  dealOf,
  eachRole,
  madeOnce,
  makeObjects,
  makerOf,
  ofHouse,
  type Objects,
  quote,
  recordOf,
  type Shown,
} from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { isLive, signIn, test } from "../world/person.ts";

type Stage = { objects: Objects; admin: Page; people: Record<Role, Colleague> };

const stageOf = madeOnce<Stage>(async (program, browser, counterpart) => {
  const admin = await (await browser.newContext({ baseURL: program.url })).newPage();
  await signIn(admin, "/account");
  const objects = await makeObjects(admin, counterpart);
  const people = await eachRole(ROLES, (role) => colleagueOf(admin, browser, program, role));
  return { objects, admin, people };
});

for (const role of ROLES) {
  test(`a ${role} finds each button live, blocked or absent as the role and the object's state have it`, async ({
    browser,
    program,
    counterpart,
  }) => {
    const { objects, admin, people } = await stageOf(program, browser, counterpart);
    const { page } = people[role];
    const main = page.locator("#main");
    const { wrong, judge, open } = judgeOf(page, { role, may: (permission) => roleMay(role, permission) });
    await isLive(page);
    await judge("the bar", page.getByRole("banner"), BAR);
    await judge("/payments", main, PAGES["/payments?range=90d"] ?? []);
    for (const [state, id] of Object.entries(objects.payments))
      await open(`/payments?range=90d&open=${id}`, id, paymentButtons(state as PaymentState));

    await walkTo(page, "/conversions");
    await judge("/conversions", main, PAGES["/conversions"] ?? []);
    await quote(admin, objects.deals.quoted);
    for (const [state, id] of Object.entries(objects.deals))
      await open(`/conversions?invoice=${id}`, id, dealButtons(state as DealState));

    await walkTo(page, "/exceptions");
    await judge("/exceptions", main, PAGES["/exceptions"] ?? []);
    for (const [state, { caseId, payment }] of Object.entries(objects.cases)) {
      await turnTo(page, "/exceptions");
      await expect(drawerOf(page)).toHaveCount(0);
      await open(`/exceptions?case=${caseId}`, "Comments", caseButtons(state as CaseState, payment));
    }

    for (const [place, rules] of Object.entries(PAGES).slice(WITH_DRAWERS)) {
      const address = place.endsWith("made=") ? place + objects.payments.unpaid : place;
      await walkTo(page, address);
      await judge(address, main, rules);
    }
    expect(wrong).toEqual([]);
  });
}

for (const role of HOUSE_ROLES)
  test(`a ${role} of the house finds what is the house's, and each button as the role has it`, async ({
    browser,
    program,
    counterpart,
  }) => {
    const { admin } = await stageOf(program, browser, counterpart);
    const { page } = await ofHouse(admin, browser, program, role);
    const { wrong, judge } = judgeOf(page, { role, may: (permission) => houseRoleMay(role, permission) });
    for (const [address, rules] of Object.entries(PAGES_OF_HOUSE)) {
      await walkTo(page, address);
      await judge(address, page.locator("#main"), rules);
    }
    expect(wrong).toEqual([]);
  });

test("an account's administrator is shown nothing of the house's settings", async ({
  browser,
  program,
  counterpart,
}) => {
  const { people } = await stageOf(program, browser, counterpart);
  const { page } = people.admin;
  await walkTo(page, "/settings?tab=wallets");
  await expect(page.getByRole("navigation").filter({ hasText: "Fees & limits" }).getByRole("link")).toHaveText([
    /^Fees/,
    /^People/,
    /^Notifications/,
  ]);
  await expect(page.getByRole("button", { name: "Add a wallet…" })).toHaveCount(0);
});

/** The first pages of the table, whose records are opened too. */
const WITH_DRAWERS = 3;

const dialogOf = (page: Page) => page.getByRole("dialog");
const toPayment = (page: Page, id: string) => page.goto(`/payments?paymentId=${id}&open=${id}`);
/** What of a payment only an action may change; confirmations grow by themselves. */
const moneyOf = ({ quantityUnconverted, quantityPaidOut, deposits }: Shown) => [
  quantityUnconverted,
  quantityPaidOut,
  deposits.map(({ status, fills }) => [status, fills]),
];
const statesOf = async (page: Page, id: string) => (await recordOf(page, id)).deposits.map(({ status }) => status);

test("a treasurer's decision falls on the deposit that was opened, once, and on no other", async ({
  browser,
  program,
  counterpart,
}) => {
  const { admin, people } = await stageOf(program, browser, counterpart);
  const { page } = people.treasurer;
  const make = makerOf(admin, counterpart);
  const [released, declined] = [await make.held(), await make.held()];
  const decide = async (command: "Release" | "Decline", id: string) => {
    await toPayment(page, id);
    await drawerOf(page)
      .getByRole("button", { name: `${command}…` })
      .click();
    await dialogOf(page).getByLabel("Note").fill("The payer is known.");
    await dialogOf(page)
      .getByRole("button", { name: new RegExp(`^${command} \\S+ BCH$`) })
      .dblclick();
    await expect(dialogOf(page)).toHaveCount(0);
  };
  await decide("Release", released.paymentId);
  await expect.poll(() => statesOf(admin, released.paymentId)).toEqual(["CREDITED"]);
  expect(await statesOf(admin, declined.paymentId)).toEqual(["HELD"]);
  await decide("Decline", declined.paymentId);
  await expect.poll(() => statesOf(admin, declined.paymentId)).toEqual(["DECLINED"]);
  expect(await statesOf(admin, released.paymentId)).toEqual(["CREDITED"]);
});

test("a treasurer sells exactly what the button named for exactly what it named, once, and nothing of a neighbour", async ({
  browser,
  program,
  counterpart,
}) => {
  const { admin, people } = await stageOf(program, browser, counterpart);
  const { page } = people.treasurer;
  const make = makerOf(admin, counterpart);
  const [{ paymentId }, neighbour] = [await make.paid(), await make.paid()];
  const { quantityUnconverted: free } = await recordOf(admin, paymentId);
  const untouched = moneyOf(await recordOf(admin, neighbour.paymentId));
  await toPayment(page, paymentId);
  await drawerOf(page)
    .getByRole("button", { name: `Convert ${free} BTC…` })
    .click();
  await dialogOf(page)
    .getByRole("button", { name: `Create conversion of ${free} BTC` })
    .dblclick();
  await page.waitForURL(/\/conversions\?invoice=/);
  const invoiceId = new URL(page.url()).searchParams.get("invoice") ?? "";
  await drawerOf(page).getByRole("button", { name: "Quote" }).click();
  await drawerOf(page).getByRole("button", { name: /^Sell/ }).click();
  const sell = dialogOf(page).getByRole("button", { name: /^Sell/ });
  const [, sold, got] = /^Sell (\S+)\sBTC for (\S+)\sEUR$/.exec(await sell.innerText()) ?? [];
  await sell.dblclick();
  await expect.poll(async () => (await dealOf(admin, invoiceId)).status, { timeout: 30_000 }).toBe("EXECUTED");
  const { quantity, fiatReceived, items } = await dealOf(admin, invoiceId);
  expect([quantity, fiatReceived]).toEqual([Number(sold), Number(got)]);
  expect([quantity, ...items.map((item) => item.paymentId)]).toEqual([free, paymentId]);
  const fills = (await recordOf(admin, paymentId)).deposits.flatMap((deposit) => deposit.fills);
  expect(fills.map((fill) => [fill.quantity, fill.fiat])).toEqual([[free, fiatReceived]]);
  expect(moneyOf(await recordOf(admin, neighbour.paymentId))).toEqual(untouched);
});

test("a treasurer's cancellation frees the crypto, and a payout takes exactly what was typed from it, once", async ({
  browser,
  program,
  counterpart,
}) => {
  const { admin, people } = await stageOf(program, browser, counterpart);
  const { page } = people.treasurer;
  const { invoiceId, paymentId, quantity } = await makerOf(admin, counterpart).deal();
  await page.goto(`/conversions?invoice=${invoiceId}`);
  await drawerOf(page).getByRole("button", { name: "Cancel this conversion…" }).click();
  await dialogOf(page).getByLabel("Reason").fill("Made twice.");
  await dialogOf(page).getByRole("button", { name: "Cancel conversion" }).dblclick();
  await expect.poll(async () => (await dealOf(admin, invoiceId)).status).toBe("CANCELLED");
  await toPayment(page, paymentId);
  await expect(drawerOf(page).getByRole("button", { name: `Convert ${quantity} BTC…` })).toBeVisible();
  await drawerOf(page).getByRole("button", { name: "Record payout…" }).click();
  await dialogOf(page).getByLabel("Quantity").fill("0.0005");
  await dialogOf(page).getByLabel("Reference").fill("ticket 4711");
  await dialogOf(page).getByRole("button", { name: "Review" }).click();
  await dialogOf(page).getByRole("button", { name: "Record payout of 0.0005 BTC" }).dblclick();
  await expect.poll(async () => (await recordOf(admin, paymentId)).quantityPaidOut).toBe(0.0005);
});
