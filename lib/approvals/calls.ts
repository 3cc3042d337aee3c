// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const approvalPagePlan: Plan = { data: ["list", approvalPlan], startsAfter: ["null", "text"] };

export const listApprovalsCall: Call<typeof contract.listApprovalsEndpoint> = {
  method: "GET",
  path: "/manage/v1/approvals",
  query: ["startTime", "endTime", "status", "what", "limit", "startsAfter"],
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
  query: ["startTime", "endTime", "status", "what", "limit", "startsAfter"],
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
