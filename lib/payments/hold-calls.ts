// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./hold-contract.ts";

const schemas = () => import("./hold-contract.ts");

const reasonPartPlan: Plan = {
  outcome: "text",
  "method?": "text",
  quantity: "exact",
  "feeQuantity?": "exact",
  "price?": "exact",
  "fiat?": "exact",
  "reasonCode?": "text",
  "limitPrice?": "exact",
};

const reasonFactsPlan: Plan = {
  quantity: "exact",
  "lateBy?": "text",
  "heldMs?": "whole",
  "afterExpiryMs?": "whole",
  "guaranteeMs?": "whole",
  "excess?": "exact",
  "minimum?": "exact",
  "limit?": "exact",
  "inAll?": "exact",
  "network?": "text",
  "billCryptoType?": "text",
  "billNetworkType?": "text",
  "screened?": "flag",
  "gone?": "text",
  parts: ["list", reasonPartPlan],
};

const fillPlan: Plan = {
  method: "text",
  feeModel: "text",
  quantity: "exact",
  feeQuantity: "exact",
  price: "exact",
  fiat: "exact",
  "invoiceId?": "text",
  at: "whole",
};

const depositPlan: Plan = {
  txId: "text",
  txHash: "text",
  outputIndex: "whole",
  cryptoType: "text",
  "networkType?": "text",
  address: "text",
  "sourceAddress?": "text",
  quantity: "exact",
  status: "text",
  confirmations: "whole",
  confirmationsRequired: "whole",
  firstSeen: "whole",
  "blockTime?": "whole",
  "feeRate?": "exact",
  "feeEstimate?": "exact",
  "thinFee?": "flag",
  "replaceable?": "flag",
  late: "flag",
  feeQuantity: "exact",
  fiatReceived: "exact",
  quantityPending: "exact",
  quantityConverted: "exact",
  quantityUnconverted: "exact",
  quantityPaidOut: "exact",
  "reasonCode?": "text",
  "reason?": "text",
  "reasonFacts?": reasonFactsPlan,
  fills: ["list", fillPlan],
};

const paymentPlan: Plan = {
  paymentId: "text",
  status: "text",
  amountStatus: "text",
  labels: ["list", "text"],
  username: "text",
  subaccount: "text",
  "reference?": "text",
  cryptoType: "text",
  "networkType?": "text",
  fiat: "text",
  fiatReceivable: "exact",
  address: "text",
  price: "exact",
  quantity: "exact",
  expiryTime: "whole",
  strategy: "text",
  feeModel: "text",
  "limitPrice?": "exact",
  "limitMet?": "flag",
  quantityReceived: "exact",
  quantityPending: "exact",
  quantityConverted: "exact",
  quantityUnconverted: "exact",
  quantityLocked: "exact",
  feeQuantity: "exact",
  quantityPaidOut: "exact",
  fiatReceived: "exact",
  createdAt: "whole",
  updatedAt: "whole",
  deposits: ["list", depositPlan],
  conversions: ["list", { invoiceId: "text", status: "text", quantity: "exact" }],
};

export const declineDepositCall: Call<typeof contract.declineDepositEndpoint> = {
  method: "POST",
  path: "/manage/v1/deposits/[txId]/decline",
  body: ["note"],
  answer: paymentPlan,
  schema: async () => (await schemas()).declineDepositEndpoint.body,
};

export const releaseDepositCall: Call<typeof contract.releaseDepositEndpoint> = {
  method: "POST",
  path: "/manage/v1/deposits/[txId]/release",
  body: ["note"],
  answer: paymentPlan,
  schema: async () => (await schemas()).releaseDepositEndpoint.body,
};

export const declineHeldCall: Call<typeof contract.declineHeldEndpoint> = {
  method: "POST",
  path: "/house/v1/deposits/[txId]/decline",
  body: ["note"],
  answer: paymentPlan,
  waits: {
    approvalId: "text",
    what: "text",
    decides: "text",
    "account?": "text",
    status: "text",
    "payout?": {
      asset: "text",
      "networkType?": "text",
      quantity: "exact",
      "paymentId?": "text",
      "txId?": "text",
      reference: "text",
      "txHash?": "text",
    },
    "changes?": [
      "list",
      { name: "text", "before?": ["either", ["exact", "text"]], after: ["either", ["exact", "text"]] },
    ],
    "request?": ["map", "text"],
    "reason?": "text",
    askedBy: "text",
    askedAt: "whole",
    yours: "flag",
    expiresAt: "whole",
    "decidedBy?": "text",
    "decidedAt?": "whole",
    "note?": "text",
    "payoutId?": "text",
  },
  schema: async () => (await schemas()).declineHeldEndpoint.body,
};

export const releaseHeldCall: Call<typeof contract.releaseHeldEndpoint> = {
  method: "POST",
  path: "/house/v1/deposits/[txId]/release",
  body: ["note"],
  answer: paymentPlan,
  schema: async () => (await schemas()).releaseHeldEndpoint.body,
};
