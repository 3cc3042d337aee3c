import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { ActivityRecord } from "#lib/overview/contract.ts";
import { Activity } from "./activity.tsx";

const of = (text: string) => Decimal.from(text);
const at = Date.parse("2026-11-21T12:00:00Z");
const EVENTS: [Omit<ActivityRecord, "at">, string, string][] = [
  [
    { type: "payment.created", objectId: "b1", subaccount: "acme-42", fiat: "EUR", fiatReceivable: of("100") },
    "Bill for acme-42100.00 EUR",
    "/payments?open=b1",
  ],
  [
    { type: "payout.confirmed", objectId: "p1", beneficiary: "Acme GmbH", asset: "USDT", quantity: of("25") },
    "Payout confirmed to Acme GmbH25.000000 USDT",
    "/payouts?payout=p1",
  ],
  [
    { type: "settlement.created", objectId: "s1", reference: "S-EUR-1", asset: "EUR", quantity: of("204.13") },
    "Settlement S-EUR-1204.13 EUR",
    "/settlements?settlement=s1",
  ],
  [
    { type: "refund.requested", objectId: "l1", paymentId: "b2", asset: "BTC", quantity: of("0.1") },
    "Refund address given 0.10000000 BTC",
    "/payments?open=b2",
  ],
  [
    { type: "assignment.made", objectId: "r1", asset: "EUR", quantity: of("250") },
    "Credited to the account 250.00 EUR",
    "/ledger",
  ],
];

test("every kind of event says what it is about and how much, and leads to its record", async () => {
  await show(<Activity activity={EVENTS.map(([event]) => ({ ...event, at }))} />);
  const lines = page.getByRole("listitem").getByRole("link").elements();
  expect(lines.map((line) => line.getAttribute("href"))).toEqual(EVENTS.map(([, , href]) => href));
  const texts = lines.map((line) => line.textContent?.replace(/\s+/gu, " "));
  expect(texts).toEqual(EVENTS.map(([, text]) => expect.stringContaining(text)));
});
