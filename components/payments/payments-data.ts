"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { getPaymentCall, getSummaryCall } from "#lib/payments/calls.ts";
import type { getSummaryEndpoint, PaymentList, PaymentRecord } from "#lib/payments/contract.ts";
import { keyOf } from "#components/keys.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { type Api, useApi } from "#components/staff.tsx";
import { collector, renewed } from "./collect.ts";
import type { PaymentQuery } from "./filter.ts";

const PAGE = 100;
/** Later pages are larger: the fewer the pages, the fewer the times all rows are laid out anew. */
const NEXT_PAGE = 500;
const FRESH_MS = 10_000;
const SUMS_AFTER_MS = 100;
/** Confirmations grow without an event: while some are awaited, what is shown is read again at this pace. */
const GROWING_MS = 10_000;

export type PaymentsSummary = OutputOf<typeof getSummaryEndpoint>;

/** The filtered list, page after page by the server's token; rows keep their place, what they say is renewed. */
export function usePayments(filter: PaymentQuery) {
  const { account, query } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => keyOf(getPaymentCall, account, "pages", filter), [account, filter]);
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => listPage(query, { ...filter, startsAfter: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: PaymentList) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...KEEP_PLACE,
  });
  const fresh = useQuery({
    queryKey: keyOf(getPaymentCall, account, "newest", filter),
    queryFn: ({ signal }) => listPage(query, filter, signal),
    ...firstPage(pages),
    refetchInterval: ({ state }) => (state.data?.data.some(isGrowing) ? GROWING_MS : false),
  });
  const [collect] = useState(collector);
  const rows = useMemo(() => renewed(collect(pages.data?.pages ?? []), fresh.data), [collect, pages.data, fresh.data]);
  const newer = useMemo(() => countNewer(pages.data, fresh.data), [pages.data, fresh.data]);
  const showNewer = () => client.resetQueries({ queryKey: key, exact: true });
  return { ...pages, rows, newer, showNewer };
}

function listPage(query: Api["query"], filter: PaymentQuery, signal: AbortSignal): Promise<PaymentList> {
  const limit = filter.startsAfter === undefined ? PAGE : NEXT_PAGE;
  return query(getPaymentCall, { ...filter, limit }, { signal }).catch((error: unknown) => {
    if (isApiFault(error) && error.code.endsWith("NOT_FOUND")) return { data: [], startsAfter: null };
    throw error;
  });
}

function countNewer(pages: InfiniteData<PaymentList> | undefined, fresh: PaymentList | undefined): number {
  if (!pages || !fresh) return 0;
  const from = pages.pages[0]?.data[0]?.createdAt ?? 0;
  const recent = fresh.data.filter((record) => record.createdAt >= from);
  const isKnown = (id: string) => pages.pages.some((page) => page.data.some((record) => record.paymentId === id));
  return recent.filter((record) => !isKnown(record.paymentId)).length;
}

const isGrowing = (record: PaymentRecord) => record.status === "DETECTED";

/** One payment, renewed by its events. The list's own record shows until the answer is there. */
export const usePayment = (paymentId: string, known: PaymentRecord | undefined) =>
  useQuery({
    ...useApi().queryOptions(getPaymentCall, { paymentId }),
    select: ({ data: [record] }) => record ?? null,
    ...(known ? { placeholderData: { data: [known], startsAfter: null } } : {}),
    refetchInterval: ({ state }) => (state.data?.data.some(isGrowing) ? GROWING_MS / 2 : false),
  });

/**
 * Count and sums of everything that the filter matches, requested a moment after its rows have come: rows go first, and
 * a person who switches quickly through views requests none of their sums. For one payment there is nothing to sum up.
 */
export function usePaymentsSummary(filter: PaymentQuery, haveRows: boolean) {
  const { account, query } = useApi();
  const { sort: _sort, paymentId, ...filters } = filter;
  return useQuery({
    queryKey: keyOf(getSummaryCall, account, "record", filters),
    enabled: haveRows && paymentId === undefined,
    queryFn: async ({ signal }) => {
      await moment(SUMS_AFTER_MS, signal);
      return query(getSummaryCall, filters, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

function moment(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}
