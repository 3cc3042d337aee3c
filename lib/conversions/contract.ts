import { z } from "zod";
import { count, exact, isoText, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { id, isoTime, positive, text, whole } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS } from "#lib/kernel/assets.ts";
import { FEE_MODELS } from "#lib/pricing/price.ts";
import { CONVERSION_STATUSES, QUOTE_STATUSES } from "./invoice.ts";

const path = "/payment/v1/conversion";
const invoice = z.object({ invoiceId: id() });

const liveQuote = z
  .object({
    quoteId: z.string(),
    price: exact(),
    feeModel: z.enum(FEE_MODELS),
    feeQuantity: exact(),
    fiatReceivable: exact(),
    quoteTime: time(),
    expiryTime: time(),
  })
  .meta({ id: "LiveQuote" });

/** The conversion record: the specification's ten fields and ours; times ISO 8601 but the quote's, which are epoch milliseconds. */
export const conversionRecord = z
  .object({
    invoiceId: z.string(),
    type: z.literal("CONVERSION"),
    side: z.literal("SELL"),
    baseSymbol: z.enum(CRYPTOS),
    quoteSymbol: z.enum(FIATS),
    quantity: exact(),
    status: z.enum(CONVERSION_STATUSES),
    created: isoText(),
    username: z.string(),
    items: z.array(
      z
        .object({
          txId: z.string(),
          address: z.string(),
          quantity: exact(),
          subaccount: z.string(),
          paymentId: z.string(),
          txHash: z.string(),
          outputIndex: count(),
        })
        .meta({ id: "ConversionItem" }),
    ),
    updated: isoText(),
    createdBy: z.string(),
    quote: liveQuote.optional(),
    quoteExpired: z.boolean().optional(),
    quotes: z
      .array(liveQuote.extend({ status: z.enum(QUOTE_STATUSES) }).meta({ id: "ConversionQuote" }))
      .meta({ description: "Every quote there was, oldest first, with how it ended." }),
    price: exact().optional(),
    feeModel: z.enum(FEE_MODELS),
    feeQuantity: exact().optional(),
    fiatReceived: exact().optional(),
    executed: isoText().optional(),
    cancelled: isoText().optional(),
    cancelReason: z.string().optional(),
    cancelNote: z.string().optional(),
    lastError: z.string().optional(),
  })
  .meta({ id: "Conversion" });

const quoteRecord = z
  .object({
    invoiceId: z.string(),
    quoteId: z.string(),
    status: z.literal("QUOTED"),
    side: z.literal("SELL"),
    baseSymbol: z.enum(CRYPTOS),
    quoteSymbol: z.enum(FIATS),
    quantity: exact(),
    price: exact(),
    feeModel: z.enum(FEE_MODELS),
    feeQuantity: exact(),
    fiatReceivable: exact(),
    quoteTime: time(),
    expiryTime: time(),
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
    invoiceId: id().optional(),
    startTime: isoTime().optional(),
    endTime: isoTime().optional(),
    limit: whole(1, 500).optional(),
    startsAfter: text(1, 2_048).optional(),
  }),
  answer: z.array(conversionRecord),
  refuses: ["NOT_FOUND", "INVALID_PAGINATION_TOKEN"],
});

export const createConversionEndpoint = endpoint({
  method: "POST",
  path,
  scope: "conversions:write",
  summary: "Creates a conversion invoice from bills with one pair and locks their free crypto.",
  body: z.object({
    baseSymbol: text(1, 32),
    quoteSymbol: text(1, 32),
    quantity: positive(),
    items: z
      .array(z.object({ paymentId: id() }).strict())
      .min(1)
      .max(500),
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
  body: invoice.extend({ note: text(1, 500).optional() }),
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
  refuses: ["NOT_FOUND", "INVALID_STATE", "AMOUNT_OUT_OF_RANGE", "PRICE_UNAVAILABLE"],
});

export const executeConversionEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/conversion/execute",
  scope: "conversions:execute",
  summary: "Executes a conversion invoice at its live quote.",
  body: z.object({ invoiceId: id(), quoteId: id().optional() }),
  answer: conversionRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE", "QUOTE_SUPERSEDED", "QUOTE_REQUIRED", "QUOTE_EXPIRED", "VENUE_UNAVAILABLE"],
});
