"use client";

import { useQuery } from "@tanstack/react-query";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import { getFailuresCall, getRequestCall, getRequestsCall } from "#lib/log/request-log-calls.ts";
import type { getRequestsEndpoint } from "#lib/log/request-log-contract.ts";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { useApi } from "#components/staff.tsx";

/** The log itself holds a call within a second; this page asks as often. */
const RENEW_MS = 1_000;
const RENEW_GROUPS_MS = 5_000;

export type RequestQuery = GivenOf<typeof getRequestsEndpoint>;

/** The account's calls of a filter, newest first, as they are made. */
export function useRequests(filter: RequestQuery) {
  return useList({
    ...usePagesOf(getRequestsCall, filter),
    idOf: ({ requestId }) => requestId,
    arriving: "show",
    renewMs: () => RENEW_MS,
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
