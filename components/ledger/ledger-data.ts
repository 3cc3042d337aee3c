"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { getStatementCall } from "#lib/ledger/calls.ts";
import type { getStatementEndpoint } from "#lib/ledger/contract.ts";
import { keyOf } from "#components/keys.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { useApi } from "#components/staff.tsx";

/** The first page is a screenful and a little; each later page is larger. */
const PAGE = 40;
const NEXT_PAGE = 100;
const NONE: readonly Movement[] = [];

export type StatementQuery = Omit<GivenOf<typeof getStatementEndpoint>, "limit" | "startsAfter">;
type Page = OutputOf<typeof getStatementEndpoint>;
/** One line of the statement (rulebook 11.3): `amount` is signed, `balance` is what the account stood at after it. */
export type Movement = Page["data"][number];

export const movementKey = (row: Movement): string =>
  `${row.transactionId} ${row.account} ${row.asset} ${row.networkType ?? ""} ${row.balance}`;

/** The account's movements, newest first, page after page; newer ones are shown on request. */
export function useStatement(filter: StatementQuery) {
  const { account, query, queryOptions } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => keyOf(getStatementCall, account, "pages", filter), [account, filter]);
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const limit = pageParam === undefined ? PAGE : NEXT_PAGE;
      return query(getStatementCall, { ...filter, limit, startsAfter: pageParam }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...KEEP_PLACE,
  });
  const fresh = useQuery({
    ...queryOptions(getStatementCall, { ...filter, limit: PAGE }, "newest"),
    ...firstPage(pages),
  });
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.data) ?? NONE, [pages.data]);
  const newer = useMemo(() => {
    const known = new Set(rows.map(movementKey));
    return pages.isSuccess ? (fresh.data?.data ?? NONE).findIndex((row) => known.has(movementKey(row))) : 0;
  }, [rows, fresh.data, pages.isSuccess]);
  const showNewer = () => client.resetQueries({ queryKey: key, exact: true });
  return { ...pages, rows, newer: newer < 0 ? (fresh.data?.data.length ?? 0) : newer, showNewer };
}
