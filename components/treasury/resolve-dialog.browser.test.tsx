import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Answers, awaited, changes, refusal } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import type { CaseKind } from "#lib/cases/case-kinds.ts";
import { treasuryText } from "#lib/i18n/treasury.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { resolutionsOf } from "./resolutions-of.ts";

const AT = Date.parse("2026-11-23T12:00:00Z");
const move = (moveId: string, more: object) => ({
  moveId,
  kind: "GAS",
  status: "APPROVED",
  from: "custody:eth",
  to: "custody:eth",
  asset: "ETH",
  quantity: Decimal.from("0.01"),
  reference: `MV${moveId}`,
  note: "x",
  createdBy: "staff:Ada",
  createdAt: AT,
  updatedAt: AT,
  facts: [],
  cost: Decimal.ZERO,
  ...more,
});
const MOVES = [
  move("OFGAS", {}),
  move("CANCELLED", { status: "CANCELLED" }),
  move("GONE", { kind: "TO_VENUE", to: "venue:kraken", asset: "USDC", networkType: "eth", status: "SENT" }),
  move("ELSEWHERE", { kind: "TO_VENUE", to: "venue:kraken", asset: "BTC", status: "SENT" }),
  move("OFTOKENS", { kind: "TO_VENUE", to: "venue:kraken", asset: "USDC", networkType: "eth" }),
];
const shown = (gas: boolean, kind: CaseKind = "UNKNOWN_SPEND", more: Answers = {}) => {
  const causeFacts = gas ? { gas, own: true, left: false } : { left: true };
  return show(
    <ResolveDialog
      asset={gas ? "ETH" : "USDC"}
      gas={gas}
      kinds={resolutionsOf({ kind, asset: undefined, causeFacts })}
      onClose={() => undefined}
      quantity={Decimal.from("1200.010000")}
      subjectId="seen"
    />,
    {
      staff: operatorAs("treasurer"),
      answers: {
        "GET /house/v1/moves": { data: MOVES, startsAfter: null },
        "POST /house/v1/resolutions": {
          ...{ resolutionId: "res_1", kind: "LINK", subject: "GAS", subjectId: "seen", asset: "ETH" },
          ...{ quantity: Decimal.from("0.01"), reference: "0xaa", moveId: "OFGAS", note: "y" },
          ...{ resolvedBy: "staff:Grace", resolvedAt: AT },
        },
        ...more,
      },
    },
  );
};
const dialog = page.getByRole("dialog");
const valuesOf = (name: string) =>
  [...(dialog.getByRole("combobox", { name }).element() as HTMLSelectElement).options].map(({ value }) => value);

test("ether of ours that went to another account of ours is linked to a move of ether, and to nothing else", async () => {
  await shown(true);
  await expect.poll(() => valuesOf("Move")).toEqual(["", "OFGAS"]);
  expect(valuesOf("What it was")).toEqual(["LINK"]);
  await dialog.getByRole("combobox", { name: "Move" }).selectOptions("OFGAS");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("y");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ kind: "LINK", subjectId: "seen", moveId: "OFGAS", note: "y" }]);
});

test("that no move fits is not claimed while they are read", async () => {
  const { answer, give } = awaited({ data: [], startsAfter: null });
  await shown(true, "UNKNOWN_SPEND", { "GET /house/v1/moves": answer });
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toBeVisible();
  expect(dialog.getByRole("combobox", { name: "Move" }).elements()).toEqual([]);
  expect(dialog.getByText(treasuryText.resolve.noGas).elements()).toEqual([]);
  give();
  await expect.element(dialog.getByText(treasuryText.resolve.noGas)).toBeVisible();
});

test("nor when they could not be read", async () => {
  await shown(true, "UNKNOWN_SPEND", { "GET /house/v1/moves": refusal(403, "FORBIDDEN", "not yours") });
  await expect.element(dialog.getByRole("alert").getByText("not yours")).toBeVisible();
  expect(dialog.getByText(treasuryText.resolve.noGas).elements()).toEqual([]);
});

test("tokens are no move of ether; what went to others may be lost as well, and gas of no value is nothing's", async () => {
  await shown(false);
  await expect.poll(() => valuesOf("Move")).toEqual(["", "OFTOKENS"]);
  const text = dialog.element().textContent.replace(/\s/g, " ");
  expect(text).toContain("The whole 1 200.01 USDC is booked as you say");
  await expect.element(dialog.getByText("The person who requested the move cannot link it.")).toBeVisible();
  expect(valuesOf("What it was")).toEqual(["LINK", "WRITE_OFF"]);
  const of = (causeFacts: object) => resolutionsOf({ kind: "UNKNOWN_SPEND", asset: undefined, causeFacts });
  expect(of({ gas: true, own: false, left: true, txHash: "ab" })).toEqual(["LINK", "WRITE_OFF"]);
  // What a contract's code has moved is no transaction that could have been a move.
  expect(of({ gas: true, own: false, left: true })).toEqual(["WRITE_OFF"]);
  expect(of({ gas: true, own: false, left: false })).toEqual([]);
});

test("what came back is a move of its asset that has left; what never arrives is written off as the move's case", async () => {
  await shown(false, "UNKNOWN_DEPOSIT");
  await expect.poll(() => valuesOf("What it was")).toEqual(["OWN", "RETURN"]);
  await dialog.getByRole("combobox", { name: "What it was" }).selectOptions("RETURN");
  await expect.poll(() => valuesOf("Move")).toEqual(["", "GONE"]);
  await dialog.getByRole("combobox", { name: "Move" }).selectOptions("GONE");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("y");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ kind: "RETURN", subjectId: "seen", moveId: "GONE", note: "y" }]);
  const causeFacts = { address: "custody:eth", booked: true };
  expect(resolutionsOf({ kind: "NOT_PAID", asset: "USDC", causeFacts })).toEqual(["WRITE_OFF"]);
  expect(resolutionsOf({ kind: "NOT_PAID", asset: "USDC", causeFacts: { booked: true } })).toEqual([]);
  const spent = { txHash: "f".repeat(64), spent: true };
  expect(resolutionsOf({ kind: "NOT_PAID", asset: "USDC", causeFacts: spent })).toEqual(["VOID"]);
  // What was recorded as made by a bank; what arrived first, by a bank and by a chain; what waits to leave.
  const of = (facts: object) => resolutionsOf({ kind: "NOT_PAID", asset: "EUR", causeFacts: facts });
  expect([of({ booked: true }), of({}), of({ left: true })]).toEqual([["VOID"], [], []]);
  const early = { address: "venue:kraken", to: "bank:main" };
  expect([of(early), of({ ...early, to: "custody:eth" }), of({ ...early, waiting: 5 })]).toEqual([
    ["VOID"],
    ["VOID"],
    [],
  ]);
});
