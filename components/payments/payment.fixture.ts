import { Decimal } from "#lib/kernel/decimal.ts";
import type { DepositRecord, PaymentRecord } from "#lib/payments/contract.ts";

const of = (text: string) => Decimal.from(text);
export const CREATED = Date.parse("2026-11-21T10:14:07Z");
export const EXPIRY: number = CREATED + 20 * 60_000;

/** A bill as its record shows it, nothing paid yet; say what differs. */
export function payment(changes: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    paymentId: "019a8f3c-8c1e-7abc-8def-0123456789ab",
    status: "PENDING",
    amountStatus: "UNPAID",
    labels: [],
    username: "acme",
    subaccount: "acme-42",
    cryptoType: "BTC",
    fiat: "EUR",
    fiatReceivable: of("250"),
    address: "1HnhWpkMHMjgt167kvgcPyurMmsCQ2WPgg",
    price: of("59400"),
    quantity: of("0.00420876"),
    expiryTime: EXPIRY,
    strategy: "RFQ",
    feeModel: "SPREAD",
    quantityReceived: Decimal.ZERO,
    quantityPending: Decimal.ZERO,
    quantityConverted: Decimal.ZERO,
    quantityUnconverted: Decimal.ZERO,
    quantityLocked: Decimal.ZERO,
    quantityReserved: Decimal.ZERO,
    feeQuantity: Decimal.ZERO,
    quantityPaidOut: Decimal.ZERO,
    fiatReceived: Decimal.ZERO,
    createdAt: CREATED,
    updatedAt: CREATED,
    deposits: [],
    conversions: [],
    ...changes,
  };
}

/** A confirmed deposit of that bill; say what differs. */
export function deposit(changes: Partial<DepositRecord> = {}): DepositRecord {
  return {
    txId: "t1",
    txHash: "9f3c1ae47b0d52c86e1f90a3d4b75c2e8816fa03d95b7e4c21a6f8d0e377be02",
    outputIndex: 0,
    cryptoType: "BTC",
    address: "1HnhWpkMHMjgt167kvgcPyurMmsCQ2WPgg",
    quantity: of("0.002"),
    status: "CONVERTED",
    confirmations: 2,
    confirmationsRequired: 2,
    firstSeen: CREATED + 443_000,
    late: false,
    feeQuantity: Decimal.ZERO,
    fiatReceived: Decimal.ZERO,
    quantityPending: Decimal.ZERO,
    quantityConverted: Decimal.ZERO,
    quantityUnconverted: Decimal.ZERO,
    quantityReserved: Decimal.ZERO,
    quantityPaidOut: Decimal.ZERO,
    fills: [],
    ...changes,
  };
}

/** Worked example 2: half in time and converted, the other half late and kept. */
export function halfLate(): PaymentRecord {
  return payment({
    status: "COMPLETED",
    amountStatus: "PAID",
    labels: ["LATE", "MULTIPLE"],
    quantityReceived: of("0.00420876"),
    quantityConverted: of("0.002"),
    quantityUnconverted: of("0.00220876"),
    fiatReceived: of("118.80"),
    deposits: [
      deposit({
        quantityConverted: of("0.002"),
        fills: [
          {
            method: "RFQ",
            feeModel: "SPREAD",
            quantity: of("0.002"),
            feeQuantity: Decimal.ZERO,
            price: of("59400"),
            fiat: of("118.80"),
            at: EXPIRY + 288_000,
          },
        ],
      }),
      deposit({
        txId: "t2",
        status: "CREDITED",
        late: true,
        reasonCode: "BILL_EXPIRED",
        firstSeen: EXPIRY + 1_091_000,
        quantity: of("0.00220876"),
        quantityUnconverted: of("0.00220876"),
      }),
    ],
  });
}
