// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const requestPaymentAddressCall: Call<typeof contract.requestPaymentAddressEndpoint> = {
  method: "POST",
  path: "/payment/v1/requestPaymentAddress",
  body: [
    "cryptoType",
    "fiat",
    "fiatReceivable",
    "subaccount",
    "networkType",
    "bech32",
    "strategy",
    "feeModel",
    "limitPrice",
    "reference",
  ],
  answer: {
    deposit_address: "text",
    price: "exact",
    quantity: "exact",
    expiryTime: "whole",
    paymentId: "text",
    "sandbox?": "flag",
  },
  schema: async () => (await schemas()).requestPaymentAddressEndpoint.body,
};

export const previewPriceCall: Call<typeof contract.previewPriceEndpoint> = {
  method: "GET",
  path: "/manage/v1/price",
  query: ["cryptoType", "fiat", "fiatReceivable", "networkType", "strategy", "feeModel", "limitPrice"],
  answer: {
    cryptoType: "text",
    "networkType?": "text",
    fiat: "text",
    fiatReceivable: "exact",
    price: "exact",
    quantity: "exact",
    bid: "exact",
    priceTime: "whole",
    strategy: "text",
    feeModel: "text",
    spreadBps: "whole",
    explicitFeeBps: "whole",
    transactionFeeBps: "whole",
    minimum: "exact",
    maximum: "exact",
    "limitPrice?": "exact",
    "limitMet?": "flag",
    lifetimeMs: "whole",
  },
};
