"use client";

import type { DataTag } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Call } from "#lib/contract/call.ts";
import { type Client, contractClient } from "#lib/contract/client.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sendFor } from "./api.ts";
import { type Held, keyOf } from "./keys.ts";
import { usePreferences } from "./preferences.tsx";
import { ProofContext, requiredProof } from "./required-proof.ts";
import { wayOut } from "./way-out.ts";

export type StaffAccount = { id: string; name: string; role: string };
export type Staff = {
  userId: string;
  name: string;
  email: string;
  accounts: readonly StaffAccount[];
  /** The house, for who works for it. */
  house?: StaffAccount | undefined;
};

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

/** The API in the name of one account. */
export type Api = Client & {
  /** Stands in every query key, since records differ by it. */
  account: string;
  /** How react-query reads: key and request from the call alone. `held` is `record` if it is not said. */
  queryOptions<E extends Endpoint>(call: Call<E>, given: GivenOf<E>, held?: Held): ReadOptions<E>;
};

type ReadOptions<E> = {
  /** Says what is held under it, so that `setQueryData` takes nothing else. */
  queryKey: DataTag<ReturnType<typeof keyOf>, ReplyOf<E>>;
  queryFn: (context: { signal: AbortSignal }) => Promise<ReplyOf<E>>;
};

/**
 * The API bound to the current account. What asks for a second factor again asks the person, and is then sent once more
 * as it was.
 */
export function useApi(): Api {
  const { accounts } = useStaff();
  const account = useAccount()?.id ?? "";
  const named = accounts.length > 1 ? account : undefined;
  const askForProof = use(ProofContext);
  return useMemo(() => {
    const client = contractClient(sendFor(named));
    const proven = async <T,>(send: () => Promise<T>): Promise<T> => {
      try {
        return await send();
      } catch (error) {
        const required = requiredProof(error);
        if (required === "ENROL") wayOut().enrol();
        if (required !== "PROVE" || !askForProof || !(await askForProof())) throw error;
        return await send();
      }
    };
    const query: Client["query"] = (...args) => proven(() => client.query(...args));
    return {
      account,
      query,
      mutate: (...args) => proven(() => client.mutate(...args)),
      file: (...args) => proven(() => client.file(...args)),
      queryOptions: (call, given, held = "record") => ({
        queryKey: tagged(keyOf(call, account, held, given)),
        queryFn: ({ signal }) => query(call, given, { signal }),
      }),
    };
  }, [account, named, askForProof]);
}

/** The tag is for the compiler alone: what is held under a key is what its call answers. */
const tagged = <Key, Data>(key: Key): DataTag<Key, Data> => key as DataTag<Key, Data>;
