import { z } from "zod";
import { endpoint, type InputOf, type OutputOf } from "#lib/contract/endpoint.ts";
import { count, exact, listOf, pageOf, time } from "#lib/contract/answers.ts";
import { epochMs, oneOf, text, whole } from "#lib/contract/fields.ts";
import { CONVERSION_STATUSES } from "#lib/conversions/invoice.ts";
import { DEPOSIT_STATUSES, REASON_CODES } from "#lib/deposits/states.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES, NETWORKS } from "#lib/kernel/assets.ts";
import { FEE_MODELS, STRATEGIES } from "#lib/pricing/price.ts";

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
  strategy: oneOf(STRATEGIES).optional(),
  reference: text(1, 128).optional(),
  txHash: text(1, 128).optional(),
  convertible: oneOf(["true"]).optional(),
};

/** Crypto sold, as a part of one deposit; `quantity` is the whole part, `quantity - feeQuantity` was sold. */
const fillRecord = z
  .object({
    method: z.enum(["RFQ", "FRESH", "MARKET", "CONVERSION"]),
    feeModel: z.enum(FEE_MODELS),
    quantity: exact(),
    feeQuantity: exact(),
    price: exact(),
    fiat: exact(),
    invoiceId: z.string().optional(),
    at: time(),
  })
  .meta({ id: "Fill" });

const depositRecord = z
  .object({
    txId: z.string(),
    txHash: z.string(),
    outputIndex: count(),
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    address: z.string(),
    sourceAddress: z.string().optional(),
    quantity: exact(),
    status: z.enum(DEPOSIT_STATUSES),
    confirmations: count(),
    confirmationsRequired: count(),
    firstSeen: time(),
    blockTime: time().optional(),
    late: z.boolean(),
    feeQuantity: exact(),
    fiatReceived: exact(),
    quantityPending: exact(),
    quantityConverted: exact(),
    quantityUnconverted: exact(),
    quantityPaidOut: exact(),
    reasonCode: z.enum(REASON_CODES).optional(),
    reason: z.string().optional(),
    fills: z.array(fillRecord),
  })
  .meta({ id: "Deposit" });

/** The payment record of Get Payment (rulebook 5.9): quantities and fiat amounts are exact decimals, times epoch milliseconds. */
export const paymentRecord = z
  .object({
    paymentId: z.string(),
    status: z.enum(PAYMENT_STATUSES),
    amountStatus: z.enum(AMOUNT_STATUSES),
    labels: z.array(z.enum(LABELS)),
    username: z.string(),
    subaccount: z.string(),
    reference: z.string().optional(),
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    fiat: z.enum(FIATS),
    fiatReceivable: exact(),
    address: z.string(),
    price: exact(),
    quantity: exact(),
    expiryTime: time(),
    strategy: z.enum(STRATEGIES),
    feeModel: z.enum(FEE_MODELS),
    limitPrice: exact().optional(),
    limitMet: z.boolean().optional(),
    quantityReceived: exact(),
    quantityPending: exact(),
    quantityConverted: exact(),
    quantityUnconverted: exact(),
    quantityLocked: exact(),
    feeQuantity: exact(),
    quantityPaidOut: exact(),
    fiatReceived: exact(),
    createdAt: time(),
    updatedAt: time(),
    deposits: z.array(depositRecord),
    conversions: z.array(
      z
        .object({ invoiceId: z.string(), status: z.enum(CONVERSION_STATUSES), quantity: exact() })
        .meta({ id: "PaymentConversion" }),
    ),
  })
  .meta({ id: "Payment" });

const paymentPage = pageOf(paymentRecord).meta({ id: "PaymentPage" });

export type PaymentRecord = z.output<typeof paymentRecord>;
export type DepositRecord = z.output<typeof depositRecord>;
export type FillRecord = z.output<typeof fillRecord>;
export type PaymentList = z.output<typeof paymentPage>;

/** Get Payment: by time range, by address or by identifier (rulebook 5.1). */
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
  answer: paymentPage,
  refuses: ["RANGE_TOO_LONG", "INVALID_PAGINATION_TOKEN", "PAYMENT_NOT_FOUND"],
});

export type GetPayment = InputOf<typeof getPaymentEndpoint>;

/** What a filter holds in all: counts and sums by asset and by fiat (rulebook 11.2). */
export const getSummaryEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payments/summary",
  scope: "payments:read",
  summary: "Counts and sums the payments of a filter, by asset and by fiat.",
  query: z.object(filters),
  answer: z
    .object({
      count: count(),
      byAsset: z.array(
        z
          .object({
            cryptoType: z.enum(CRYPTOS),
            networkType: z.enum(NETWORK_TYPES).optional(),
            count: count(),
            quantity: exact(),
            quantityReceived: exact(),
            quantityUnconverted: exact(),
          })
          .meta({ id: "SummaryByAsset" }),
      ),
      byFiat: z.array(
        z
          .object({ fiat: z.enum(FIATS), count: count(), fiatReceivable: exact(), fiatReceived: exact() })
          .meta({ id: "SummaryByFiat" }),
      ),
    })
    .meta({ id: "PaymentSummary" }),
  refuses: ["RANGE_TOO_LONG"],
});

export type GetSummary = InputOf<typeof getSummaryEndpoint>;
export type PaymentSummary = OutputOf<typeof getSummaryEndpoint>;

