import { EXAMPLE_IDS as IDS } from "#lib/contract/example-ids.ts";

type Meaning = readonly [description: string, example?: unknown];

const NOW = 1795069924801;
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const CODES = ["kq3xv-7mzpa-2wdhe"];
const CODE = "The six digits of the authenticator app, or a recovery code.";
const CREDENTIAL = { id: "b3Blbi1zZXNhbWU", type: "public-key", response: {} };

const OF_ME: Readonly<Record<string, Meaning>> = {
  email: ["What the person signs in with.", "anna@example.com"],
  name: ["How the desk and the audit record name the person.", "Anna"],
  enrolled: ["Whether the person has a second factor.", true],
  required: ["Whether the account demands one.", false],
  authenticator: ["Whether an authenticator app is one of them.", true],
  recoveryCodesLeft: ["Recovery codes that were not used yet.", 10],
  passkeys: ["The person's passkeys, oldest first."],
  provenUntil: ["Until when this session's last proof counts, epoch milliseconds of the wall clock.", NOW],
  recoveryCodes: ["Ten codes that stand in for the second factor, each once; shown this once.", CODES],
};

const under = (owner: string, fields: Readonly<Record<string, Meaning>>): [string, Meaning][] =>
  Object.entries(fields).map(([name, meaning]) => [`${owner}.${name}`, meaning]);

/** The fields of a person's own sign-in: second factors, proofs and sessions. */
export const GLOSSARY_OF_SIGN_IN: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(["Me", "MeWithCodes"].flatMap((owner) => under(owner, OF_ME))),
  passkeyId: ["Identifier of a passkey.", "b3Blbi1zZXNhbWU"],
  "Passkey.name": ["What the person calls it.", "Laptop"],
  "Passkey.lastUsedAt": ["When it was used last, epoch milliseconds of the wall clock.", NOW],
  "addPasskey.name": ["What the person calls it.", "Laptop"],
  "renamePasskey.name": ["What the person calls it from now on.", "Old laptop"],
  credential: ["The browser's answer, as PublicKeyCredential.toJSON writes it (WebAuthn).", CREDENTIAL],
  "confirmAuthenticator.code": ["The six digits the app shows.", "287082"],
  "prove.code": [CODE, "287082"],
  "NewAuthenticator.secret": ["The secret in base32, to be typed; shown this once.", SECRET],
  "NewAuthenticator.secretUri": [
    "The same for an app to scan; shown this once.",
    `otpauth://totp/Desk:anna%40example.com?secret=${SECRET}&issuer=Desk`,
  ],
  "PasskeyQuestion.options": ["What PublicKeyCredential's parse…OptionsFromJSON reads (WebAuthn).", {}],
  sessionId: ["Identifier of a session.", IDS.request],
  "Session.current": ["Whether this request came from it.", true],
  "Session.expiresAt": ["When it ends at the latest, epoch milliseconds of the wall clock.", NOW],
  "Session.lastSeenAt": ["When it was used last, to within five minutes.", NOW],
  "Session.clientAddress": ["Where it was opened.", "203.0.113.9"],
  "Session.agent": ["How the browser named itself.", "Mozilla/5.0 (X11; Linux x86_64)"],
  "EndedSession.ended": ["Always true.", true],
  "EndedSessions.count": ["How many sessions ended.", 2],
  "User.secondFactor": ["Whether the person has a second factor.", true],
  "MadeUser.secondFactor": ["Whether the person has a second factor.", false],
};
