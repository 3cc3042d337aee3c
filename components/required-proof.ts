"use client";

import { createContext } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";

/** What a refusal asks a person for: to prove a second factor again, or to add one. */
export function requiredProof(error: unknown): "PROVE" | "ENROL" | undefined {
  const required = isApiFault(error) ? error.body["secondFactor"] : undefined;
  return required === "PROVE" || required === "ENROL" ? required : undefined;
}

/** Asks the person for their second factor; true when they have proven it. None stands outside the desk. */
export const ProofContext = createContext<(() => Promise<boolean>) | undefined>(undefined);
