import { z } from "zod";
import { endpoint } from "#lib/api/endpoint.ts";
import { id, isoTime, positive, text, whole } from "#lib/api/fields.ts";
import type { Crypto, Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { ConversionStatus } from "./invoice.ts";

const path = "/payment/v1/conversion";
const invoice = z.object({ invoiceId: id() });

/** Get conversions: one by identifier, or a time range in ISO 8601 (specification; contract §6). */
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
});

export const cancelConversionEndpoint = endpoint({
  method: "DELETE",
  path,
  scope: "conversions:write",
  summary: "Cancels a conversion invoice that is not being executed and frees its crypto.",
  body: invoice,
  bodyAlsoAsQuery: true,
});

export const quoteConversionEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/conversion/quote",
  scope: "conversions:write",
  summary: "Quotes a firm price for the whole of a conversion invoice.",
  body: invoice,
});

export const executeConversionEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/conversion/execute",
  scope: "conversions:execute",
  summary: "Executes a conversion invoice at its live quote.",
  body: z.object({ invoiceId: id(), quoteId: id().optional() }),
});

/** The conversion record: the specification's ten fields and ours; times ISO 8601 but the quote's, which are epoch milliseconds. */
export type ConversionRecord = {
  invoiceId: string;
  type: "CONVERSION";
  side: "SELL";
  baseSymbol: Crypto;
  quoteSymbol: Fiat;
  quantity: Decimal;
  status: ConversionStatus;
  created: string;
  username: string;
  items: { txId: string; address: string; quantity: Decimal; subaccount: string; paymentId: string }[];
  updated: string;
  createdBy: string;
  quote?: {
    quoteId: string;
    price: Decimal;
    feeModel: string;
    feeQuantity: Decimal;
    fiatReceivable: Decimal;
    quoteTime: number;
    expiryTime: number;
  };
  quoteExpired?: boolean;
  price?: Decimal;
  feeModel: "SPREAD" | "EXPLICIT";
  feeQuantity?: Decimal;
  fiatReceived?: Decimal;
  executed?: string;
  cancelled?: string;
  cancelReason?: string;
  lastError?: string;
};

export type QuoteRecord = {
  invoiceId: string;
  quoteId: string;
  status: "QUOTED";
  side: "SELL";
  baseSymbol: Crypto;
  quoteSymbol: Fiat;
  quantity: Decimal;
  price: Decimal;
  feeModel: "SPREAD" | "EXPLICIT";
  feeQuantity: Decimal;
  fiatReceivable: Decimal;
  quoteTime: number;
  expiryTime: number;
};
