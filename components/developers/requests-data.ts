"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { getFailuresCall, getRequestCall, getRequestsCall } from "#lib/log/request-log-calls.ts";
import type { getRequestsEndpoint } from "#lib/log/request-log-contract.ts";
import { keyOf } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

const PAGE = 100;
/** The log itself holds a call within a second; this page asks as often. */
const RENEW_MS = 1_000;
const RENEW_GROUPS_MS = 5_000;

export type RequestQuery = GivenOf<typeof getRequestsEndpoint>;

/** The account's calls of a filter, newest first; the first page is renewed while it is the only page loaded. */
export function useRequests(filter: RequestQuery) {
  const { account, query } = useApi();
  return useInfiniteQuery({
    queryKey: keyOf(getRequestsCall, account, "pages", filter),
    queryFn: ({ pageParam, signal }) =>
      query(getRequestsCall, { ...filter, limit: PAGE, startsAfter: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: OutputOf<typeof getRequestsEndpoint>) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : RENEW_MS),
  });
}

/** Refused and failed calls of a day, those that say the same counted. */
export const useFailures = () =>
  useQuery({
    ...useApi().queryOptions(getFailuresCall, {}),
    select: ({ data }) => data,
    refetchInterval: RENEW_GROUPS_MS,
  });

/** One call with its bodies. */
export const useRequest = (requestId: string) =>
  useQuery({
    ...useApi().queryOptions(getRequestCall, { requestId }, "once"),
    staleTime: Number.POSITIVE_INFINITY,
  });
