"use client";

import { createContext, type ReactNode, use, useCallback, useMemo } from "react";
import { type Call, callApi } from "./api.ts";
import { usePreferences } from "./preferences.tsx";
import { enrolHref, ProofContext, proofAsked } from "./proof-asked.ts";

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

/**
 * The API bound to the current account; put `account` into every query key, since records differ by it. What asks for a
 * second factor again asks the person, and is then sent once more as it was.
 */
export function useApi(): { account: string; call: <T>(path: string, call?: Call) => Promise<T> } {
  const { accounts } = useStaff();
  const account = useAccount()?.id ?? "";
  const named = accounts.length > 1 ? account : undefined;
  const askForProof = use(ProofContext);
  const call = useCallback(
    async <T,>(path: string, given: Call = {}) => {
      const send = () => callApi<T>(path, { ...given, account: named });
      try {
        return await send();
      } catch (error) {
        const asked = proofAsked(error);
        if (asked === "ENROL") window.location.assign(enrolHref());
        if (asked !== "PROVE" || !askForProof || !(await askForProof())) throw error;
        return await send();
      }
    },
    [named, askForProof],
  );
  return useMemo(() => ({ account, call }), [account, call]);
}
