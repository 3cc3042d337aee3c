// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { caseDetailPlan, caseListPlan, caseResultsPlan, caseSummaryPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

export const listCasesCall: Call<typeof contract.listCasesEndpoint> = {
  method: "GET",
  path: "/manage/v1/cases",
  query: ["kind", "state", "owner", "age", "minimum", "fiat", "sort", "dayEndsAt", "limit", "startsAfter"],
  answer: caseListPlan,
};

export const getCaseCall: Call<typeof contract.getCaseEndpoint> = {
  method: "GET",
  path: "/manage/v1/cases/[caseId]",
  query: ["fiat"],
  answer: caseDetailPlan,
};

export const assignCaseCall: Call<typeof contract.assignCaseEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/[caseId]/assign",
  body: ["userId"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).assignCaseEndpoint.body,
};

export const closeCaseCall: Call<typeof contract.closeCaseEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/[caseId]/close",
  body: ["reason"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).closeCaseEndpoint.body,
};

export const muteCaseCall: Call<typeof contract.muteCaseEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/[caseId]/mute",
  body: ["forMs", "until", "reason"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).muteCaseEndpoint.body,
};

export const noteCaseCall: Call<typeof contract.noteCaseEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/[caseId]/note",
  body: ["note", "mentions", "withdraws"],
  answer: caseDetailPlan,
  schema: async () => (await schemas()).noteCaseEndpoint.body,
};

export const reopenCaseCall: Call<typeof contract.reopenCaseEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/[caseId]/reopen",
  answer: caseDetailPlan,
};

export const lookCasesCall: Call<typeof contract.lookCasesEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/look",
  answer: { fresh: "whole" },
};

export const caseSummaryCall: Call<typeof contract.caseSummaryEndpoint> = {
  method: "GET",
  path: "/manage/v1/cases/summary",
  answer: caseSummaryPlan,
};

export const workCasesCall: Call<typeof contract.workCasesEndpoint> = {
  method: "POST",
  path: "/manage/v1/cases/work",
  body: ["caseIds", "command", "userId", "forMs", "until", "reason"],
  answer: caseResultsPlan,
  schema: async () => (await schemas()).workCasesEndpoint.body,
};
