// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type * as contract from "./link-contract.ts";

const schemas = () => import("./link-contract.ts");

export const forgotPasswordCall: Call<typeof contract.forgotPasswordEndpoint> = {
  method: "POST",
  path: "/manage/v1/sign-in/forgot",
  body: ["email"],
  answer: { done: "flag" },
  schema: async () => (await schemas()).forgotPasswordEndpoint.body,
};

export const acceptInvitationCall: Call<typeof contract.acceptInvitationEndpoint> = {
  method: "POST",
  path: "/manage/v1/sign-in/invitation",
  body: ["token", "name", "password"],
  answer: { done: "flag" },
  schema: async () => (await schemas()).acceptInvitationEndpoint.body,
};

export const openLinkCall: Call<typeof contract.openLinkEndpoint> = {
  method: "POST",
  path: "/manage/v1/sign-in/link",
  body: ["token"],
  answer: {
    kind: "text",
    email: "text",
    expiresAt: "whole",
    "account?": "text",
    "role?": "text",
    "name?": "text",
    "usableAt?": "whole",
    "known?": "flag",
    "asksPassword?": "flag",
  },
  schema: async () => (await schemas()).openLinkEndpoint.body,
};

export const setPasswordCall: Call<typeof contract.setPasswordEndpoint> = {
  method: "POST",
  path: "/manage/v1/sign-in/password",
  body: ["token", "password"],
  answer: { done: "flag" },
  schema: async () => (await schemas()).setPasswordEndpoint.body,
};

export const dropFactorCall: Call<typeof contract.dropFactorEndpoint> = {
  method: "POST",
  path: "/manage/v1/sign-in/second-factor",
  body: ["token", "password"],
  answer: { done: "flag" },
  schema: async () => (await schemas()).dropFactorEndpoint.body,
};
