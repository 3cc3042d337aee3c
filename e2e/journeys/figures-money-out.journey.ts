import { handOf } from "../world/figures/amounts.ts";
import { businessNow } from "../world/figures/books.ts";
import { faultsOf, type Sheet, sheetOf } from "../world/figures/figures.ts";
import { type Hands, openHands } from "../world/figures/hands.ts";
import {
  payoutDrawer,
  payoutsList,
  readPayouts,
  readSettlements,
  settlementsList,
  settlementStatement,
} from "../world/figures/money-out.ts";
import { readShown } from "../world/figures/read.ts";
import { makeMoneyOut } from "../world/money-out-world.ts";
import { expect } from "../world/journey.ts";
import { signIn, test } from "../world/person.ts";
import type { Locator } from "playwright/test";

test.setTimeout(240_000);
const hand = handOf("en");
const LATER_MS = 10_000;

/** Reads until everything shown is what the books say; answers what is wrong at the end. */
async function faults(part: Locator, hands: Hands, wantedOf: (now: number) => Promise<Sheet>): Promise<string[]> {
  let wrong: string[] = [];
  const look = async () => {
    wrong = faultsOf(sheetOf(await readShown(part)), await wantedOf(await businessNow(hands)));
    return wrong;
  };
  await expect
    .poll(look, { timeout: LATER_MS })
    .toEqual([])
    .catch(() => undefined);
  return wrong;
}

test("payouts and settlements show what the books say, in every state", async ({ page, program, counterpart }) => {
  await page.setViewportSize({ width: 1800, height: 2400 });
  await signIn(page, "/payouts");
  await makeMoneyOut(page, counterpart);
  const hands = await openHands(program, async () => undefined);
  try {
    await page.goto("/payouts");
    const main = page.locator("#main");
    expect(await faults(main, hands, async (now) => payoutsList(await readPayouts(hands), now, hand))).toEqual([]);
    const wrong: Record<string, string[]> = {};
    for (const { id, status } of await readPayouts(hands)) {
      await page.goto(`/payouts?payout=${id}`);
      const found = await faults(page.locator("aside.drawer"), hands, async (now) => {
        const payout = (await readPayouts(hands)).find((one) => one.id === id);
        return payout ? payoutDrawer(payout, now, hand) : new Map();
      });
      if (found.length > 0) wrong[`${status} ${id}`] = found;
    }
    expect(wrong).toEqual({});
    await page.goto("/settlements");
    expect(await faults(main, hands, async () => settlementsList(await readSettlements(hands), hand))).toEqual([]);
    const [settlement] = await readSettlements(hands);
    if (!settlement) throw new Error("nothing was settled");
    expect(settlement.byEvent.length).toBeGreaterThan(1);
    await page.goto(`/settlements?settlement=${settlement.id}`);
    const statement = page
      .locator("aside.drawer section")
      .filter({ has: page.getByRole("heading", { name: "Statement" }) });
    expect(await faults(statement, hands, async () => settlementStatement(settlement, hand))).toEqual([]);
  } finally {
    await hands.close();
  }
});
