import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf, type OutputOf } from "#lib/contract/endpoint.ts";
import { flag, oneOf, positive, text } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import { FEE_MODELS, STRATEGIES } from "./bill.ts";

/** What the request and its preview are refused with. */
const TERMS_REFUSED = [
  "UNSUPPORTED_CRYPTO",
  "UNSUPPORTED_FIAT",
  "UNSUPPORTED_PAIR",
  "NETWORK_TYPE_NOT_FOUND",
  "NETWORK_TYPE_NOT_ALLOWED",
  "STRATEGY_NOT_ALLOWED",
  "LIMIT_PRICE_NOT_CONFIGURED",
  "AMOUNT_OUT_OF_RANGE",
  "PRICE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

/** Create Payment Bill: the specification's fields, plus `limitPrice` and `reference` (rulebook 4.1). */
export const requestPaymentAddressEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/requestPaymentAddress",
  scope: "payments:write",
  summary:
    "Requests a deposit address for a bill stated in fiat and answers its executable price, quantity and expiry.",
  body: z.object({
    cryptoType: text(1, 32),
    fiat: text(1, 32),
    fiatReceivable: positive(),
    subaccount: text(1, 128),
    networkType: text(0, 128).optional(),
    bech32: flag().optional(),
    strategy: oneOf(STRATEGIES).optional(),
    feeModel: oneOf(FEE_MODELS).optional(),
    limitPrice: positive().optional(),
    reference: text(1, 128).optional(),
  }),
  answer: z
    .object({
      deposit_address: z.string(),
      price: exact(),
      quantity: exact(),
      expiryTime: time(),
      paymentId: z.string(),
    })
    .meta({ id: "MadeBill" }),
  location: ({ paymentId }) => `/payment/v1/payment?paymentId=${paymentId}`,
  refuses: [...TERMS_REFUSED, "EXPOSURE_LIMIT"],
});

/** What a bill would be priced at now: a preview, no promise (rulebook 11.2). Same refusals as the request itself. */
export const previewPriceEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/price",
  scope: "account:read",
  summary: "Previews price and quantity of a bill; nothing is reserved.",
  query: z.object({
    cryptoType: text(1, 32),
    fiat: text(1, 32),
    fiatReceivable: positive(),
    networkType: text(0, 128).optional(),
    strategy: oneOf(STRATEGIES).optional(),
    feeModel: oneOf(FEE_MODELS).optional(),
    limitPrice: positive().optional(),
  }),
  answer: z
    .object({
      cryptoType: z.enum(CRYPTOS),
      networkType: z.enum(NETWORK_TYPES).optional(),
      fiat: z.enum(FIATS),
      fiatReceivable: exact(),
      price: exact(),
      quantity: exact(),
      bid: exact(),
      priceTime: time(),
      strategy: z.enum(STRATEGIES),
      feeModel: z.enum(FEE_MODELS),
      spreadBps: count(),
      explicitFeeBps: count(),
      transactionFeeBps: count(),
      minimum: exact(),
      maximum: exact(),
      limitPrice: exact().optional(),
      limitMet: z.boolean().optional(),
      lifetimeMs: count(),
    })
    .meta({ id: "PricePreview" }),
  refuses: TERMS_REFUSED,
});

export type PreviewPrice = InputOf<typeof previewPriceEndpoint>;

export type RequestPaymentAddress = InputOf<typeof requestPaymentAddressEndpoint>;

export type MadeBill = OutputOf<typeof requestPaymentAddressEndpoint>;
