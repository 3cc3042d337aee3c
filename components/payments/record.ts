import { assetOf, type CryptoAsset, scaleOf } from "#lib/kernel/assets.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";
import { amountText, rateText } from "#lib/i18n/amount.ts";

const COUNTED: ReadonlySet<string> = new Set(["PROCESSING", "CONVERTED", "CREDITED"]);

/** The ledger asset that a bill is paid in. */
export const assetOfPayment = (record: PaymentRecord): CryptoAsset => assetOf(record.cryptoType, record.networkType);

/** What counts towards the bill (rulebook 5.15): confirmed, of its own asset, and neither held nor declined. */
export const countedOf = (record: PaymentRecord): Decimal => sumOf(record, COUNTED);

const sumOf = (record: PaymentRecord, statuses: ReadonlySet<string>): Decimal =>
  record.deposits
    .filter((one) => isOwn(record, one) && statuses.has(one.status))
    .reduce((sum, one) => sum.plus(one.quantity), Decimal.ZERO);

/** Sent, and not counted yet or never: unconfirmed or held. */
const UNCOUNTED: ReadonlySet<string> = new Set(["UNCONFIRMED", "HELD"]);

/** What the payer has still to send: what neither counts nor is seen. Nothing is missing of what is held. */
export function missingOf(record: PaymentRecord): Decimal {
  const seen = sumOf(record, UNCOUNTED);
  const rest = record.quantity.minus(countedOf(record)).minus(seen);
  return rest.units > 0n ? rest : Decimal.ZERO;
}

/** What is still due; the whole once nothing is, so that the bill still says what it was for. */
export function dueOf(record: PaymentRecord): Decimal {
  const missing = missingOf(record);
  return missing.isZero() ? record.quantity : missing;
}

/** Counted less due; undefined while nothing counts. */
export function differenceOf(record: PaymentRecord): Decimal | undefined {
  const counted = countedOf(record);
  return counted.isZero() ? undefined : counted.minus(record.quantity);
}

/** Whether the five quantities add up to what was received (rulebook 5.9). */
export function addsUp(record: PaymentRecord): boolean {
  const parts = [record.quantityConverted, record.quantityUnconverted, record.feeQuantity, record.quantityPaidOut];
  return parts.reduce((sum, part) => sum.plus(part), record.quantityPending).compare(record.quantityReceived) === 0;
}

/** In sentences: just the decimals that the value has. */
export const cryptoText = (record: PaymentRecord, value: Decimal): string =>
  `${rateText(value)}\u00a0${record.cryptoType}`;
export const fiatText = (record: PaymentRecord, value: Decimal): string =>
  `${amountText(value, scaleOf(record.fiat))}\u00a0${record.fiat}`;

/** Deposits that count: not dropped, not declined, of the bill's own asset. */
export function standingOf(record: PaymentRecord): DepositRecord[] {
  return record.deposits.filter((one) => one.status !== "DROPPED" && one.status !== "DECLINED" && isOwn(record, one));
}

export const isOwn = (record: PaymentRecord, deposit: DepositRecord): boolean =>
  deposit.cryptoType === record.cryptoType && deposit.networkType === record.networkType;

/** The unconfirmed deposit that has furthest to go. */
export function slowestOf(record: PaymentRecord): DepositRecord | undefined {
  return standingOf(record)
    .filter((one) => one.status === "UNCONFIRMED")
    .toSorted((a, b) => a.confirmations - b.confirmations)[0];
}
