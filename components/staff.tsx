"use client";

import { createContext, type ReactNode, use, useCallback, useMemo } from "react";
import { type Call, callApi } from "./api.ts";
import { usePreferences } from "./preferences.tsx";

export type StaffAccount = { id: string; name: string; role: string };
export type Staff = { userId: string; name: string; email: string; accounts: readonly StaffAccount[] };

const Context = createContext<Staff | undefined>(undefined);

/** Who is signed in, as the server's layout found it. */
export function StaffProvider({ staff, children }: { staff: Staff; children: ReactNode }) {
  return <Context value={staff}>{children}</Context>;
}

export function useStaff(): Staff {
  const staff = use(Context);
  if (!staff) throw new Error("useStaff needs StaffProvider above it");
  return staff;
}

/** The account that the person acts for now: the one chosen, else the first. Undefined when they have none. */
export function useAccount(): StaffAccount | undefined {
  const { accounts } = useStaff();
  const { account } = usePreferences();
  return accounts.find((one) => one.id === account) ?? accounts[0];
}

/** The API bound to the current account; put `account` into every query key, since records differ by it. */
export function useApi(): { account: string; call: <T>(path: string, call?: Call) => Promise<T> } {
  const { accounts } = useStaff();
  const account = useAccount()?.id ?? "";
  const named = accounts.length > 1 ? account : undefined;
  const call = useCallback(
    <T,>(path: string, given: Call = {}) => callApi<T>(path, { ...given, account: named }),
    [named],
  );
  return useMemo(() => ({ account, call }), [account, call]);
}
