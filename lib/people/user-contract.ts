import { z } from "zod";
import { listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { flag, oneOf, text } from "#lib/contract/fields.ts";
import { ROLES } from "#lib/contract/permissions.ts";

/** A person with a role in the account; times in epoch milliseconds of the wall clock. */
const userRecord = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    status: z.enum(["ACTIVE", "DISABLED"]),
    createdAt: time(),
    lastSignInAt: time().optional(),
    secondFactor: z.boolean(),
  })
  .meta({ id: "User" });

export type UserRecord = z.output<typeof userRecord>;

const madeUser = userRecord.extend({ password: z.string().optional() }).meta({ id: "MadeUser" });

export const getUsersEndpoint = endpoint({
  method: "GET",
  path: "/manage/v1/users",
  scope: "access:read",
  summary: "Answers the people who have a role in the account, by name.",
  answer: listOf(userRecord).meta({ id: "UserList" }),
});

export const makeUserEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users",
  scope: "access:write",
  summary: "Gives a person a role in the account; somebody new gets a password, shown this once.",
  body: z.object({ email: text(3, 254), name: text(1, 128), role: oneOf(ROLES) }),
  answer: madeUser,
  refuses: ["INVALID_STATE"],
});

export const changeUserEndpoint = endpoint({
  method: "PATCH",
  path: "/manage/v1/users/[userId]",
  scope: "access:write",
  summary: "Changes a person's role in the account, or lets the person in no more.",
  body: z.object({ role: oneOf(ROLES).optional(), disabled: flag().optional() }),
  answer: userRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resetPasswordEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users/[userId]/password",
  scope: "access:write",
  summary: "Gives a person a new password, shown this once, and ends every session of theirs.",
  answer: z.object({ userId: z.string(), password: z.string().optional() }).meta({ id: "NewPassword" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const resetSecondFactorEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/users/[userId]/second-factor/reset",
  scope: "access:write",
  summary: "Takes away a person's second factors and recovery codes, and ends every session of theirs.",
  answer: userRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});
