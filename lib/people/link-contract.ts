import { z } from "zod";
import { time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";
import { ALL_ROLES } from "#lib/contract/permissions.ts";
import { meaning } from "#lib/contract/meanings.ts";

/** Before sign-in: what a one-time link opens, and how one is asked for. */

const EXAMPLE_TOKEN = "q3Jt0cXy1vZ8bK2mW5nR7uL4sD6fG9hA0eP1iO3xYzQ";
/** Longer than any password that is accepted, so that the rules say what is wrong with it. */
const MOST_TYPED = 1_024;
const token = () => text(1, 128).meta(meaning("What stands behind # in the link.", EXAMPLE_TOKEN));
const password = (words: string) => text(1, MOST_TYPED).meta(meaning(words, "seven unusual words in a row"));
const name = () => text(1, 128).meta(meaning("How the desk and the audit record name the person.", "Anna"));
const done = () => z.object({ done: z.literal(true).meta(meaning("Always true.")) }).meta({ id: "Done" });

const openedLink = z
  .object({
    kind: z.enum(["INVITATION", "PASSWORD", "FACTOR"]).meta(meaning("What the link does.")),
    email: z.string().meta(meaning("Whose link it is.", "anna@example.com")),
    expiresAt: time().meta(meaning("Until when it may be used, epoch milliseconds of the wall clock.")),
    account: z.string().optional().meta(meaning("Invitations: the account to join.", "acme")),
    role: z.enum(ALL_ROLES).optional().meta(meaning("Invitations: what the person may do there.", "operator")),
    name: z.string().optional().meta(meaning("Invitations: the name suggested.", "Anna")),
    usableAt: time()
      .optional()
      .meta(
        meaning("Recoveries of the operator: from when the link may be used, epoch milliseconds of the wall clock."),
      ),
    known: z
      .boolean()
      .optional()
      .meta(meaning("Invitations: the person has a sign-in, and accepts by signing in.", false)),
    asksPassword: z
      .boolean()
      .optional()
      .meta(
        meaning("Second factors: whether the password is asked for; not of whom single sign-on alone lets in.", true),
      ),
  })
  .meta({ id: "OpenedLink" });

export type OpenedLink = z.output<typeof openedLink>;

const open = { method: "POST", scope: "public" } as const;

export const openLinkEndpoint = endpoint({
  ...open,
  path: "/manage/v1/sign-in/link",
  summary: "Answers what a one-time link is for; it stays unused.",
  body: z.object({ token: token() }),
  answer: openedLink,
  refuses: ["NOT_FOUND"],
});

export const acceptInvitationEndpoint = endpoint({
  ...open,
  path: "/manage/v1/sign-in/invitation",
  summary: "Accepts an invitation as somebody new, with a name and a password of their own.",
  body: z.object({ token: token(), name: name(), password: password("The person's own password.") }),
  answer: done(),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const setPasswordEndpoint = endpoint({
  ...open,
  path: "/manage/v1/sign-in/password",
  summary: "Sets a new password by a one-time link and ends every session of the person.",
  body: z.object({ token: token(), password: password("The new password.") }),
  answer: done(),
  refuses: ["NOT_FOUND"],
});

export const dropFactorEndpoint = endpoint({
  ...open,
  path: "/manage/v1/sign-in/second-factor",
  summary: "Takes the person's second factors away by a one-time link and their password, and ends every session.",
  description: "Whom single sign-on alone lets in has no password here: the link is enough, and opens no session.",
  body: z.object({ token: token(), password: password("The person's password, where they have one.").optional() }),
  answer: done(),
  refuses: ["NOT_FOUND"],
});

export const forgotPasswordEndpoint = endpoint({
  ...open,
  path: "/manage/v1/sign-in/forgot",
  summary: "Sends a one-time link to set a new password, if the address is somebody's; the answer is always the same.",
  body: z.object({
    email: text(3, 254).meta(meaning("What the person signs in with.", "anna@example.com")),
  }),
  answer: done(),
});
