import type { Page } from "playwright/test";
import { HOUSE_ROLES, type HouseRole, houseRoleMay, ROLES, type Role, roleMay } from "#lib/contract/permissions.ts";
import {
  PAGES_OF_MONEY_OUT,
  PAGES_OF_MONEY_OUT_OF_HOUSE,
  payoutButtons,
  payoutButtonsOfHouse,
  type PayoutState,
  SETTLEMENT,
} from "../world/buttons-of-money-out.ts";
import { drawerOf, judgeOf, walkTo } from "../world/buttons-judge.ts";
import { type Colleague, colleagueOf, done, eachRole, madeOnce, ofHouse, request } from "../world/buttons-world.ts";
import { expect } from "../world/journey.ts";
import { makeMoneyOut, type MoneyOut } from "../world/money-out-world.ts";
import { isLive, signIn, test } from "../world/person.ts";

type Stage = {
  objects: MoneyOut;
  admin: Page;
  people: Record<Role, Colleague>;
  house: Record<HouseRole, Colleague>;
};

const stageOf = madeOnce<Stage>(async (program, browser, counterpart) => {
  const admin = await (await browser.newContext({ baseURL: program.url })).newPage();
  await signIn(admin, "/account");
  const people = await eachRole(ROLES, (role) => colleagueOf(admin, browser, program, role));
  const house = await eachRole(HOUSE_ROLES, (role) => ofHouse(admin, browser, program, role));
  // Last, as it ends by asking for a second person.
  return { admin, people, house, objects: await makeMoneyOut(admin, counterpart) };
});

for (const role of ROLES)
  test(`a ${role} finds each button by which money leaves live or absent as the role and the payout's state have it`, async ({
    browser,
    program,
    counterpart,
  }) => {
    const { objects, people } = await stageOf(program, browser, counterpart);
    const { page } = people[role];
    const main = page.locator("#main");
    const { wrong, judge, open } = judgeOf(page, { role, may: (permission) => roleMay(role, permission) });
    await isLive(page);
    for (const [address, rules] of Object.entries(PAGES_OF_MONEY_OUT)) {
      await walkTo(page, address);
      await judge(address, main, rules);
    }
    await walkTo(page, "/payouts");
    for (const [state, id] of Object.entries(objects.payouts))
      await open(`/payouts?payout=${id}`, id.slice(-6), payoutButtons(state as PayoutState));
    await walkTo(page, "/settlements");
    await open(`/settlements?settlement=${objects.settlement}`, objects.settlement.slice(-6), SETTLEMENT);
    expect(wrong).toEqual([]);
  });

for (const role of HOUSE_ROLES)
  test(`a ${role} of the house finds the buttons of payouts, settlements and treasury as the role has them`, async ({
    browser,
    program,
    counterpart,
  }) => {
    const { house, objects } = await stageOf(program, browser, counterpart);
    const { page } = house[role];
    const { wrong, judge, open } = judgeOf(page, { role, may: (permission) => houseRoleMay(role, permission) });
    for (const [address, rules] of Object.entries(PAGES_OF_MONEY_OUT_OF_HOUSE)) {
      await walkTo(page, address);
      await judge(address, page.locator("#main"), rules);
    }
    await walkTo(page, "/payouts");
    for (const [state, id] of Object.entries(objects.payouts))
      await open(`/payouts?payout=${id}`, id.slice(-6), payoutButtonsOfHouse(state as PayoutState));
    expect(wrong).toEqual([]);
  });

const statusOf = async (page: Page, payoutId: string) =>
  (await done<{ status: string }>(page, "GET", `/manage/v1/payouts/${payoutId}`)).status;
const held = async (page: Page) => {
  const { data } = await done<{ data: { asset: string; available: number; reserved: number }[] }>(
    page,
    "GET",
    "/manage/v1/balances",
  );
  const { available = 0, reserved = 0 } = data.find(({ asset }) => asset === "EUR") ?? {};
  return { available, reserved };
};

test("a payout cancelled on its page is that one, once, and what it reserved is back to the cent", async ({
  browser,
  program,
  counterpart,
}) => {
  const { admin, objects, people } = await stageOf(program, browser, counterpart);
  const { page } = people.treasurer;
  const before = await held(admin);
  await page.goto(`/payouts?payout=${objects.payouts.requested}`);
  await drawerOf(page).getByRole("button", { name: "Cancel…" }).click();
  const dialog = page.getByRole("dialog");
  const note = dialog.getByRole("textbox");
  if (await note.count()) await note.fill("asked twice");
  await dialog.getByRole("button", { name: "Cancel the payout" }).dblclick();
  await expect.poll(() => statusOf(admin, objects.payouts.requested)).toBe("CANCELLED");
  expect(await statusOf(admin, objects.payouts.approved)).toBe("APPROVED");
  expect(await held(admin)).toEqual({ available: before.available + 5, reserved: before.reserved - 5 });
});

test("what a page does not offer its API refuses: a viewer cancels nothing, the account takes nothing back from the bank", async ({
  browser,
  program,
  counterpart,
}) => {
  const { admin, objects, people } = await stageOf(program, browser, counterpart);
  const cancel = (page: Page, id: string) => request(page, "POST", `/manage/v1/payouts/${id}/cancel`, { note: "mine" });
  expect((await cancel(people.viewer.page, objects.payouts.approved)).status()).toBe(403);
  expect((await cancel(people.treasurer.page, objects.payouts.approved)).status()).toBe(409);
  expect((await cancel(people.treasurer.page, objects.payouts.filed)).status()).toBe(409);
  expect(await statusOf(admin, objects.payouts.approved)).toBe("APPROVED");
  expect(await statusOf(admin, objects.payouts.filed)).toBe("PREPARED");
});
