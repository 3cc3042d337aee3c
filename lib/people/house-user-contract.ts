import { z } from "zod";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { flag, oneOf, text } from "#lib/contract/fields.ts";
import { HOUSE_ROLES } from "#lib/contract/permissions.ts";
import { INVITATION_ID, SESSION_ID, USER_ID, meaning } from "#lib/contract/meanings.ts";
import {
  endPersonSessionEndpoint,
  getInvitationsEndpoint,
  getPeopleSessionsEndpoint,
  getUsersEndpoint,
  invitePersonEndpoint,
  removePersonEndpoint,
  resendInvitationEndpoint,
  resetPasswordEndpoint,
  revokeInvitationEndpoint,
} from "./user-contract.ts";

const role = () => oneOf(HOUSE_ROLES).meta(meaning("What the person may do at the operator.", "treasurer"));

export const getHouseUsersEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/users",
  scope: "house:audit",
  summary: "Answers the people who have a role at the operator, by name.",
  answer: getUsersEndpoint.answer,
});

export const reviewHouseAccessEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/users/review",
  scope: "house:audit",
  summary: "Answers who may do what at the operator as a file of CSV, for the review of access.",
  media: ["text/csv"],
});

export const inviteHousePersonEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/users",
  scope: "house:people",
  summary: "Invites a person to the operator by a one-time link; they belong to it once they accept.",
  body: z.object({
    email: text(3, 254).meta(meaning("Where the person is reached, and what they sign in with.", "anna@example.com")),
    name: text(1, 128).optional().meta(meaning("A name to suggest to somebody new.", "Anna")),
    role: role(),
  }),
  answer: invitePersonEndpoint.answer,
  waits: approvalRecord,
  refuses: ["INVALID_STATE"],
});

export const getHouseInvitationsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/invitations",
  scope: "house:audit",
  summary: "Answers the invitations to the operator that were not accepted yet, newest first.",
  answer: getInvitationsEndpoint.answer,
});

export const resendHouseInvitationEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/invitations/[invitationId]/send",
  params: { invitationId: INVITATION_ID },
  scope: "house:people",
  summary: "Sends an invitation to the operator again with a new link; the one before ends.",
  answer: resendInvitationEndpoint.answer,
  refuses: ["NOT_FOUND"],
});

export const revokeHouseInvitationEndpoint = endpoint({
  method: "DELETE",
  path: "/house/v1/invitations/[invitationId]",
  params: { invitationId: INVITATION_ID },
  scope: "house:people",
  summary: "Takes an invitation to the operator back: its link opens nothing any more.",
  answer: revokeInvitationEndpoint.answer,
  refuses: ["NOT_FOUND"],
});

export const changeHouseUserEndpoint = endpoint({
  method: "PATCH",
  path: "/house/v1/users/[userId]",
  params: { userId: USER_ID },
  scope: "house:people",
  summary: "Changes a person's role at the operator, or ends the access of the person to the operator.",
  body: z.object({
    role: role().optional(),
    disabled: flag().optional().meta(meaning("True ends the access to the operator at once, false gives it back.")),
  }),
  answer: getUsersEndpoint.answer.shape.data.element,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const removeHousePersonEndpoint = endpoint({
  method: "DELETE",
  path: "/house/v1/users/[userId]",
  params: { userId: USER_ID },
  scope: "house:people",
  summary: "Takes a person's role at the operator away, at once.",
  answer: removePersonEndpoint.answer,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resetHousePasswordEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/users/[userId]/password",
  params: { userId: USER_ID },
  scope: "house:people",
  summary: "Sends a person of the operator a one-time link to set a new password.",
  answer: resetPasswordEndpoint.answer,
  waits: approvalRecord,
  refuses: ["NOT_FOUND"],
});

export const resetHouseFactorEndpoint = endpoint({
  method: "POST",
  path: "/house/v1/users/[userId]/second-factor/reset",
  params: { userId: USER_ID },
  scope: "house:people",
  summary: "Sends a person of the operator a one-time link that takes their second factors away.",
  answer: resetPasswordEndpoint.answer,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const getHouseSessionsEndpoint = endpoint({
  method: "GET",
  path: "/house/v1/sessions",
  scope: "house:audit",
  summary: "Answers where the people of the operator are signed in, newest first.",
  answer: getPeopleSessionsEndpoint.answer,
});

export const endHouseSessionEndpoint = endpoint({
  method: "DELETE",
  path: "/house/v1/sessions/[sessionId]",
  params: { sessionId: SESSION_ID },
  scope: "house:people",
  summary: "Signs a person of the operator out there.",
  answer: endPersonSessionEndpoint.answer,
  refuses: ["NOT_FOUND"],
});
