"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { PerformanceRecord } from "#lib/overview/performance-contract.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { useApi } from "#components/staff.tsx";

/** Days change slowly: read anew at this pace while the page is seen. */
const RENEW_MS = 60_000;

/** Result, slippage and time to fiat by day; sums of the past month. */
export function usePerformance(fiat: Fiat) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["performance", account, fiat],
    queryFn: ({ signal }) => call<PerformanceRecord>("/manage/v1/performance", { query: { fiat }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  });
}
