import { z } from "zod";
import { listOf, time } from "#lib/contract/answers.ts";
import { approvalRecord } from "#lib/contract/approval.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { flag, oneOf, text } from "#lib/contract/fields.ts";
import { ALL_ROLES, ROLES } from "#lib/contract/permissions.ts";
import { CREATED_AT, INVITATION_ID, SESSION_ID, USER_ID, meaning } from "#lib/contract/meanings.ts";

/** A person with a role in the account; times in epoch milliseconds of the wall clock. */
const userRecord = z
  .object({
    userId: z.string().meta(USER_ID),
    email: z.string().meta(meaning("What the person signs in with.", "anna@example.com")),
    name: z.string().meta(meaning("How the desk and the audit record name the person.", "Anna")),
    role: z.enum(ALL_ROLES).meta(meaning("What the person may do.", "operator")),
    status: z.enum(["ACTIVE", "DISABLED"]).meta(meaning("Whether the person may sign in.")),
    createdAt: time().meta(CREATED_AT),
    lastSignInAt: time()
      .optional()
      .meta(meaning("When the person signed in last, epoch milliseconds of the wall clock.")),
    secondFactor: z.boolean().meta(meaning("Whether the person has a second factor.")),
  })
  .meta({ id: "User" });

export type UserRecord = z.output<typeof userRecord>;

/** A person who was asked to join the account and has not answered yet. */
const invitationRecord = z
  .object({
    invitationId: z.string().meta(INVITATION_ID),
    email: z.string().meta(meaning("Where the invitation was sent.", "anna@example.com")),
    name: z.string().optional().meta(meaning("The name suggested to somebody new.", "Anna")),
    role: z.enum(ALL_ROLES).meta(meaning("What the person may do once they accept.", "operator")),
    status: z.enum(["INVITED", "EXPIRED"]).meta(meaning("Whether the link may still be used.")),
    invitedBy: z.string().optional().meta(meaning("Who invited; absent for the operator's command line.", "Demo")),
    createdAt: time().meta(CREATED_AT),
    usableAt: time()
      .optional()
      .meta(meaning("A recovery of the operator: from when its link may be used; absent for every other invitation.")),
    expiresAt: time()
      .optional()
      .meta(meaning("Until when the link may be used, epoch milliseconds of the wall clock.")),
  })
  .meta({ id: "Invitation" });

export type InvitationRecord = z.output<typeof invitationRecord>;

/** Whether letters leave at all; the same for every address. */
const MAILED = meaning(
  "Whether a letter with the link is on its way; without SMTP_URL the operator's command line prints links.",
  true,
);
const sentInvitation = invitationRecord.extend({ mailed: z.boolean().meta(MAILED) }).meta({ id: "SentInvitation" });

export const getUsersEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/users",
  scope: "people:read",
  summary: "Answers the people who have a role in the account, by name.",
  answer: listOf(userRecord).meta({ id: "UserList" }),
});

export const invitePersonEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users",
  scope: "people:write",
  summary: "Invites a person into the account by a one-time link; they belong to it once they accept.",
  description:
    "The answer is the same whether the address is known or not. Somebody new sets a name and a password of their own; whoever has a sign-in accepts by signing in. Nobody is shown another person's password.",
  body: z.object({
    email: text(3, 254).meta(meaning("Where the person is reached, and what they sign in with.", "anna@example.com")),
    name: text(1, 128).optional().meta(meaning("A name to suggest to somebody new.", "Anna")),
    role: oneOf(ROLES).meta(meaning("What the person may do.", "operator")),
  }),
  answer: sentInvitation,
  waits: approvalRecord,
  refuses: ["INVALID_STATE"],
});

export const getInvitationsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/invitations",
  scope: "people:read",
  summary: "Answers the invitations into the account that were not accepted yet, newest first.",
  answer: listOf(invitationRecord).meta({ id: "InvitationList" }),
});

export const resendInvitationEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/invitations/[invitationId]/send",
  params: { invitationId: INVITATION_ID },
  scope: "people:write",
  summary: "Sends an invitation again with a new link; the one before ends.",
  answer: sentInvitation,
  refuses: ["NOT_FOUND"],
});

export const revokeInvitationEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/invitations/[invitationId]",
  params: { invitationId: INVITATION_ID },
  scope: "people:write",
  summary: "Takes an invitation back: its link opens nothing any more.",
  answer: z
    .object({
      invitationId: z.string().meta(INVITATION_ID),
      revoked: z.literal(true).meta(meaning("Always true.")),
    })
    .meta({ id: "RevokedInvitation" }),
  refuses: ["NOT_FOUND"],
});

export const changeUserEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/users/[userId]",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Changes a person's role in the account, or shuts the account to the person.",
  body: z.object({
    role: oneOf(ROLES).optional().meta(meaning("What the person may do.", "operator")),
    disabled: flag().optional().meta(meaning("True shuts this account to the person at once, false opens it again.")),
  }),
  answer: userRecord,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const removePersonEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/users/[userId]",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Takes a person's membership of the account away, at once; other accounts of theirs stay as they are.",
  answer: z
    .object({ userId: z.string().meta(USER_ID), removed: z.literal(true).meta(meaning("Always true.")) })
    .meta({ id: "RemovedPerson" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

const sentReset = z
  .object({ userId: z.string().meta(USER_ID), mailed: z.boolean().meta(MAILED) })
  .meta({ id: "SentReset" });

export const resetPasswordEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users/[userId]/password",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Sends a person a one-time link to set a new password; the old one counts until it is used.",
  answer: sentReset,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resetSecondFactorEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users/[userId]/second-factor/reset",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Sends a person a one-time link that takes their second factors away, once they also type their password.",
  answer: sentReset,
  waits: approvalRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const reviewAccessEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/users/review",
  scope: "people:read",
  summary: "Answers who may do what in the account as a file of CSV, for the review of access.",
  media: ["text/csv"],
});

const personSession = z
  .object({
    sessionId: z.string().meta(SESSION_ID),
    userId: z.string().meta(USER_ID),
    name: z.string().meta(meaning("Whose session it is.", "Anna")),
    createdAt: time().meta(CREATED_AT),
    expiresAt: time().meta(meaning("When it ends at the latest, epoch milliseconds of the wall clock.")),
    lastSeenAt: time().optional().meta(meaning("When it was used last, to within a minute.")),
    clientAddress: z.string().optional().meta(meaning("Where it was opened.", "203.0.113.9")),
    agent: z.string().optional().meta(meaning("How the browser named itself.", "Mozilla/5.0 (X11; Linux x86_64)")),
  })
  .meta({ id: "PersonSession" });

export type PersonSession = z.output<typeof personSession>;

export const getPeopleSessionsEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/sessions",
  scope: "people:read",
  summary: "Answers where the people of the account are signed in, newest first.",
  answer: listOf(personSession).meta({ id: "PersonSessionList" }),
});

export const endPersonSessionEndpoint = endpoint({
  method: "DELETE",
  path: "/manage/v1/sessions/[sessionId]",
  params: { sessionId: SESSION_ID },
  scope: "people:write",
  summary: "Signs a person of the account out there.",
  answer: z
    .object({ sessionId: z.string().meta(SESSION_ID), ended: z.literal(true).meta(meaning("Always true.")) })
    .meta({ id: "EndedPersonSession" }),
  refuses: ["NOT_FOUND"],
});
