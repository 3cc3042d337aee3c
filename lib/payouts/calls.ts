// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const payoutPlan: Plan = {
  payoutId: "text",
  kind: "text",
  status: "text",
  username: "text",
  asset: "text",
  "networkType?": "text",
  quantity: "exact",
  "paymentId?": "text",
  "txId?": "text",
  reference: "text",
  "txHash?": "text",
  "beneficiaryId?": "text",
  "beneficiary?": "text",
  "refundLinkId?": "text",
  "place?": "text",
  "approvalId?": "text",
  "mayHaveLeft?": "flag",
  "bankReference?": "text",
  "paidOtherwise?": "exact",
  "inPlaceOf?": "text",
  "endToEndId?": "text",
  "fileId?": "text",
  askedBy: "text",
  "reason?": "text",
  at: "whole",
  "approvedAt?": "whole",
  "endedAt?": "whole",
};

const payoutPagePlan: Plan = { data: ["list", payoutPlan], startsAfter: ["null", "text"] };

export const listPayoutsCall: Call<typeof contract.listPayoutsEndpoint> = {
  method: "GET",
  path: "/manage/v1/payouts",
  query: ["status", "asset", "minimum", "maximum", "beneficiaryId", "reference", "limit", "startsAfter"],
  answer: payoutPagePlan,
};

export const recordPayoutCall: Call<typeof contract.recordPayoutEndpoint> = {
  method: "POST",
  path: "/manage/v1/payouts",
  body: [
    "asset",
    "networkType",
    "quantity",
    "beneficiaryId",
    "paymentId",
    "txId",
    "reference",
    "txHash",
    "bankReference",
  ],
  answer: payoutPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).recordPayoutEndpoint.body,
};

export const getPayoutCall: Call<typeof contract.getPayoutEndpoint> = {
  method: "GET",
  path: "/manage/v1/payouts/[payoutId]",
  answer: payoutPlan,
};

export const cancelPayoutCall: Call<typeof contract.cancelPayoutEndpoint> = {
  method: "POST",
  path: "/manage/v1/payouts/[payoutId]/cancel",
  body: ["note"],
  answer: payoutPlan,
  schema: async () => (await schemas()).cancelPayoutEndpoint.body,
};

export const listHousePayoutsCall: Call<typeof contract.listHousePayoutsEndpoint> = {
  method: "GET",
  path: "/house/v1/payouts",
  query: ["status", "asset", "minimum", "maximum", "beneficiaryId", "reference", "limit", "startsAfter"],
  answer: payoutPagePlan,
};

export const getHousePayoutCall: Call<typeof contract.getHousePayoutEndpoint> = {
  method: "GET",
  path: "/house/v1/payouts/[payoutId]",
  answer: payoutPlan,
};

export const failPayoutCall: Call<typeof contract.failPayoutEndpoint> = {
  method: "POST",
  path: "/house/v1/payouts/[payoutId]/fail",
  body: ["note"],
  answer: payoutPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).failPayoutEndpoint.body,
};

export const rejectPayoutCall: Call<typeof contract.rejectPayoutEndpoint> = {
  method: "POST",
  path: "/house/v1/payouts/[payoutId]/reject",
  body: ["note"],
  answer: payoutPlan,
  schema: async () => (await schemas()).rejectPayoutEndpoint.body,
};
