import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Answers, awaited, changes, waiting } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { BankLines } from "./bank-lines.tsx";

const ZERO = Decimal.ZERO;
const AT = Date.parse("2026-11-23T12:00:00Z");
const line = (lineId: string, more: object) => ({
  lineId,
  place: "bank:main",
  currency: "GBP",
  side: "CREDIT",
  amount: Decimal.from("251.5"),
  reference: lineId,
  bookedAt: AT,
  belongsTo: "NOBODY",
  ...more,
});
const pays = (id: "moveId" | "payoutId") => ({ amount: Decimal.from("1"), [id]: "an-id" });
const LINES = [
  line("came", {}),
  line("went", { side: "DEBIT", amount: Decimal.from("3.75") }),
  line("given", { resolved: "ASSIGN" }),
  line("single", { belongsTo: "PARTS", parts: [pays("payoutId")] }),
  line("pair", { belongsTo: "PARTS", parts: [pays("payoutId"), pays("payoutId")] }),
  line("voided", {
    belongsTo: "PARTS",
    counterparty: "Kraken",
    parts: [
      pays("moveId"),
      { amount: Decimal.from("31"), lineId: "part_1" },
      { amount: Decimal.from("37"), lineId: "part_2", resolved: "OWN" },
    ],
  }),
  line("mixed", { belongsTo: "PARTS", parts: [pays("payoutId"), pays("moveId"), pays("payoutId")] }),
];

const shown = (role: "treasurer" | "viewer", more: Answers = {}) =>
  show(<BankLines />, {
    staff: operatorAs(role),
    answers: {
      "GET /house/v1/bank/lines": { data: LINES, startsAfter: null },
      "GET /house/v1/moves": { data: [], startsAfter: null },
      "GET /house/v1/owners": {
        ...{
          in: "EUR",
          total: ZERO,
          owedTotal: ZERO,
          unassignedTotal: ZERO,
          ownTotal: ZERO,
          unpriced: [],
          data: [],
          places: [],
        },
      },
      "POST /house/v1/resolutions": {
        resolutionId: "res_1",
        kind: "ASSIGN",
        subject: "LINE",
        subjectId: "came",
        asset: "GBP",
        quantity: Decimal.from("251.5"),
        reference: "came",
        account: "demo",
        note: "by its letter",
        resolvedBy: "staff:Hugo",
        resolvedAt: AT,
      },
      ...more,
    },
  });
const rowOf = (text: string) => page.getByRole("row").filter({ hasText: text });

test("a line of nobody is resolved beside its row, by what its side allows; one that was resolved says as what and offers nothing", async () => {
  await shown("treasurer");
  await expect.element(rowOf("given").getByText("Assigned to an account")).toBeVisible();
  expect(rowOf("given").getByRole("button").elements()).toHaveLength(0);
  const kinds = page.getByRole("dialog").getByRole("option");
  await rowOf("went").getByRole("button", { name: "Resolve…" }).click();
  await expect.poll(() => kinds.elements().map((one) => one.getAttribute("value"))).toEqual(["WRITE_OFF"]);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await rowOf("came").getByRole("button", { name: "Resolve…" }).click();
  await expect
    .poll(() => kinds.elements().map((one) => one.getAttribute("value")))
    .toEqual(["ASSIGN", "OWN", "RETURN"]);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Account" }).fill("demo");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("by its letter");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ kind: "ASSIGN", subjectId: "came", account: "demo", note: "by its letter" }]);
});

test("a line that pays several says how many of what, and one that pays a single payout says so", async () => {
  await shown("treasurer");
  await expect.element(rowOf("single").getByText("Payout", { exact: true })).toBeVisible();
  await expect.element(rowOf("pair").getByText("2 payouts", { exact: true })).toBeVisible();
  await expect.element(rowOf("mixed").getByText("Move, 2 payouts", { exact: true })).toBeVisible();
});

