// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import { caseEntryPlan } from "#lib/contract/shared-parts.ts";
import type * as contract from "./comment-contract.ts";

const schemas = () => import("./comment-contract.ts");

const commentListPlan: Plan = { data: ["list", caseEntryPlan], people: ["list", { userId: "text", name: "text" }] };

export const listCommentsCall: Call<typeof contract.listCommentsEndpoint> = {
  method: "GET",
  path: "/manage/v1/comments",
  query: ["kind", "objectId"],
  answer: commentListPlan,
};

export const makeCommentCall: Call<typeof contract.makeCommentEndpoint> = {
  method: "POST",
  path: "/manage/v1/comments",
  body: ["kind", "objectId", "note", "mentions", "withdraws"],
  answer: commentListPlan,
  schema: async () => (await schemas()).makeCommentEndpoint.body,
};

export const listHouseCommentsCall: Call<typeof contract.listHouseCommentsEndpoint> = {
  method: "GET",
  path: "/house/v1/comments",
  query: ["kind", "objectId"],
  answer: commentListPlan,
};

export const makeHouseCommentCall: Call<typeof contract.makeHouseCommentEndpoint> = {
  method: "POST",
  path: "/house/v1/comments",
  body: ["kind", "objectId", "note", "mentions", "withdraws"],
  answer: commentListPlan,
  schema: async () => (await schemas()).makeHouseCommentEndpoint.body,
};
