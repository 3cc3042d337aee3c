"use client";

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";

/** Loaded when it is needed: most visits never ask for a passkey. */
const library = () => import("@simplewebauthn/browser");

/** Makes a passkey on this device by the options that WebAuthn describes, or throws what the browser says. */
export async function newPasskey(options: unknown): Promise<RegistrationResponseJSON> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return (await library()).startRegistration({ optionsJSON });
}

/** Has a passkey answer, or throws what the browser says. */
export async function passkeyAnswer(options: unknown): Promise<AuthenticationResponseJSON> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return (await library()).startAuthentication({ optionsJSON });
}

/** Whether the person themselves closed the browser's question, or has no passkey here: nothing went wrong then. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}
