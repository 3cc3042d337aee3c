// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const askedPayoutPlan: Plan = {
  asset: "text",
  "networkType?": "text",
  quantity: "exact",
  "paymentId?": "text",
  "txId?": "text",
  reference: "text",
  "txHash?": "text",
};

const approvalChangePlan: Plan = {
  name: "text",
  "before?": ["either", ["exact", "text"]],
  after: ["either", ["exact", "text"]],
};

const approvalPlan: Plan = {
  approvalId: "text",
  what: "text",
  decides: "text",
  "account?": "text",
  status: "text",
  "payout?": askedPayoutPlan,
  "changes?": ["list", approvalChangePlan],
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
};

const approvalPagePlan: Plan = { data: ["list", approvalPlan], startsAfter: ["null", "text"] };

export const listApprovalsCall: Call<typeof contract.listApprovalsEndpoint> = {
  method: "GET",
  path: "/manage/v1/approvals",
  query: ["status", "limit", "startsAfter"],
  answer: approvalPagePlan,
};

export const approveRequestCall: Call<typeof contract.approveRequestEndpoint> = {
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/approve",
  body: ["note"],
  answer: approvalPlan,
  schema: async () => (await schemas()).approveRequestEndpoint.body,
};

export const declineRequestCall: Call<typeof contract.declineRequestEndpoint> = {
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/decline",
  body: ["note"],
  answer: approvalPlan,
  schema: async () => (await schemas()).declineRequestEndpoint.body,
};

export const withdrawRequestCall: Call<typeof contract.withdrawRequestEndpoint> = {
  method: "POST",
  path: "/manage/v1/approvals/[approvalId]/withdraw",
  body: ["note"],
  answer: approvalPlan,
  schema: async () => (await schemas()).withdrawRequestEndpoint.body,
};

export const listHouseApprovalsCall: Call<typeof contract.listHouseApprovalsEndpoint> = {
  method: "GET",
  path: "/house/v1/approvals",
  query: ["status", "limit", "startsAfter"],
  answer: approvalPagePlan,
};

export const approveHouseRequestCall: Call<typeof contract.approveHouseRequestEndpoint> = {
  method: "POST",
  path: "/house/v1/approvals/[approvalId]/approve",
  body: ["note"],
  answer: approvalPlan,
  schema: async () => (await schemas()).approveHouseRequestEndpoint.body,
};

export const declineHouseRequestCall: Call<typeof contract.declineHouseRequestEndpoint> = {
  method: "POST",
  path: "/house/v1/approvals/[approvalId]/decline",
  body: ["note"],
  answer: approvalPlan,
  schema: async () => (await schemas()).declineHouseRequestEndpoint.body,
};

export const withdrawHouseRequestCall: Call<typeof contract.withdrawHouseRequestEndpoint> = {
  method: "POST",
  path: "/house/v1/approvals/[approvalId]/withdraw",
  body: ["note"],
  answer: approvalPlan,
  schema: async () => (await schemas()).withdrawHouseRequestEndpoint.body,
};
