"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Found } from "#lib/search/contract.ts";
import { useApi } from "#components/staff.tsx";

/** The shortest beginning that is looked up. */
const LEAST = 3;
const NONE: readonly Found[] = [];

/** The account's records of which an id, address, hash, reference or subaccount begins with what was typed. */
export function useFound(typed: string): readonly Found[] {
  const { account, call } = useApi();
  const q = typed.trim();
  const { data } = useQuery({
    queryKey: ["found", account, q],
    queryFn: async ({ signal }) => (await call<{ data: Found[] }>("/manage/v1/search", { query: { q }, signal })).data,
    enabled: q.length >= LEAST,
    placeholderData: keepPreviousData,
  });
  return q.length >= LEAST ? (data ?? NONE) : NONE;
}
