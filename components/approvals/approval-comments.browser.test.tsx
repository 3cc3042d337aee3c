import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { changes } from "#e2e/stage/server.ts";
import { ApprovalsTab } from "./approvals-tab.tsx";

const approvalId = "019a8f3c-8c1e-7abc-8def-0123456789ab";
const AT = `/approvals?approval=${approvalId}`;
const ben = { userId: "u1", name: "Ben" };
const approval = {
  approvalId,
  what: "payout",
  decides: "house",
  status: "PENDING",
  account: "acme",
  payout: { asset: "EUR", quantity: 380, reference: "PO-313", beneficiary: "Fern", place: "DE89370400440532013000" },
  askedBy: "staff:Grace",
  askedAt: Date.parse("2026-11-21T12:00:00Z"),
  expiresAt: Date.parse("2126-11-22T12:00:00Z"),
  yours: false,
  needs: 1,
};
const entry = (entryId: string, detail: string, mentions: object[] = []) => ({
  entryId,
  at: Date.parse("2026-11-21T12:00:00Z"),
  actor: "staff:Grace",
  action: "NOTED",
  detail,
  withdrawn: false,
  mentions,
});
const list = { data: [approval], startsAfter: null };

/** Comments of one side, as its API keeps them. */
function commented(of: "manage" | "house") {
  const data = [entry("e1", "Compared with the invoice.")];
  return {
    [`GET /${of}/v1/comments`]: () => ({ data, people: [ben] }),
    [`POST /${of}/v1/comments`]: ({ body }: { body: string }) => {
      data.push(entry("e2", (JSON.parse(body) as { note: string }).note, [ben]));
      return { data, people: [ben] };
    },
  };
}

async function write() {
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Compared with the invoice.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Comment" }).fill("@Ben is this ours?");
  await dialog.getByRole("button", { name: "Add comment" }).click();
  await expect.element(dialog.getByText(/is this ours/)).toBeVisible();
}
const note = { kind: "APPROVAL", objectId: approvalId, note: "@Ben is this ours?", mentions: ["u1"] };

test("an account's people read and write comments on what waits, beside the decision and without deciding", async () => {
  await show(<ApprovalsTab />, { at: AT, answers: { "GET /manage/v1/approvals": list, ...commented("manage") } });
  await write();
  expect(changes().map(({ path, body }) => ({ path, body: JSON.parse(body) as unknown }))).toEqual([
    { path: "/manage/v1/comments", body: note },
  ]);
});

test("who decides for the operator writes in the operator's own record", async () => {
  const account = { id: "acc_1", name: "acme", role: "admin" as const };
  const house = { id: "house", name: "house", role: "admin" as const };
  const staff = { userId: "u2", name: "Ada", email: "ada@example.com", accounts: [account], house };
  const answers = { "GET /manage/v1/approvals": list, "GET /house/v1/approvals": list, ...commented("house") };
  await show(<ApprovalsTab />, { at: AT, staff, answers });
  await write();
  expect(changes().map(({ path, body }) => ({ path, body: JSON.parse(body) as unknown }))).toEqual([
    { path: "/house/v1/comments", body: note },
  ]);
});

test("who may only look reads them and has no field", async () => {
  const answers = { "GET /manage/v1/approvals": list, ...commented("manage") };
  await show(<ApprovalsTab />, { at: AT, role: "viewer", answers });
  await expect.element(page.getByRole("dialog").getByText("Compared with the invoice.")).toBeVisible();
  expect(page.getByRole("textbox").elements()).toEqual([]);
});