/** Exact decimals; times are epoch milliseconds. The bid is the median of the samples' bids. */
const priceFacts = z
  .object({
    paymentId: z.string(),
    cryptoType: z.enum(CRYPTOS),
    fiat: z.enum(FIATS),
    strategy: z.enum(STRATEGIES),
    feeModel: z.enum(FEE_MODELS),
    spreadBps: count(),
    explicitFeeBps: count(),
    bid: exact(),
    at: time(),
    samples: z.array(
      z
        .object({
          source: z.string(),
          pair: z.string().optional(),
          bid: exact(),
          ask: exact(),
          at: time(),
        })
        .meta({ id: "PriceSample" }),
    ),
    price: exact(),
    fiatReceivable: exact(),
    quantity: exact(),
  })
  .meta({ id: "PriceFacts" });

export type PriceFacts = z.output<typeof priceFacts>;

/** The inputs that a bill's price was made from, as they were kept when it was made. */
export const explainPriceEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payments/[paymentId]/price",
  scope: "payments:read",
  summary: "Answers what a payment's price and quantity were made from: samples, median, rates.",
  answer: priceFacts,
  refuses: ["PAYMENT_NOT_FOUND"],
});

/** A record found by the beginning of a text: `by` says which of its facts begins so, `value` is that fact in full. */
const foundRecord = z
  .object({
    kind: z.enum(["payment", "conversion", "subaccount"]),
    by: z.enum(["paymentId", "invoiceId", "address", "reference", "txHash", "subaccount"]),
    value: z.string(),
    id: z.string(),
  })
  .meta({ id: "Found" });

export type Found = z.output<typeof foundRecord>;

/** Looks records up by how an id, address, transaction hash, reference or subaccount begins. */
export const searchEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/search",
  scope: "payments:read",
  summary: "Finds payments, conversions and subaccounts by the beginning of what names them.",
  query: z.object({ q: text(3, 128) }),
  answer: listOf(foundRecord),
});

export type Search = InputOf<typeof searchEndpoint>;

/** Amounts are exact decimals, times epoch milliseconds. */
const payerRecord = z
  .object({
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    network: z.enum(NETWORKS),
    quantity: exact(),
    quantityReceived: exact().meta({
      description: "Confirmed and counted towards the bill: what is held or was declined is not in it.",
    }),
    fiat: z.enum(FIATS),
    fiatReceivable: exact(),
    address: z.string(),
    status: z.enum(PAYMENT_STATUSES),
    amountStatus: z.enum(AMOUNT_STATUSES),
    expiryTime: time(),
    serverTime: time(),
  })
  .meta({ id: "PayerState" });

export type PayerState = z.output<typeof payerRecord>;

/** What a payer may know of the bill they pay (rulebook 11.5): no account, no subaccount, nothing of strategy or fees. */
export const payerStateEndpoint = endpoint({
  method: "GET",
  path: "/pay/[paymentId]/state",
  scope: "public",
  summary: "Answers what a payer needs: amount, address, state, end and the server's time.",
  answer: payerRecord,
  refuses: ["PAYMENT_NOT_FOUND"],
});

/** A crypto's sum on its network. */
const assetSum = z
  .object({
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    count: count().optional(),
    quantity: exact(),
  })
  .meta({ id: "AssetSum" });

/** `day` is one of UTC, `2026-11-21`; `converted` is fiat credited, `kept` crypto at its bills' prices, both in `fiat`. */
const volumeRecord = z
  .object({
    day: z.string(),
    cryptoType: z.enum(CRYPTOS),
    networkType: z.enum(NETWORK_TYPES).optional(),
    fiat: z.enum(FIATS),
    count: count(),
    converted: exact(),
    kept: exact(),
  })
  .meta({ id: "Volume" });

const activityRecord = z
  .object({
    type: z.string(),
    objectId: z.string(),
    at: time(),
    subaccount: z.string().optional(),
    strategy: z.string().optional(),
    cryptoType: z.enum(CRYPTOS).optional(),
    fiat: z.enum(FIATS).optional(),
    quantity: exact().optional(),
    quantityReceived: exact().optional(),
    fiatReceivable: exact().optional(),
    fiatReceived: exact().optional(),
  })
  .meta({ id: "Activity" });

const overviewRecord = z
  .object({
    at: time(),
    fiat: z.enum(FIATS),
    prices: z.array(
      z.object({ cryptoType: z.enum(CRYPTOS), bid: exact(), at: time(), count: count() }).meta({ id: "FreshPrice" }),
    ),
    limits: z.array(z.object({ fiat: z.enum(FIATS), limit: exact() }).meta({ id: "ExposureLimit" })),
    connections: z.object({
      worker: z.boolean(),
      chains: z.array(
        z
          .object({
            network: z.enum(NETWORKS),
            height: exact(),
            lag: exact(),
            completeTo: exact(),
            lastSeen: time(),
            state: z.string(),
            sentence: z.string(),
          })
          .meta({ id: "ChainState" }),
      ),
    }),
    facts: z.object({
      open: z.array(z.object({ fiat: z.enum(FIATS), count: count(), sum: exact() })),
      ending: z.object({ count: count() }),
      unconverted: z.array(assetSum),
      volume: z.array(volumeRecord),
      activity: z.array(activityRecord),
    }),
  })
  .meta({ id: "Overview" });

export type VolumeRecord = z.output<typeof volumeRecord>;
export type ActivityRecord = z.output<typeof activityRecord>;
export type OverviewRecord = z.output<typeof overviewRecord>;

/** What an account holds and risks, in one answer for the desk's first page. */
export const getOverviewEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/overview",
  scope: "account:read",
  summary: "Answers open promises, volume, activity, prices and connections of the account.",
  query: z.object({ fiat: oneOf(FIATS).optional() }),
  answer: overviewRecord,
});

export type GetOverview = InputOf<typeof getOverviewEndpoint>;
