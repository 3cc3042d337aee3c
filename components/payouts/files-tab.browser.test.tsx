import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { changes, requests } from "#e2e/stage/server.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { FilesTab } from "./files-tab.tsx";

const fileId = "019a8f3c-8c1e-7abc-8def-0123456789ab";
const file = {
  fileId,
  bank: "main",
  currency: "EUR",
  format: "pain.001.001.09",
  messageId: fileId.replaceAll("-", ""),
  payouts: 2,
  total: Decimal.from("915.5"),
  sha256: "ab".repeat(32),
  madeBy: "staff:Hugo",
  madeAt: Date.parse("2026-11-21T12:00:00Z"),
};
const ben = { userId: "u1", name: "Ben" };
const entry = (entryId: string, detail: string) => ({
  entryId,
  at: Date.parse("2026-11-21T12:05:00Z"),
  actor: "staff:Hugo",
  action: "NOTED",
  detail,
  withdrawn: false,
});
const house = { id: "house", name: "house", role: "treasurer" as const };
const staff = { userId: "u2", name: "Ada", email: "ada@example.com", accounts: [], house };

test("the operator's people open a bank file's comments from its row, write one, and close them again", async () => {
  const data = [entry("e1", "Uploaded at nine.")];
  const answers = {
    "GET /house/v1/lost-hours": { data: [] },
    "GET /house/v1/payouts/files": { data: [file] },
    "GET /house/v1/comments": () => ({ data, people: [ben] }),
    "POST /house/v1/comments": ({ body }: { body: string }) => {
      data.push(entry("e2", (JSON.parse(body) as { note: string }).note));
      return { data, people: [ben] };
    },
  };
  await show(<FilesTab />, { at: "/payouts?tab=files", staff, answers });
  const button = page.getByRole("button", { name: "Comments" });
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
  expect(requests().some(({ path }) => path === "/house/v1/comments")).toBe(false);
  await button.click();
  const comments = page.getByRole("region", { name: "Comments" });
  await expect.element(comments.getByText("Uploaded at nine.")).toBeVisible();
  expect(new URLSearchParams(location.search).get("file")).toBe(fileId);
  await comments.getByRole("textbox", { name: "Comment" }).fill("@Ben the bank confirmed it");
  await comments.getByRole("button", { name: "Add comment" }).click();
  await expect.element(comments.getByText(/the bank confirmed it/)).toBeVisible();
  expect(changes().map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ["/house/v1/comments", { kind: "BATCH", objectId: fileId, note: "@Ben the bank confirmed it", mentions: ["u1"] }],
  ]);
  await button.click();
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
  expect(comments.elements()).toEqual([]);
});

test("a file is made only with its payouts, their number and their sum in view", async () => {
  const approved = (payoutId: string, quantity: string, beneficiary: string) => ({
    ...{ payoutId, kind: "PAYOUT", status: "APPROVED", username: "acme", asset: "EUR", beneficiary },
    ...{ quantity: Decimal.from(quantity), reference: payoutId, askedBy: "staff:Ada", at: file.madeAt },
  });
  const answers = {
    "GET /house/v1/lost-hours": { data: [] },
    "GET /house/v1/payouts/files": { data: [] },
    "GET /house/v1/payouts": ({ query }: { query: URLSearchParams }) => ({
      data:
        query.get("status") === "APPROVED" && query.get("asset") === "EUR"
          ? [approved("p1", "595.5", "Acme Bank"), approved("p2", "300", "Widgets")]
          : [],
      startsAfter: null,
    }),
    "POST /house/v1/payouts/files": file,
  };
  await show(<FilesTab />, { at: "/payouts?tab=files", staff, answers });
  await page.getByRole("button", { name: "Create file…" }).click();
  const dialog = page.getByRole("dialog");
  const make = dialog.getByRole("button", { name: /^Create file/ });
  await expect.element(make).toMatchTextContent(/^Create file: 2 payouts, 895\.50.EUR$/);
  await expect
    .element(dialog.getByRole("region", { name: "Approved payouts" }))
    .toMatchTextContent(/Acme Bank.*595\.50 EUR.*Widgets.*300\.00 EUR/);
  const currency = dialog.getByRole("combobox", { name: "Currency" });
  await currency.selectOptions("USD");
  await expect.element(dialog.getByText("No approved payouts in USD.")).toBeVisible();
  await expect.element(make).toHaveAttribute("aria-disabled", "true");
  expect(changes()).toEqual([]);
  await currency.selectOptions("EUR");
  await make.click();
  await expect
    .poll(() => changes().map(({ body }) => JSON.parse(body)))
    .toEqual([{ currency: "EUR", bank: "main", format: "pain.001.001.09" }]);
});

test("a link to a file opens its comments; who may only look has no field", async () => {
  const viewer = { ...staff, house: { ...house, role: "viewer" as const } };
  const answers = {
    "GET /house/v1/lost-hours": { data: [] },
    "GET /house/v1/payouts/files": { data: [file] },
    "GET /house/v1/comments": { data: [entry("e1", "Uploaded at nine.")], people: [] },
  };
  await show(<FilesTab />, { at: `/payouts?tab=files&file=${fileId}`, staff: viewer, answers });
  await expect.element(page.getByText("Uploaded at nine.")).toBeVisible();
  expect(page.getByRole("textbox").elements()).toEqual([]);
});
