"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { keyOf } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

/**
 * One record that an account reads of its own and the house of any account. The list's own goes first, since the list
 * keeps it fresh; one that the list has not, by its filter or its pages, is read by itself: `null` where there is none.
 */
export function useWhoseRecord<Own extends Endpoint, OfHouse extends Endpoint>(
  calls: { own: Call<Own>; house: Call<OfHouse> },
  given: GivenOf<Own> & GivenOf<OfHouse>,
  listed: ReplyOf<Own> | ReplyOf<OfHouse> | undefined,
) {
  const { account, query } = useApi();
  const ofHouse = useOf() === "house";
  const read = (signal: AbortSignal): Promise<ReplyOf<Own> | ReplyOf<OfHouse>> =>
    ofHouse ? query(calls.house, given, { signal }) : query(calls.own, given, { signal });
  const { data, error, refetch } = useQuery({
    queryKey: ofHouse ? keyOf(calls.house, account, "record", given) : keyOf(calls.own, account, "record", given),
    queryFn: listed
      ? skipToken
      : ({ signal }: { signal: AbortSignal }) =>
          read(signal).catch((fault: unknown) => {
            if (isApiFault(fault) && fault.code === "NOT_FOUND") return null;
            throw fault;
          }),
  });
  return { record: listed ?? data, error: listed ? null : error, refetch };
}
