"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { houseRoleMay } from "#lib/contract/permissions.ts";
import { houseSearchCall, searchCall } from "#lib/search/calls.ts";
import { text } from "#lib/i18n/text.ts";
import { useAccount, useApi, useStaff } from "#components/staff.tsx";
import { type FoundLine, foundLine } from "./found-entry.ts";

/** The shortest text that is looked up, and the longest. */
export const LEAST = 3;
export const MOST = 128;

export type Looked = {
  lines: readonly FoundLine[];
  /** The answer to just this text is there. */
  ready: boolean;
  error: Error | null;
  retry: () => void;
};

/** The records that are so called: of the account, and of the house for who works there. */
export function useFound(typed: string): Looked {
  const { queryOptions } = useApi();
  const account = useAccount() !== undefined;
  const house = houseRoleMay(useStaff().house?.role ?? "", "house:read");
  const q = normalised(typed.trim());
  const isSearched = q.length >= LEAST && q.length <= MOST;
  const once = { staleTime: 5_000, placeholderData: keepPreviousData } as const;
  const own = useQuery({ ...queryOptions(searchCall, { q }, "once"), ...once, enabled: account && isSearched });
  const theirs = useQuery({ ...queryOptions(houseSearchCall, { q }, "once"), ...once, enabled: house && isSearched });
  if (!isSearched) return { lines: [], ready: true, error: null, retry: () => undefined };
  const queries = [...(account ? [own] : []), ...(house ? [theirs] : [])];
  return {
    lines: [
      ...(account ? (own.data?.data ?? []) : []).map((found) => foundLine(found, "account", q)),
      ...(house ? (theirs.data?.data ?? []) : []).map((found) => foundLine(found, "house", q)),
    ],
    ready: queries.every((one) => (one.isSuccess && !one.isPlaceholderData) || one.isError),
    error: queries.find((one) => one.isError)?.error ?? null,
    retry: () => queries.forEach((one) => void one.refetch()),
  };
}

/** A role in the reader's language is queries for by its code. */
function normalised(typed: string): string {
  const names: Readonly<Record<string, string>> = text.roles;
  return Object.keys(names).find((role) => names[role]?.toLowerCase() === typed.toLowerCase()) ?? typed;
}
