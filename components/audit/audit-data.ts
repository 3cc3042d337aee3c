"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditRecord } from "#lib/audit/contract.ts";
import type { Query } from "#components/api.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { useApi } from "#components/staff.tsx";

/** A screenful and a little; whoever asks for more gets more at once. */
const PAGE = 40;
const NEXT_PAGE = 100;
const PATH = "/manage/v1/audit";
const NONE: readonly AuditRecord[] = [];
type Page = { data: AuditRecord[]; startsAfter: string | null };

const keyOf = (row: AuditRecord) => `${row.requestId} ${row.action} ${row.objectId} ${row.at}`;

/** The audit record of a filter, newest first, page after page; later lines wait to be asked for. */
export function useAudit(query: Query) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => ["audit", account, query] as const, [account, query]);
  const page = (startsAfter: string | undefined, signal: AbortSignal) => {
    const limit = startsAfter === undefined ? PAGE : NEXT_PAGE;
    return call<Page>(PATH, { query: { ...query, limit, startsAfter }, signal });
  };
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...KEEP_PLACE,
  });
  const fresh = useQuery({
    queryKey: ["audit-fresh", account, query],
    queryFn: ({ signal }) => page(undefined, signal),
    ...firstPage(pages),
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? NONE, [pages.data]);
  const newer = useMemo(() => {
    const known = new Set(rows.map(keyOf));
    return (fresh.data?.data ?? NONE).filter((row) => !known.has(keyOf(row))).length;
  }, [rows, fresh.data]);
  return { ...pages, rows, newer, showNewer: () => client.resetQueries({ queryKey: key, exact: true }) };
}
