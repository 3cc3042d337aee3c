"use client";

import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf } from "#lib/contract/endpoint.ts";
import { useOf } from "#components/whose.tsx";
import { type PageSizes, usePagesOf } from "./pages-of.ts";

/** {@link usePagesOf} of a list that an account has of its own and the house of all accounts: whichever the page is about. */
export function useWhosePages<
  Own extends Endpoint,
  OfHouse extends Endpoint,
  Filter extends GivenOf<Own> & GivenOf<OfHouse>,
>(calls: { own: Call<Own>; house: Call<OfHouse> }, filter: Filter, sizes?: PageSizes) {
  const own = usePagesOf(calls.own, filter, sizes);
  const house = usePagesOf(calls.house, filter, sizes);
  return useOf() === "house" ? house : own;
}
