"use client";

import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { type Held, keyOf } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

const PAGE = 100;

/** How many rows the first page has, and each later one; one number is for all. */
export type PageSizes = number | { first: number; next: number };

/** How `useList` reads the list that a call answers, page after page, in the account's name. */
export function usePagesOf<Of extends Endpoint, Filter extends GivenOf<Of>>(
  call: Call<Of>,
  filter: Filter,
  sizes: PageSizes = PAGE,
) {
  const { account, query } = useApi();
  return {
    keyOf: (held: Held) => keyOf(call, account, held, filter),
    read: (startsAfter: string | undefined, signal: AbortSignal): Promise<ReplyOf<Of>> => {
      const { first, next } = typeof sizes === "number" ? { first: sizes, next: sizes } : sizes;
      const limit = startsAfter === undefined ? first : next;
      return query(call, { ...filter, limit, startsAfter }, { signal });
    },
  };
}
