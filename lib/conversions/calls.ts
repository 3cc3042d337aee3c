// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { conversionItemPlan, conversionQuotePlan, liveQuotePlan } from "#lib/contract/shared-parts.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const conversionCostPlan: Plan = {
  bid: "exact",
  "mid?": "exact",
  spread: "exact",
  "venuePrice?": "exact",
  "venueFee?": "exact",
  "slippageBps?": "exact",
};

const conversionPlan: Plan = {
  invoiceId: "text",
  type: "text",
  side: "text",
  baseSymbol: "text",
  quoteSymbol: "text",
  quantity: "exact",
  status: "text",
  created: "text",
  username: "text",
  items: ["list", conversionItemPlan],
  "sandbox?": "flag",
  updated: "text",
  createdBy: "text",
  "quote?": liveQuotePlan,
  "quoteExpired?": "flag",
  quotes: ["list", conversionQuotePlan],
  "price?": "exact",
  feeModel: "text",
  "feeQuantity?": "exact",
  "fiatReceived?": "exact",
  "executed?": "text",
  "cancelled?": "text",
  "cancelReason?": "text",
  "cancelNote?": "text",
  "lastError?": "text",
  "failure?": { code: "text", "detail?": "text" },
  "cost?": conversionCostPlan,
};

export const cancelConversionCall: Call<typeof contract.cancelConversionEndpoint> = {
  method: "DELETE",
  path: "/payment/v1/conversion",
  body: ["invoiceId", "note"],
  answer: conversionPlan,
  schema: async () => (await schemas()).cancelConversionEndpoint.body,
};

export const getConversionsCall: Call<typeof contract.getConversionsEndpoint> = {
  method: "GET",
  path: "/payment/v1/conversion",
  query: ["invoiceId", "startTime", "endTime", "subaccount", "limit", "startsAfter"],
  isoTimes: ["startTime", "endTime"],
  answer: ["list", conversionPlan],
};

export const createConversionCall: Call<typeof contract.createConversionEndpoint> = {
  method: "POST",
  path: "/payment/v1/conversion",
  body: ["baseSymbol", "quoteSymbol", "quantity", "items"],
  answer: conversionPlan,
  schema: async () => (await schemas()).createConversionEndpoint.body,
};

export const executeConversionCall: Call<typeof contract.executeConversionEndpoint> = {
  method: "POST",
  path: "/payment/v1/conversion/execute",
  body: ["invoiceId", "quoteId"],
  answer: conversionPlan,
  schema: async () => (await schemas()).executeConversionEndpoint.body,
};

export const quoteConversionCall: Call<typeof contract.quoteConversionEndpoint> = {
  method: "POST",
  path: "/payment/v1/conversion/quote",
  body: ["invoiceId"],
  answer: {
    invoiceId: "text",
    quoteId: "text",
    status: "text",
    side: "text",
    baseSymbol: "text",
    quoteSymbol: "text",
    quantity: "exact",
    price: "exact",
    bid: "exact",
    "mid?": "exact",
    spread: "exact",
    feeModel: "text",
    feeQuantity: "exact",
    fiatReceivable: "exact",
    quoteTime: "whole",
    expiryTime: "whole",
  },
  schema: async () => (await schemas()).quoteConversionEndpoint.body,
};

export const listConversionsCall: Call<typeof contract.listConversionsEndpoint> = {
  method: "GET",
  path: "/manage/v1/conversions",
  query: [
    "startTime",
    "endTime",
    "subaccount",
    "status",
    "baseSymbol",
    "quoteSymbol",
    "executed",
    "minimum",
    "maximum",
    "sort",
    "in",
    "limit",
    "startsAfter",
  ],
  isoTimes: ["startTime", "endTime"],
  answer: { data: ["list", conversionPlan], startsAfter: ["null", "text"], "rates?": ["map", "exact"] },
};

export const getConversionPricesCall: Call<typeof contract.getConversionPricesEndpoint> = {
  method: "GET",
  path: "/manage/v1/conversions/[invoiceId]/prices",
  answer: { points: ["list", { kind: "text", at: "whole", bid: "exact", "mid?": "exact", priceTime: "whole" }] },
};
