import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Providers } from "#components/providers.tsx";
import { writeJson } from "#lib/kernel/json.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PayerState } from "#lib/payments/payer-contract.ts";
import { PayerPage } from "./payer-page.tsx";

const QUANTITY = Decimal.from("0.002");
const AT = Date.parse("2026-11-21T12:34:56Z");

const paid: PayerState = {
  cryptoType: "BTC",
  network: "bitcoin",
  quantity: QUANTITY,
  quantityReceived: QUANTITY,
  quantitySeen: Decimal.ZERO,
  quantityMissing: Decimal.ZERO,
  quantityDeclined: Decimal.ZERO,
  late: false,
  wrongAsset: false,
  confirmationsRequired: 2,
  fiat: "EUR",
  fiatReceivable: Decimal.from(100),
  address: "bc1q",
  status: "COMPLETED",
  amountStatus: "PAID",
  expiryTime: AT + 60_000,
  serverTime: AT,
};

/** The server's zone is not the payer's: what it wrote would be thrown away by the browser, after it was shown. */
test("the server writes no moment, of a bill that is paid or of one that waits", () => {
  const open = { ...paid, status: "PENDING", amountStatus: "UNPAID", quantityReceived: Decimal.ZERO } as const;
  for (const state of [paid, { ...open, quantityMissing: QUANTITY }]) {
    const html = renderToString(
      <Providers
        preferences={{
          theme: "light",
          zone: "utc",
          density: "comfortable",
          letters: "on",
          language: "",
          numbers: "",
          account: "",
        }}
      >
        <PayerPage initial={writeJson(state)} paymentId="pay-1" />
      </Providers>,
    );
    expect(html).toContain("pay-1");
    expect(html).not.toMatch(/\d\d:\d\d/);
  }
});
