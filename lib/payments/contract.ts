import { z } from "zod";
import { endpoint, type InputOf, type OutputOf } from "#lib/contract/endpoint.ts";
import { count, exact, time, valuedPageOf } from "#lib/contract/answers.ts";
import { oneOf, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { CONVERSION_STATUSES } from "#lib/conversions/conversion-states.ts";
import { reasonFacts } from "#lib/deposits/reason-facts.ts";
import { DEPOSIT_STATUSES, REASON_CODES } from "#lib/deposits/states.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import { FEE_MODELS, STRATEGIES } from "#lib/pricing/price.ts";
import {
  AMOUNT_STATUS,
  ADDRESS,
  AT,
  BID,
  CREATED_AT,
  CRYPTO_TYPE,
  EXPIRY_TIME,
  FEE_MODEL,
  FEE_QUANTITY,
  FIAT,
  FIAT_RECEIVABLE,
  FIAT_RECEIVED,
  INVOICE_ID,
  LIMIT,
  LIMIT_PRICE,
  NETWORK_TYPE,
  PAYMENT_ID,
  PRICE,
  QUANTITY,
  REFERENCE,
  SANDBOX,
  STARTS_AFTER,
  STRATEGY,
  SUBACCOUNT,
  TX_HASH,
  TX_ID,
  meaning,
} from "#lib/contract/meanings.ts";
import { LIST_FILTERS, PAYMENT_FILTERS } from "./filters.ts";
import { AMOUNT_STATUSES, LABELS, PAYMENT_STATUSES, SORTS } from "./payment-states.ts";

const SORT_CHOICES = [
  ...SORTS,
  "-createdAt",
  "-expiryTime",
  "-fiatReceivable",
  "-quantity",
  "-quantityReceived",
  "-difference",
  "-value",
] as const;

/** Crypto sold, as a part of one deposit; `quantity` is the whole part, `quantity - feeQuantity` was sold. */
const fillRecord = z
  .object({
    method: z
      .enum(["RFQ", "FRESH", "MARKET", "CONVERSION"])
      .meta(
        meaning(
          "RFQ: at the bill's price. FRESH: at a fresh quote. MARKET: by market order. CONVERSION: by an invoice.",
        ),
      ),
    feeModel: z.enum(FEE_MODELS).meta(FEE_MODEL),
    quantity: exact().meta(meaning("The whole part of the deposit; quantity − feeQuantity was sold.", 0.00168351)),
    feeQuantity: exact().meta(FEE_QUANTITY),
    price: exact().meta(PRICE),
    fiat: exact().meta(meaning("Fiat credited for this part.")),
    invoiceId: z.string().optional().meta(INVOICE_ID),
    at: time().meta(AT),
  })
  .meta({ id: "Fill" });

const depositRecord = z
  .object({
    txId: z.string().meta(TX_ID),
    txHash: z.string().meta(TX_HASH),
    outputIndex: count().meta(
      meaning("Output of the transaction; on eth and tron the position among its own logs.", 0),
    ),
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    address: z.string().meta(ADDRESS),
    sourceAddress: z
      .string()
      .optional()
      .meta(meaning("Where the money came from, as far as the chain tells.", "sandbox-payer-5f2d91c0")),
    quantity: exact().meta(QUANTITY),
    status: z
      .enum(DEPOSIT_STATUSES)
      .meta(
        meaning(
          "UNCONFIRMED, PROCESSING (confirmed), CONVERTED (any part sold), CREDITED (kept as crypto), HELD (waits for a person), DECLINED, DROPPED (gone from the chain).",
          "CONVERTED",
        ),
      ),
    confirmations: count().meta(meaning("Blocks that bury the transaction, its own included.", 2)),
    confirmationsRequired: count().meta(meaning("Confirmations at which the deposit is treated.", 2)),
    firstSeen: time().meta(
      meaning("When the transaction was first seen; it decides whether the money is late. Epoch milliseconds."),
    ),
    blockTime: time().optional().meta(meaning("Time of the block that holds the transaction, epoch milliseconds.")),
    feeRate: exact()
      .optional()
      .meta(
        meaning(
          "What the transaction paid when it was first seen unconfirmed, satoshi for each byte, with its unconfirmed ancestors; BTC and BCH.",
          12,
        ),
      ),
    feeEstimate: exact()
      .optional()
      .meta(meaning("What the node estimated then for being mined within six blocks, satoshi for each byte.", 10)),
    thinFee: z
      .boolean()
      .optional()
      .meta(
        meaning("Whether it paid less than that: then it counts as first seen no earlier than in its block.", false),
      ),
    replaceable: z
      .boolean()
      .optional()
      .meta(
        meaning(
          "Whether the transaction said that another may replace it, or the node lets any be replaced. A fact, never a rule.",
          false,
        ),
      ),
    late: z.boolean().meta(meaning("Whether the deposit is treated as late.", false)),
    feeQuantity: exact().meta(FEE_QUANTITY),
    fiatReceived: exact().meta(FIAT_RECEIVED),
    quantityPending: exact().meta(
      meaning("Confirmed crypto that is not treated, held, or declined and not paid back.", 0),
    ),
    quantityConverted: exact().meta(meaning("Crypto sold, fee excluded.", 0.00168351)),
    quantityUnconverted: exact().meta(meaning("Crypto kept for the account, quantityLocked included.", 0)),
    quantityReserved: exact().meta(
      meaning(
        "The part asked to be paid out and not gone yet: of quantityUnconverted, of a declined deposit of quantityPending.",
        0,
      ),
    ),
    quantityPaidOut: exact().meta(meaning("Crypto paid out.", 0)),
    reasonCode: z
      .enum(REASON_CODES)
      .optional()
      .meta(meaning("Why the deposit, or a part of it, was treated as it was.", "BILL_EXPIRED")),
    reason: z
      .string()
      .optional()
      .meta(
        meaning(
          "The reason in one sentence for a person.",
          "Kept as crypto: the money came after the bill had expired.",
        ),
      ),
    reasonFacts: reasonFacts
      .optional()
      .meta(meaning("The figures and times of the reason, so that a reader's program can word it.")),
    fills: z.array(fillRecord).meta(meaning("The parts of this deposit that were sold.")),
  })
  .meta({ id: "Deposit" });

/** The payment record of Get Payment (rulebook 5.9): quantities and fiat amounts are exact decimals, times epoch milliseconds. */
export const paymentRecord = z
  .object({
    paymentId: z.string().meta(PAYMENT_ID),
    status: z
      .enum(PAYMENT_STATUSES)
      .meta(
        meaning(
          "PENDING: nothing came. DETECTED: seen, not confirmed. PROCESSING: in treatment or held, or not enough yet. COMPLETED. EXPIRED: nothing came in time. Late money reopens a bill.",
          "COMPLETED",
        ),
      ),
    amountStatus: z.enum(AMOUNT_STATUSES).meta(AMOUNT_STATUS),
    labels: z
      .array(z.enum(LABELS))
      .meta(
        meaning(
          "Present facts: LATE, a deposit was treated as late; MULTIPLE, more than one stands; HELD, one waits for a person; LIMIT_NOT_MET, a part is kept for that reason; REVERSED, one that was credited is gone; WRONG_ASSET.",
          ["MULTIPLE"],
        ),
      ),
    username: z.string().meta(meaning("Name of the account that owns the record.", "acme")),
    subaccount: z.string().meta(SUBACCOUNT),
    reference: z.string().optional().meta(REFERENCE),
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
    fiat: z.enum(FIATS).meta(FIAT),
    fiatReceivable: exact().meta(FIAT_RECEIVABLE),
    address: z.string().meta(ADDRESS),
    price: exact().meta(PRICE),
    quantity: exact().meta(QUANTITY),
    expiryTime: time().meta(EXPIRY_TIME),
    strategy: z.enum(STRATEGIES).meta(STRATEGY),
    feeModel: z.enum(FEE_MODELS).meta(FEE_MODEL),
    limitPrice: exact().optional().meta(LIMIT_PRICE),
    limitMet: z
      .boolean()
      .optional()
      .meta(meaning("Whether the price is better than the limit price; equal is not better. LMT only.")),
    quantityReceived: exact().meta(
      meaning(
        "Confirmed crypto: always quantityPending + quantityConverted + quantityUnconverted + feeQuantity + quantityPaidOut.",
        0.00168351,
      ),
    ),
    quantityPending: exact().meta(
      meaning("Confirmed crypto that is not treated, held, or declined and not paid back.", 0),
    ),
    quantityConverted: exact().meta(meaning("Crypto sold, fee excluded.", 0.00168351)),
    quantityUnconverted: exact().meta(meaning("Crypto kept for the account, quantityLocked included.", 0)),
    quantityLocked: exact().meta(meaning("The part of quantityUnconverted that conversion invoices hold.", 0)),
    quantityReserved: exact().meta(
      meaning(
        "The part asked to be paid out and not gone yet: of quantityUnconverted, of a declined deposit of quantityPending.",
        0,
      ),
    ),
    feeQuantity: exact().meta(FEE_QUANTITY),
    quantityPaidOut: exact().meta(meaning("Crypto paid out.", 0)),
    fiatReceived: exact().meta(FIAT_RECEIVED),
    createdAt: time().meta(CREATED_AT),
    updatedAt: time().meta(meaning("When it last changed, epoch milliseconds.")),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    deposits: z
      .array(depositRecord)
      .meta(meaning("Everything that was ever seen on the bill's address, oldest first.")),
    conversions: z
      .array(
        z
          .object({
            invoiceId: z.string().meta(INVOICE_ID),
            status: z.enum(CONVERSION_STATUSES).meta(meaning("State.")),
            quantity: exact().meta(QUANTITY),
          })
          .meta({ id: "PaymentConversion" }),
      )
      .meta(meaning("The invoices that hold or held crypto of this bill.")),
  })
  .meta({ id: "Payment" });

const paymentPage = valuedPageOf(paymentRecord).meta({ id: "PaymentPage" });

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
    ...fieldsOf(LIST_FILTERS),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
    limit: whole(1, 500).optional().meta(LIMIT),
    sort: oneOf(SORT_CHOICES)
      .optional()
      .meta(
        meaning(
          "Order; a minus before it: descending. Amounts compare as numbers, whatever their currency; value is the bill's in one fiat.",
          "-createdAt",
        ),
      ),
    in: oneOf(FIATS)
      .optional()
      .meta(
        meaning(
          "Fiat that value is in, EUR unless it is given; at the prices of the first page for all pages. What has no price counts least.",
          "EUR",
        ),
      ),
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
  query: z.object(fieldsOf(PAYMENT_FILTERS)),
  answer: z
    .object({
      count: count().meta(meaning("How many.")),
      byAsset: z
        .array(
          z
            .object({
              cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
              networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
              count: count().meta(meaning("How many.")),
              quantity: exact().meta(QUANTITY),
              quantityReceived: exact().meta(
                meaning(
                  "Confirmed crypto: always quantityPending + quantityConverted + quantityUnconverted + feeQuantity + quantityPaidOut.",
                  0.00168351,
                ),
              ),
              quantityUnconverted: exact().meta(meaning("Crypto kept for the account, quantityLocked included.", 0)),
            })
            .meta({ id: "SummaryByAsset" }),
        )
        .meta(meaning("Sums by crypto and network.")),
      byFiat: z
        .array(
          z
            .object({
              fiat: z.enum(FIATS).meta(FIAT),
              count: count().meta(meaning("How many.")),
              fiatReceivable: exact().meta(FIAT_RECEIVABLE),
              fiatReceived: exact().meta(FIAT_RECEIVED),
            })
            .meta({ id: "SummaryByFiat" }),
        )
        .meta(meaning("Sums by fiat.")),
    })
    .meta({ id: "PaymentSummary" }),
  refuses: ["RANGE_TOO_LONG"],
});

