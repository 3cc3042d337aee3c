import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changes } from "#e2e/stage/server.ts";
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
const LINES = [
  line("came", {}),
  line("went", { side: "DEBIT", amount: Decimal.from("3.75") }),
  line("given", { resolved: "ASSIGN" }),
];

const shown = (role: "treasurer" | "viewer") =>
  show(<BankLines />, {
    staff: operatorAs(role),
    answers: {
      "GET /house/v1/bank/lines": { data: LINES, startsAfter: null },
      "GET /house/v1/moves": { data: [], startsAfter: null },
      "GET /house/v1/owners": {
        ...{ in: "EUR", total: ZERO, owedTotal: ZERO, unassignedTotal: ZERO, ownTotal: ZERO, unpriced: [], data: [] },
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
  await expect.poll(() => kinds.elements().map((one) => one.getAttribute("value"))).toEqual(["ASSIGN", "OWN"]);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Account" }).fill("demo");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("by its letter");
  await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ kind: "ASSIGN", subjectId: "came", account: "demo", note: "by its letter" }]);
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
