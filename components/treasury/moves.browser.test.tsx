import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes, pressTwice, waiting } from "#e2e/stage/server.ts";
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

test("a draft is asked for with its amount, its way and its address; the focus is on leaving it", async () => {
  const draft = { ...move, status: "DRAFT", label: "Kraken", address: "bc1qdestination" };
  await show(<Moves />, {
    at: "/treasury",
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/moves": { data: [draft], startsAfter: null },
      "POST /house/v1/moves/mov_1/request": waiting("move"),
    },
  });
  await page.getByRole("button", { name: "Request…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(/1.BTC.*bc1qdestination.*Kraken.*MVX.*Stock to sell from\./s);
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await pressTwice(dialog.getByRole("button", { name: /^Request move of 1.BTC$/ }));
  await expect.element(page.getByText("The move: awaiting approval")).toBeVisible();
  expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /house/v1/moves/mov_1/request"]);
});

test("what was asked for already, or is not the person's to ask, has no such button", async () => {
  const list = (status: string) => ({ "GET /house/v1/moves": { data: [{ ...move, status }], startsAfter: null } });
  const before = await show(<Moves />, { staff: operatorAs("treasurer"), answers: list("REQUESTED") });
  await expect.element(page.getByText("Awaiting approval")).toBeVisible();
  expect(page.getByRole("button", { name: "Request…", exact: true }).elements()).toEqual([]);
  await before.unmount();
  await show(<Moves />, { staff: operatorAs("viewer"), answers: list("DRAFT") });
  await expect.element(page.getByText("Draft", { exact: true })).toBeVisible();
  expect(page.getByRole("button", { name: "Request…", exact: true }).elements()).toEqual([]);
});
