// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./contract.ts";

const schemas = () => import("./contract.ts");

const viewPlan: Plan = {
  viewId: "text",
  page: "text",
  name: "text",
  query: "text",
  "sharedTo?": "text",
  owner: "text",
  mine: "flag",
  createdAt: "whole",
  updatedAt: "whole",
};

const viewListPlan: Plan = { data: ["list", viewPlan] };

export const listViewsCall: Call<typeof contract.listViewsEndpoint> = {
  method: "GET",
  path: "/manage/v1/views",
  answer: viewListPlan,
};

export const makeViewCall: Call<typeof contract.makeViewEndpoint> = {
  method: "POST",
  path: "/manage/v1/views",
  body: ["page", "name", "query", "sharedTo"],
  answer: viewPlan,
  schema: async () => (await schemas()).makeViewEndpoint.body,
};

export const deleteViewCall: Call<typeof contract.deleteViewEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/views/[viewId]",
  answer: viewPlan,
};

export const changeViewCall: Call<typeof contract.changeViewEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/views/[viewId]",
  body: ["name", "query", "sharedTo", "deleted"],
  answer: viewPlan,
  schema: async () => (await schemas()).changeViewEndpoint.body,
};

export const listHouseViewsCall: Call<typeof contract.listHouseViewsEndpoint> = {
  method: "GET",
  path: "/house/v1/views",
  answer: viewListPlan,
};

export const makeHouseViewCall: Call<typeof contract.makeHouseViewEndpoint> = {
  method: "POST",
  path: "/house/v1/views",
  body: ["page", "name", "query", "sharedTo"],
  answer: viewPlan,
  schema: async () => (await schemas()).makeHouseViewEndpoint.body,
};

export const deleteHouseViewCall: Call<typeof contract.deleteHouseViewEndpoint> = {
  method: "DELETE",
  path: "/house/v1/views/[viewId]",
  answer: viewPlan,
};

export const changeHouseViewCall: Call<typeof contract.changeHouseViewEndpoint> = {
  method: "PATCH",
  path: "/house/v1/views/[viewId]",
  body: ["name", "query", "sharedTo", "deleted"],
  answer: viewPlan,
  schema: async () => (await schemas()).changeHouseViewEndpoint.body,
};