export type GetSummary = InputOf<typeof getSummaryEndpoint>;
export type PaymentSummary = OutputOf<typeof getSummaryEndpoint>;

/** Exact decimals; times are epoch milliseconds. The bid is the median of the samples' bids. */
const priceFacts = z
  .object({
    paymentId: z.string().meta(PAYMENT_ID),
    cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
    fiat: z.enum(FIATS).meta(FIAT),
    strategy: z.enum(STRATEGIES).meta(STRATEGY),
    feeModel: z.enum(FEE_MODELS).meta(FEE_MODEL),
    spreadBps: count().meta(meaning("Spread in basis points: 100 are 1 %.", 100)),
    explicitFeeBps: count().meta(meaning("Explicit fee in basis points: 100 are 1 %.", 100)),
    bid: exact().meta(BID),
    at: time().meta(AT),
    samples: z
      .array(
        z
          .object({
            source: z.string().meta(meaning("Whose book it was read from.", "kraken")),
            pair: z
              .string()
              .optional()
              .meta(meaning("The pair it prices, where the bid is a cross of two.", "BCH/USD")),
            bid: exact().meta(BID),
            ask: exact().meta(meaning("Lowest price somebody sells at, fiat for one crypto.", 60060)),
            at: time().meta(AT),
            levels: z
              .array(
                z
                  .object({
                    price: exact().meta(PRICE),
                    quantity: exact().meta(meaning("How much of it the bill takes; the last rounded up.", 1)),
                  })
                  .meta({ id: "PriceLevel" }),
              )
              .optional()
              .meta(meaning("The levels of its book that a bill of this size takes, best first; absent under RAI.")),
          })
          .meta({ id: "PriceSample" }),
      )
      .meta(meaning("Every price it was made of, each at the size of the bill; the bid is the median of their bids.")),
    price: exact().meta(PRICE),
    fiatReceivable: exact().meta(FIAT_RECEIVABLE),
    quantity: exact().meta(QUANTITY),
  })
  .meta({ id: "PriceFacts" });

export type PriceFacts = z.output<typeof priceFacts>;

/** The inputs that a bill's price was made from, as they were kept when it was made. */
export const explainPriceEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/payments/[paymentId]/price",
  params: { paymentId: PAYMENT_ID },
  scope: "payments:read",
  summary: "Answers what a payment's price and quantity were made from: samples, median, rates.",
  answer: priceFacts,
  refuses: ["PAYMENT_NOT_FOUND"],
});
