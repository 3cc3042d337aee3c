"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { FailureGroup, RequestLine, RequestWhole } from "#lib/log/request-log-contract.ts";
import { Decimal } from "#lib/kernel/decimal.ts";
import type { Query } from "#components/api.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/requests";
const PAGE = 100;
/** The log itself holds a call within a second; this page asks as often. */
const RENEW_MS = 1_000;
const RENEW_GROUPS_MS = 5_000;

type Page = { data: RequestLine[]; startsAfter: string | null };

/** Numbers of the log are counts and times: all of them are plain. */
const plain = <T extends object>(row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Decimal ? Number(value.toString()) : value]),
  ) as T;

/** The account's calls of a filter, newest first; the first page is renewed while nobody has asked for more. */
export function useRequests(query: Query) {
  const { account, call } = useApi();
  return useInfiniteQuery({
    queryKey: ["requests", account, query],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call<Page>(PATH, { query: { ...query, limit: PAGE, startsAfter: pageParam }, signal });
      return { ...page, data: page.data.map(plain) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : RENEW_MS),
  });
}

/** Refused and failed calls of a day, those that say the same counted. */
export function useFailures() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["request-failures", account],
    queryFn: async ({ signal }) => (await call<{ data: FailureGroup[] }>(`${PATH}/errors`, { signal })).data.map(plain),
    refetchInterval: RENEW_GROUPS_MS,
  });
}

/** One call with its bodies. */
export function useRequest(requestId: string) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["request", account, requestId],
    queryFn: async ({ signal }) => plain(await call<RequestWhole>(`${PATH}/${requestId}`, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
