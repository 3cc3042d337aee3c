import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { awaited } from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import { CustomerPage } from "#components/customers/customer-page.tsx";
import { CustomersPage } from "#components/customers/customers-page.tsx";
import { LedgerPage } from "#components/ledger/ledger-page.tsx";
import { OverviewPage } from "#components/overview/overview-page.tsx";
import { TreasuryPage } from "#components/treasury/treasury-page.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";

const of = (text: string) => Decimal.from(text);
const NOTHING = { pending: of("0"), locked: of("0"), reserved: of("0"), owed: of("0") };
const FLOW = { in: of("0"), out: of("0"), fees: of("0") };
const PLACE = { place: "bank:main", kind: "BANK", asset: "EUR", rate: of("1"), rateTime: 0 };
const NONE = { count: 0, value: of("0") };
const LIST = { data: [], startsAfter: null };
const AT = "2026-11-21T12:00:00.000Z";
const SPAN = { startTime: 0, endTime: 1, unpriced: [], customers: [] };

/** What else the pages ask. */
const ASIDE = {
  "GET /manage/v1/views": { data: [] },
  "GET /manage/v1/approvals": LIST,
  "GET /house/v1/approvals": LIST,
  "GET /manage/v1/statement": LIST,
  "GET /payment/v1/payment": LIST,
  "GET /manage/v1/cases/summary": { count: 0, nobody: 0, mine: 0, due: 0, byKind: [], people: [] },
};

/** What each path answers in a currency, of which every figure is one sum. */
const FIGURES: Readonly<Record<string, (fiat: string, sum: Decimal) => object>> = {
  "GET /manage/v1/balances": (fiat, sum) => ({
    ...{ in: fiat, total: sum, unpriced: [] },
    data: [{ ...NOTHING, asset: "EUR", available: sum, holding: sum, rate: of("1"), rateTime: 0, value: sum }],
  }),
  "GET /manage/v1/balances/movement": (fiat, sum) => ({
    ...{ ...SPAN, in: fiat, total: sum },
    data: [{ ...FLOW, asset: "EUR", opening: sum, closing: sum, value: sum }],
  }),
  "GET /manage/v1/balances/history": (fiat, sum) => ({
    in: fiat,
    days: [{ day: "2026-11-20", at: 0, total: sum, unpriced: [], data: [] }],
  }),
  "GET /manage/v1/outcomes": (fiat, sum) => ({
    ...{ in: fiat, startTime: 0, endTime: 1, unpriced: [], expiring: [], outcomes: [] },
    created: { count: 1, value: sum },
  }),
  "GET /manage/v1/overview": (fiat) => ({
    ...{ at: Date.now(), fiat, prices: [], rates: [], limits: [], connections: { worker: true, chains: [] } },
    facts: { open: [], ending: { count: 0 }, unconverted: [], volume: [], activity: [] },
  }),
  "GET /manage/v1/performance": (fiat, sum) => ({
    ...{ at: Date.now(), fiat, unpriced: [], deliveries: [] },
    conversions: [
      {
        ...{ day: new Date().toISOString().slice(0, 10), count: 1, sold: sum, result: sum, spread: sum },
        ...{ slippage: of("0"), venueFees: of("0"), slippageMedian: of("0"), slippageHigh: of("0") },
      },
    ],
  }),
  "GET /manage/v1/cases/first": (fiat, worth) => ({
    fiat,
    data: [
      {
        ...{ caseId: "overpaid-1", kind: "OVERPAID", state: "OPEN", cause: "More than the bill.", causeFacts: {} },
        ...{ since: 0, dueAt: 0, asset: "BTC", quantity: of("0.001"), fiat, worth },
      },
    ],
  }),
  "GET /manage/v1/customers": (fiat, sum) => ({
    ...{ ...LIST, in: fiat, unpriced: [], rates: {} },
    data: [
      {
        ...{ subaccount: "shop", bills: 1, value: sum, open: 0, openValue: of("0"), waiting: 0, waitingValue: of("0") },
        ...{ lastBillAt: 0, exposure: { promised: NONE, unconfirmed: NONE } },
      },
    ],
    total: {
      ...{ customers: 1, bills: 1, value: sum, open: 0, openValue: of("0"), waiting: 0, waitingValue: of("0") },
    },
  }),
  "GET /manage/v1/customers/one": (fiat, sum) => ({
    ...{ subaccount: "shop", in: fiat, startTime: 0, endTime: 1, total: sum, unpriced: [], data: [] },
    exposure: { promised: NONE, unconfirmed: NONE },
    bills: { created: NONE, outcomes: [], waiting: NONE, arrivals: [], lastBillAt: 0 },
  }),
  "GET /house/v1/places": (fiat, sum) => ({
    ...{ in: fiat, total: sum, unpriced: [], data: [{ ...PLACE, balance: sum, value: sum }] },
  }),
  "GET /house/v1/owners": (fiat, sum) => ({
    ...{ in: fiat, total: sum, ownTotal: sum, owedTotal: of("0"), unassignedTotal: of("0"), unpriced: [], data: [] },
    places: [{ ...PLACE, balance: sum, value: sum }],
  }),
  "GET /house/v1/places/movement": (fiat, sum) => ({
    ...{ ...SPAN, in: fiat, total: sum },
    data: [{ ...PLACE, ...FLOW, opening: sum, closing: sum, value: sum }],
  }),
  "GET /house/v1/arrivals": (fiat, sum) => ({ in: fiat, total: sum, unpriced: [], data: [] }),
};

