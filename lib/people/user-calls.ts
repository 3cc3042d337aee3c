// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { sentInvitationPlan, userPlan } from "#lib/contract/shared-parts.ts";
import { approvalPlan, invitationListPlan, personSessionListPlan, userListPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./user-contract.ts";

const schemas = () => import("./user-contract.ts");

export const getInvitationsCall: Call<typeof contract.getInvitationsEndpoint> = {
  method: "GET",
  path: "/manage/v1/invitations",
  answer: invitationListPlan,
};

export const revokeInvitationCall: Call<typeof contract.revokeInvitationEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/invitations/[invitationId]",
  answer: { invitationId: "text", revoked: "flag" },
};

export const resendInvitationCall: Call<typeof contract.resendInvitationEndpoint> = {
  method: "POST",
  path: "/manage/v1/invitations/[invitationId]/send",
  answer: sentInvitationPlan,
};

export const getPeopleSessionsCall: Call<typeof contract.getPeopleSessionsEndpoint> = {
  method: "GET",
  path: "/manage/v1/sessions",
  answer: personSessionListPlan,
};

export const endPersonSessionCall: Call<typeof contract.endPersonSessionEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/sessions/[sessionId]",
  answer: { sessionId: "text", ended: "flag" },
};

export const getUsersCall: Call<typeof contract.getUsersEndpoint> = {
  method: "GET",
  path: "/manage/v1/users",
  answer: userListPlan,
};

export const invitePersonCall: Call<typeof contract.invitePersonEndpoint> = {
  method: "POST",
  path: "/manage/v1/users",
  body: ["email", "name", "role"],
  answer: sentInvitationPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).invitePersonEndpoint.body,
};

export const removePersonCall: Call<typeof contract.removePersonEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/users/[userId]",
  answer: { userId: "text", removed: "flag" },
};

export const changeUserCall: Call<typeof contract.changeUserEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/users/[userId]",
  body: ["role", "disabled"],
  answer: userPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).changeUserEndpoint.body,
};

export const resetPasswordCall: Call<typeof contract.resetPasswordEndpoint> = {
  method: "POST",
  path: "/manage/v1/users/[userId]/password",
  answer: { userId: "text", mailed: "flag" },
  waits: approvalPlan,
};

export const resetSecondFactorCall: Call<typeof contract.resetSecondFactorEndpoint> = {
  method: "POST",
  path: "/manage/v1/users/[userId]/second-factor/reset",
  answer: { userId: "text", mailed: "flag" },
  waits: approvalPlan,
};

export const reviewAccessCall: Call<typeof contract.reviewAccessEndpoint> = {
  method: "GET",
  path: "/manage/v1/users/review",
  file: "text/csv",
};
