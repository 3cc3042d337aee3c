// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { paymentPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

export const getPaymentCall: Call<typeof contract.getPaymentEndpoint> = {
  method: "GET",
  path: "/payment/v1/payment",
  query: [
    "startTime",
    "endTime",
    "address",
    "status",
    "amountStatus",
    "outcome",
    "label",
    "cryptoType",
    "networkType",
    "fiat",
    "subaccount",
    "strategy",
    "reference",
    "txHash",
    "feeModel",
    "minimum",
    "maximum",
    "createdBy",
    "convertible",
    "paymentId",
    "startsAfter",
    "limit",
    "sort",
    "in",
  ],
  answer: { data: ["list", paymentPlan], startsAfter: ["null", "text"], "rates?": ["map", "exact"] },
};

export const explainPriceCall: Call<typeof contract.explainPriceEndpoint> = {
  method: "GET",
  path: "/manage/v1/payments/[paymentId]/price",
  answer: {
    paymentId: "text",
    cryptoType: "text",
    fiat: "text",
    strategy: "text",
    feeModel: "text",
    spreadBps: "whole",
    explicitFeeBps: "whole",
    bid: "exact",
    at: "whole",
    samples: [
      "list",
      {
        source: "text",
        "pair?": "text",
        bid: "exact",
        ask: "exact",
        at: "whole",
        "levels?": ["list", { price: "exact", quantity: "exact" }],
      },
    ],
    price: "exact",
    fiatReceivable: "exact",
    quantity: "exact",
  },
};

export const getSummaryCall: Call<typeof contract.getSummaryEndpoint> = {
  method: "GET",
  path: "/manage/v1/payments/summary",
  query: [
    "startTime",
    "endTime",
    "address",
    "status",
    "amountStatus",
    "outcome",
    "label",
    "cryptoType",
    "networkType",
    "fiat",
    "subaccount",
    "strategy",
    "reference",
    "txHash",
    "feeModel",
    "minimum",
    "maximum",
    "createdBy",
    "convertible",
  ],
  answer: {
    count: "whole",
    byAsset: [
      "list",
      {
        cryptoType: "text",
        "networkType?": "text",
        count: "whole",
        quantity: "exact",
        quantityReceived: "exact",
        quantityUnconverted: "exact",
      },
    ],
    byFiat: ["list", { fiat: "text", count: "whole", fiatReceivable: "exact", fiatReceived: "exact" }],
  },
};
