// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./file-contract.ts";

const schemas = () => import("./file-contract.ts");

const payoutFilePlan: Plan = {
  fileId: "text",
  bank: "text",
  currency: "text",
  format: "text",
  messageId: "text",
  payouts: "whole",
  total: "exact",
  sha256: "text",
  madeBy: "text",
  madeAt: "whole",
};

export const listPayoutFilesCall: Call<typeof contract.listPayoutFilesEndpoint> = {
  method: "GET",
  path: "/house/v1/payouts/files",
  answer: { data: ["list", payoutFilePlan] },
};

export const makePayoutFileCall: Call<typeof contract.makePayoutFileEndpoint> = {
  method: "POST",
  path: "/house/v1/payouts/files",
  body: ["currency", "bank", "format"],
  answer: payoutFilePlan,
  schema: async () => (await schemas()).makePayoutFileEndpoint.body,
};

export const readPayoutFileCall: Call<typeof contract.readPayoutFileEndpoint> = {
  method: "GET",
  path: "/house/v1/payouts/files/[fileId]",
  file: "application/xml",
};
