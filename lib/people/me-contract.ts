import { z } from "zod";
import { count, foreignJson, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";
import { NUMBER_STYLES, SPOKEN } from "#lib/contract/voice.ts";
import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";
import { CREATED_AT, PASSKEY_ID, SESSION_ID, USER_ID, meaning } from "#lib/contract/meanings.ts";

const passkeyRecord = z
  .object({
    passkeyId: z.string().meta(PASSKEY_ID),
    name: z.string().meta(meaning("What the person calls it.", "Laptop")),
    createdAt: time().meta(CREATED_AT),
    lastUsedAt: time().optional().meta(meaning("When it was used last, epoch milliseconds of the wall clock.")),
  })
  .meta({ id: "Passkey" });

/** The person who is signed in and what proves them; times in epoch milliseconds of the wall clock. */
const ownRecord = z
  .object({
    userId: z.string().meta(USER_ID),
    email: z.string().meta(meaning("What the person signs in with.", "anna@example.com")),
    name: z.string().meta(meaning("How the desk and the audit record name the person.", "Anna")),
    enrolled: z.boolean().meta(meaning("Whether the person has a second factor.")),
    required: z.boolean().meta(meaning("Whether the account demands one.", false)),
    hasPassword: z
      .boolean()
      .meta(meaning("Whether there is a password, which the first second factor asks for again.")),
    authenticator: z.boolean().meta(meaning("Whether an authenticator app is one of them.")),
    recoveryCodesLeft: count().meta(meaning("Recovery codes that were not used yet.", 10)),
    passkeys: z.array(passkeyRecord).meta(meaning("The person's passkeys, oldest first.")),
    language: z
      .enum(SPOKEN)
      .optional()
      .meta(meaning("The language the person chose, for pages, mails and PDFs.", "de")),
    numbers: z
      .enum(NUMBER_STYLES)
      .optional()
      .meta(meaning("How figures are written for the person, where they chose.", "POINT_COMMA")),
    zone: z.string().optional().meta(meaning("The time zone the person chose, for mails and PDFs.", "Europe/Berlin")),
    provenUntil: time()
      .optional()
      .meta(meaning("Until when this session's last proof counts, epoch milliseconds of the wall clock.")),
  })
  .meta({ id: "Me" });
export type OwnRecord = z.output<typeof ownRecord>;
export type PasskeyRecord = z.output<typeof passkeyRecord>;

const sessionRecord = z
  .object({
    sessionId: z.string().meta(SESSION_ID),
    current: z.boolean().meta(meaning("Whether this request came from it.")),
    createdAt: time().meta(CREATED_AT),
    expiresAt: time().meta(meaning("When it ends at the latest, epoch milliseconds of the wall clock.")),
    lastSeenAt: time().optional().meta(meaning("When it was used last, to within a minute.")),
    clientAddress: z.string().optional().meta(meaning("Where it was opened.", "203.0.113.9")),
    agent: z.string().optional().meta(meaning("How the browser named itself.", "Mozilla/5.0 (X11; Linux x86_64)")),
  })
  .meta({ id: "Session" });
export type SessionRecord = z.output<typeof sessionRecord>;

/** What WebAuthn's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read. */
const question = z
  .object({
    options: foreignJson().meta(meaning("What PublicKeyCredential's parse…OptionsFromJSON reads (WebAuthn).", {})),
  })
  .meta({ id: "PasskeyQuestion" });

/** A browser's answer, as `PublicKeyCredential.toJSON` writes it; verified whole, so its fields are not named here. */
const credential = () => z.record(z.string(), z.unknown());

/** The codes are there in the first answer alone, and only when there were none before. */
const withCodes = ownRecord
  .extend({
    recoveryCodes: z
      .array(z.string())
      .optional()
      .meta(
        meaning("Ten codes that stand in for the second factor, each once; shown this once.", ["kq3xv-7mzpa-2wdhe"]),
      ),
  })
  .meta({ id: "MeWithCodes" });

const MAX_CODE = 64;
/** Longer than any password that is accepted, so that the rules say what is wrong with it. */
const MOST_TYPED = 1_024;
const MOST_ZONE = 64;
const own = { scope: "own" } as const;

export const getMeEndpoint = endpoint({
  ...own,
  method: "GET",
  path: "/manage/v1/me",
  summary: "Answers who is signed in, and what proves them beside the password.",
  answer: ownRecord,
});

export const chooseReadingEndpoint = endpoint({
  ...own,
  method: "PATCH",
  path: "/manage/v1/me",
  summary: "Chooses how the person reads: language, how figures are written, time zone. What is absent stays.",
  body: z.object({
    language: z.enum(SPOKEN).optional().meta(meaning("Of pages, mails and PDFs.", "de")),
    numbers: z.enum(NUMBER_STYLES).optional().meta(meaning("How thousands and decimals are parted.", "POINT_COMMA")),
    zone: text(1, MOST_ZONE).optional().meta(meaning("Of mails and PDFs, by its IANA name.", "Europe/Berlin")),
  }),
  answer: ownRecord,
});

const ownPassword = () =>
  text(1, MOST_TYPED)
    .optional()
    .meta(
      meaning("The person's own password; asked for with the first second factor.", "seven unusual words in a row"),
    );

export const changePasswordEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/password",
  summary: "Sets a new password of one's own and signs the person out everywhere else.",
  body: z.object({
    currentPassword: text(1, MOST_TYPED).meta(meaning("The password as it is.", "seven unusual words in a row")),
    password: text(1, MOST_TYPED).meta(
      meaning("The new one, of 12 to 128 characters.", "eight even odder words in a row"),
    ),
  }),
  answer: ownRecord,
});