test("a part of a line that is nobody's is a row of its own, linked and resolved by itself", async () => {
  await shown("treasurer", {
    "GET /house/v1/moves": { data: [{ ...MOVE, to: "bank:main", from: undefined }], startsAfter: null },
    "POST /house/v1/bank/lines/part_1/link": line("voided", {}),
  });
  const whole = rowOf("251.50").filter({ hasText: "Kraken" });
  await expect.element(whole.getByText("Move", { exact: true })).toBeVisible();
  expect(whole.getByRole("button").elements()).toHaveLength(0);
  await expect.element(rowOf("37.00").getByText("Operator capital")).toBeVisible();
  expect(rowOf("37.00").getByRole("button").elements()).toHaveLength(0);
  const part = rowOf("31.00");
  await expect.element(part.getByText("Unassigned")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await part.getByRole("button", { name: "Resolve…" }).click();
  await expect.element(dialog).toMatchTextContent(/31\.00.GBP/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await part.getByRole("button", { name: "Link…" }).click();
  await expect.element(dialog).toMatchTextContent(/31\.00.GBP, Kraken/);
  await expect.poll(() => dialog.getByRole("option").elements().length).toBe(1);
  await dialog.getByRole("combobox").selectOptions("mov_1");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("the bank says so");
  await dialog.getByRole("button", { name: "Link line" }).click();
  await expect
    .poll(() => changes().map(({ path, body }) => [path, JSON.parse(body)]))
    .toEqual([["/house/v1/bank/lines/part_1/link", { moveId: "mov_1", note: "the bank says so" }]]);
});

test("who may not move money of the house is offered nothing", async () => {
  await shown("viewer");
  await expect.element(rowOf("given").getByText("Assigned to an account")).toBeVisible();
  expect(page.getByRole("row").getByRole("button").elements()).toHaveLength(0);
});

test("what the bank has credited is above zero, what it has taken below, in its row and where it is linked", async () => {
  await shown("treasurer");
  await expect.element(rowOf("came")).toMatchTextContent(/\+251\.50.GBP/);
  await expect.element(rowOf("went")).toMatchTextContent(/−3\.75.GBP/);
  await rowOf("went").getByRole("button", { name: "Link…" }).click();
  await expect.element(page.getByRole("dialog")).toMatchTextContent(/−3\.75.GBP/);
});

const MOVE = {
  ...{ moveId: "mov_1", kind: "CORRECTION", from: "bank:main", status: "APPROVED", reference: "MV1" },
  ...{ asset: "GBP", quantity: Decimal.from("3.75"), cost: ZERO, facts: [], note: "fee", createdBy: "staff:Ada" },
  ...{ createdAt: AT, updatedAt: AT },
};

test("before the moves are there none is said not to fit; then the one that fits is chosen", async () => {
  const { answer, give } = awaited({ data: [MOVE], startsAfter: null });
  await shown("treasurer", { "GET /house/v1/moves": answer });
  const dialog = page.getByRole("dialog");
  await rowOf("went").getByRole("button", { name: "Link…" }).click();
  await expect.element(dialog).toMatchTextContent(/−3\.75.GBP/);
  expect(dialog.getByText("fits").elements()).toEqual([]);
  expect(dialog.getByRole("combobox").elements()).toEqual([]);
  give();
  await expect.element(dialog.getByRole("combobox")).toHaveValue("mov_1");
  expect(dialog.getByRole("option").elements()).toHaveLength(1);
});

test("a link that needs a second person waits for one, and is not called done", async () => {
  await shown("treasurer", {
    "GET /house/v1/moves": { data: [MOVE], startsAfter: null },
    "POST /house/v1/bank/lines/went/link": waiting("link"),
  });
  await rowOf("went").getByRole("button", { name: "Link…" }).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByRole("option").elements().length).toBe(1);
  await dialog.getByRole("combobox").selectOptions("mov_1");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("the bank's fee");
  await dialog.getByRole("button", { name: "Link line" }).click();
  await expect.element(page.getByText("The link: awaiting approval")).toBeVisible();
  expect(page.getByText("The line is linked").elements()).toEqual([]);
});
