import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ExceptionsPage } from "./exceptions-page.tsx";

const HOUR = 3_600_000;
const NOW = Date.now();
const PAYMENT = "019a8f3c-8c1e-7abc-8def-0123456789ab";

const one = {
  caseId: "late-t1",
  kind: "LATE",
  state: "OPEN",
  cause: "The payment came late.",
  causeFacts: {},
  since: NOW - 5 * HOUR,
  dueAt: NOW + HOUR,
  asset: "BTC",
  quantity: Decimal.from("0.001"),
  fiat: "EUR",
  worth: 60,
  paymentId: PAYMENT,
};
const later = {
  ...one,
  caseId: "overpaid-t2",
  worth: Decimal.from("41.5"),
  kind: "OVERPAID",
  dueAt: NOW + 100 * HOUR,
  paymentId: PAYMENT.replace("89ab", "0002"),
};
const summary = {
  count: 141,
  mine: 0,
  nobody: 141,
  muted: 0,
  closed: 0,
  fresh: 0,
  byKind: [],
  people: [{ userId: "019a8f3c-8c1e-7abc-8def-00000000000b", name: "Ben Novak" }],
  mentions: [],
};
const counts = {
  due: { soon: 12, today: 0, later: 129 },
  ages: [0, 1, 4, 24, 72].map((fromHours, at) => ({ fromHours, count: at, worth: Decimal.of(BigInt(at * 100)) })),
};
const listed = { data: [one, later], startsAfter: null, fiat: "EUR", count: 141, worth: 8_460, ...counts };

const option = (code: string, more: object = {}) => ({ code, decides: "ACCOUNT", secondPerson: false, ...more });
const held = {
  ...one,
  caseId: "held-t3",
  kind: "HELD",
  history: [],
  options: [
    option("RELEASE", {
      txId: "019a8f3c-8c1e-7abc-8def-0000000000d1",
      asset: "BTC",
      quantity: Decimal.from("0.00168351"),
      fiat: "EUR",
      price: 59_400,
      rate: "BILL",
      amount: 100,
      until: NOW + HOUR,
      afterwards: { amount: Decimal.from("96.3") },
      bill: { status: "COMPLETED", amountStatus: "PAID" },
      available: { before: 250, after: 350 },
    }),
    option("WAIT", { until: NOW + HOUR }),
  ],
};

const answers = (more: object = {}) => ({
  "GET /manage/v1/cases": listed,
  "GET /manage/v1/cases/summary": summary,
  [`GET /manage/v1/cases/${held.caseId}`]: held,
  "GET /payment/v1/payment": { data: [], startsAfter: null },
  ...more,
});
const textIn = (element: Element | null | undefined) => element?.textContent?.replace(/\s/gu, " ") ?? "";
const main = () => textIn(document.querySelector("main"));

