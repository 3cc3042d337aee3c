import { expect, test } from "vitest";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import { ExceptionsPage } from "./exceptions-page.tsx";

test("the foot sums up every case, those of later pages too", async () => {
  const one = {
    caseId: "late.t1",
    kind: "LATE",
    state: "OPEN",
    cause: "The payment came late.",
    causeFacts: {},
    since: Date.parse("2026-11-21T12:00:00Z"),
    asset: "BTC",
    quantity: Decimal.from("0.001"),
    fiat: "EUR",
    worth: 60,
    paymentId: "019a8f3c-8c1e-7abc-8def-0123456789ab",
  };
  const summary = { count: 141, mine: 0, nobody: 141, muted: 0, closed: 0, fresh: 0, byKind: [], people: [] };
  const later = Promise.withResolvers<object>().promise;
  await show(<ExceptionsPage />, {
    at: "/exceptions",
    answers: {
      "GET /manage/v1/cases": ({ query }) =>
        query.has("startsAfter") ? later : { data: [one], startsAfter: "next", fiat: "EUR", count: 141, worth: 8_460 },
      "GET /manage/v1/cases/summary": summary,
      "GET /manage/v1/views": { data: [] },
    },
  });
  await expect
    .poll(() => document.querySelector("main")?.textContent?.replace(/\s/gu, " "))
    .toMatch(/1 of 141.*8 460\.00 EUR/);
});
