// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const beneficiaryPlan: Plan = {
  beneficiaryId: "text",
  name: "text",
  asset: "text",
  "networkType?": "text",
  "address?": "text",
  "iban?": "text",
  "accountNumber?": "text",
  "bic?": "text",
  status: "text",
  held: "flag",
  "approvalId?": "text",
  madeBy: "text",
  madeAt: "whole",
  "activeAt?": "whole",
  "usableFrom?": "whole",
  "endedAt?": "whole",
  "endedBy?": "text",
};

const beneficiaryListPlan: Plan = { data: ["list", beneficiaryPlan] };

export const listBeneficiariesCall: Call<typeof contract.listBeneficiariesEndpoint> = {
  method: "GET",
  path: "/manage/v1/beneficiaries",
  answer: beneficiaryListPlan,
};

export const makeBeneficiaryCall: Call<typeof contract.makeBeneficiaryEndpoint> = {
  method: "POST",
  path: "/manage/v1/beneficiaries",
  body: ["name", "asset", "networkType", "address", "iban", "accountNumber", "bic"],
  answer: beneficiaryPlan,
  schema: async () => (await schemas()).makeBeneficiaryEndpoint.body,
};

export const retireBeneficiaryCall: Call<typeof contract.retireBeneficiaryEndpoint> = {
  method: "POST",
  path: "/manage/v1/beneficiaries/[beneficiaryId]/retire",
  answer: beneficiaryPlan,
};

export const listHouseBeneficiariesCall: Call<typeof contract.listHouseBeneficiariesEndpoint> = {
  method: "GET",
  path: "/house/v1/beneficiaries",
  query: ["account"],
  answer: beneficiaryListPlan,
};
