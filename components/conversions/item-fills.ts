import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionRecord } from "#lib/conversions/contract.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";

export type ItemFill = { sold: Decimal; fee: Decimal; fiat: Decimal };

/** What each item of an executed conversion was sold for, by its `txId`, as the fills of the bills' deposits tell. */
export function itemFills(record: ConversionRecord, bills: readonly PaymentRecord[]): ReadonlyMap<string, ItemFill> {
  const fills = new Map<string, ItemFill>();
  for (const deposit of bills.flatMap((bill) => bill.deposits)) {
    const fill = deposit.fills.find((one) => one.invoiceId === record.invoiceId);
    if (!fill) continue;
    fills.set(deposit.txId, {
      sold: fill.quantity.minus(fill.feeQuantity),
      fee: fill.feeQuantity,
      fiat: fill.fiat,
    });
  }
  return fills;
}
