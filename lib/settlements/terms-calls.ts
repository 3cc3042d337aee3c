// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { approvalPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./terms-contract.ts";

const schemas = () => import("./terms-contract.ts");

const settlementTermsPlan: Plan = {
  termsId: "text",
  account: "text",
  currency: "text",
  version: "whole",
  schedule: "text",
  "weekday?": "whole",
  businessDays: "flag",
  delayDays: "whole",
  minimum: "exact",
  "reserve?": "exact",
  "reserveBps?": "whole",
  "reserveDays?": "whole",
  beneficiaryId: "text",
  beneficiary: "text",
  place: "text",
  "usableFrom?": "whole",
  "approvalId?": "text",
  madeBy: "text",
  madeAt: "whole",
};

const settlementTermsListPlan: Plan = { data: ["list", settlementTermsPlan] };

export const getOwnTermsCall: Call<typeof contract.getOwnTermsEndpoint> = {
  method: "GET",
  path: "/manage/v1/settlement-terms",
  answer: settlementTermsListPlan,
};

export const listTermsCall: Call<typeof contract.listTermsEndpoint> = {
  method: "GET",
  path: "/house/v1/settlement-terms",
  answer: settlementTermsListPlan,
};

export const setTermsCall: Call<typeof contract.setTermsEndpoint> = {
  method: "POST",
  path: "/house/v1/settlement-terms",
  body: [
    "account",
    "currency",
    "schedule",
    "weekday",
    "businessDays",
    "delayDays",
    "minimum",
    "reserve",
    "reserveBps",
    "reserveDays",
    "beneficiaryId",
    "reason",
  ],
  answer: settlementTermsPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).setTermsEndpoint.body,
};
