// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const recordPayoutCall: Call<typeof contract.recordPayoutEndpoint> = {
  method: "POST",
  path: "/manage/v1/payouts",
  body: ["asset", "networkType", "quantity", "paymentId", "txId", "reference", "txHash"],
  answer: {
    payoutId: "text",
    asset: "text",
    "networkType?": "text",
    quantity: "exact",
    "paymentId?": "text",
    "txId?": "text",
    reference: "text",
    "txHash?": "text",
    at: "whole",
  },
  waits: approvalPlan,
  schema: async () => (await schemas()).recordPayoutEndpoint.body,
};
