import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { SettlementRecord } from "#lib/settlements/contract.ts";
import { SettlementDrawer } from "./settlement-drawer.tsx";
import { SettlementsTab } from "./settlements-tab.tsx";

const of = (text: string) => Decimal.from(text);
const AT = Date.parse("2026-11-21T00:00:00Z");
const idOf = (at: number) => `019a8f3c-8c1e-7abc-8def-${String(at).padStart(12, "0")}`;

/** Every figure of it is another one, so that none can stand for another. */
const settlement = (at: number, changes: Partial<SettlementRecord> = {}): SettlementRecord => ({
  settlementId: idOf(at),
  reference: `S-EUR-20261120-${at}`,
  username: "acme",
  currency: "EUR",
  status: "DUE",
  zone: "UTC",
  from: AT - 86_400_000,
  to: AT,
  opening: of("1000.01"),
  closing: of("426.82"),
  movements: 3,
  byKind: [
    { kind: "CONVERTED", amount: of("218.8"), count: 2 },
    { kind: "PAID_OUT", amount: of("-791.99"), count: 1 },
  ],
  fees: [
    { kind: "SPREAD", asset: "EUR", amount: of("2.29"), count: 2 },
    { kind: "TRANSACTION", asset: "USDT", networkType: "tron", amount: of("0.5"), count: 4 },
  ],
  reserve: of("22.69"),
  awaited: of("31.07"),
  due: of("373.06"),
  askAt: AT + 86_400_000,
  paidOut: of("300.5"),
  at: AT,
  ...changes,
});

/** What stands beside a name in a list of facts. */
const fact = (name: string): string | undefined =>
  [...document.querySelectorAll("dt")]
    .find((one) => one.textContent === name)
    ?.nextElementSibling?.textContent?.replaceAll(/\s/gu, " ")
    .trim();

test("why nothing is due stands in the settlement, also on a phone, whose title has no room for it", async () => {
  const none = settlement(1, { status: "NONE", due: of("0"), withheld: "MINIMUM" });
  await show(<SettlementDrawer onClose={() => undefined} listed={none} settlementId={idOf(1)} takeFocus />);
  await expect.poll(() => fact("Status")).toBe("Nothing duebelow the minimum");
});

test("each figure of a settlement's statement stands beside its own name, and each fee in its own asset", async () => {
  await show(<SettlementDrawer onClose={() => undefined} listed={settlement(1)} settlementId={idOf(1)} takeFocus />);
  await expect.poll(() => fact("Opening")).toBe("1 000.01 EUR");
  expect(fact("Converted (2)")).toBe("+218.80 EUR");
  expect(fact("Paid out (1)")).toBe("−791.99 EUR");
  expect(fact("Closing")).toBe("426.82 EUR");
  expect(fact("Reserve")).toBe("22.69 EUR");
  expect(fact("Due before, not paid yet")).toBe("31.07 EUR");
  expect(fact("Due")).toBe("373.06 EUR");
  expect(fact("Paid out")).toBe("300.50 EUR");
  expect(fact("Spread (2)")).toBe("2.29 EUR");
  expect(fact("Transaction fee (4)")).toBe("0.500000 USDT Tron");
});

test("a figure of the statement opens the movements that it is the sum of, each with what caused it", async () => {
  const movement = (at: number, amount: string, more: object) => ({
    ...{ at: AT - at * 60_000, kind: "CONVERTED", transactionId: idOf(900 + at), event: "deposit.sold" },
    ...{ amount: of(amount), ...more },
  });
  await show(<SettlementDrawer onClose={() => undefined} listed={settlement(1)} settlementId={idOf(1)} takeFocus />, {
    answers: {
      [`GET /manage/v1/settlements/${idOf(1)}/movements`]: ({ query }: { query: URLSearchParams }) => ({
        data:
          query.get("kind") === "CONVERTED"
            ? [
                movement(1, "118.8", { paymentId: idOf(71), subaccount: "shop-1" }),
                movement(2, "100", { paymentId: idOf(72), subaccount: "shop-2" }),
              ]
            : [],
        startsAfter: null,
      }),
    },
  });
  const opener = page.getByRole("button", { name: "Converted (2)" });
  await opener.click();
  const rows = () =>
    page
      .getByRole("table", { name: "Converted (2)" })
      .getByRole("row")
      .elements()
      .slice(1)
      .map(({ textContent }) => textContent?.replaceAll(/\s+/gu, " ").trim());
  await expect.poll(rows).toHaveLength(2);
  expect(rows()[0]).toMatch(/Payment.*000071.*shop-1.*\+118\.80/);
  expect(
    page
      .getByRole("link", { name: /000071/ })
      .element()
      .getAttribute("href"),
  ).toContain(idOf(71));
  await opener.click();
  await expect.poll(() => page.getByRole("table").elements().length).toBe(0);
});

test("nothing awaited, and a payout of what is due, are no figures of their own", async () => {
  const record = settlement(1, { awaited: of("0"), paidOut: of("373.06") });
  await show(<SettlementDrawer onClose={() => undefined} listed={record} settlementId={idOf(1)} takeFocus />);
  await expect.poll(() => fact("Due")).toBe("373.06 EUR");
  expect([fact("Due before, not paid yet"), fact("Paid out")]).toEqual([undefined, undefined]);
});

test("a link opens a settlement that the list leaves out", async () => {
  const answers = {
    "GET /manage/v1/settlements": { data: [], startsAfter: null },
    [`GET /manage/v1/settlements/${idOf(1)}`]: settlement(1),
    "GET /manage/v1/comments": { data: [], people: [] },
  };
  await show(<SettlementsTab tabs={null} />, { at: `/settlements?settlement=${idOf(1)}&status=PAID`, answers });
  await expect.poll(() => fact("Closing")).toBe("426.82 EUR");
});

test("the list tells of each what closed and what is due, and sums by currency what is due or requested alone", async () => {
  const rows = [
    settlement(1, { due: of("373.06") }),
    settlement(2, { status: "ASKED", due: of("100.5"), closing: of("200") }),
    settlement(3, { status: "PAID", due: of("7000") }),
    settlement(4, { status: "RETURNED", due: of("800") }),
    settlement(5, { status: "LAPSED", due: of("900") }),
    settlement(6, { status: "NONE", due: of("0"), withheld: "MINIMUM" }),
    settlement(7, { currency: "JPY", due: of("1200"), closing: of("5000") }),
  ];
  const answers = { "GET /manage/v1/settlements": { data: rows, startsAfter: null } };
  await show(<SettlementsTab tabs={null} />, { at: "/settlements", answers });
  const row = page.getByRole("row").filter({ hasText: "S-EUR-20261120-2" });
  await expect.element(row).toMatchTextContent(/200\.00.*100\.50/);
  const foot = () => document.querySelector("main")?.textContent?.replaceAll(/\s/gu, " ") ?? "";
  await expect.poll(foot).toMatch(/Due or requested.*473\.56 EUR/);
  expect(foot()).toMatch(/Due or requested.*1 200 JPY/);
});

test("a list that its filters leave empty says so and lifts them; only an account without any is told what it needs", async () => {
  const answers = { "GET /manage/v1/settlements": { data: [], startsAfter: null } };
  await show(<SettlementsTab tabs={null} />, { at: "/settlements?status=DUE", answers });
  await expect.element(page.getByText("Nothing matches these filters")).toBeVisible();
  await expect.element(page.getByText(/^Settlements begin/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect.element(page.getByText(/^Settlements begin/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Open terms" })).toHaveAttribute("href", "?tab=terms");
});
