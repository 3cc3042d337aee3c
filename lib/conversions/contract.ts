import { z } from "zod";
import { count, exact, isoText, time, valuedPageOf } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { anyText, id, oneOf, positive, prose, text, whole } from "#lib/contract/fields.ts";
import { fieldsOf } from "#lib/contract/filter-fields.ts";
import { venueFailure } from "#lib/contract/venue-failure.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { FEE_MODELS } from "#lib/pricing/price.ts";
import { CONVERSION_FILTERS, CONVERSION_LIST_FILTERS, CONVERSION_SORTS } from "./filters.ts";
import { CONVERSION_STATUSES } from "./conversion-states.ts";
import { QUOTE_STATUSES } from "./invoice.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  ADDRESS,
  AT,
  EXPIRY_TIME,
  FEE_MODEL,
  FEE_QUANTITY,
  FIAT_RECEIVABLE,
  FIAT_RECEIVED,
  INVOICE_ID,
  LIMIT,
  PAYMENT_ID,
  PRICE,
  QUANTITY,
  SANDBOX,
  STARTS_AFTER,
  SUBACCOUNT,
  TX_HASH,
  TX_ID,
  meaning,
} from "#lib/contract/meanings.ts";

const path = "/payment/v1/conversion";
const invoice = z.object({ invoiceId: id().meta(INVOICE_ID) });

const liveQuote = z
  .object({
    quoteId: z.string().meta(meaning("Identifier of a quote.", IDS.quote)),
    price: exact().meta(PRICE),
    bid: exact().meta(meaning("The bid for the whole quantity that the price was made from.", 60000)),
    mid: exact().optional().meta(meaning("Half way between bid and ask at that time.", 60030)),
    spread: exact().meta(meaning("Fiat: what is sold, at the bid, rounded down, less what is credited.", 1.01)),
    feeModel: z.enum(FEE_MODELS).meta(FEE_MODEL),
    feeQuantity: exact().meta(FEE_QUANTITY),
    fiatReceivable: exact().meta(FIAT_RECEIVABLE),
    quoteTime: time().meta(meaning("When the quote was made, epoch milliseconds.")),
    expiryTime: time().meta(EXPIRY_TIME),
  })
  .meta({ id: "LiveQuote" });

/** What an executed conversion cost and brought the house (rulebook 6.13); the venue's figures are absent when it filled nothing. */
const conversionCost = z
  .object({
    bid: exact().meta(meaning("The bid that the executed quote was made from.", 58000)),
    mid: exact().optional().meta(meaning("Half way between bid and ask at that time.", 58029)),
    spread: exact().meta(meaning("Fiat: what was sold, at the bid, less what was credited.", 1.28)),
    venuePrice: exact()
      .optional()
      .meta(meaning("Fiat that the venue paid for one whole crypto, before its fee.", 57990)),
    venueFee: exact().optional().meta(meaning("The venue's own fee, in fiat.", 0.2)),
    slippageBps: exact()
      .optional()
      .meta(meaning("Basis points that the venue's price lay below the bid; below zero it was better.", 1.7)),
  })
  .meta({ id: "ConversionCost" });

