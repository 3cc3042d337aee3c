// Made from the contract by lib/reference/write.ts.
import type { Call } from "#lib/contract/call.ts";
import type { Plan } from "#lib/contract/decode-answer.ts";
import type * as contract from "./me-contract.ts";

const schemas = () => import("./me-contract.ts");

const passkeyPlan: Plan = { passkeyId: "text", name: "text", createdAt: "whole", "lastUsedAt?": "whole" };

const mePlan: Plan = {
  userId: "text",
  email: "text",
  name: "text",
  enrolled: "flag",
  required: "flag",
  hasPassword: "flag",
  authenticator: "flag",
  recoveryCodesLeft: "whole",
  passkeys: ["list", passkeyPlan],
  "language?": "text",
  "numbers?": "text",
  "zone?": "text",
  "provenUntil?": "whole",
};

const meWithCodesPlan: Plan = {
  userId: "text",
  email: "text",
  name: "text",
  enrolled: "flag",
  required: "flag",
  hasPassword: "flag",
  authenticator: "flag",
  recoveryCodesLeft: "whole",
  passkeys: ["list", passkeyPlan],
  "language?": "text",
  "numbers?": "text",
  "zone?": "text",
  "provenUntil?": "whole",
  "recoveryCodes?": ["list", "text"],
};

export const getMeCall: Call<typeof contract.getMeEndpoint> = {
  method: "GET",
  path: "/manage/v1/me",
  answer: mePlan,
};

export const chooseReadingCall: Call<typeof contract.chooseReadingEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/me",
  body: ["language", "numbers", "zone"],
  answer: mePlan,
  schema: async () => (await schemas()).chooseReadingEndpoint.body,
};

export const joinAccountCall: Call<typeof contract.joinAccountEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/accounts",
  body: ["token"],
  answer: { accountId: "text", account: "text" },
  schema: async () => (await schemas()).joinAccountEndpoint.body,
};

export const removeAuthenticatorCall: Call<typeof contract.removeAuthenticatorEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/me/authenticator",
  answer: mePlan,
};

export const startAuthenticatorCall: Call<typeof contract.startAuthenticatorEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/authenticator",
  body: ["password"],
  answer: { "secret?": "text", "secretUri?": "text" },
  schema: async () => (await schemas()).startAuthenticatorEndpoint.body,
};

export const confirmAuthenticatorCall: Call<typeof contract.confirmAuthenticatorEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/authenticator/confirm",
  body: ["code"],
  answer: meWithCodesPlan,
  schema: async () => (await schemas()).confirmAuthenticatorEndpoint.body,
};

export const getOwnDataCall: Call<typeof contract.getOwnDataEndpoint> = {
  method: "GET",
  path: "/manage/v1/me/data",
  answer: { person: ["map", "any"] },
};

export const leaveAccountCall: Call<typeof contract.leaveAccountEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/leave",
  body: ["account"],
  answer: { left: "flag" },
  schema: async () => (await schemas()).leaveAccountEndpoint.body,
};

export const addPasskeyCall: Call<typeof contract.addPasskeyEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/passkeys",
  body: ["name", "credential"],
  answer: meWithCodesPlan,
  schema: async () => (await schemas()).addPasskeyEndpoint.body,
};

export const removePasskeyCall: Call<typeof contract.removePasskeyEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/me/passkeys/[passkeyId]",
  answer: mePlan,
};

export const renamePasskeyCall: Call<typeof contract.renamePasskeyEndpoint> = {
  method: "PATCH",
  path: "/manage/v1/me/passkeys/[passkeyId]",
  body: ["name"],
  answer: mePlan,
  schema: async () => (await schemas()).renamePasskeyEndpoint.body,
};

export const askForPasskeyCall: Call<typeof contract.askForPasskeyEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/passkeys/challenge",
  body: ["password"],
  answer: { options: ["map", "any"] },
  schema: async () => (await schemas()).askForPasskeyEndpoint.body,
};

export const changePasswordCall: Call<typeof contract.changePasswordEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/password",
  body: ["currentPassword", "password"],
  answer: mePlan,
  schema: async () => (await schemas()).changePasswordEndpoint.body,
};

export const proveCall: Call<typeof contract.proveEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/proof",
  body: ["code", "credential"],
  answer: mePlan,
  schema: async () => (await schemas()).proveEndpoint.body,
};

export const askForProofCall: Call<typeof contract.askForProofEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/proof/challenge",
  answer: { options: ["map", "any"] },
};

export const renewRecoveryCodesCall: Call<typeof contract.renewRecoveryCodesEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/recovery-codes",
  answer: meWithCodesPlan,
};

export const getSessionsCall: Call<typeof contract.getSessionsEndpoint> = {
  method: "GET",
  path: "/manage/v1/me/sessions",
  answer: {
    data: [
      "list",
      {
        sessionId: "text",
        current: "flag",
        createdAt: "whole",
        expiresAt: "whole",
        "lastSeenAt?": "whole",
        "clientAddress?": "text",
        "agent?": "text",
      },
    ],
  },
};

export const endSessionCall: Call<typeof contract.endSessionEndpoint> = {
  method: "DELETE",
  path: "/manage/v1/me/sessions/[sessionId]",
  answer: { sessionId: "text", ended: "flag" },
};

export const endOtherSessionsCall: Call<typeof contract.endOtherSessionsEndpoint> = {
  method: "POST",
  path: "/manage/v1/me/sessions/end-others",
  answer: { count: "whole" },
};

export const askForSignInCall: Call<typeof contract.askForSignInEndpoint> = {
  method: "POST",
  path: "/manage/v1/sign-in/challenge",
  answer: { options: ["map", "any"] },
};
