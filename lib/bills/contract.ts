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

export type RequestPaymentAddress = InputOf<typeof requestPaymentAddressEndpoint>;
