"use client";

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { plainNumbers } from "./plain-numbers.ts";

/** What our API answers when it asks for a passkey; numbers come as exact ones and go to the browser as its own. */
export type Question = { options: Record<string, unknown> };

/** Loaded when it is needed: most visits never ask for a passkey. */
const library = () => import("@simplewebauthn/browser");

/** Makes a passkey on this device, or throws what the browser says. */
export async function newPasskey(options: Question["options"]): Promise<RegistrationResponseJSON> {
  const optionsJSON = plainNumbers(options) as PublicKeyCredentialCreationOptionsJSON;
  return (await library()).startRegistration({ optionsJSON });
}

/** Has a passkey answer, or throws what the browser says. */
export async function passkeyAnswer(options: Question["options"]): Promise<AuthenticationResponseJSON> {
  const optionsJSON = plainNumbers(options) as PublicKeyCredentialRequestOptionsJSON;
  return (await library()).startAuthentication({ optionsJSON });
}

/** Whether the person themselves closed the browser's question, or has no passkey here: nothing went wrong then. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}
