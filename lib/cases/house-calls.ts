// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import {
  caseDetailPlan,
  caseListPlan,
  caseResultsPlan,
  caseSummaryPlan,
  firstCasesPlan,
} from "#lib/contract/shared-plans.ts";
import type * as contract from "./house-contract.ts";

const schemas = () => import("./house-contract.ts");

export const listHouseCasesCall: Call<typeof contract.listHouseCasesEndpoint> = {
  method: "GET",
  path: "/house/v1/cases",
  query: ["kind", "state", "owner", "age", "minimum", "fiat", "sort", "dayEndsAt", "limit", "startsAfter"],
  answer: caseListPlan,
};

export const getHouseCaseCall: Call<typeof contract.getHouseCaseEndpoint> = {
  method: "GET",
  path: "/house/v1/cases/[caseId]",
  query: ["fiat"],
  answer: caseDetailPlan,
};

export const assignHouseCaseCall: Call<typeof contract.assignHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/assign",
  body: ["userId"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).assignHouseCaseEndpoint.body,
};

export const closeHouseCaseCall: Call<typeof contract.closeHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/close",
  body: ["reason"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).closeHouseCaseEndpoint.body,
};

export const muteHouseCaseCall: Call<typeof contract.muteHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/mute",
  body: ["forMs", "until", "reason"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).muteHouseCaseEndpoint.body,
};

export const noteHouseCaseCall: Call<typeof contract.noteHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/note",
  body: ["note", "mentions", "withdraws"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).noteHouseCaseEndpoint.body,
};

export const reopenHouseCaseCall: Call<typeof contract.reopenHouseCaseEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/[caseId]/reopen",
  answer: caseDetailPlan,
};

export const firstHouseCasesCall: Call<typeof contract.firstHouseCasesEndpoint> = {
  method: "GET",
  path: "/house/v1/cases/first",
  query: ["kind", "fiat", "by", "limit"],
  answer: firstCasesPlan,
};

export const lookHouseCasesCall: Call<typeof contract.lookHouseCasesEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/look",
  answer: { fresh: "whole" },
};

export const getHouseCaseSummaryCall: Call<typeof contract.getHouseCaseSummaryEndpoint> = {
  method: "GET",
  path: "/house/v1/cases/summary",
  answer: caseSummaryPlan,
};

export const workHouseCasesCall: Call<typeof contract.workHouseCasesEndpoint> = {
  method: "POST",
  path: "/house/v1/cases/work",
  body: ["caseIds", "command", "userId", "forMs", "until", "reason"],
  answer: caseResultsPlan,
  schema: async () => (await schemas()).workHouseCasesEndpoint.body,
};
