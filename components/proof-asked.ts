"use client";

import { createContext } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";

/** What a refusal asks a person for: to prove a second factor again, or to add one. */
export function proofAsked(error: unknown): "PROVE" | "ENROL" | undefined {
  const asked = isApiFault(error) ? error.body["secondFactor"] : undefined;
  return asked === "PROVE" || asked === "ENROL" ? asked : undefined;
}

/** Asks the person for their second factor; true when they have proven it. None stands outside the desk. */
export const ProofContext = createContext<(() => Promise<boolean>) | undefined>(undefined);

/** The page that a person must pass who lacks the second factor their account demands; then it leads back here. */
export function enrolHref(): string {
  return `/enrol?callbackUrl=${encodeURIComponent(window.location.pathname + window.location.search)}`;
}
