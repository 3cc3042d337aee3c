import type { Crypto, Fiat, NetworkType } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

/** The payment record of Get Payment (contract §5): quantities and fiat amounts are exact decimals, times epoch milliseconds. */
export type PaymentRecord = {
  paymentId: string;
  status: "PENDING" | "DETECTED" | "PROCESSING" | "COMPLETED" | "EXPIRED";
  amountStatus: "UNPAID" | "PARTIAL" | "UNDERPAID" | "PAID" | "OVERPAID";
  labels: ("LATE" | "MULTIPLE" | "HELD" | "LIMIT_NOT_MET" | "REVERSED" | "WRONG_ASSET")[];
  username: string;
  subaccount: string;
  reference?: string | undefined;
  cryptoType: Crypto;
  networkType?: NetworkType | undefined;
  fiat: Fiat;
  fiatReceivable: Decimal;
  address: string;
  price: Decimal;
  quantity: Decimal;
  expiryTime: number;
  strategy: "RFQ" | "RAI" | "ACA" | "LMT";
  feeModel: "SPREAD" | "EXPLICIT";
  limitPrice?: Decimal | undefined;
  limitMet?: boolean | undefined;
  quantityReceived: Decimal;
  quantityPending: Decimal;
  quantityConverted: Decimal;
  quantityUnconverted: Decimal;
  quantityLocked: Decimal;
  feeQuantity: Decimal;
  quantityPaidOut: Decimal;
  fiatReceived: Decimal;
  createdAt: number;
  updatedAt: number;
  deposits: DepositRecord[];
  conversions: { invoiceId: string; status: string; quantity: Decimal }[];
};

export type DepositRecord = {
  txId: string;
  txHash: string;
  outputIndex: number;
  cryptoType: Crypto;
  networkType?: NetworkType | undefined;
  address: string;
  sourceAddress?: string | undefined;
  quantity: Decimal;
  status: "UNCONFIRMED" | "PROCESSING" | "CONVERTED" | "CREDITED" | "HELD" | "DECLINED" | "DROPPED";
  confirmations: number;
  confirmationsRequired: number;
  firstSeen: number;
  blockTime?: number | undefined;
  late: boolean;
  feeQuantity: Decimal;
  fiatReceived: Decimal;
  quantityPending: Decimal;
  quantityConverted: Decimal;
  quantityUnconverted: Decimal;
  quantityPaidOut: Decimal;
  reasonCode?: string | undefined;
  reason?: string | undefined;
  fills: FillRecord[];
};

export type FillRecord = {
  method: "RFQ" | "FRESH" | "MARKET" | "CONVERSION";
  feeModel: "SPREAD" | "EXPLICIT";
  quantity: Decimal;
  feeQuantity: Decimal;
  price: Decimal;
  fiat: Decimal;
  invoiceId?: string | undefined;
  at: number;
};

export type PaymentList = { data: PaymentRecord[]; startsAfter: string | null };
