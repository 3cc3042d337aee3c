import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { operatorAs } from "#e2e/stage/staff.ts";
import { awaited, changes, refusal } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { MoveRecord } from "#lib/moves/contract.ts";
import type { PayoutRecord } from "#lib/payouts/contract.ts";
import { Moves } from "#components/treasury/moves.tsx";
import { WhoseProvider } from "#components/whose.tsx";
import { PayoutDrawer } from "./payout-drawer.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";

const AT = Date.parse("2026-11-23T12:00:00Z");
const HOUR = 3_600_000;

const payout = (changes: Partial<PayoutRecord>): PayoutRecord => ({
  ...({ payoutId: "pay_1", kind: "PAYOUT", status: "APPROVED", username: "acme", asset: "EUR" } as const),
  ...{ quantity: Decimal.from("5"), reference: "out", place: "DE89", askedBy: "staff:Ada", at: AT },
  ...changes,
});
const drawer = (changes: Partial<PayoutRecord>) =>
  show(<PayoutDrawer onClose={() => undefined} payoutId="pay_1" listed={payout(changes)} takeFocus />, {
    staff: operatorAs("treasurer"),
    answers: { "GET /house/v1/comments": { data: [], people: [] } },
  });

test("each instant of a payout stands by its own name", async () => {
  await drawer({ status: "CONFIRMED", approvedAt: AT + HOUR, endedAt: AT + 3 * HOUR });
  const of = (name: string) =>
    [...document.querySelectorAll("dt")].find((one) => one.textContent === name)?.nextElementSibling?.textContent;
  await expect.element(page.getByText("Approved", { exact: true }).last()).toBeVisible();
  expect(["Requested", "Approved", "Ended"].map((name) => of(name)?.slice(-5))).toEqual(["12:00", "13:00", "15:00"]);
});

test("a link opens a payout that the list leaves out, and no word denies it meanwhile", async () => {
  const found = awaited(payout({ status: "CONFIRMED" }));
  const answers = {
    "GET /manage/v1/payouts": { data: [], startsAfter: null },
    "GET /manage/v1/payouts/pay_1": found.answer,
  };
  await show(<PayoutsTab tabs={null} />, { at: "/payouts?payout=pay_1&status=REQUESTED", answers });
  await expect.poll(() => document.querySelector("aside [data-waiting]")).not.toBeNull();
  expect(page.getByText("There is no such payout.").elements()).toHaveLength(0);
  found.give();
  await expect.element(page.getByText("Requested by")).toBeVisible();
});

test.each([
  [404, "NOT_FOUND", "There is no such payout."],
  [403, "FORBIDDEN", "The payout could not be loaded"],
])("a link to one that is not answered says why: %s", async (status, code, words) => {
  const answers = {
    "GET /manage/v1/payouts": { data: [], startsAfter: null },
    "GET /manage/v1/payouts/pay_1": refusal(status, code, "No."),
  };
  await show(<PayoutsTab tabs={null} />, { at: "/payouts?payout=pay_1", answers });
  await expect.element(page.getByText(words)).toBeVisible();
});

test("the operator's people read one of any account", async () => {
  await show(
    <WhoseProvider value="house">
      <PayoutDrawer listed={undefined} onClose={() => undefined} payoutId="pay_1" takeFocus />
    </WhoseProvider>,
    {
      staff: operatorAs("treasurer"),
      answers: {
        "GET /house/v1/payouts/pay_1": payout({ status: "CONFIRMED" }),
        "GET /house/v1/comments": { data: [], people: [] },
      },
    },
  );
  await expect.element(page.getByText("Requested by")).toBeVisible();
});

test.each([
  ["REQUESTED", 0],
  ["APPROVED", 1],
  ["PREPARED", 0],
  ["BROADCAST", 0],
  ["CONFIRMED", 0],
] as const)("the operator takes a payout back while it is approved, and no other: %s", async (status, count) => {
  await drawer({ status });
  await expect.element(page.getByText("Requested by")).toBeVisible();
  expect(page.getByRole("button", { name: "Reject…" }).elements()).toHaveLength(count);
});

