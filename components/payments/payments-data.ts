"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import { getPaymentCall, getSummaryCall } from "#lib/payments/calls.ts";
import type { getSummaryEndpoint, PaymentList, PaymentRecord } from "#lib/payments/contract.ts";
import { keyOf } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { type Api, useApi } from "#components/staff.tsx";
import type { PaymentQuery } from "./filter.ts";

const PAGE = 100;
/** Later pages are larger: the fewer the pages, the fewer the times all rows are laid out anew. */
const NEXT_PAGE = 500;
const FRESH_MS = 10_000;
const SUMS_AFTER_MS = 100;
/** Confirmations grow without an event: while some are awaited, what is shown is read again at this pace. */
const GROWING_MS = 10_000;

export type PaymentsSummary = OutputOf<typeof getSummaryEndpoint>;

/** The filtered list; one payment that does not exist is an empty one. */
export function usePayments(filter: PaymentQuery) {
  const { account, query } = useApi();
  return useList({
    keyOf: (held) => keyOf(getPaymentCall, account, held, filter),
    read: (startsAfter, signal) => listPage(query, { ...filter, startsAfter }, signal),
    idOf,
    renewal,
    renewMs: (rows) => rows.some(isGrowing) && GROWING_MS,
  });
}

const idOf = ({ paymentId }: PaymentRecord): string => paymentId;

/** A record may have been read again since with a later page. */
const renewal = (held: PaymentRecord, fresh: PaymentRecord | undefined): PaymentRecord =>
  fresh && fresh.updatedAt >= held.updatedAt ? fresh : held;

function listPage(query: Api["query"], filter: PaymentQuery, signal: AbortSignal): Promise<PaymentList> {
  const limit = filter.startsAfter === undefined ? PAGE : NEXT_PAGE;
  return query(getPaymentCall, { ...filter, limit }, { signal }).catch((error: unknown) => {
    if (isApiFault(error) && error.code.endsWith("NOT_FOUND")) return { data: [], startsAfter: null };
    throw error;
  });
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
  const { sort: _sort, in: _in, paymentId, ...filters } = filter;
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
