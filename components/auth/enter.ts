"use client";

import { signIn } from "next-auth/react";
import { FACTOR_REQUIRED } from "#lib/people/factor-required.ts";
import { askForSignInCall } from "#lib/people/me-calls.ts";
import { publicApi } from "#components/api.ts";
import { isDeclined, passkeyAnswer } from "./passkey.ts";

/** How a sign-in ended. `unreachable`: the outcome is unknown; `declined`: the person closed the browser's prompt. */
export type Entry =
  | { kind: "in" }
  | { kind: "factor"; ticket: string }
  | { kind: "refused" }
  | { kind: "declined" }
  | { kind: "unreachable" };

export type Way = "credentials" | "code" | "passkey";

/** One try by one of the ways there are. */
export async function enter(way: Way, given: Record<string, string>): Promise<Entry> {
  const answer = await signIn(way, { ...given, redirect: false }).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) return { kind: "unreachable" };
  if (answer.ok && !answer.error) return { kind: "in" };
  const ticket = answer.error?.startsWith(FACTOR_REQUIRED) ? answer.error.slice(FACTOR_REQUIRED.length) : undefined;
  return ticket === undefined ? { kind: "refused" } : { kind: "factor", ticket };
}

/** The same by a passkey of the person at this browser. */
export async function enterByPasskey(): Promise<Entry> {
  try {
    const { options } = await publicApi.mutate(askForSignInCall, {});
    return await enter("passkey", { credential: JSON.stringify(await passkeyAnswer(options)) });
  } catch (error) {
    return { kind: isDeclined(error) ? "declined" : "refused" };
  }
}

/** Leaves for the company's own sign-in, which leads back to the requested page. */
export async function enterBySso(callbackUrl: string): Promise<void> {
  await signIn("sso", { callbackUrl });
}
