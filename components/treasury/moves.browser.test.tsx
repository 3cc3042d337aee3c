import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Moves } from "./moves.tsx";

const move = {
  ...{ moveId: "mov_1", kind: "TO_VENUE", from: "custody:bitcoin", to: "venue:kraken", asset: "BTC" },
  ...{ quantity: Decimal.from("1"), reference: "MVX", note: "Stock to sell from.", status: "APPROVED" },
  ...{ cost: Decimal.ZERO, facts: [], createdBy: "staff:Ann", createdAt: Date.now(), updatedAt: Date.now() },
};

test("a link to a move leads to it, however far down the page it stands", async () => {
  await show(
    <div className="main h-100">
      <div className="h-500 flex-none" />
      <Moves />
    </div>,
    {
      at: "/treasury?move=mov_1",
      staff: operatorAs("treasurer"),
      answers: {
        "GET /house/v1/moves": { data: [move], startsAfter: null },
        "GET /house/v1/comments": { data: [] },
        "GET /manage/v1/comments": { data: [] },
      },
    },
  );
  await expect.element(page.getByText("Stock to sell from.")).toBeInViewport();
});
