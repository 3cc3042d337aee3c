"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { searchCall } from "#lib/search/calls.ts";
import type { Found } from "#lib/search/contract.ts";
import { useAccount, useApi } from "#components/staff.tsx";

/** The shortest beginning that is looked up. */
const LEAST = 3;
const NONE: readonly Found[] = [];

/** The account's records of which an id, address, hash, reference or subaccount begins with what was typed. */
export function useFound(typed: string): readonly Found[] {
  const { queryOptions } = useApi();
  const account = useAccount();
  const q = typed.trim();
  const { data } = useQuery({
    ...queryOptions(searchCall, { q }, "once"),
    select: ({ data: found }) => found,
    enabled: account !== undefined && q.length >= LEAST,
    placeholderData: keepPreviousData,
  });
  return q.length >= LEAST ? (data ?? NONE) : NONE;
}
