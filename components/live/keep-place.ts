import type { InfiniteData, Query } from "@tanstack/react-query";

const isDeep = ({ state: { data } }: Pick<Query, "state">): boolean =>
  ((data as { pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) > 1;

/**
 * For lists whose newest rows wait behind a button: when the network or the window comes back, the first page is read
 * beside the list and no row moves. That page does not reach the later pages, so where more pages are loaded the list
 * itself is read again: moved rows are better than wrong ones.
 */
export const KEEP_PLACE = { refetchOnReconnect: isDeep, refetchOnWindowFocus: isDeep } as const;

/** How a query of the first page beside the list begins: what the list has just loaded is not requested again. */
export function firstPage<Page>(pages: {
  data: InfiniteData<Page> | undefined;
  dataUpdatedAt: number;
  isSuccess: boolean;
  isPlaceholderData: boolean;
}) {
  const first = pages.isPlaceholderData ? undefined : pages.data?.pages[0];
  return {
    enabled: pages.isSuccess && !pages.isPlaceholderData,
    ...(first && { initialData: first, initialDataUpdatedAt: pages.dataUpdatedAt }),
    staleTime: FRESH_MS,
  };
}

const FRESH_MS = 10_000;
