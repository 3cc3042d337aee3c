import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pass, stopClock } from "#e2e/stage/clock.ts";
import { type Answers, answerAlso, changes, requests, type Sent, pressTwice } from "#e2e/stage/server.ts";
import { type Play, show } from "#e2e/stage/stage.tsx";
import type { ExportRecord } from "#lib/exports/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentList, PaymentRecord } from "#lib/payments/contract.ts";
import { conversion } from "#components/conversions/conversion.fixture.ts";
import { CREATED, payment } from "./payment.fixture.ts";
import { roleName } from "#lib/i18n/role-name.ts";
import { PaymentsPage } from "./payments-page.tsx";
import type { PaymentsSummary } from "./payments-data.ts";

const of = (text: string) => Decimal.from(text);
const idOf = (at: number) => `019a8f3c-8c1e-7abc-8def-${String(at).padStart(12, "0")}`;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const row = (at: number) => page.getByRole("row").filter({ hasText: idOf(at).slice(-6) });
const tick = (at: number) => page.getByRole("checkbox", { name: `Select …${idOf(at).slice(-6)}` });
const foot = page.getByRole("region", { name: /selected$/ });

/** A kept bill that is free but for what is locked of it. */
const retained = (at: number, free: string, changes: Partial<PaymentRecord> = {}): PaymentRecord =>
  payment({
    paymentId: idOf(at),
    status: "COMPLETED",
    amountStatus: "PAID",
    strategy: "RAI",
    createdAt: CREATED - at * 60_000,
    updatedAt: CREATED - at * 60_000,
    quantityReceived: of(free),
    quantityUnconverted: of(free),
    ...changes,
  });

const list = (data: PaymentRecord[], startsAfter: string | null = null): PaymentList => ({ data, startsAfter });
const QUEUED: ExportRecord = {
  exportId: "exp_1",
  list: "payments",
  format: "csv",
  filter: {},
  status: "QUEUED",
  createdBy: "staff:Anna Keller",
  createdAt: CREATED,
  count: 2,
  rows: 0,
  bytes: 0,
};
const NOTHING: PaymentsSummary = { count: 0, byAsset: [], byFiat: [] };

function answersFor(data: PaymentRecord[], summary: PaymentsSummary = NOTHING): Answers {
  return {
    "GET /payment/v1/payment": list(data),
    "GET /manage/v1/payments/summary": summary,
    "GET /manage/v1/views": { data: [] },
    "POST /manage/v1/payments/counts": { counts: [0, 0, 0, 0, 0] },
  };
}

async function open(data: PaymentRecord[], play: Play = {}): Promise<void> {
  stopClock(CREATED + 3_600_000);
  const answers = { ...answersFor(data), ...play.answers };
  await show(<PaymentsPage />, { at: "/payments", ...play, answers });
  await expect.element(page.getByText(/^\d+ rows? shown$/)).toBeInTheDocument();
}

const listRequests = (): URLSearchParams[] =>
  requests().flatMap(({ path, query }) => (path === "/payment/v1/payment" ? [query] : []));

