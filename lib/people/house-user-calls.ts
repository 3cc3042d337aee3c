// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import { sentInvitationPlan, userPlan } from "#lib/contract/shared-parts.ts";
import { approvalPlan, invitationListPlan, personSessionListPlan, userListPlan } from "#lib/contract/shared-plans.ts";
import type * as contract from "./house-user-contract.ts";

const schemas = () => import("./house-user-contract.ts");

export const getHouseInvitationsCall: Call<typeof contract.getHouseInvitationsEndpoint> = {
  method: "GET",
  path: "/house/v1/invitations",
  answer: invitationListPlan,
};

export const revokeHouseInvitationCall: Call<typeof contract.revokeHouseInvitationEndpoint> = {
  method: "DELETE",
  path: "/house/v1/invitations/[invitationId]",
  answer: { invitationId: "text", revoked: "flag" },
};

export const resendHouseInvitationCall: Call<typeof contract.resendHouseInvitationEndpoint> = {
  method: "POST",
  path: "/house/v1/invitations/[invitationId]/send",
  answer: sentInvitationPlan,
};

export const getHouseSessionsCall: Call<typeof contract.getHouseSessionsEndpoint> = {
  method: "GET",
  path: "/house/v1/sessions",
  answer: personSessionListPlan,
};

export const endHouseSessionCall: Call<typeof contract.endHouseSessionEndpoint> = {
  method: "DELETE",
  path: "/house/v1/sessions/[sessionId]",
  answer: { sessionId: "text", ended: "flag" },
};

export const getHouseUsersCall: Call<typeof contract.getHouseUsersEndpoint> = {
  method: "GET",
  path: "/house/v1/users",
  answer: userListPlan,
};

export const inviteHousePersonCall: Call<typeof contract.inviteHousePersonEndpoint> = {
  method: "POST",
  path: "/house/v1/users",
  body: ["email", "name", "role"],
  answer: sentInvitationPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).inviteHousePersonEndpoint.body,
};

export const removeHousePersonCall: Call<typeof contract.removeHousePersonEndpoint> = {
  method: "DELETE",
  path: "/house/v1/users/[userId]",
  answer: { userId: "text", removed: "flag" },
};

export const changeHouseUserCall: Call<typeof contract.changeHouseUserEndpoint> = {
  method: "PATCH",
  path: "/house/v1/users/[userId]",
  body: ["role", "disabled"],
  answer: userPlan,
  waits: approvalPlan,
  schema: async () => (await schemas()).changeHouseUserEndpoint.body,
};

export const resetHousePasswordCall: Call<typeof contract.resetHousePasswordEndpoint> = {
  method: "POST",
  path: "/house/v1/users/[userId]/password",
  answer: { userId: "text", mailed: "flag" },
  waits: approvalPlan,
};

export const resetHouseFactorCall: Call<typeof contract.resetHouseFactorEndpoint> = {
  method: "POST",
  path: "/house/v1/users/[userId]/second-factor/reset",
  answer: { userId: "text", mailed: "flag" },
  waits: approvalPlan,
};

export const reviewHouseAccessCall: Call<typeof contract.reviewHouseAccessEndpoint> = {
  method: "GET",
  path: "/house/v1/users/review",
  file: "text/csv",
};
