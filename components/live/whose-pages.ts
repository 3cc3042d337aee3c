"use client";

import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { type Held, keyOf } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

const PAGE = 100;

/** How `useList` reads a list that an account has of its own and the house of all accounts: whichever the page is about. */
export function useWhosePages<
  Own extends Endpoint,
  OfHouse extends Endpoint,
  Filter extends GivenOf<Own> & GivenOf<OfHouse>,
>(calls: { own: Call<Own>; house: Call<OfHouse> }, filter: Filter, page: { first?: number; next?: number } = {}) {
  const { account, query } = useApi();
  const ofHouse = useOf() === "house";
  return {
    keyOf: (held: Held) =>
      ofHouse ? keyOf(calls.house, account, held, filter) : keyOf(calls.own, account, held, filter),
    read: (startsAfter: string | undefined, signal: AbortSignal): Promise<ReplyOf<Own> | ReplyOf<OfHouse>> => {
      const limit = (startsAfter === undefined ? page.first : page.next) ?? PAGE;
      const given = { ...filter, limit, startsAfter };
      return ofHouse ? query(calls.house, given, { signal }) : query(calls.own, given, { signal });
    },
  };
}
