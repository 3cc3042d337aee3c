import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";

/** Kept and not locked in a conversion. */
export function freeOf(record: PaymentRecord): Decimal {
  const { quantityUnconverted, quantityLocked, quantityReserved, deposits } = record;
  const goesBack = deposits.filter(({ status }) => status === "DECLINED").map((one) => one.quantityReserved);
  // What is reserved of a declined deposit is part of what is pending.
  return goesBack.reduce(
    (free, part) => free.plus(part),
    quantityUnconverted.minus(quantityLocked).minus(quantityReserved),
  );
}
