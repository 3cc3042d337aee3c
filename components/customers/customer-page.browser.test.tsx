import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { awaited } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CustomerPage } from "./customer-page.tsx";

const of = (text: string) => Decimal.from(text);
const none = { count: 0, value: of("0") };
const recordOf = (subaccount: string | null, total: string) => ({
  ...{ subaccount, in: "EUR", startTime: 0, endTime: 1, total: of(total), unpriced: [], data: [] },
  exposure: { promised: none, unconfirmed: none },
  bills: { created: none, outcomes: [], waiting: none, arrivals: [], lastBillAt: 0 },
});
const LISTS = { data: [], startsAfter: null };

test("the figures of one customer never stand under another's name", async () => {
  const later = awaited(recordOf("other", "7.77"));
  await show(<CustomerPage />, {
    at: "/customers/one?subaccount=shop",
    answers: {
      "GET /manage/v1/customers/one": ({ query }) =>
        query.get("subaccount") === "shop" ? recordOf("shop", "1234.56") : later.answer(),
      "GET /payment/v1/payment": LISTS,
    },
  });
  const text = () => page.getByRole("main").element().textContent?.replace(/\s/gu, " ");
  await expect.poll(text).toContain("1 234.56 EUR");
  history.pushState(null, "", "/customers/one?subaccount=other");
  await expect.poll(text).toMatch(/^other/);
  expect(text()).not.toContain("1 234.56");
  later.give();
  await expect.poll(text).toContain("7.77 EUR");
});
