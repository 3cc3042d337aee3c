"use client";

import { type InfiniteData, useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import {
  cancelConversionCall,
  createConversionCall,
  executeConversionCall,
  getConversionsCall,
  listConversionsCall,
  quoteConversionCall,
} from "#lib/conversions/calls.ts";
import type { ConversionRecord, listConversionsEndpoint } from "#lib/conversions/contract.ts";
import { getPaymentCall } from "#lib/payments/calls.ts";
import type { PaymentRecord } from "#lib/payments/contract.ts";
import { heardServerTime, serverNow } from "#components/clock.ts";
import { useOnce } from "#components/intent.ts";
import { useList } from "#components/live/list.ts";
import { usePagesOf } from "#components/live/pages-of.ts";
import { CONVERSION_LISTS, keyOf, PAYMENTS, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";
import type { Plan } from "./choice.ts";
import { withQuote } from "./quotes.ts";

const PAGE = 500;
/** A quote that has run out says so by no event: what shows one is read again so soon after its end. */
const AFTER_END_MS = 250;
/** While an order is out a person waits for its end, and a refusal by the venue emits no event: read at this pace. */
const REFUSED_MS = 1_000;

export type ConversionQuery = Omit<GivenOf<typeof listConversionsEndpoint>, "limit" | "startsAfter">;

/** Conversions of a filter in its order; newest first, those that are made meanwhile show as they come. */
export function useConversions(filter: ConversionQuery) {
  return useList({
    ...usePagesOf(listConversionsCall, filter, PAGE),
    idOf: ({ invoiceId }: ConversionRecord) => invoiceId,
    arriving: "show",
    renewMs: untilNextChange,
  });
}

type ConversionPage = OutputOf<typeof listConversionsEndpoint>;

/** One conversion, renewed by its events and at the end of its quote. */
export function useConversion(invoiceId: string, known: ConversionRecord | undefined) {
  const { account, query } = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: keyOf(getConversionsCall, account, "record", { invoiceId }),
    queryFn: async ({ signal }) => {
      const [record] = await query(getConversionsCall, { invoiceId }, { signal });
      if (record) showInLists(client, account, record);
      return record ?? null;
    },
    ...(known ? { placeholderData: known } : {}),
    refetchInterval: ({ state }) => untilNextChange(state.data ? [state.data] : []),
  });
}

/** Writes the latest record of a conversion into the lists that show it, without waiting for their own refresh. */
function showInLists(client: ReturnType<typeof useQueryClient>, account: string, next: ConversionRecord): void {
  const shown = (held: ConversionRecord) => (held.invoiceId === next.invoiceId ? next : held);
  const show = (list: InfiniteData<ConversionPage> | undefined) =>
    list && { ...list, pages: list.pages.map(({ data, ...page }) => ({ ...page, data: data.map(shown) })) };
  for (const queryKey of CONVERSION_LISTS(account)) client.setQueriesData({ queryKey }, show);
}

/** When records change without an event: a running quote at its end, an order that is out when its venue refuses it. */
function untilNextChange(records: readonly ConversionRecord[]): number | false {
  const ends = records.flatMap(({ status, quote, quoteExpired }) =>
    status === "QUOTED" && quote && !quoteExpired ? [quote.expiryTime - serverNow() + AFTER_END_MS] : [],
  );
  if (records.some(({ status }) => status === "EXECUTING")) ends.push(REFUSED_MS);
  return ends.length > 0 && Math.max(Math.min(...ends), AFTER_END_MS);
}

/** Locks the free crypto of bills in a new conversion. `onCreated` is called even after the caller has unmounted. */
export function useCreateConversion(onCreated: (invoiceId: string) => void) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (plan: Plan) =>
      once(createConversionCall, {
        baseSymbol: plan.base,
        quoteSymbol: plan.quote,
        quantity: plan.quantity,
        items: plan.bills.map(({ paymentId }) => ({ paymentId })),
      }),
    onSuccess: (record) => {
      const { invoiceId } = record;
      client.setQueryData(keyOf(getConversionsCall, account, "record", { invoiceId }), record);
      onCreated(record.invoiceId);
    },
    onSettled: () => {
      void renew(client, account, CONVERSION_LISTS, PAYMENTS);
    },
  });
}

/** Quote, execute and cancel of one conversion; what each answers is what the page shows next. */
export function useConversionActions(record: ConversionRecord) {
  const { account } = useApi();
  const client = useQueryClient();
  const { invoiceId } = record;
  const key = keyOf(getConversionsCall, account, "record", { invoiceId });
  const onceQuoted = useOnce();
  const onceExecuted = useOnce();
  const onceCancelled = useOnce();
  const show = async (next: ConversionRecord) => {
    await client.cancelQueries({ queryKey: key });
    client.setQueryData(key, next);
    showInLists(client, account, next);
  };
  const renewAll = () => {
    void client.invalidateQueries({ queryKey: key });
    void renew(client, account, CONVERSION_LISTS, PAYMENTS);
  };

  const quote = useMutation({
    mutationFn: async () => {
      const sentAt = performance.now();
      const quoted = await onceQuoted(quoteConversionCall, { invoiceId });
      heardServerTime(quoted.quoteTime + (performance.now() - sentAt));
      return quoted;
    },
    onSuccess: async (quoted) => {
      await show(withQuote(record, quoted));
    },
    onError: renewAll,
  });
  const execute = useMutation({
    mutationFn: ({ quoteId }: { quoteId: string }) => onceExecuted(executeConversionCall, { invoiceId, quoteId }),
    onSuccess: show,
    onSettled: renewAll,
  });
  const cancel = useMutation({
    mutationFn: ({ note }: { note: string | undefined }) =>
      onceCancelled(cancelConversionCall, { invoiceId, ...(note !== undefined && { note }) }),
    onSuccess: show,
    onSettled: renewAll,
  });
  return { quote, execute, cancel };
}

/** The most bills whose fills are read for one conversion. */
export const FILLS_OF_MOST = 25;

/** The bills of an executed conversion, for the fills that it left on their deposits; none when there are too many. */
export function useBillsOf(record: ConversionRecord): readonly PaymentRecord[] {
  const { queryOptions } = useApi();
  const ids = [...new Set(record.items.map((item) => item.paymentId))];
  const wanted = record.status === "EXECUTED" && ids.length <= FILLS_OF_MOST ? ids : [];
  return useQueries({
    queries: wanted.map((paymentId) => ({
      ...queryOptions(getPaymentCall, { paymentId }, "once"),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  });
}
