"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Fiat } from "#lib/kernel/assets.ts";
import type { Decimal } from "#lib/kernel/decimal.ts";
import type { OverviewRecord } from "#lib/overview/contract.ts";
import { useApi } from "#components/staff.tsx";

/** Prices and heartbeats have no events: they are read anew at this pace while the page is seen. */
const PRICES_MS = 10_000;

export type Balance = {
  asset: string;
  networkType?: string;
  available: Decimal;
  pending: Decimal;
  locked: Decimal;
  owed: Decimal;
};

/** What needs a person, what is promised, what moved; valued in one fiat. */
export function useOverview(fiat: Fiat) {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["overview", account, fiat],
    queryFn: ({ signal }) => call<OverviewRecord>("/manage/v1/overview", { query: { fiat }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: PRICES_MS,
  });
}

/** What the account has with the house, a line for each asset that ever moved. */
export function useBalances() {
  const { account, call } = useApi();
  return useQuery({
    queryKey: ["balances", account],
    queryFn: async ({ signal }) => (await call<{ data: Balance[] }>("/manage/v1/balances", { signal })).data,
  });
}