test.each([
  ["PREPARED", "file_1", 1],
  ["PREPARED", undefined, 0],
  ["CONFIRMED", "file_1", 0],
] as const)("the operator says what the bank has not executed of its file: %s in %s", async (status, fileId, count) => {
  await drawer({ status, ...(fileId && { fileId }) });
  await expect.element(page.getByText("Requested by")).toBeVisible();
  expect(page.getByRole("button", { name: "Not executed…" }).elements()).toHaveLength(count);
});

test("the operator ends by what was paid what its own transaction has paid in another quantity", async () => {
  const paid = { asset: "USDT", networkType: "tron", quantity: Decimal.from("7"), status: "BROADCAST" } as const;
  await drawer(paid);
  await expect.element(page.getByText("Requested by")).toBeVisible();
  expect(page.getByRole("button", { name: "Paid another quantity…" }).elements()).toHaveLength(0);
  await show(
    <PayoutDrawer
      listed={payout({ ...paid, paidOtherwise: Decimal.from("6.99") })}
      onClose={() => undefined}
      payoutId="pay_1"
      takeFocus
    />,
    {
      staff: operatorAs("treasurer"),
      answers: {
        "GET /house/v1/comments": { data: [], people: [] },
        "POST /house/v1/payouts/pay_1/fail": payout({ ...paid, status: "FAILED" }),
      },
    },
  );
  await page.getByRole("button", { name: "Paid another quantity…" }).click();
  await expect.element(page.getByText(/its destination got 6\.99.USDT Tron/)).toBeVisible();
  await page.getByRole("textbox", { name: "Reason, for the account" }).fill("The token kept some.");
  await page.getByRole("button", { name: "End the payout" }).click();
  await expect.element(page.getByText(/^Payout of 7.USDT Tron ended by what was paid$/)).toBeVisible();
  expect(changes().map(({ path, body }) => [path, body])).toEqual([
    ["/house/v1/payouts/pay_1/fail", '{"note":"The token kept some."}'],
  ]);
});

test.each([
  ["REQUESTED", 1],
  ["APPROVED", 0],
  ["PREPARED", 0],
] as const)("the account cancels what waits, and nothing that may be on its way: %s", async (status, count) => {
  await show(<PayoutDrawer onClose={() => undefined} listed={payout({ status })} payoutId="pay_1" takeFocus />, {
    answers: { "GET /manage/v1/comments": { data: [], people: [] } },
  });
  await expect.element(page.getByText("Requested by")).toBeVisible();
  expect(page.getByRole("button", { name: "Cancel…" }).elements()).toHaveLength(count);
});

// After a restore a person sees what is on hold, why, and can take it back.

test("a payout says why it is on hold since a restore, and the operator can take it back", async () => {
  await drawer({ asset: "BTC", quantity: Decimal.from("0.1"), place: "bc1q", approvedAt: AT, mayHaveLeft: true });
  await expect.element(page.getByText(/Requested before the database was restored/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Reject…" })).toBeVisible();
});

test("so does a move, with the ways that it had", async () => {
  const move: MoveRecord = {
    ...({ moveId: "mov_1", kind: "TO_BANK", from: "venue:kraken", to: "bank:main", asset: "EUR" } as const),
    ...({ quantity: Decimal.from("5"), reference: "MV7K2M9Q4T1X", note: "stock", status: "APPROVED" } as const),
    ...{ cost: Decimal.ZERO, facts: [], createdBy: "staff:Ada", createdAt: AT, updatedAt: AT, mayHaveLeft: true },
  };
  await show(<Moves />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/moves": { data: [move], startsAfter: null },
      "GET /house/v1/comments": { data: [], people: [] },
    },
    at: "/treasury?move=mov_1",
  });
  await expect.element(page.getByText("on hold since the restore")).toBeVisible();
  await expect.element(page.getByText(/so it may have left since. Do not carry it out/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Cancel/ })).toBeVisible();
});
