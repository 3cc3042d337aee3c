"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { Query } from "#components/api.ts";
import { firstPage, KEEP_PLACE } from "#components/live/keep-place.ts";
import { useApi } from "#components/staff.tsx";

/** A screenful and a little; whoever asks for more gets more at once. */
const PAGE = 40;
const NEXT_PAGE = 100;
const NONE: readonly Movement[] = [];

/** One line of the statement (rulebook 11.3): `amount` is signed, `balance` is what the account stood at after it. */
export type Movement = {
  at: number;
  transactionId: string;
  event: string;
  paymentId?: string;
  invoiceId?: string;
  asset: string;
  networkType?: string;
  account: "available" | "pending" | "locked" | "owed";
  amount: Decimal;
  balance: Decimal;
};
type Page = { data: Movement[]; startsAfter: string | null };

export const movementKey = (row: Movement): string =>
  `${row.transactionId} ${row.account} ${row.asset} ${row.networkType ?? ""} ${row.balance}`;

/** The account's movements, newest first, page after page; later ones wait to be asked for. */
export function useStatement(query: Query) {
  const { account, call } = useApi();
  const client = useQueryClient();
  const key = useMemo(() => ["statement", account, query] as const, [account, query]);
  const page = (startsAfter: string | undefined, signal: AbortSignal) => {
    const limit = startsAfter === undefined ? PAGE : NEXT_PAGE;
    return call<Page>("/manage/v1/statement", { query: { ...query, limit, startsAfter }, signal });
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
    queryKey: ["statement-fresh", account, query],
    queryFn: ({ signal }) => page(undefined, signal),
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
