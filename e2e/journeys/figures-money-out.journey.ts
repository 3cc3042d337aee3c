import { openHands } from "../world/figures/hands.ts";
import { lookAtPayouts, lookAtSettlements, lookAtTreasury, looksOf } from "../world/figures/money-out-pages.ts";
import { playMoneyOut } from "../world/figures/play-treasury.ts";
import { expect } from "../world/journey.ts";
import { signIn, test } from "../world/person.ts";

test("payouts, settlements, approvals and the treasury of now show what the books say, in every state", async ({
  page,
  program,
  counterpart,
}) => {
  await page.setViewportSize({ width: 1800, height: 4600 });
  await signIn(page, "/payouts");
  const hands = await openHands(program, async () => undefined);
  try {
    await playMoneyOut(page, counterpart, hands);
    const looks = looksOf(page, hands);
    await lookAtPayouts(looks, page, hands);
    await lookAtSettlements(looks, page, hands);
    await lookAtTreasury(looks, page, hands);
    expect(looks.wrong).toEqual({});
  } finally {
    await hands.close();
  }
});
