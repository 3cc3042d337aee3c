// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./user-contract.ts";

const schemas = () => import("./user-contract.ts");

const userPlan: Plan = {
  userId: "text",
  email: "text",
  name: "text",
  role: "text",
  status: "text",
  createdAt: "whole",
  "lastSignInAt?": "whole",
  secondFactor: "flag",
};

export const getUsersCall: Call<typeof contract.getUsersEndpoint> = {
  method: "GET",
  path: "/manage/v1/users",
  answer: { data: ["list", userPlan] },
};

export const makeUserCall: Call<typeof contract.makeUserEndpoint> = {
  method: "POST",
  path: "/manage/v1/users",
  body: ["email", "name", "role"],
  answer: {
    userId: "text",
    email: "text",
    name: "text",
    role: "text",
    status: "text",
    createdAt: "whole",
    "lastSignInAt?": "whole",
    secondFactor: "flag",
    "password?": "text",
  },
  schema: async () => (await schemas()).makeUserEndpoint.body,
};

export const changeUserCall: Call<typeof contract.changeUserEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/users/[userId]",
  body: ["role", "disabled"],
  answer: userPlan,
  schema: async () => (await schemas()).changeUserEndpoint.body,
};

export const resetPasswordCall: Call<typeof contract.resetPasswordEndpoint> = {
  method: "POST",
  path: "/manage/v1/users/[userId]/password",
  answer: { userId: "text", "password?": "text" },
};

export const resetSecondFactorCall: Call<typeof contract.resetSecondFactorEndpoint> = {
  method: "POST",
  path: "/manage/v1/users/[userId]/second-factor/reset",
  answer: userPlan,
};
