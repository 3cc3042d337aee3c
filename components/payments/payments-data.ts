"use client";

import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Crypto, Fiat, NetworkType } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { PaymentList, PaymentRecord } from "#lib/payments/contract.ts";
import { isApiFault, type Query } from "#components/api.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { useApi } from "#components/staff.tsx";
import { collector, renewed } from "./collect.ts";

const PAGE = 100;
/** Whoever scrolls on gets more at once: the fewer the pages, the fewer the times all rows are laid out anew. */
const NEXT_PAGE = 500;
const FRESH_MS = 10_000;
const SUMS_AFTER_MS = 100;
/** Confirmations grow without an event: while some are awaited, what is shown is read again at this pace. */
const GROWING_MS = 10_000;

export type PaymentsSummary = {
  count: number;
  byAsset: {
    cryptoType: Crypto;
    networkType?: NetworkType;
    count: number;
    quantity: Decimal;
    quantityReceived: Decimal;
    quantityUnconverted: Decimal;
  }[];
  byFiat: { fiat: Fiat; count: number; fiatReceivable: Decimal; fiatReceived: Decimal }[];
};

/** The filtered list, page after page by the server's token; rows keep their place, what they say is renewed. */
export function usePayments(query: Query) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => ["payments", account, query] as const, [account, query]);
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => listPage(call, query, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: PaymentList) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...KEEP_PLACE,
  });
  const fresh = useQuery({
    queryKey: ["payments-fresh", account, query],
    queryFn: ({ signal }) => listPage(call, query, undefined, signal),
    ...firstPage(pages),
    refetchInterval: ({ state }) => (state.data?.data.some(isGrowing) ? GROWING_MS : false),
  });
  const [collect] = useState(collector);
  const rows = useMemo(() => renewed(collect(pages.data?.pages ?? []), fresh.data), [collect, pages.data, fresh.data]);
  const newer = useMemo(() => countNewer(pages.data, fresh.data), [pages.data, fresh.data]);
  const showNewer = () => client.resetQueries({ queryKey: key, exact: true });
  return { ...pages, rows, newer, showNewer };
}

function listPage(
  call: ReturnType<typeof useApi>["call"],
  query: Query,
  startsAfter: string | undefined,
  signal: AbortSignal,
): Promise<PaymentList> {
  const limit = startsAfter === undefined ? PAGE : NEXT_PAGE;
  return call<PaymentList>("/payment/v1/payment", { query: { ...query, limit, startsAfter }, signal }).catch(
    (error: unknown) => {
      if (isApiFault(error) && error.code.endsWith("NOT_FOUND")) return { data: [], startsAfter: null };
      throw error;
    },
  );
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
export function usePayment(paymentId: string, known: PaymentRecord | undefined) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["payment", account, paymentId],
    queryFn: async ({ signal }) => {
      const list = await call<PaymentList>("/payment/v1/payment", { query: { paymentId }, signal });
      return list.data[0] ?? null;
    },
    ...(known ? { placeholderData: known } : {}),
    refetchInterval: ({ state }) => (state.data && isGrowing(state.data) ? GROWING_MS / 2 : false),
  });
}

/**
 * Count and sums of everything that the filter matches, asked for a moment after its rows have come: rows go first, and
 * whoever walks through views asks for none of their sums. Of one payment there is nothing to sum up.
 */
export function usePaymentsSummary(query: Query, haveRows: boolean) {
  const { account, call } = useApi();
  const { sort: _sort, ...filters } = query;
  return useQuery({
    queryKey: ["payments-summary", account, filters],
    enabled: haveRows && filters["paymentId"] === undefined,
    queryFn: async ({ signal }) => {
      await moment(SUMS_AFTER_MS, signal);
      return call<PaymentsSummary>("/manage/v1/payments/summary", { query: filters, signal });
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
