import { describe, expect, test } from "vitest";
import { refusal, type Sent } from "#e2e/stage/server.ts";
import { show } from "#e2e/stage/stage.tsx";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { FillRecord } from "#lib/payments/contract.ts";
import { deposit, payment } from "#components/payments/payment.fixture.ts";
import { conversion } from "./conversion.fixture.ts";
import { ConversionItems } from "./conversion-items.tsx";
import { ConversionTotals } from "./conversion-totals.tsx";

test("only what is open is locked; what was sold brought its fiat", async () => {
  const rows = [
    conversion({ status: "CREATED", quantity: Decimal.from("0.5") }),
    conversion({ status: "QUOTED", quantity: Decimal.from("0.25") }),
    conversion({ status: "EXECUTED", quantity: Decimal.from("2"), fiatReceived: Decimal.from("120000") }),
    conversion({ status: "CANCELLED", quantity: Decimal.from("4") }),
  ];
  const { container } = await show(<ConversionTotals rows={rows} />);
  expect(container.textContent?.replace(/\s+/gu, " ")).toBe("4 conversionsLocked0.75000000 BTCReceived120 000.00 EUR");
});

describe("what the bills of an executed conversion were credited", () => {
  const record = conversion({ status: "EXECUTED" });
  const FILL: Omit<FillRecord, "fiat"> = {
    ...{ invoiceId: record.invoiceId, price: Decimal.from("58000"), quantity: Decimal.from("0.01"), at: 0 },
    ...{ method: "CONVERSION", feeModel: "EXPLICIT", feeQuantity: Decimal.ZERO },
  };
  const credited = { t1: "128.10", t2: "29.03", t3: "580.04" } as const;
  const bill = (...txIds: (keyof typeof credited)[]) =>
    payment({
      deposits: txIds.map((txId) => deposit({ txId, fills: [{ ...FILL, fiat: Decimal.from(credited[txId]) }] })),
    });
  const bills: Readonly<Record<string, object>> = { p1: bill("t1", "t2"), p2: bill("t3") };
  const shown = async (isAnswered: (paymentId: string) => boolean) => {
    const answer = ({ query }: Sent) => {
      const id = query.get("paymentId") ?? "";
      return isAnswered(id) ? { data: [bills[id]], startsAfter: null } : refusal(404, "PAYMENT_NOT_FOUND", "No.");
    };
    await show(<ConversionItems record={record} />, { answers: { "GET /payment/v1/payment": answer } });
    await expect.poll(() => document.querySelector("tbody")?.textContent).toContain("128.10");
    const last = [...document.querySelectorAll("tr")].map((row) => row.lastElementChild?.textContent);
    return last.slice(1);
  };

  test("stands beside each with its sum", async () => {
    expect(await shown(() => true)).toEqual(["128.10", "29.03", "580.04", "737.17"]);
  });

  test("has no sum while one of them is not known", async () => {
    expect(await shown((id) => id === "p1")).toEqual(["128.10", "29.03", "–", ""]);
  });
});
