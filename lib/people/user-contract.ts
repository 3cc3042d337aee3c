import { z } from "zod";
import { listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { flag, oneOf, text } from "#lib/contract/fields.ts";
import { ALL_ROLES, ROLES } from "#lib/contract/permissions.ts";
import { CREATED_AT, USER_ID, meaning } from "#lib/contract/meanings.ts";

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

const madeUser = userRecord
  .extend({
    password: z
      .string()
      .optional()
      .meta(
        meaning("The first password, shown this once; absent for a person who has one already.", "kD3vQx8mPz1Lr0ta"),
      ),
  })
  .meta({ id: "MadeUser" });

export const getUsersEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/users",
  scope: "people:read",
  summary: "Answers the people who have a role in the account, by name.",
  answer: listOf(userRecord).meta({ id: "UserList" }),
});

export const makeUserEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users",
  scope: "people:write",
  summary: "Gives a person a role in the account; somebody new gets a password, shown this once.",
  body: z.object({
    email: text(3, 254).meta(meaning("Where the person is reached, and what they sign in with.", "anna@example.com")),
    name: text(1, 128).meta(meaning("How the desk and the audit record name the person.", "Anna")),
    role: oneOf(ROLES).meta(meaning("What the person may do.", "operator")),
  }),
  answer: madeUser,
  refuses: ["INVALID_STATE"],
});

export const changeUserEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/users/[userId]",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Changes a person's role in the account, or lets the person in no more.",
  body: z.object({
    role: oneOf(ROLES).optional().meta(meaning("What the person may do.", "operator")),
    disabled: flag().optional().meta(meaning("True ends every session at once and lets the person in no more.")),
  }),
  answer: userRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resetPasswordEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users/[userId]/password",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Gives a person a new password, shown this once, and ends every session of theirs.",
  answer: z
    .object({
      userId: z.string().meta(USER_ID),
      password: z.string().optional().meta(meaning("Shown this once.", "kD3vQx8mPz1Lr0ta")),
    })
    .meta({ id: "NewPassword" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resetSecondFactorEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users/[userId]/second-factor/reset",
  params: { userId: USER_ID },
  scope: "people:write",
  summary: "Takes away a person's second factors and recovery codes, and ends every session of theirs.",
  answer: userRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
