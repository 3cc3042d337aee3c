// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./user-contract.ts";

const schemas = () => import("./user-contract.ts");

const sentInvitationPlan: Plan = {
  invitationId: "text",
  email: "text",
  "name?": "text",
  role: "text",
  status: "text",
  "invitedBy?": "text",
  createdAt: "whole",
  "expiresAt?": "whole",
  mailed: "flag",
};

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

const askedPayoutPlan: Plan = {
  asset: "text",
  "networkType?": "text",
  quantity: "exact",
  "paymentId?": "text",
  "txId?": "text",
  reference: "text",
  "txHash?": "text",
};

const approvalChangePlan: Plan = {
  name: "text",
  "before?": ["either", ["exact", "text"]],
  after: ["either", ["exact", "text"]],
};

const approvalPlan: Plan = {
  approvalId: "text",
  what: "text",
  decides: "text",
  "account?": "text",
  status: "text",
  "payout?": askedPayoutPlan,
  "changes?": ["list", approvalChangePlan],
  "request?": ["map", "text"],
  "reason?": "text",
  askedBy: "text",
  askedAt: "whole",
  yours: "flag",
  expiresAt: "whole",
  "decidedBy?": "text",
  "decidedAt?": "whole",
  "note?": "text",
  "payoutId?": "text",
};

export const getInvitationsCall: Call<typeof contract.getInvitationsEndpoint> = {
  method: "GET",
  path: "/manage/v1/invitations",
  answer: {
    data: [
      "list",
      {
        invitationId: "text",
        email: "text",
        "name?": "text",
        role: "text",
        status: "text",
        "invitedBy?": "text",
        createdAt: "whole",
        "expiresAt?": "whole",
      },
    ],
  },
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
  answer: {
    data: [
      "list",
      {
        sessionId: "text",
        userId: "text",
        name: "text",
        createdAt: "whole",
        expiresAt: "whole",
        "lastSeenAt?": "whole",
        "clientAddress?": "text",
        "agent?": "text",
      },
    ],
  },
};

export const endPersonSessionCall: Call<typeof contract.endPersonSessionEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/sessions/[sessionId]",
  answer: { sessionId: "text", ended: "flag" },
};

export const getUsersCall: Call<typeof contract.getUsersEndpoint> = {
  method: "GET",
  path: "/manage/v1/users",
  answer: { data: ["list", userPlan] },
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
