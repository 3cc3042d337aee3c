import { z } from "zod";
import { count, exact, time } from "#lib/contract/answers.ts";
import { endpoint, type InputOf, type OutputOf } from "#lib/contract/endpoint.ts";
import { anyText, flag, oneOf, positive, text } from "#lib/contract/fields.ts";
import { CRYPTOS, FIATS, NETWORK_TYPES } from "#lib/kernel/assets.ts";
import type { ErrorCode } from "#lib/kernel/errors.ts";
import { FEE_MODELS, STRATEGIES } from "./bill.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import {
  BID,
  CRYPTO_TYPE,
  EXPIRY_TIME,
  FEE_MODEL,
  FIAT,
  FIAT_RECEIVABLE,
  LIMIT_PRICE,
  NETWORK_TYPE,
  PAYMENT_ID,
  PRICE,
  QUANTITY,
  REFERENCE,
  SANDBOX,
  STRATEGY,
  SUBACCOUNT,
  meaning,
} from "#lib/contract/meanings.ts";

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
  "INSUFFICIENT_LIQUIDITY",
] as const satisfies readonly ErrorCode[];

/** Create Payment Bill: the specification's fields, plus `limitPrice` and `reference` (rulebook 4.1). */
export const requestPaymentAddressEndpoint = endpoint({
  method: "POST",
  path: "/payment/v1/requestPaymentAddress",
  scope: "payments:write",
  summary:
    "Requests a deposit address for a bill stated in fiat and answers its executable price, quantity and expiry.",
  body: z.object({
    cryptoType: anyText().meta(CRYPTO_TYPE),
    fiat: anyText().meta(FIAT),
    fiatReceivable: positive().meta(FIAT_RECEIVABLE),
    subaccount: text(1, 128).meta(SUBACCOUNT),
    networkType: anyText()
      .optional()
      .meta(meaning("Network of USDT: eth or tron. Only with USDT; absent: eth.", "tron")),
    bech32: flag().optional().meta(meaning("BTC: SegWit address; BCH: CashAddr. Absent or false: the older form.")),
    strategy: oneOf(STRATEGIES)
      .optional()
      .meta(
        meaning(
          "RFQ: convert what comes within expiry. RAI: receive as is. ACA: convert always. LMT: convert above a limit price only (USDT, USDC). Absent: RFQ.",
        ),
      ),
    feeModel: oneOf(FEE_MODELS)
      .optional()
      .meta(meaning("SPREAD: the fee is in the price. EXPLICIT: the fee is withheld in crypto. Absent: SPREAD.")),
    limitPrice: positive().optional().meta(LIMIT_PRICE),
    reference: text(0, 128).optional().meta(REFERENCE),
  }),
  answer: z
    .object({
      deposit_address: z
        .string()
        .meta(meaning("The address the payer sends to. It belongs to this bill alone, for ever.", IDS.address)),
      price: exact().meta(PRICE),
      quantity: exact().meta(QUANTITY),
      expiryTime: time().meta(EXPIRY_TIME),
      paymentId: z.string().meta(PAYMENT_ID),
      sandbox: z.literal(true).optional().meta(SANDBOX),
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
    cryptoType: anyText().meta(CRYPTO_TYPE),
    fiat: anyText().meta(FIAT),
    fiatReceivable: positive().meta(FIAT_RECEIVABLE),
    networkType: anyText()
      .optional()
      .meta(meaning("Network of USDT: eth or tron. Only with USDT; absent: eth.", "tron")),
    strategy: oneOf(STRATEGIES)
      .optional()
      .meta(
        meaning(
          "RFQ: convert what comes within expiry. RAI: receive as is. ACA: convert always. LMT: convert above a limit price only (USDT, USDC). Absent: RFQ.",
        ),
      ),
    feeModel: oneOf(FEE_MODELS)
      .optional()
      .meta(meaning("SPREAD: the fee is in the price. EXPLICIT: the fee is withheld in crypto. Absent: SPREAD.")),
    limitPrice: positive().optional().meta(LIMIT_PRICE),
  }),
  answer: z
    .object({
      cryptoType: z.enum(CRYPTOS).meta(CRYPTO_TYPE),
      networkType: z.enum(NETWORK_TYPES).optional().meta(NETWORK_TYPE),
      fiat: z.enum(FIATS).meta(FIAT),
      fiatReceivable: exact().meta(FIAT_RECEIVABLE),
      price: exact().meta(PRICE),
      quantity: exact().meta(QUANTITY),
      bid: exact().meta(BID),
      priceTime: time().meta(meaning("When the price was seen, epoch milliseconds.")),
      strategy: z.enum(STRATEGIES).meta(STRATEGY),
      feeModel: z.enum(FEE_MODELS).meta(FEE_MODEL),
      spreadBps: count().meta(meaning("Spread in basis points: 100 are 1 %.", 100)),
      explicitFeeBps: count().meta(meaning("Explicit fee in basis points: 100 are 1 %.", 100)),
      transactionFeeBps: count().meta(meaning("Transaction fee on crypto that is kept, in basis points.", 50)),
      minimum: exact().meta(meaning("The smallest amount of a bill in this fiat.", 1)),
      maximum: exact().meta(meaning("The largest amount of a bill in this fiat.", 1000000)),
      limitPrice: exact().optional().meta(LIMIT_PRICE),
      limitMet: z
        .boolean()
        .optional()
        .meta(meaning("Whether the price is better than the limit price; equal is not better. LMT only.")),
      lifetimeMs: count().meta(meaning("How long a bill's price would hold, milliseconds.", 1200000)),
    })
    .meta({ id: "PricePreview" }),
  refuses: TERMS_REFUSED,
});

export type PreviewPrice = InputOf<typeof previewPriceEndpoint>;

export type RequestPaymentAddress = InputOf<typeof requestPaymentAddressEndpoint>;

export type MadeBill = OutputOf<typeof requestPaymentAddressEndpoint>;