const main = () => page.getByRole("main").element();
/** Boxes of figures that read so, and stand outside of every box that is marked. */
function unmarked(figure: string): string[] {
  const found: string[] = [];
  const walk = (node: Element): void => {
    if (node.getAttribute("aria-busy") === "true") return;
    if (node.children.length === 0 && node.textContent?.replace(/\s/gu, " ").includes(figure))
      found.push(node.outerHTML);
    for (const child of node.children) walk(child);
  };
  walk(main());
  return found;
}

const read = () => main().textContent?.replace(/\s/gu, " ");

/** Shows a page in EUR, then asks for another currency, whose answers wait. */
async function change(part: ReactNode, from: string, to: string, isFirst: (query: URLSearchParams) => boolean) {
  const gates = Object.entries(FIGURES).map(([path, figures]) => {
    const gate = awaited(figures("USD", of("7.77")));
    const answer = ({ query }: { query: URLSearchParams }) =>
      isFirst(query) ? figures("EUR", of("1234.56")) : gate.answer();
    return { path, gate, answer };
  });
  const answers: Play["answers"] = {
    ...Object.fromEntries(gates.map(({ path, answer }) => [path, answer])),
    ...ASIDE,
  };
  await show(part, { at: from, answers });
  await expect.poll(read).toContain("1 234.56");
  history.pushState(null, "", to);
  await expect.poll(() => document.querySelector("[data-former]")).not.toBeNull();
  expect(read()).toContain("1 234.56");
  expect(unmarked("1 234.56")).toEqual([]);
  for (const { gate } of gates) gate.give();
  await expect.poll(read).toContain("7.77");
  await expect.poll(() => document.querySelector("[data-former]")).toBeNull();
}

const inEur = (query: URLSearchParams) => query.get("in") !== "USD" && query.get("fiat") !== "USD";

const PAGES: [string, ReactNode, string, string][] = [
  ["ledger", <LedgerPage key="ledger" />, "/ledger", "/ledger?in=USD"],
  ["overview", <OverviewPage key="overview" />, "/", "/?fiat=USD"],
  ["customers", <CustomersPage key="customers" />, "/customers", "/customers?in=USD"],
  ["customer", <CustomerPage key="one" />, "/customers/one?subaccount=shop", "/customers/one?subaccount=shop&in=USD"],
  ["treasury", <TreasuryPage key="treasury" />, `/treasury?at=${AT}`, `/treasury?at=${AT}&in=USD`],
];

test.each(PAGES)(
  "figures of the currency before are marked until the new ones have come: %s",
  async (_, part, ...at) => {
    await change(part, ...at, inEur);
  },
);

test("figures of the period before are marked under the new one", async () => {
  const began = Date.now() - 20 * 86_400_000;
  await change(<OverviewPage />, "/?period=7d", "/?period=30d", (query) => Number(query.get("startTime")) > began);
});

test("that there was nothing is not said of another question", async () => {
  const none = FIGURES["GET /manage/v1/customers"]?.("EUR", of("0")) ?? {};
  const later = awaited({ ...none, data: [] });
  await show(<CustomersPage />, {
    at: "/customers?name=a",
    answers: {
      "GET /manage/v1/customers": ({ query }) => (query.get("name") === "a" ? { ...none, data: [] } : later.answer()),
    },
  });
  await expect.poll(read).toContain("No customers");
  history.pushState(null, "", "/customers?name=b");
  await expect.poll(() => document.querySelector(".grid-scroll")?.ariaBusy).toBe("true");
  expect(read()).not.toContain("No customers");
  later.give();
  await expect.poll(read).toContain("No customers");
});