export const joinAccountEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/accounts",
  needsFactor: true,
  summary: "Accepts an invitation by its one-time link, as the person who is signed in.",
  body: z.object({
    token: text(1, 128).meta(
      meaning("What stands behind # in the link.", "q3Jt0cXy1vZ8bK2mW5nR7uL4sD6fG9hA0eP1iO3xYzQ"),
    ),
  }),
  answer: z
    .object({
      accountId: z.string().meta(meaning("Identifier of the account.", IDS.request)),
      account: z.string().meta(meaning("Its name.", "acme")),
    })
    .meta({ id: "JoinedAccount" }),
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const leaveAccountEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/leave",
  needsFactor: true,
  summary: "Leaves an account, or the operator; the last administrator cannot.",
  body: z.object({
    account: text(1, 128)
      .optional()
      .meta(meaning("Name or id of what is left; may be absent for a person who belongs to one alone.", "acme")),
  }),
  answer: z.object({ left: z.literal(true).meta(meaning("Always true.")) }).meta({ id: "LeftAccount" }),
  refuses: ["ACCOUNT_REQUIRED", "NOT_FOUND", "INVALID_STATE"],
});

export const startAuthenticatorEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/authenticator",
  freshProof: true,
  body: z.object({ password: ownPassword() }),
  summary: "Makes a secret for an authenticator app (RFC 6238); it counts once its first code was confirmed.",
  answer: z
    .object({
      secret: z
        .string()
        .optional()
        .meta(meaning("The secret in base32, to be typed; shown this once.", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")),
      secretUri: z
        .string()
        .optional()
        .meta(
          meaning(
            "The same for an app to scan; shown this once.",
            "otpauth://totp/Desk:anna%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Desk",
          ),
        ),
    })
    .meta({ id: "NewAuthenticator" }),
});

export const confirmAuthenticatorEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/authenticator/confirm",
  freshProof: true,
  summary:
    "Takes the app's first code: from now on it is asked for. The first second factor brings ten recovery codes.",
  body: z.object({ code: text(1, MAX_CODE).meta(meaning("The six digits the app shows.", "287082")) }),
  answer: withCodes,
  refuses: ["INVALID_STATE"],
});

export const removeAuthenticatorEndpoint = endpoint({
  ...own,
  method: "DELETE",
  path: "/manage/v1/me/authenticator",
  freshProof: true,
  summary: "Takes the authenticator app away.",
  answer: ownRecord,
  refuses: ["INVALID_STATE"],
});

