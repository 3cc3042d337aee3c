import { expect, test } from "vitest";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { CREATED, deposit, payment } from "./payment.fixture.ts";
import { timelineOf } from "./timeline-of.ts";

const of = (text: string) => Decimal.from(text);

test("a conversion's status is in the words of the conversions", () => {
  const conversions = [{ invoiceId: "i1", status: "QUOTED", quantity: of("0.1") }] as PaymentRecord["conversions"];
  const titles = timelineOf(payment({ conversions }), CREATED).map(({ title }) => title);
  expect(titles).toContain("In conversion: Quoted");
});

test("of a deposit that was sold in part the rest alone was kept", () => {
  const surplus = deposit({
    status: "CREDITED",
    quantity: of("0.005"),
    quantityConverted: of("0.0042"),
    quantityUnconverted: of("0.0008"),
    fiatReceived: of("250"),
  });
  const amounts = timelineOf(payment({ deposits: [surplus] }), CREATED + 3_600_000).map(({ amount }) => amount);
  expect(amounts).toContain("0.00080000");
  expect(amounts.filter((amount) => amount?.startsWith("0.005"))).toHaveLength(1);
});
