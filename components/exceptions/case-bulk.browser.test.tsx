import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { payment } from "#components/payments/payment.fixture.ts";
import type { CaseRecord } from "#lib/cases/contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import { CaseBulk } from "./case-bulk.tsx";

const of = (text: string) => Decimal.from(text);
const late = (paymentId: string): CaseRecord => ({
  ...{ caseId: `late-${paymentId}`, kind: "LATE", state: "OPEN", cause: "It came late.", causeFacts: {} },
  ...{ since: Date.now(), fiat: "EUR", worth: of("60"), paymentId },
});
const { paymentId: _, ...request } = { ...late("x"), caseId: "approval-1", kind: "APPROVAL" as const };
const stored = (paymentId: string, cryptoType: "BTC" | "BCH", free: string) =>
  payment({ paymentId, cryptoType, status: "COMPLETED", quantityReceived: of(free), quantityUnconverted: of(free) });
const BILLS = [stored("p-btc", "BTC", "0.001"), stored("p-bch", "BCH", "0.02"), stored("p-none", "BTC", "0")];

const bulk = (selected: readonly CaseRecord[], role: "treasurer" | "viewer" = "treasurer") =>
  show(<CaseBulk fiat="EUR" onClear={() => undefined} onResults={() => undefined} people={[]} selected={selected} />, {
    role,
    answers: {
      "GET /payment/v1/payment": ({ query }: { query: URLSearchParams }) => ({
        data: BILLS.filter(({ paymentId }) => paymentId === query.get("paymentId")),
        startsAfter: null,
      }),
    },
  });
const convert = page.getByRole("button", { name: "Convert…" });

test.each<[string, CaseRecord[], RegExp]>([
  ["of several pairs", [late("p-btc"), late("p-bch")], /One conversion takes one pair/],
  ["of none", [late("p-btc"), request], /Select cases with available crypto/],
  ["with one that has nothing left", [late("p-btc"), late("p-none")], /available/],
])("cases %s cannot be one conversion, and the button says why", async (_what, selected, why) => {
  await bulk(selected);
  await expect.element(convert).toHaveAccessibleDescription(why);
  await expect.element(convert).toHaveAttribute("aria-disabled", "true");
});

test("cases of one pair can", async () => {
  await bulk([late("p-btc")]);
  await expect.element(convert).not.toHaveAttribute("aria-disabled", "true");
});

test("who may not convert has no button", async () => {
  await bulk([late("p-btc")], "viewer");
  await expect.element(page.getByRole("status").first()).toBeVisible();
  expect(convert.elements()).toHaveLength(0);
});
