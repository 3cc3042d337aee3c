import { z } from "zod";
import { endpoint, type InputOf } from "#lib/api/endpoint.ts";
import { epochMs, oneOf, text, whole } from "#lib/api/fields.ts";
import {
  CRYPTOS,
  type Crypto,
  FIATS,
  type Fiat,
  NETWORK_TYPES,
  type Network,
  type NetworkType,
} from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";

export const PAYMENT_STATUSES = ["PENDING", "DETECTED", "PROCESSING", "COMPLETED", "EXPIRED"] as const;
export const AMOUNT_STATUSES = ["UNPAID", "PARTIAL", "UNDERPAID", "PAID", "OVERPAID"] as const;
export const LABELS = ["LATE", "MULTIPLE", "HELD", "LIMIT_NOT_MET", "REVERSED", "WRONG_ASSET"] as const;
export const SORTS = ["createdAt", "expiryTime", "fiatReceivable", "quantityReceived"] as const;
const SORT_CHOICES = [...SORTS, "-createdAt", "-expiryTime", "-fiatReceivable", "-quantityReceived"] as const;

/** The filters that Get Payment and the summary share. */
const filters = {
  startTime: epochMs().optional(),
  endTime: epochMs().optional(),
  address: text(1, 128).optional(),
  status: oneOf(PAYMENT_STATUSES).optional(),
  amountStatus: oneOf(AMOUNT_STATUSES).optional(),
  label: oneOf(LABELS).optional(),
  cryptoType: oneOf(CRYPTOS).optional(),
  networkType: oneOf(NETWORK_TYPES).optional(),
  fiat: oneOf(FIATS).optional(),
  subaccount: text(1, 128).optional(),
  strategy: oneOf(["RFQ", "RAI", "ACA", "LMT"]).optional(),
  reference: text(1, 128).optional(),
  txHash: text(1, 128).optional(),
  convertible: oneOf(["true"]).optional(),
};

/** Get Payment: by time range, by address or by identifier (specification; contract §5). */
export const getPaymentEndpoint = endpoint({
  method: "GET",
  path: "/payment/v1/payment",
  scope: "payments:read",
  summary: "Returns payment bills by time range, by address or by payment identifier, newest first.",
  query: z.object({
    ...filters,
    paymentId: text(1, 128).optional(),
    startsAfter: text(1, 2_048).optional(),
    limit: whole(1, 500).optional(),
    sort: oneOf(SORT_CHOICES).optional(),
  }),
});

export type GetPayment = InputOf<typeof getPaymentEndpoint>;

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

/** What a filter holds in all: counts and sums by asset and by fiat (contract §11). */
export const getSummaryEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payments/summary",
  scope: "payments:read",
  summary: "Counts and sums the payments of a filter, by asset and by fiat.",
  query: z.object(filters),
});

export type GetSummary = InputOf<typeof getSummaryEndpoint>;

/** What a payer may know of the bill they pay (contract §11): no account, no subaccount, nothing of strategy or fees. */
export const payerStateEndpoint = endpoint({
  method: "GET",
  path: "/pay/[paymentId]/state",
  scope: "public",
  summary: "Answers what a payer needs: amount, address, state, end and the server's time.",
});

/** Amounts are exact decimals; `quantityReceived` counts what is confirmed; times are epoch milliseconds. */
export type PayerState = {
  cryptoType: Crypto;
  networkType?: NetworkType | undefined;
  network: Network;
  quantity: Decimal;
  quantityReceived: Decimal;
  fiat: Fiat;
  fiatReceivable: Decimal;
  address: string;
  status: PaymentRecord["status"];
  amountStatus: PaymentRecord["amountStatus"];
  expiryTime: number;
  serverTime: number;
};

/** What an account holds, risks and must do, in one answer for the desk's first page. */
export const getOverviewEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/overview",
  scope: "account:read",
  summary: "Answers cases, open promises, volume, activity, prices and connections of the account.",
  query: z.object({ fiat: oneOf(FIATS).optional() }),
});

export type GetOverview = InputOf<typeof getOverviewEndpoint>;

/** A crypto's sum on its network. */
export type AssetSum = { cryptoType: Crypto; networkType?: NetworkType; count?: number; quantity: Decimal };

/** `at` is the oldest case's last change, in epoch milliseconds; null when there is none. */
export type NeedRecord = { count: number; at: number | null; byAsset: AssetSum[] };

export type VolumeRecord = {
  /** A day of UTC, `2026-11-21`. */
  day: string;
  cryptoType: Crypto;
  networkType?: NetworkType;
  fiat: Fiat;
  count: number;
  /** Fiat credited, and crypto kept at its bills' prices, both in `fiat`. */
  converted: Decimal;
  kept: Decimal;
};

export type ActivityRecord = {
  type: string;
  objectId: string;
  at: number;
  subaccount?: string;
  strategy?: string;
  cryptoType?: Crypto;
  fiat?: Fiat;
  quantity?: Decimal;
  quantityReceived?: Decimal;
  fiatReceivable?: Decimal;
  fiatReceived?: Decimal;
};

export type OverviewRecord = {
  at: number;
  fiat: Fiat;
  prices: { cryptoType: Crypto; bid: Decimal; at: number; count: number }[];
  limits: { fiat: Fiat; limit: Decimal }[];
  connections: { worker: boolean; chains: { network: Network; height: Decimal; lag: Decimal }[] };
  facts: {
    needs: Record<"held" | "late" | "reversed", NeedRecord>;
    failed: { count: number; at: number | null };
    open: { fiat: Fiat; count: number; sum: Decimal }[];
    ending: { count: number };
    unconverted: AssetSum[];
    volume: VolumeRecord[];
    activity: ActivityRecord[];
  };
};