/** The conversion record: the specification's ten fields and ours; times ISO 8601 but the quote's, which are epoch milliseconds. */
export const conversionRecord = z
  .object({
    invoiceId: z.string().meta(INVOICE_ID),
    type: z.literal("CONVERSION").meta(meaning("Kind of record.")),
    side: z.literal("SELL").meta(meaning("Crypto is sold.")),
    baseSymbol: z.enum(CRYPTOS).meta(meaning("Crypto that is sold.")),
    quoteSymbol: z.enum(FIATS).meta(meaning("Fiat that is received.")),
    quantity: exact().meta(QUANTITY),
    status: z
      .enum(CONVERSION_STATUSES)
      .meta(
        meaning(
          "CREATED, QUOTED, EXECUTING, EXECUTED, CANCELLED, or FAILED when beyond repair. A refused execution goes back to CREATED with lastError.",
        ),
      ),
    created: isoText().meta(meaning("When the invoice was created.", "2026-11-19T11:52:04.801Z")),
    username: z.string().meta(meaning("Name of the account that owns the record.", "acme")),
    items: z
      .array(
        z
          .object({
            txId: z.string().meta(TX_ID),
            address: z.string().meta(ADDRESS),
            quantity: exact().meta(QUANTITY),
            subaccount: z.string().meta(SUBACCOUNT),
            paymentId: z.string().meta(PAYMENT_ID),
            txHash: z.string().meta(TX_HASH),
            outputIndex: count().meta(
              meaning("Output of the transaction; on eth and tron the position among its own logs.", 0),
            ),
          })
          .meta({ id: "ConversionItem" }),
      )
      .meta(meaning("What is sold: one entry for each deposit of the bills.")),
    sandbox: z.literal(true).optional().meta(SANDBOX),
    updated: isoText().meta(meaning("When it last changed.", "2026-11-19T11:52:04.801Z")),
    createdBy: z.string().meta(meaning("Who created it: a key or a person.", `key:${IDS.key}`)),
    quote: liveQuote.optional().meta(meaning("The live quote.")),
    quoteExpired: z.boolean().optional().meta(meaning("Whether the live quote has expired.", false)),
    quotes: z
      .array(
        liveQuote.extend({ status: z.enum(QUOTE_STATUSES).meta(meaning("State.")) }).meta({ id: "ConversionQuote" }),
      )
      .meta(meaning("Every quote there was, oldest first, with how it ended.")),
    price: exact().optional().meta(PRICE),
    feeModel: z.enum(FEE_MODELS).meta(FEE_MODEL),
    feeQuantity: exact().optional().meta(FEE_QUANTITY),
    fiatReceived: exact().optional().meta(FIAT_RECEIVED),
    executed: isoText().optional().meta(meaning("When it was executed.", "2026-11-19T11:52:04.801Z")),
    cancelled: isoText().optional().meta(meaning("When it was cancelled.", "2026-11-19T11:52:04.801Z")),
    cancelReason: z
      .string()
      .optional()
      .meta(meaning("Why it was cancelled when nobody asked for it: TIMEOUT, DEPOSIT_REVERSED.", "TIMEOUT")),
    cancelNote: z
      .string()
      .optional()
      .meta(meaning("Why somebody cancelled, in their words.", "customer changed the order")),
    lastError: z
      .string()
      .optional()
      .meta(meaning("Why the last execution was refused by the venue.", "The venue refused the order.")),
    failure: venueFailure.optional().meta(meaning("The same as facts; absent of what failed before they were kept.")),
    cost: conversionCost
      .optional()
      .meta(meaning("Shown to the operator's people alone, of executed conversions, when they are read.")),
  })
  .meta({ id: "Conversion" });

const { quoteId, ...quotedTerms } = liveQuote.shape;
const quoteRecord = z
  .object({
    invoiceId: z.string().meta(INVOICE_ID),
    quoteId,
    status: z.literal("QUOTED").meta(meaning("State.")),
    side: z.literal("SELL").meta(meaning("Crypto is sold.")),
    baseSymbol: z.enum(CRYPTOS).meta(meaning("Crypto that is sold.")),
    quoteSymbol: z.enum(FIATS).meta(meaning("Fiat that is received.")),
    quantity: exact().meta(QUANTITY),
    ...quotedTerms,
  })
  .meta({ id: "Quote" });

export type ConversionRecord = z.output<typeof conversionRecord>;
export type QuoteRecord = z.output<typeof quoteRecord>;

