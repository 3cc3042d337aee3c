import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { requests } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { Needs } from "./needs.tsx";

const HOUR = 3_600_000;
const NOW = Date.now();
const found = (caseId: string, dueAt: number, worth: string) => ({
  caseId,
  kind: "OVERPAID",
  state: "OPEN",
  cause: "More than the bill.",
  causeFacts: {},
  since: NOW - 5 * HOUR,
  dueAt,
  asset: "BTC",
  quantity: Decimal.from("0.001"),
  fiat: "EUR",
  worth: Decimal.from(worth),
});
const first = {
  data: [found("overpaid-1", NOW - 30 * 24 * HOUR, "60.5"), found("overpaid-2", NOW + HOUR, "8000")],
  fiat: "EUR",
};
const summary = { count: 2, mine: 0, nobody: 2, muted: 0, closed: 0, fresh: 0, byKind: [], people: [], mentions: [] };

test("what is due first needs action first, and each says by when, how old it is, whose and what it is worth", async () => {
  await show(<Needs fiat="EUR" />, {
    answers: {
      "GET /manage/v1/cases/first": first,
      "GET /manage/v1/cases/summary": summary,
      "GET /manage/v1/approvals": { data: [], startsAfter: null },
      "GET /house/v1/approvals": { data: [], startsAfter: null },
    },
  });
  const links = page.getByRole("region", { name: "Needs action" }).getByRole("listitem");
  await expect.element(links.nth(0)).toMatchTextContent(/30 d overdue.*5 h.*Unassigned.*60\.50 EUR/);
  await expect.element(links.nth(1)).toMatchTextContent(/(1 h|59 min).*Unassigned.*8 000\.00 EUR/);
  const sent = requests().filter(({ path }) => path === "/manage/v1/cases/first");
  expect(sent.map(({ query }) => [query.get("by"), query.get("limit"), query.get("fiat")])).toContainEqual([
    "due",
    "4",
    "EUR",
  ]);
});

test("whether all are somebody's is not said before it is known", async () => {
  const known = Promise.withResolvers<void>();
  await show(<Needs fiat="EUR" />, {
    answers: {
      "GET /manage/v1/cases/first": first,
      "GET /manage/v1/cases/summary": () => known.promise.then(() => summary),
      "GET /manage/v1/approvals": { data: [], startsAfter: null },
      "GET /house/v1/approvals": { data: [], startsAfter: null },
    },
  });
  const needs = page.getByRole("region", { name: "Needs action" });
  await expect.element(needs.getByRole("listitem").first()).toBeVisible();
  expect(needs.element().textContent).not.toMatch(/all assigned|All \d/);
  known.resolve();
  await expect.element(needs.getByText("2 unassigned", { exact: true })).toBeVisible();
  await expect.element(needs.getByRole("link", { name: "All 2 cases" })).toBeVisible();
});

test("where nothing waits, the way into the inbox counts nothing", async () => {
  await show(<Needs fiat="EUR" />, {
    answers: {
      "GET /manage/v1/cases/first": { data: [], fiat: "EUR" },
      "GET /manage/v1/cases/summary": { ...summary, count: 0, nobody: 0 },
      "GET /manage/v1/approvals": { data: [], startsAfter: null },
      "GET /house/v1/approvals": { data: [], startsAfter: null },
    },
  });
  const needs = page.getByRole("region", { name: "Needs action" });
  await expect.element(needs.getByText("All clear", { exact: true })).toBeVisible();
  await expect.element(needs.getByRole("link", { name: "All cases", exact: true })).toBeVisible();
});
