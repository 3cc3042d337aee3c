"use client";

import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { ConversionRecord, QuoteRecord } from "#lib/conversions/contract.ts";
import type { PaymentList, PaymentRecord } from "#lib/payments/contract.ts";
import { heardServerTime, serverNow } from "#components/clock.ts";
import { useIntent } from "#components/intent.ts";
import { useApi } from "#components/staff.tsx";
import type { Plan } from "./choice.ts";
import { withQuote } from "./quotes.ts";

const PATH = "/payment/v1/conversion";
const PAGE = 500;
/** A quote that has run out says so by no event: what shows one is read again so soon after its end. */
const AFTER_END_MS = 250;
/** While an order is out somebody waits for its end, and a refusal by the venue says so by no event. */
const REFUSED_MS = 1_000;
const NONE: readonly ConversionRecord[] = [];

export type ConversionQuery = { startTime: string; endTime: string | undefined };

/**
 * Conversions of a range, newest first. The next page ends where the one before did: both ends of a range count, so what
 * is met twice is taken once.
 */
export function useConversions(query: ConversionQuery) {
  const { account, call } = useApi();
  const pages = useInfiniteQuery({
    queryKey: ["conversions", account, query],
    queryFn: ({ pageParam, signal }) =>
      call<ConversionRecord[]>(PATH, { query: { ...query, endTime: pageParam ?? query.endTime, limit: PAGE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ConversionRecord[]) => (last.length < PAGE ? undefined : last.at(-1)?.created),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => untilNextChange(state.data?.pages.flat() ?? []),
  });
  const rows = useMemo(() => unique(pages.data), [pages.data]);
  return { ...pages, rows };
}

function unique(data: InfiniteData<ConversionRecord[]> | undefined): readonly ConversionRecord[] {
  if (!data) return NONE;
  return [...new Map(data.pages.flat().map((record) => [record.invoiceId, record])).values()];
}

/** One conversion, renewed by its events and at the end of its quote. */
export function useConversion(invoiceId: string, known: ConversionRecord | undefined) {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: ["conversion", account, invoiceId],
    queryFn: async ({ signal }) => {
      const [record] = await call<ConversionRecord[]>(PATH, { query: { invoiceId }, signal });
      if (record) showInLists(client, account, record);
      return record ?? null;
    },
    ...(known ? { placeholderData: known } : {}),
    refetchInterval: ({ state }) => untilNextChange(state.data ? [state.data] : []),
  });
}

/** A list shows what was last told of one of its conversions, without waiting for its own turn. */
function showInLists(client: ReturnType<typeof useQueryClient>, account: string, next: ConversionRecord): void {
  client.setQueriesData<InfiniteData<ConversionRecord[]>>(
    { queryKey: ["conversions", account] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => page.map((held) => (held.invoiceId === next.invoiceId ? next : held))),
      },
  );
}

/** When records change without an event: a running quote at its end, an order that is out when its venue refuses it. */
function untilNextChange(records: readonly ConversionRecord[]): number | false {
  const ends = records.flatMap(({ status, quote, quoteExpired }) =>
    status === "QUOTED" && quote && !quoteExpired ? [quote.expiryTime - serverNow() + AFTER_END_MS] : [],
  );
  if (records.some(({ status }) => status === "EXECUTING")) ends.push(REFUSED_MS);
  return ends.length > 0 && Math.max(Math.min(...ends), AFTER_END_MS);
}

/** Locks the free crypto of bills in a new conversion. `onCreated` is told even when what asked for it has left the page. */
export function useCreateConversion(onCreated: (invoiceId: string) => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: (plan: Plan) => {
      const body = {
        baseSymbol: plan.base,
        quoteSymbol: plan.quote,
        quantity: plan.quantity,
        items: plan.bills.map(({ paymentId }) => ({ paymentId })),
      };
      return once(body, (idempotencyKey) => call<ConversionRecord>(PATH, { method: "POST", body, idempotencyKey }));
    },
    onSuccess: (record) => {
      client.setQueryData(["conversion", account, record.invoiceId], record);
      onCreated(record.invoiceId);
    },
    onSettled: () => {
      void renewMoney(client, account);
    },
  });
}

/** Quote, execute and cancel of one conversion; what each answers is what the page shows next. */
export function useConversionActions(record: ConversionRecord) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const { invoiceId } = record;
  const key = ["conversion", account, invoiceId];
  const onceQuoted = useIntent();
  const onceExecuted = useIntent();
  const onceCancelled = useIntent();
  const show = async (next: ConversionRecord) => {
    await client.cancelQueries({ queryKey: key });
    client.setQueryData(key, next);
    showInLists(client, account, next);
  };
  const renew = () => {
    void client.invalidateQueries({ queryKey: key });
    void renewMoney(client, account);
  };

  const quote = useMutation({
    mutationFn: async () => {
      const body = { invoiceId };
      const asked = performance.now();
      const told = await onceQuoted(body, (idempotencyKey) =>
        call<QuoteRecord>(`${PATH}/quote`, { method: "POST", body, idempotencyKey }),
      );
      heardServerTime(told.quoteTime + (performance.now() - asked));
      return told;
    },
    onSuccess: async (told) => {
      await show(withQuote(record, told));
    },
    onError: renew,
  });
  const execute = useMutation({
    mutationFn: ({ quoteId }: { quoteId: string }) => {
      const body = { invoiceId, quoteId };
      return onceExecuted(body, (idempotencyKey) =>
        call<ConversionRecord>(`${PATH}/execute`, { method: "POST", body, idempotencyKey }),
      );
    },
    onSuccess: show,
    onSettled: renew,
  });
  const cancel = useMutation({
    mutationFn: () => {
      const body = { invoiceId };
      return onceCancelled(body, (idempotencyKey) =>
        call<ConversionRecord>(PATH, { method: "DELETE", body, idempotencyKey }),
      );
    },
    onSuccess: show,
    onSettled: renew,
  });
  return { quote, execute, cancel };
}

/** Lists and sums that a conversion changes. */
function renewMoney(client: ReturnType<typeof useQueryClient>, account: string): Promise<unknown> {
  const names = ["conversions", "payments", "payments-fresh", "payments-summary", "convertible", "payment"];
  return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name, account] })));
}

/** The most bills whose fills are read for one conversion. */
export const FILLS_OF_MOST = 25;

/** The bills of an executed conversion, for the fills that it left on their deposits; none when there are too many. */
export function useBillsOf(record: ConversionRecord): readonly PaymentRecord[] {
  const { account, call } = useApi();
  const ids = [...new Set(record.items.map((item) => item.paymentId))];
  const wanted = record.status === "EXECUTED" && ids.length <= FILLS_OF_MOST ? ids : [];
  return useQueries({
    queries: wanted.map((paymentId) => ({
      queryKey: ["conversion-bill", account, record.invoiceId, paymentId],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call<PaymentList>("/payment/v1/payment", { query: { paymentId }, signal })).data,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}
