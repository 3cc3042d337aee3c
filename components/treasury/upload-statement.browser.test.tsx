import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { awaited, changes, refusal } from "#e2e/stage/server.ts";
import { operatorAs } from "#e2e/stage/staff.ts";
import { show } from "#e2e/stage/stage.tsx";
import type { MappingRecord } from "#lib/bank/contract.ts";
import { BankStatements } from "./bank-statements.tsx";

const MAPPING: MappingRecord = {
  mappingId: "map_1",
  place: "bank:main",
  currency: "GBP",
  version: 1,
  mapping: {},
  madeBy: "staff:Ada",
  madeAt: Date.parse("2026-11-21T12:00:00Z"),
};

test("a refused file says the line and what is wrong with it, in words of the page", async () => {
  const failure = { code: "BAD_AMOUNT", line: 2, value: "1,OO", expected: "GBP" };
  const errors = [{ field: "content", message: "Line 2: 1,OO is not …" }];
  await show(<BankStatements />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/bank/mappings": { data: [MAPPING] },
      "GET /house/v1/approvals": { data: [] },
      "POST /house/v1/bank/statements": refusal(400, "VALIDATION_FAILED", "Line 2: …", { errors, line: 2, failure }),
    },
  });
  await page.getByRole("button", { name: "Upload statement…" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("File", { exact: true }).upload(new File(["Day;Amount\n23.11.2026;1,OO\n"], "gbp.csv"));
  await form.getByRole("button", { name: "Upload statement" }).click();
  await expect
    .element(form.getByRole("alert"))
    .toMatchTextContent("Line 2: 1,OO is not a valid amount in GBP. Nothing of the file is booked");
});

test("a file goes to the account that the form shows, though the accounts came after the form", async () => {
  const mappings = awaited({ data: [MAPPING] });
  await show(<BankStatements />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/bank/mappings": mappings.answer,
      "GET /house/v1/approvals": { data: [] },
      "POST /house/v1/bank/statements": { data: [] },
    },
  });
  await page.getByRole("button", { name: "Upload statement…" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("File", { exact: true }).upload(new File(["Day;Amount\n23.11.2026;1,00\n"], "gbp.csv"));
  await expect.element(form.getByText("No account has a CSV mapping. Set one first.")).toBeVisible();
  mappings.give();
  await expect.element(form.getByRole("option", { name: "bank:main GBP" })).toBeInTheDocument();
  await form.getByRole("button", { name: "Upload statement" }).click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toMatchObject([{ fileName: "gbp.csv", place: "bank:main", currency: "GBP" }]);
});

test("XML goes as its bytes, in whichever encoding, and to no account that is chosen", async () => {
  await show(<BankStatements />, {
    staff: operatorAs("treasurer"),
    answers: {
      "GET /house/v1/bank/mappings": { data: [MAPPING] },
      "GET /house/v1/approvals": { data: [] },
      "POST /house/v1/bank/statements": { data: [] },
    },
  });
  const text = '<?xml version="1.0" encoding="UTF-16"?><Document/>';
  const bytes = Uint8Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0) & 0xff);
  const wide = Uint8Array.from([...bytes].flatMap((byte, nth) => (nth === 0 ? [0xff, 0xfe] : [byte, 0])));
  await page.getByRole("button", { name: "Upload statement…" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabelText("File", { exact: true }).upload(new File([wide], "camt.xml"));
  await form.getByRole("button", { name: "Upload statement" }).click();
  const content = btoa(String.fromCharCode(...wide));
  await expect.poll(() => changes().map(({ body }) => JSON.parse(body))).toEqual([{ fileName: "camt.xml", content }]);
});
