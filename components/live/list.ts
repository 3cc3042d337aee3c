"use client";

import {
  keepPreviousData,
  type Query,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Held } from "#components/keys.ts";
import { collector, countNewer, type Page, type Renewal, type Repeated, renewed } from "./pages.ts";

type ListOptions<Row, P extends Page<Row>> = {
  /** The key of the list's pages, and of its first page read again beside them. */
  keyOf: (held: Held) => QueryKey;
  /** One page; `startsAfter` is what the page before gave, undefined for the first. */
  read: (startsAfter: string | undefined, signal: AbortSignal) => Promise<P & Page<Row>>;
  idOf: (row: Row) => string;
  repeated?: Repeated;
  /**
   * Rows that come while the list is looked at. `wait` (usual): behind a button, so that none moves under the pointer.
   * `show`: at once, where people watch things happen.
   */
  arriving?: "wait" | "show";
  /** What a row says by now; absent: the record that was told last. */
  renewal?: Renewal<Row>;
  /** How soon what changes without an event is read again, by the rows read last; absent: never. */
  renewMs?: (rows: readonly Row[]) => number | false;
};

const FRESH_MS = 10_000;
const latestRow = <Row>(held: Row, fresh: Row | undefined): Row => fresh ?? held;

/**
 * The one way in which the desk shows a list: page after page by the server's token, rows in their place. Events, and
 * `renewMs`, have the first page read again: beside the list where rows wait, so that what rows say is renewed and the
 * newer ones are counted; as the list itself where they show at once, as long as no later page is loaded. Coming back
 * from elsewhere reads a list of several pages as a whole: moved rows are better than wrong ones.
 */
export function useList<Row, P extends Page<Row>>(options: ListOptions<Row, P>) {
  const { keyOf, read, idOf, repeated, arriving = "wait", renewal = latestRow, renewMs } = options;
  const client = useQueryClient();
  const waits = arriving === "wait";
  const pages = useInfiniteQuery({
    queryKey: keyOf("pages"),
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: P & Page<Row>) => last.startsAfter ?? undefined,
    placeholderData: keepPreviousData,
    ...(waits && { refetchOnReconnect: isDeep, refetchOnWindowFocus: isDeep }),
    refetchInterval: (query) =>
      !waits && !isDeep(query) && (renewMs?.(query.state.data?.pages[0]?.data ?? []) ?? false),
  });
  const isShown = pages.isSuccess && !pages.isPlaceholderData;
  const first = isShown ? pages.data.pages[0] : undefined;
  const beside = useQuery({
    queryKey: keyOf("newest"),
    queryFn: ({ signal }) => read(undefined, signal),
    enabled: waits && isShown,
    // What the list has just loaded is not requested again.
    ...(first && { initialData: first, initialDataUpdatedAt: pages.dataUpdatedAt }),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => renewMs?.(state.data?.data ?? []) ?? false,
  });
  const newest = waits ? beside.data : undefined;
  const [collect] = useState(() => collector(idOf, repeated));
  const held = useMemo(() => collect(pages.data?.pages ?? []), [collect, pages.data]);
  const rows = useMemo(() => renewed(held, newest, idOf, renewal), [held, newest, idOf, renewal]);
  const newer = useMemo(
    () => (isShown ? countNewer(held, newest, idOf, pages.hasNextPage) : 0),
    [held, newest, idOf, pages.hasNextPage, isShown],
  );
  // That there was nothing is no answer to another question.
  const isPending = pages.isPending || (pages.isPlaceholderData && rows.length === 0);
  return {
    ...pages,
    isPending,
    isSuccess: pages.isSuccess && !isPending,
    rows,
    /** The first page as it was read last, with what it says of the whole list. */
    latest: newest ?? pages.data?.pages[0],
    /** Rows that wait to be shown. */
    newer,
    showNewer: () => client.resetQueries({ queryKey: keyOf("pages"), exact: true }),
  };
}

const isDeep = ({ state: { data } }: Pick<Query, "state">): boolean =>
  ((data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) > 1;
