import { z } from "zod";
import { endpoint, type InputOf } from "#lib/api/endpoint.ts";
import { flag, oneOf, positive, text } from "#lib/api/fields.ts";
import { FEE_MODELS, STRATEGIES } from "./bill.ts";

/** Create Payment Bill: the specification's fields, plus `limitPrice` and `reference` (contract §4). */
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
});

/** What a bill would be priced at now: a preview, no promise (contract §11). Same refusals as the request itself. */
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
});

export type PreviewPrice = InputOf<typeof previewPriceEndpoint>;

export type RequestPaymentAddress = InputOf<typeof requestPaymentAddressEndpoint>;
