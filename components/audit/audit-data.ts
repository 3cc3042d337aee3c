"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { listAuditCall } from "#lib/audit/calls.ts";
import type { AuditRecord, listAuditEndpoint } from "#lib/audit/contract.ts";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { keyOf } from "#components/keys.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { useApi } from "#components/staff.tsx";

/** The first page is a screenful and a little; each later page is larger. */
const PAGE = 40;
const NEXT_PAGE = 100;
const NONE: readonly AuditRecord[] = [];

export type AuditQuery = GivenOf<typeof listAuditEndpoint>;
type Page = OutputOf<typeof listAuditEndpoint>;

const rowKey = (row: AuditRecord) => `${row.requestId} ${row.action} ${row.objectId} ${row.at}`;

/** The audit record of a filter, newest first, page after page; newer lines are shown on request. */
export function useAudit(filter: AuditQuery) {
  const { account, query, queryOptions } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => keyOf(listAuditCall, account, "pages", filter), [account, filter]);
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const limit = pageParam === undefined ? PAGE : NEXT_PAGE;
      return query(listAuditCall, { ...filter, limit, startsAfter: pageParam }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...KEEP_PLACE,
  });
  const fresh = useQuery({
    ...queryOptions(listAuditCall, { ...filter, limit: PAGE }, "newest"),
    ...firstPage(pages),
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? NONE, [pages.data]);
  const newer = useMemo(() => {
    const known = new Set(rows.map(rowKey));
    return (fresh.data?.data ?? NONE).filter((row) => !known.has(rowKey(row))).length;
  }, [rows, fresh.data]);
  return { ...pages, rows, newer, showNewer: () => client.resetQueries({ queryKey: key, exact: true }) };
}
