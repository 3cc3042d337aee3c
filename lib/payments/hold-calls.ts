// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { approvalPlan, paymentPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./hold-contract.ts";

const schemas = () => import("./hold-contract.ts");

export const declineDepositCall: Call<typeof contract.declineDepositEndpoint> = {
  method: "POST",
  path: "/manage/v1/deposits/[txId]/decline",
  body: ["note"],
  answer: paymentPlan,
  waits: approvalPlan,
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
  waits: approvalPlan,
  schema: async () => (await schemas()).declineHeldEndpoint.body,
};

export const releaseHeldCall: Call<typeof contract.releaseHeldEndpoint> = {
  method: "POST",
  path: "/house/v1/deposits/[txId]/release",
  body: ["note"],
  answer: paymentPlan,
  schema: async () => (await schemas()).releaseHeldEndpoint.body,
};
