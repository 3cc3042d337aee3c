// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./house-user-contract.ts";

const schemas = () => import("./house-user-contract.ts");

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

export const getHouseInvitationsCall: Call<typeof contract.getHouseInvitationsEndpoint> = {
  method: "GET",
  path: "/house/v1/invitations",
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

export const endHouseSessionCall: Call<typeof contract.endHouseSessionEndpoint> = {
  method: "DELETE",
  path: "/house/v1/sessions/[sessionId]",
  answer: { sessionId: "text", ended: "flag" },
};

export const getHouseUsersCall: Call<typeof contract.getHouseUsersEndpoint> = {
  method: "GET",
  path: "/house/v1/users",
  answer: { data: ["list", userPlan] },
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
