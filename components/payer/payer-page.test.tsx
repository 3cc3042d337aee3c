import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Providers } from "#components/providers.tsx";
import { writeJson } from "#lib/kernel/json.ts";
import { PayerPage } from "./payer-page.tsx";
import { payerState, QUANTITY } from "./payer-state.fixture.ts";

const AT = Date.parse("2026-11-21T12:34:56Z");
const TIMES = { expiryTime: AT + 60_000, serverTime: AT };

/** The server's zone is not the payer's: what it wrote would be thrown away by the browser, after it was shown. */
test("the server writes no moment, of a bill that is paid or of one that waits", () => {
  const paid = { status: "COMPLETED", amountStatus: "PAID", quantityReceived: QUANTITY } as const;
  for (const state of [payerState({ ...TIMES, ...paid }), payerState(TIMES)]) {
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
