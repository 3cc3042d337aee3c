"use client";

import { createContext, type ReactNode, use } from "react";

const IsFormer = createContext(false);

/**
 * Around figures that answer the question before while those of the changed one are on their way: every box within that
 * holds figures says so. A former answer stands nowhere else without it.
 */
export function Former({ when, children }: { when: boolean; children: ReactNode }) {
  const outer = use(IsFormer);
  return <IsFormer value={outer || when}>{children}</IsFormer>;
}

/** What a box of figures says of itself while they are former ones: nothing reads them as the answer. */
export const useFormer = (): { "aria-busy"?: true; "data-former"?: "" } =>
  use(IsFormer) ? { "aria-busy": true, "data-former": "" } : {};