describe("the list", () => {
  test("the foot sums up every case, those of later pages too; heads count those too", async () => {
    const rest = Promise.withResolvers<object>().promise;
    await show(<ExceptionsPage />, {
      at: "/exceptions",
      answers: answers({
        "GET /manage/v1/cases": ({ query }: { query: URLSearchParams }) =>
          query.has("startsAfter") ? rest : { ...listed, startsAfter: "next" },
      }),
    });
    await expect.poll(main).toMatch(/2 of 141.*8 460\.00 EUR/);
    expect(main()).toMatch(/Overdue or due within 2 h ?12.*Later ?129/);
    expect(main()).toMatch(/300\.00 ?1–3 d \(3\)/);
    await page.getByRole("link", { name: "> 3 d" }).click();
    await expect.poll(() => location.search).toContain("age=72");
  });

  test("the views stand where they will be before anything of them is counted", async () => {
    const counted = Promise.withResolvers<object>();
    await show(<ExceptionsPage />, {
      at: "/exceptions",
      answers: answers({ "GET /manage/v1/cases/summary": () => counted.promise }),
    });
    const closed = page.getByRole("link", { name: /^Closed/ });
    await expect.element(closed).toMatchTextContent("Closed…");
    const { top, left } = closed.element().getBoundingClientRect();
    counted.resolve({ ...summary, count: 5, mine: 1, nobody: 4, muted: 0, closed: 5 });
    await expect.element(closed).toMatchTextContent("Closed5");
    const after = closed.element().getBoundingClientRect();
    expect([after.top, Math.abs(after.left - left) < 8]).toEqual([top, true]);
  });

  test.each([1280, 1380])("no amount of the ages is cut, %i px wide", async (width) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
    const ages = counts.ages.map((age) => ({ ...age, worth: Decimal.from("107532.81") }));
    await show(<ExceptionsPage />, {
      at: "/exceptions",
      answers: answers({ "GET /manage/v1/cases": { ...listed, ages } }),
    });
    const amounts = () => [...document.querySelectorAll(".ages b")];
    await expect.poll(() => amounts().length).toBe(5);
    expect(amounts().filter((one) => one.scrollWidth > one.clientWidth)).toEqual([]);
  });

  test.each([
    ["age=72", "No results"],
    ["kind=LATE", "No results"],
    ["fiat=USD", "All clear"],
  ])("empty with %s it says so of that part alone: %s", async (query, title) => {
    const none = { ...listed, data: [], count: 0 };
    await show(<ExceptionsPage />, {
      at: `/exceptions?${query}`,
      answers: answers({ "GET /manage/v1/cases": none, "GET /manage/v1/cases/summary": { ...summary, count: 0 } }),
    });
    await expect.element(page.getByText(title)).toBeVisible();
  });

  test("never says that there are fewer cases than are listed, whatever was counted meanwhile", async () => {
    await show(<ExceptionsPage />, {
      at: "/exceptions",
      answers: answers({ "GET /manage/v1/cases": { ...listed, count: 1 } }),
    });
    await expect.poll(main).toMatch(/2 of 2.*8 460\.00 EUR/);
  });

  test("says in its row why a case was refused, and keeps it selected", async () => {
    const sent: unknown[] = [];
    const screen = await show(<ExceptionsPage />, {
      at: "/exceptions",
      answers: answers({
        "POST /manage/v1/cases/work": ({ body }: { body: string }) => {
          sent.push(JSON.parse(body));
          return {
            results: [
              { caseId: one.caseId, done: true },
              { caseId: later.caseId, done: false, code: "INVALID_STATE", message: "This case is closed already." },
            ],
          };
        },
      }),
    });
    await expect.element(screen.getByRole("checkbox").nth(1)).toBeVisible();
    for (const box of await screen.getByRole("checkbox").all()) await box.click();
    await expect.element(screen.getByRole("region", { name: "2 selected" })).toMatchTextContent(/101\.50 EUR/);
    await screen.getByRole("button", { name: "Close…" }).click();
    await screen.getByRole("textbox", { name: "Resolution" }).fill("Agreed.");
    await screen.getByRole("button", { name: "Close 2 cases" }).click();
    await expect.poll(main).toMatch(/This case is closed already\./);
    expect(sent).toEqual([{ caseIds: [one.caseId, later.caseId], command: "CLOSE", reason: "Agreed." }]);
    expect(main()).toMatch(/1 selected/);
  });
});

describe("the decision", () => {
  test("names amount, end and what holds afterwards, and its button the result", async () => {
    const screen = await show(<ExceptionsPage />, { at: `/exceptions?case=${held.caseId}`, answers: answers() });
    const release = screen.getByRole("radio", { name: /^Release at the bill’s price/ });
    await expect.element(release).toBeChecked();
    await expect.poll(main).toMatch(/100\.00 EUR.*at 59 400 EUR\. Bill becomes Completed, Paid\..*then 96\.30 EUR/);
    expect(main()).toMatch(/250\.00 → 350\.00/);
    await expect.element(screen.getByRole("button", { name: /^Release, credit 100\.00/ })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.querySelector("aside")).toBeNull();
  });

  test.each([390, 1280])("at %i px the buttons of a request stay in their pane, their words whole", async (width) => {
    await page.viewport(width, 844);
    onTestFinished(() => page.viewport(1280, 800));
    const approval = {
      approvalId: PAYMENT,
      what: "payout",
      decides: "account",
      account: "acme",
      status: "PENDING",
      payout: { asset: "USDT", networkType: "tron", quantity: Decimal.from("1250000.5"), reference: "payout-77" },
      askedBy: "staff:Ben Novak",
      askedAt: NOW - HOUR,
      yours: false,
      expiresAt: NOW + HOUR,
      needs: 1,
    };
    const found = { ...one, caseId: `approval-${PAYMENT}`, kind: "APPROVAL", causeFacts: { approval: "payout" } };
    const { paymentId: _, ...waiting } = { ...found, history: [], options: [] };
    const screen = await show(<ExceptionsPage />, {
      at: `/exceptions?case=${found.caseId}`,
      answers: answers({
        [`GET /manage/v1/cases/${found.caseId}`]: waiting,
        "GET /manage/v1/approvals": { data: [approval], startsAfter: null },
      }),
    });
    const approve = screen.getByRole("button", { name: /^Approve: Payout of 1 250 000\.5 USDT Tron$/ });
    await expect.element(approve).toBeVisible();
    for (const button of [approve, screen.getByRole("button", { name: "Decline" })]) {
      const { clientWidth, scrollWidth } = button.element();
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      expect(button.element().getBoundingClientRect().right).toBeLessThan(width);
    }
  });
});

test("at 1440 px the views of cases stand on one line, with counts of three digits", async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(1280, 800));
  await show(<ExceptionsPage />, { at: "/exceptions", answers: answers() });
  const tabs = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  await expect.poll(() => tabs.elements().map(textIn)).toContain("All141");
  expect(new Set(tabs.elements().map((tab) => tab.getBoundingClientRect().top)).size).toBe(1);
});