export const renewRecoveryCodesEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/recovery-codes",
  freshProof: true,
  summary: "Makes ten new recovery codes, shown this once; the old ones end.",
  answer: withCodes,
  refuses: ["INVALID_STATE"],
});

export const askForPasskeyEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/passkeys/challenge",
  freshProof: true,
  body: z.object({ password: ownPassword() }),
  summary: "Answers what the browser needs to make a passkey.",
  answer: question,
});

export const addPasskeyEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/passkeys",
  freshProof: true,
  summary: "Adds the passkey that the browser made. The first second factor brings ten recovery codes.",
  body: z.object({
    name: text(1, 64).meta(meaning("What the person calls it.", "Laptop")),
    credential: credential().meta(
      meaning("The browser's answer, as PublicKeyCredential.toJSON writes it (WebAuthn).", {
        id: "b3Blbi1zZXNhbWU",
        type: "public-key",
        response: {},
      }),
    ),
  }),
  answer: withCodes,
});

export const renamePasskeyEndpoint = endpoint({
  ...own,
  method: "PATCH",
  path: "/manage/v1/me/passkeys/[passkeyId]",
  params: { passkeyId: PASSKEY_ID },
  summary: "Gives a passkey another name.",
  body: z.object({ name: text(1, 64).meta(meaning("What the person calls it from now on.", "Old laptop")) }),
  answer: ownRecord,
  refuses: ["NOT_FOUND"],
});

export const removePasskeyEndpoint = endpoint({
  ...own,
  method: "DELETE",
  path: "/manage/v1/me/passkeys/[passkeyId]",
  params: { passkeyId: PASSKEY_ID },
  freshProof: true,
  summary: "Takes a passkey away.",
  answer: ownRecord,
  refuses: ["NOT_FOUND", "INVALID_STATE"],
});

export const askForProofEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/proof/challenge",
  summary: "Answers what the browser needs to prove the person by a passkey of theirs.",
  answer: question,
});

export const proveEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/proof",
  summary: "Proves the second factor again for this session, by a code or by a passkey.",
  body: z.object({
    code: text(1, MAX_CODE)
      .optional()
      .meta(meaning("The six digits of the authenticator app, or a recovery code.", "287082")),
    credential: credential()
      .optional()
      .meta(
        meaning("The browser's answer, as PublicKeyCredential.toJSON writes it (WebAuthn).", {
          id: "b3Blbi1zZXNhbWU",
          type: "public-key",
          response: {},
        }),
      ),
  }),
  answer: ownRecord,
});

export const getSessionsEndpoint = endpoint({
  ...own,
  method: "GET",
  path: "/manage/v1/me/sessions",
  summary: "Answers where the person is signed in, newest first.",
  answer: listOf(sessionRecord).meta({ id: "SessionList" }),
});

export const endSessionEndpoint = endpoint({
  ...own,
  method: "DELETE",
  path: "/manage/v1/me/sessions/[sessionId]",
  params: { sessionId: SESSION_ID },
  summary: "Signs the person out there.",
  answer: z
    .object({ sessionId: z.string().meta(SESSION_ID), ended: z.literal(true).meta(meaning("Always true.")) })
    .meta({ id: "EndedSession" }),
  refuses: ["NOT_FOUND"],
});

export const endOtherSessionsEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/sessions/end-others",
  summary: "Signs the person out everywhere but here.",
  answer: z.object({ count: count().meta(meaning("How many sessions ended.", 2)) }).meta({ id: "EndedSessions" }),
});

export const getOwnDataEndpoint = endpoint({
  ...own,
  method: "GET",
  path: "/manage/v1/me/data",
  needsFactor: true,
  summary: "Answers whatever is kept about the person who asks.",
  answer: z
    .object({ person: foreignJson().meta(meaning("By kind: what is kept, times in ISO 8601.", {})) })
    .meta({ id: "PersonalData" }),
});

export const askForSignInEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/sign-in/challenge",
  scope: "public",
  summary: "Answers what the browser needs to sign somebody in by a passkey.",
  answer: question,
});
