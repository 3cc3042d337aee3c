import { z } from "zod";
import { count, foreignJson, listOf, time } from "#lib/contract/answers.ts";
import { endpoint } from "#lib/contract/endpoint.ts";
import { text } from "#lib/contract/fields.ts";

const passkeyRecord = z
  .object({ passkeyId: z.string(), name: z.string(), createdAt: time(), lastUsedAt: time().optional() })
  .meta({ id: "Passkey" });

/** The person who is signed in and what proves them; times in epoch milliseconds of the wall clock. */
const ownRecord = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    enrolled: z.boolean(),
    required: z.boolean(),
    authenticator: z.boolean(),
    recoveryCodesLeft: count(),
    passkeys: z.array(passkeyRecord),
    provenUntil: time().optional(),
  })
  .meta({ id: "Me" });
export type OwnRecord = z.output<typeof ownRecord>;
export type PasskeyRecord = z.output<typeof passkeyRecord>;

const sessionRecord = z
  .object({
    sessionId: z.string(),
    current: z.boolean(),
    createdAt: time(),
    expiresAt: time(),
    lastSeenAt: time().optional(),
    clientAddress: z.string().optional(),
    agent: z.string().optional(),
  })
  .meta({ id: "Session" });
export type SessionRecord = z.output<typeof sessionRecord>;

/** What WebAuthn's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read. */
const question = z.object({ options: foreignJson() }).meta({ id: "PasskeyQuestion" });

/** A browser's answer, as `PublicKeyCredential.toJSON` writes it; verified whole, so its fields are not named here. */
const credential = () => z.record(z.string(), z.unknown());

/** The codes are there in the first answer alone, and only when there were none before. */
const withCodes = ownRecord.extend({ recoveryCodes: z.array(z.string()).optional() }).meta({ id: "MeWithCodes" });

const MAX_CODE = 64;
const own = { scope: "account:read" } as const;

export const getMeEndpoint = endpoint({
  ...own,
  method: "GET",
  path: "/manage/v1/me",
  summary: "Answers who is signed in, and what proves them beside the password.",
  answer: ownRecord,
});

export const startAuthenticatorEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/authenticator",
  freshProof: true,
  summary: "Makes a secret for an authenticator app (RFC 6238); it counts once its first code was confirmed.",
  answer: z
    .object({ secret: z.string().optional(), secretUri: z.string().optional() })
    .meta({ id: "NewAuthenticator" }),
});

export const confirmAuthenticatorEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/authenticator/confirm",
  freshProof: true,
  summary:
    "Takes the app's first code: from now on it is asked for. The first second factor brings ten recovery codes.",
  body: z.object({ code: text(1, MAX_CODE) }),
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
  summary: "Answers what the browser needs to make a passkey.",
  answer: question,
});

export const addPasskeyEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/passkeys",
  freshProof: true,
  summary: "Adds the passkey that the browser made. The first second factor brings ten recovery codes.",
  body: z.object({ name: text(1, 64), credential: credential() }),
  answer: withCodes,
});

export const renamePasskeyEndpoint = endpoint({
  ...own,
  method: "PATCH",
  path: "/manage/v1/me/passkeys/[passkeyId]",
  summary: "Gives a passkey another name.",
  body: z.object({ name: text(1, 64) }),
  answer: ownRecord,
  refuses: ["NOT_FOUND"],
});

export const removePasskeyEndpoint = endpoint({
  ...own,
  method: "DELETE",
  path: "/manage/v1/me/passkeys/[passkeyId]",
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
  body: z.object({ code: text(1, MAX_CODE).optional(), credential: credential().optional() }),
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
  summary: "Signs the person out there.",
  answer: z.object({ sessionId: z.string(), ended: z.literal(true) }).meta({ id: "EndedSession" }),
  refuses: ["NOT_FOUND"],
});

export const endOtherSessionsEndpoint = endpoint({
  ...own,
  method: "POST",
  path: "/manage/v1/me/sessions/end-others",
  summary: "Signs the person out everywhere but here.",
  answer: z.object({ count: count() }).meta({ id: "EndedSessions" }),
});

export const askForSignInEndpoint = endpoint({
  method: "POST",
  path: "/manage/v1/sign-in/challenge",
  scope: "public",
  summary: "Answers what the browser needs to sign somebody in by a passkey.",
  answer: question,
});
