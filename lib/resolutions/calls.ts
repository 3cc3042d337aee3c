// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const resolveCall: Call<typeof contract.resolveEndpoint> = {
  method: "POST",
  path: "/house/v1/resolutions",
  body: ["kind", "subjectId", "moveId", "account", "paymentId", "note"],
  answer: {
    resolutionId: "text",
    kind: "text",
    subject: "text",
    subjectId: "text",
    asset: "text",
    "networkType?": "text",
    quantity: "exact",
    reference: "text",
    "moveId?": "text",
    "account?": "text",
    "paymentId?": "text",
    note: "text",
    resolvedBy: "text",
    resolvedAt: "whole",
  },
  waits: approvalPlan,
  schema: async () => (await schemas()).resolveEndpoint.body,
};
