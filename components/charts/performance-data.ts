"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Fiat } from "#lib/kernel/assets.ts";
import { getPerformanceCall } from "#lib/overview/performance-calls.ts";
import { useApi } from "#components/staff.tsx";

/** Days change slowly: read anew at this pace while the page is seen. */
const RENEW_MS = 60_000;

/** Result, slippage and time to fiat by day; sums of the past month. */
export const usePerformance = (fiat: Fiat) =>
  useQuery({
    ...useApi().queryOptions(getPerformanceCall, { fiat }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_MS,
  });
