"use client";

import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { CaseDetail, CaseList, CaseRecord, CaseSummary } from "#lib/cases/contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { isApiFault, type Query } from "#components/api.ts";
import { useIntent } from "#components/intent.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { useApi } from "#components/staff.tsx";

const PATH = "/manage/v1/cases";
const PAGE = 100;
const FRESH_MS = 10_000;
/** Prices, chains and webhooks go wrong without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 10_000;
const NONE: readonly CaseRecord[] = [];

/** The filtered inbox; rows keep their place, what they say is renewed, and one whose facts are gone says so. */
export function useCases(query: Query) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => ["cases", account, query] as const, [account, query]);
  const page = (startsAfter: string | undefined, signal: AbortSignal) =>
    call<CaseList>(PATH, { query: { ...query, limit: PAGE, startsAfter }, signal });
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: CaseList) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...KEEP_PLACE,
  });
  const fresh = useQuery({
    queryKey: ["cases-fresh", account, query],
    queryFn: ({ signal }) => page(undefined, signal),
    ...firstPage(pages),
    refetchInterval: RENEW_MS,
  });
  const rows = useMemo(() => merged(pages.data, fresh.data), [pages.data, fresh.data]);
  const newer = useMemo(() => countNewer(pages.data, fresh.data), [pages.data, fresh.data]);
  const latest = fresh.data ?? pages.data?.pages[0];
  const showNewer = () => client.resetQueries({ queryKey: key, exact: true });
  return { ...pages, rows, newer, showNewer, total: latest?.count, worth: latest?.worth };
}

function merged(pages: InfiniteData<CaseList> | undefined, fresh: CaseList | undefined): readonly CaseRecord[] {
  if (!pages) return NONE;
  const latest = new Map((fresh?.data ?? []).map((record) => [record.caseId, record]));
  const whole = fresh !== undefined && fresh.startsAfter === null;
  const rows = new Map<string, CaseRecord>();
  for (const held of pages.pages.flatMap(({ data }) => data)) {
    const told = latest.get(held.caseId);
    rows.set(held.caseId, told ?? (whole ? { ...held, state: "SETTLED" } : held));
  }
  return [...rows.values()];
}

function countNewer(pages: InfiniteData<CaseList> | undefined, fresh: CaseList | undefined): number {
  if (!pages || !fresh) return 0;
  const known = new Set(pages.pages.flatMap(({ data }) => data.map(({ caseId }) => caseId)));
  return fresh.data.filter(({ caseId }) => !known.has(caseId)).length;
}

/** One case with its history; null when there is none. */
export function useCase(caseId: string, fiat: Fiat) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["case", account, caseId, fiat],
    queryFn: ({ signal }) =>
      call<CaseDetail>(`${PATH}/${encodeURIComponent(caseId)}`, { query: { fiat }, signal }).catch((error: unknown) => {
        if (isApiFault(error) && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: RENEW_MS,
  });
}

/** Counts for views, badge and bell, and who can be given a case: all of them are judged for it, so the page goes first. */
export function useCaseSummary() {
  const { account, call } = useApi();
  const enabled = useStanding();
  return useQuery({
    queryKey: ["case-summary", account],
    queryFn: ({ signal }) => call<CaseSummary>(`${PATH}/summary`, { signal }),
    enabled,
    refetchInterval: RENEW_MS,
    staleTime: FRESH_MS,
  });
}

const STANDS_AFTER_MS = 1_200;

/** Whether the page that was loaded has had its time to stand. */
function useStanding(): boolean {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStands(true), STANDS_AFTER_MS - performance.now());
    return () => clearTimeout(timer);
  }, []);
  return stands;
}

/** The dearest open cases, or the newest. */
export function useTopCases(sort: "-worth" | "-since", limit: number, fiat: Fiat, enabled = true) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["cases-fresh", account, "top", sort, limit, fiat],
    queryFn: ({ signal }) => call<CaseList>(PATH, { query: { sort, limit, fiat }, signal }),
    enabled,
    refetchInterval: RENEW_MS,
    placeholderData: keepPreviousData,
  });
}

export type CaseDeed =
  | { deed: "assign"; userId: string | undefined }
  | { deed: "note"; note: string }
  | { deed: "note"; withdraws: string }
  | { deed: "mute"; forMs: number }
  | { deed: "close"; reason: string }
  | { deed: "reopen" };

/** What a person does with a case; the answer is the case as it is then. `onDone` is told even after unmounting. */
export function useCaseDeed(caseId: string) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const once = useIntent();
  return useMutation({
    mutationFn: ({ deed, ...fields }: CaseDeed) => {
      const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const asked = { method: "POST" as const, ...(deed === "reopen" ? {} : { body }) };
      return once({ caseId, deed, ...body }, (idempotencyKey) =>
        call<CaseDetail>(`${PATH}/${encodeURIComponent(caseId)}/${deed}`, { ...asked, idempotencyKey }),
      );
    },
    onSettled: () => renewCases(client, account),
  });
}

/** Switches a failing endpoint on and makes everything due again that it missed; tells how many, though its case is gone by then. */
export function useResendSince(endpointId: string, since: number, onSent: (count: number) => void) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const path = `/manage/v1/webhook-endpoints/${endpointId}`;
  return useMutation({
    mutationFn: async () => {
      await call(path, { method: "PATCH", body: { disabled: false } });
      return call<{ count: number }>(`${path}/resend`, { method: "POST", body: { since } });
    },
    onSuccess: ({ count }) => onSent(count),
    onSettled: () => renewCases(client, account),
  });
}

/** Tells the server that the new cases were seen. */
export function useLook() {
  const { account, call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<{ fresh: number }>(`${PATH}/look`, { method: "POST" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["case-summary", account] }),
  });
}

/** After one's own deed everything that shows cases is read anew. */
export function renewCases(client: QueryClient, account: string): Promise<unknown> {
  const names = ["cases", "cases-fresh", "case", "case-summary"];
  return Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name, account] })));
}
