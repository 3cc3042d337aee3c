import { type Crypto, type NetworkType, scaleOf } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { looselyTyped, meansTwo } from "#lib/i18n/amount.ts";
import { freeOf } from "#components/conversions/free-of.ts";
import { isOwn } from "./record.ts";

/** Crypto of a payment that may be paid out: what is free, or a held or declined deposit going back. */
export type PayoutSource = {
  key: string;
  kind: "free" | "return";
  asset: Crypto;
  networkType: NetworkType | undefined;
  most: Decimal;
  /** Names the bill or the deposit in the request. */
  from: { paymentId: string } | { txId: string };
};

/** The sources of a payment. While a deposit waits to go back, free crypto is named by its own deposit, never by the bill. */
export function payoutSources(record: PaymentRecord): PayoutSource[] {
  const returns = record.deposits.filter((one) => isReturnable(one)).map(returnOf);
  const free = freeOf(record);
  if (free.isZero()) return returns;
  if (returns.length === 0) {
    const { paymentId, cryptoType: asset, networkType } = record;
    return [{ key: paymentId, kind: "free", asset, networkType, most: free, from: { paymentId } }];
  }
  return [...returns, ...freeDeposits(record, free)];
}

/** Whether a payer may be asked where some of a deposit goes back: the API says the last word. */
export function isRefundable(record: PaymentRecord, deposit: DepositRecord): boolean {
  const { status, quantityPending, quantityUnconverted, quantityReserved } = deposit;
  if (status === "DECLINED") return quantityPending.compare(quantityReserved) > 0;
  return status !== "HELD" && !freeOf(record).isZero() && quantityUnconverted.compare(quantityReserved) > 0;
}

const isReturnable = (deposit: DepositRecord) =>
  (deposit.status === "HELD" || deposit.status === "DECLINED") &&
  deposit.quantityPending.compare(deposit.quantityReserved) > 0;

function returnOf(deposit: DepositRecord): PayoutSource {
  const { txId, cryptoType: asset, networkType, quantityPending, quantityReserved } = deposit;
  return {
    key: txId,
    kind: "return",
    asset,
    networkType,
    most: quantityPending.minus(quantityReserved),
    from: { txId },
  };
}

function freeDeposits(record: PaymentRecord, free: Decimal): PayoutSource[] {
  return record.deposits
    .filter((one) => isOwn(record, one) && one.quantityUnconverted.compare(one.quantityReserved) > 0)
    .map(({ txId, cryptoType: asset, networkType, quantityUnconverted, quantityReserved }) => {
      const left = quantityUnconverted.minus(quantityReserved);
      const most = left.compare(free) > 0 ? free : left;
      return { key: txId, kind: "free", asset, networkType, most, from: { txId } };
    });
}

export type PayoutFault = "missing" | "twoNumbers" | "malformed" | "zero" | "decimals" | "tooMuch";

/** Reads a typed quantity; spaces that group digits and a decimal comma are understood, what could mean two numbers is not. */
export function readQuantity(typed: string, source: PayoutSource): { quantity: Decimal } | { fault: PayoutFault } {
  if (typed.trim() === "") return { fault: "missing" };
  const quantity = looselyTyped(typed);
  if (meansTwo(typed)) return { fault: "twoNumbers" };
  if (!quantity || quantity.units < 0n) return { fault: "malformed" };
  if (quantity.isZero()) return { fault: "zero" };
  if (quantity.toUnits(scaleOf(source.asset)) === undefined) return { fault: "decimals" };
  return quantity.compare(source.most) > 0 ? { fault: "tooMuch" } : { quantity };
}