/** Get conversions: one by identifier, or a time range in ISO 8601 (rulebook 6.1). */
export const getConversionsEndpoint = endpoint({
  method: "GET",
  path,
  scope: "conversions:read",
  summary: "Returns conversion history by invoice identifier or time range, newest first.",
  query: z.object({
    invoiceId: id().optional().meta(INVOICE_ID),
    ...fieldsOf(CONVERSION_FILTERS),
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: z.array(conversionRecord),
  refuses: ["NOT_FOUND", "INVALID_PAGINATION_TOKEN"],
});

const CONVERSION_SORT_CHOICES = [...CONVERSION_SORTS, "-created", "-quantity", "-fiatReceived", "-value"] as const;

/** The list of the desk: by state, pair, amount and time, in any of some orders. */
export const listConversionsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/conversions",
  scope: "conversions:read",
  summary: "Returns conversions by state, pair, amount and time, newest first or in another order.",
  query: z.object({
    ...fieldsOf(CONVERSION_LIST_FILTERS),
    sort: oneOf(CONVERSION_SORT_CHOICES)
      .optional()
      .meta(
        meaning(
          "Order; a minus before it: descending. Amounts compare as numbers, whatever their currency; value is what is sold, in one fiat.",
          "-created",
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
    limit: whole(1, 500).optional().meta(LIMIT),
    startsAfter: text(1, 2_048).optional().meta(STARTS_AFTER),
  }),
  answer: valuedPageOf(conversionRecord).meta({ id: "ConversionPage" }),
  refuses: ["INVALID_PAGINATION_TOKEN"],
});

const PRICE_POINTS = ["MARKET", "QUOTE", "EXECUTION", "NOW"] as const;

/** The price of a conversion's pair on one line, from ten minutes before its first quote. */
export const getConversionPricesEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/conversions/[invoiceId]/prices",
  params: { invoiceId: INVOICE_ID },
  scope: "conversions:read",
  summary: "Answers the price of a conversion's pair before, at and after its quotes and its execution, and now.",
  answer: z
    .object({
      points: z
        .array(
          z
            .object({
              kind: z
                .enum(PRICE_POINTS)
                .meta(meaning("MARKET: a stored price; QUOTE: what a quote was made from; EXECUTION; NOW.")),
              at: time().meta(AT),
              bid: exact().meta(meaning("Bid: of a quote for the whole quantity, else the market's best.", 60000)),
              mid: exact().optional().meta(meaning("Half way between bid and ask.", 60030)),
              priceTime: time().meta(
                meaning("When that price was one: at an execution the last one before it, epoch milliseconds."),
              ),
            })
            .meta({ id: "PricePoint" }),
        )
        .meta(meaning("Oldest first; at most 60 of the market.")),
    })
    .meta({ id: "PriceLine" }),
  refuses: ["NOT_FOUND"],
});
export type PricePoint = z.output<typeof getConversionPricesEndpoint.answer>["points"][number];

export const createConversionEndpoint = endpoint({
  method: "POST",
  path,
  scope: "conversions:write",
  summary: "Creates a conversion invoice from bills with one pair and locks their free crypto.",
  body: z.object({
    baseSymbol: anyText().meta(meaning("Crypto that is sold.", "BTC")),
    quoteSymbol: anyText().meta(meaning("Fiat that is received.", "EUR")),
    quantity: positive().meta(meaning("The exact sum of what the named bills have free.", 0.0016751)),
    items: z
      .array(z.object({ paymentId: id().meta(PAYMENT_ID) }).strict())
      .min(1)
      .max(500)
      .meta(meaning("The bills whose free crypto is sold, all of one pair.", [{ paymentId: IDS.payment }])),
  }),
  answer: conversionRecord,
  refuses: [
    "UNSUPPORTED_CRYPTO",
    "UNSUPPORTED_FIAT",
    "UNSUPPORTED_PAIR",
    "DUPLICATE_ITEM",
    "PAYMENT_NOT_FOUND",
    "SYMBOL_MISMATCH",
    "ALREADY_IN_CONVERSION",
    "NOTHING_TO_CONVERT",
    "QUANTITY_MISMATCH",
    "BELOW_MINIMUM",
  ],
});

export const cancelConversionEndpoint = endpoint({
  method: "DELETE",
  path,
  scope: "conversions:write",
  summary: "Cancels a conversion invoice that is not being executed and frees its crypto.",
  body: invoice.extend({
    note: prose(1, 500).optional().meta(meaning("Why, for the record.", "Sender confirmed by telephone.")),
  }),
  bodyAlsoAsQuery: true,
  answer: conversionRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const quoteConversionEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/conversion/quote",
  scope: "conversions:write",
  summary: "Quotes a firm price for the whole of a conversion invoice.",
  body: invoice,
  answer: quoteRecord,
  refuses: [
    "NOT_FOUND",
    "INVALID_STATE",
    "BELOW_MINIMUM",
    "AMOUNT_OUT_OF_RANGE",
    "PRICE_UNAVAILABLE",
    "INSUFFICIENT_LIQUIDITY",
    "EXPOSURE_LIMIT",
  ],
});

export const executeConversionEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/conversion/execute",
  scope: "conversions:execute",
  summary: "Executes a conversion invoice at its live quote.",
  body: z.object({
    invoiceId: id().meta(INVOICE_ID),
    quoteId: id().optional().meta(meaning("Execute only this quote; another live one is refused.", IDS.quote)),
  }),
  answer: conversionRecord,
  refuses: [
    "NOT_FOUND",
    "INVALID_STATE",
    "APPROVAL_REQUIRED",
    "QUOTE_SUPERSEDED",
    "QUOTE_REQUIRED",
    "QUOTE_EXPIRED",
    "VENUE_UNAVAILABLE",
  ],
});
