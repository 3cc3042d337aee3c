"use client";

import { createContext, type ReactNode, use } from "react";

export type Mode = "sandbox" | "live";

const Context = createContext<Mode>("live");

export function ModeProvider({ mode, children }: { mode: Mode; children: ReactNode }) {
  return <Context value={mode}>{children}</Context>;
}

/** Whether money here is real. */
export const useMode = (): Mode => use(Context);