describe("what a selection comes to", () => {
  test("sums only what is free of the ticked bills, each asset for itself, and follows unticking", async () => {
    await open([
      retained(1, "0.5", { quantityLocked: of("0.2") }),
      retained(2, "0.00000001"),
      retained(3, "10.5", { cryptoType: "USDT", networkType: "tron" }),
      retained(4, "7", { cryptoType: "USDT", networkType: "eth" }),
    ]);
    await tick(1).click();
    await expect.element(foot).toMatchTextContent(/1 selected ?Available to convert ?0\.30000000 BTC/);
    await page.getByRole("checkbox", { name: "Select all rows shown" }).click();
    await expect
      .element(foot)
      .toMatchTextContent(
        /4 selected ?Available to convert ?0\.30000001 BTC ?10\.500000 USDT Tron ?7\.000000 USDT Ethereum/,
      );
    await tick(1).click();
    await tick(4).click();
    await expect
      .element(foot)
      .toMatchTextContent(/2 selected ?Available to convert ?0\.00000001 BTC ?10\.500000 USDT Tron/);
    await expect.element(page.getByRole("checkbox", { name: "Select all rows shown" })).toBePartiallyChecked();
    await button("Clear").click();
    await expect.element(foot).not.toBeInTheDocument();
    await expect.element(tick(2)).not.toBeChecked();
  });

  test("nothing can be ticked before there are rows: a tick would be lost without a word", async () => {
    const wait = Promise.withResolvers<void>();
    const answers = {
      ...answersFor([]),
      "GET /payment/v1/payment": () => wait.promise.then(() => list([retained(1, "1")])),
    };
    await show(<PaymentsPage />, { at: "/payments", answers });
    const all = page.getByRole("checkbox", { name: "Select all rows shown" });
    await expect.element(all).toBeDisabled();
    wait.resolve();
    await all.click();
    await expect.element(foot).toMatchTextContent(/1 selected/);
  });

  test("on a phone every stop of the Tab key in the list is seen, and one of them ticks all rows", async () => {
    await page.viewport(360, 740);
    onTestFinished(() => page.viewport(1280, 800));
    await open([retained(1, "1"), retained(2, "2")]);
    const table = page.getByRole("table", { name: "Payments" }).element();
    const stops = [...table.querySelectorAll("a, button, input")].filter((stop) => stop.checkVisibility());
    expect(stops.length).toBeGreaterThan(3);
    for (const stop of stops)
      for (let part: Element | null = stop; part && part !== table; part = part.parentElement)
        expect(getComputedStyle(part).clipPath, stop.outerHTML).toBe("none");
    await page.getByText("Select all rows shown").click();
    await expect.element(foot).toMatchTextContent(/2 selected/);
  });

  test("only the ticked bills and their exact sum are sent to be converted, once", async () => {
    const wait = Promise.withResolvers<void>();
    await open([retained(1, "0.1"), retained(2, "0.20000001"), retained(3, "5")], {
      answers: { "POST /payment/v1/conversion": () => wait.promise.then(() => conversion({ invoiceId: "inv-7" })) },
    });
    for (const at of [1, 2, 3]) await tick(at).click();
    await tick(3).click();
    await button("Create conversion…").click();
    await expect.element(page.getByRole("dialog")).toHaveAccessibleName("Convert 2 bills, BTC to EUR");
    await expect.element(page.getByRole("dialog")).toMatchTextContent(/To sell ?0\.30000001 BTC 2 bills/);
    const action = button("Create conversion of 0.30000001 BTC");
    await pressTwice(action);
    await expect.element(action).toHaveAttribute("aria-busy", "true");
    wait.resolve();
    await expect.poll(() => window.location.search).toBe("?invoice=inv-7");
    const [made, ...more] = changes();
    expect(more).toEqual([]);
    expect(made?.body).toBe(
      `{"baseSymbol":"BTC","quoteSymbol":"EUR","quantity":0.30000001,"items":[{"paymentId":"${idOf(1)}"},{"paymentId":"${idOf(2)}"}]}`,
    );
    expect(made?.headers.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each<[string, PaymentRecord[], RegExp]>([
    [
      "of two pairs",
      [retained(1, "1"), retained(2, "1", { fiat: "USD" })],
      /One conversion takes one pair; these are BTC to EUR, BTC to USD\./,
    ],
    [
      "with one that is all locked",
      [retained(1, "1"), retained(2, "1", { quantityLocked: of("1") })],
      /1 bill of these has nothing available to convert\./,
    ],
  ])("bills %s cannot be converted together, and the button says so", async (_, bills, reason) => {
    await open(bills);
    await page.getByRole("checkbox", { name: "Select all rows shown" }).click();
    await expect.element(button("Create conversion…")).toHaveAccessibleDescription(reason);
    await button("Create conversion…").click({ force: true });
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test.each(["viewer", "operator"] as const)("a %s is told that the role cannot convert", async (role) => {
    await open([retained(1, "1")], { role });
    await tick(1).click();
    await expect.element(button("Create conversion…")).toHaveAttribute("aria-disabled", "true");
    await expect.element(foot).toMatchTextContent(new RegExp(`Your role \\(${roleName(role)}\\) cannot convert`));
  });

  test("a bill that leaves the filter stays selected, and is what is exported beside those still shown", async () => {
    await open([retained(1, "1"), retained(2, "2")]);
    await tick(1).click();
    answerAlso({ "GET /payment/v1/payment": list([retained(2, "2")]) });
    await page.getByRole("link", { name: "Late", exact: true }).click();
    await expect.element(row(1)).not.toBeInTheDocument();
    await tick(2).click();
    await expect.element(foot).toMatchTextContent(/2 selected ?Available to convert ?3\.00000000 BTC/);
    answerAlso({
      "POST /manage/v1/exports/count": { count: 1 },
      "POST /manage/v1/exports": QUEUED,
    });
    await page.getByTitle("Export this list").click();
    const chosen = page.getByRole("group", { name: "2 selected rows" });
    await pressTwice(chosen.getByRole("button", { name: "CSV" }));
    await expect.element(page.getByText(/^Generating a file of payments: 2 selected rows\./)).toBeVisible();
    const exported = changes().filter(({ path }) => path === "/manage/v1/exports");
    expect(exported.map(({ body }) => body)).toEqual([
      `{"list":"payments","ids":["${idOf(1)}","${idOf(2)}"],"format":"csv"}`,
    ]);
  });
});

describe("walking and marking by keyboard", () => {
  test("j and k walk, x marks, Shift with an arrow marks a range, Escape clears it", async () => {
    await open([1, 2, 3, 4].map((at) => retained(at, "1")));
    await userEvent.keyboard("jj");
    await expect.element(row(2).getByRole("link").first()).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(row(1).getByRole("link").first()).toHaveFocus();
    await userEvent.keyboard("x");
    await expect.element(tick(1)).toBeChecked();
    await userEvent.keyboard("x");
    await expect.element(tick(1)).not.toBeChecked();
    await userEvent.keyboard("j{Shift>}{ArrowDown}{/Shift}");
    await expect.element(row(3).getByRole("link").first()).toHaveFocus();
    await expect.element(foot).toMatchTextContent(/2 selected ?Available to convert ?2\.00000000 BTC/);
    await expect.element(tick(2)).toBeChecked();
    await expect.element(tick(3)).toBeChecked();
    await userEvent.keyboard("{Escape}");
    await expect.element(foot).not.toBeInTheDocument();
  });

  test("b goes to what can be done with the selection, past all rows that follow", async () => {
    await open([1, 2, 3, 4].map((at) => retained(at, "1")));
    await userEvent.keyboard("jxb");
    await expect.element(foot.getByRole("button", { name: "Clear" })).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(foot.getByRole("button").last()).toHaveFocus();
  });

  test("with single letters switched off, they do nothing; arrows still walk", async () => {
    await open([retained(1, "1"), retained(2, "1")], { preferences: { letters: "off" } });
    await userEvent.keyboard("j");
    await expect.element(row(1).getByRole("link").first()).not.toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(row(1).getByRole("link").first()).toHaveFocus();
  });
});

describe("what the list asks for", () => {
  test("a head sorts downwards, then upwards; the request, the address and the head say the same", async () => {
    await open([retained(1, "1"), retained(2, "2")]);
    const head = page.getByRole("columnheader", { name: "Received" });
    await button("Received").click();
    await expect.element(head).toHaveAttribute("aria-sort", "descending");
    await expect.poll(() => listRequests().at(-1)?.get("sort")).toBe("-quantityReceived");
    expect(new URLSearchParams(window.location.search).get("sort")).toBe("-quantityReceived");
    await button("Received").click();
    await expect.element(head).toHaveAttribute("aria-sort", "ascending");
    await expect.poll(() => listRequests().at(-1)?.get("sort")).toBe("quantityReceived");
    await button("Created").click();
    await expect.element(head).not.toHaveAttribute("aria-sort");
    await expect.element(button("Status")).not.toBeInTheDocument();
  });

  test("rows stand in the order they came in, and are not sorted anew", async () => {
    await open([retained(3, "1"), retained(1, "9"), retained(2, "5")], { at: "/payments?sort=-quantityReceived" });
    const ids = [...document.querySelectorAll("[data-row]")].map((line) => line.getAttribute("data-row"));
    expect(ids).toEqual([idOf(3), idOf(1), idOf(2)]);
  });

  test("an address with filters is shown as chips and asked for as it says", async () => {
    const at = "/payments?range=90d&amountStatus=UNDERPAID&cryptoType=BTC&subaccount=acme-42&convertible=true";
    await open([retained(1, "1")], { at });
    const request = Object.fromEntries(listRequests()[0] ?? []);
    const start = Date.parse("2026-11-21T00:00:00Z") - 89 * 86_400_000;
    expect(request).toEqual({
      amountStatus: "UNDERPAID",
      cryptoType: "BTC",
      subaccount: "acme-42",
      convertible: "true",
      startTime: String(start),
      sort: "-createdAt",
      limit: "100",
    });
    for (const name of ["Amount", "Asset", "Customer", "Available to convert"])
      await expect.element(button(`Remove filter ${name}`)).toBeVisible();
    await button("Remove filter Amount").click();
    await expect.poll(() => listRequests().at(-1)?.has("amountStatus")).toBe(false);
    expect(listRequests().at(-1)?.get("subaccount")).toBe("acme-42");
    await button("Clear all").click();
    expect(window.location.search).toBe("");
    await expect.poll(() => listRequests().at(-1)?.has("subaccount")).toBe(false);
  });

  test("a filter chosen in the menu goes to the address and the request", async () => {
    await open([retained(1, "1")]);
    await page.getByTitle("Filter payments").click();
    await page.getByRole("button", { name: "Any Label" }).click();
    await page.getByRole("checkbox", { name: "Held" }).click();
    await expect.poll(() => listRequests().at(-1)?.get("label")).toBe("HELD");
    await page.getByRole("checkbox", { name: "Late" }).click();
    await expect.poll(() => listRequests().at(-1)?.get("label")).toBe("LATE,HELD");
    expect(new URLSearchParams(window.location.search).get("label")).toBe("LATE,HELD");
    await expect.element(page.getByText("Late or Held").first()).toBeVisible();
    await page.getByLabelText("Customer").fill("till 3");
    await button("Apply").click();
    await expect.poll(() => listRequests().at(-1)?.get("subaccount")).toBe("till 3");
    await userEvent.click(button("Remove filter Label"));
    await expect.poll(() => listRequests().at(-1)?.has("label")).toBe(false);
  });

  test.each<[string, string, string]>([
    ["2026-11-20", "2026-11-19", "The end is before the start."],
    ["2026-08-20", "2026-11-19", "That is more than 90 days. Choose a shorter range."],
    ["", "2026-11-19", "Enter both days."],
  ])("the days %s to %s are refused before anything is asked", async (from, to, fault) => {
    await open([retained(1, "1")]);
    const before = listRequests().length;
    await page.getByTitle("Change the range").click();
    await page.getByLabelText("From").fill(from);
    await page.getByLabelText("To", { exact: true }).fill(to);
    await button("Apply").click();
    await expect.element(page.getByLabelText("To", { exact: true })).toHaveAccessibleDescription(new RegExp(fault));
    expect(listRequests()).toHaveLength(before);
  });

  test("two days of one's own are asked for whole, in the reader's zone", async () => {
    await open([retained(1, "1")], { preferences: { zone: "Asia/Tokyo" } });
    await page.getByTitle("Change the range").click();
    await page.getByLabelText("From").fill("2026-11-01");
    await page.getByLabelText("To", { exact: true }).fill("2026-11-02");
    await button("Apply").click();
    await expect.poll(() => listRequests().at(-1)?.get("startTime")).toBe(String(Date.parse("2026-10-31T15:00:00Z")));
    expect(listRequests().at(-1)?.get("endTime")).toBe(String(Date.parse("2026-11-02T15:00:00Z") - 1));
  });
});

describe("many rows", () => {
  test("few of many are drawn, the rest is room; the next page is asked for by its token, once", async () => {
    const many = Array.from({ length: 100 }, (_, at) => retained(at + 1, "1"));
    const next = Array.from({ length: 20 }, (_, at) => retained(at + 101, "1"));
    await open(many, {
      answers: {
        "GET /payment/v1/payment": ({ query }: Sent) =>
          query.get("startsAfter") === "token-1" ? list(next) : list(many, "token-1"),
      },
    });
    expect(document.querySelectorAll("[data-row]").length).toBeLessThan(60);
    const box = page.getByRole("group", { name: "Payments" }).element();
    box.scrollTo(0, box.scrollHeight);
    await expect.element(page.getByText("120 rows shown")).toBeInTheDocument();
    box.scrollTo(0, box.scrollHeight);
    await expect.element(row(120)).toBeInTheDocument();
    const paged = listRequests().filter((query) => query.has("startsAfter"));
    expect(paged.map((query) => [query.get("startsAfter"), query.get("limit")])).toEqual([["token-1", "500"]]);
    await page.getByRole("checkbox", { name: "Select all rows shown" }).click();
    await expect.element(foot).toMatchTextContent(/120 selected ?Available to convert ?120\.00000000 BTC/);
  });

  test("new payments wait behind a button, so that no row moves under the pointer", async () => {
    const growing = retained(2, "1", { status: "DETECTED" });
    await open([growing]);
    answerAlso({ "GET /payment/v1/payment": list([retained(1, "1"), growing]) });
    pass(10_000);
    await expect.element(button("1 new")).toBeVisible();
    await expect.element(row(1)).not.toBeInTheDocument();
    await button("1 new").click();
    await expect.element(row(1)).toBeVisible();
    await expect.element(button("1 new")).not.toBeInTheDocument();
  });
});

test("the foot tells the sums of the whole filter, or says that they are of the rows loaded only", async () => {
  const summary: PaymentsSummary = {
    count: 1234,
    byAsset: [
      { cryptoType: "BTC", count: 2, quantity: of("1"), quantityReceived: of("12.5"), quantityUnconverted: of("0") },
      {
        cryptoType: "USDT",
        networkType: "tron",
        count: 1,
        quantity: of("1"),
        quantityReceived: of("3"),
        quantityUnconverted: of("0"),
      },
      { cryptoType: "BCH", count: 1, quantity: of("1"), quantityReceived: of("0"), quantityUnconverted: of("0") },
    ],
    byFiat: [{ fiat: "EUR", count: 3, fiatReceivable: of("9"), fiatReceived: of("1234.5") }],
  };
  await open([retained(1, "0.5"), retained(2, "0.25")], { answers: { "GET /manage/v1/payments/summary": summary } });
  const count = page.getByText("2 of 1\u00a0234 shown");
  await expect.element(count).toBeVisible();
  expect(count.element().parentElement?.textContent).toBe(
    "2 of 1\u00a0234 shownReceived12.50000000 BTC3.000000 USDTTronCredited1\u00a0234.50 EUR",
  );
});

test("sorted by value, each bill shows what it is worth at the rates of the list; otherwise there is no such column", async () => {
  const usd = retained(2, "1", { fiat: "USD", fiatReceivable: of("100") });
  const value = page.getByRole("columnheader", { name: "Value" });
  const valued = { ...list([retained(1, "1"), usd]), rates: { EUR: 1, USD: of("0.865555") } };
  await open([], { at: "/payments?sort=-value", answers: { "GET /payment/v1/payment": valued } });
  await expect.element(value).toHaveAttribute("aria-sort", "descending");
  await expect.element(row(1)).toMatchTextContent(/250\.00 EUR ?250\.00 EUR/);
  await expect.element(row(2)).toMatchTextContent(/100\.00 USD ?86\.55 EUR/);
  await value.getByRole("button").click();
  await expect.poll(() => window.location.search).toBe("?sort=value");
  await page.getByRole("columnheader", { name: "Created" }).getByRole("button").click();
  await expect.element(value).not.toBeInTheDocument();
  await page.getByTitle("Columns").click();
  await expect.element(page.getByRole("checkbox", { name: "Due" }).first()).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: "Value" })).not.toBeInTheDocument();
});
