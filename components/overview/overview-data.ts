"use client";

import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { getBalanceHistoryCall, getBalancesCall } from "#lib/ledger/calls.ts";
import type { getBalancesEndpoint } from "#lib/ledger/contract.ts";
import { getOverviewCall } from "#lib/overview/calls.ts";
import { getOutcomesCall } from "#lib/overview/outcomes-calls.ts";
import { useApi } from "#components/staff.tsx";

/** Prices and heartbeats have no events: they are read anew at this pace while the page is seen. */
const PRICES_MS = 10_000;
const MINUTES_MS = 5_000;
/** Days change slowly. */
const DAYS_MS = 60_000;

export type Balances = OutputOf<typeof getBalancesEndpoint>;
export type Balance = Balances["data"][number];

/** What needs a person, what is promised, what moved; valued in one fiat. */
export const useOverview = (fiat: Fiat) =>
  useQuery({
    ...useApi().queryOptions(getOverviewCall, { fiat }),
    placeholderData: keepPreviousData,
    refetchInterval: PRICES_MS,
  });

/** What the account has with the house, a line for each asset that ever moved. */
export const useBalances = () =>
  useQuery({ ...useApi().queryOptions(getBalancesCall, {}), select: ({ data }) => data });

/** The same valued in one fiat, now or as of an instant, which does not change any more. */
export function useValuedBalances(query: GivenOf<typeof getBalancesEndpoint> & { in: Fiat }) {
  const options = useApi().queryOptions(getBalancesCall, query);
  return useQuery({
    ...options,
    // What was shown of one instant never stands under another.
    placeholderData: (held, before) => (instantIn(before?.queryKey) === instantIn(options.queryKey) ? held : undefined),
    refetchInterval: query.at === undefined && PRICES_MS,
  });
}

const instantIn = (key: QueryKey | undefined): unknown => (key?.at(-1) as { at?: unknown } | undefined)?.at;

/** What was held at the close of each of so many days. */
export const useBalanceHistory = (fiat: Fiat, days: number) =>
  useQuery({
    ...useApi().queryOptions(getBalanceHistoryCall, { in: fiat, days }),
    placeholderData: keepPreviousData,
    refetchInterval: DAYS_MS,
  });

/** How bills made since a time came out, and which expire next. */
export const useOutcomes = (fiat: Fiat, startTime: number) =>
  useQuery({
    ...useApi().queryOptions(getOutcomesCall, { in: fiat, startTime }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTES_MS,
  });
