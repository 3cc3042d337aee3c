// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const foundPlan: Plan = {
  kind: "text",
  by: "text",
  value: "text",
  id: "text",
  "within?": "text",
  "status?": "text",
  "quantity?": "exact",
  "asset?": "text",
  "name?": "text",
  "at?": "whole",
};

const searchPlan: Plan = { data: ["list", foundPlan] };

export const searchCall: Call<typeof contract.searchEndpoint> = {
  method: "GET",
  path: "/manage/v1/search",
  query: ["q"],
  answer: searchPlan,
};

export const houseSearchCall: Call<typeof contract.houseSearchEndpoint> = {
  method: "GET",
  path: "/house/v1/search",
  query: ["q", "account"],
  answer: searchPlan,
};
