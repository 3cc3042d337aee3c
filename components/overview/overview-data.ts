"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { getBalancesCall } from "#lib/ledger/calls.ts";
import type { getBalancesEndpoint } from "#lib/ledger/contract.ts";
import { getOverviewCall } from "#lib/overview/calls.ts";
import { useApi } from "#components/staff.tsx";

/** Prices and heartbeats have no events: they are read anew at this pace while the page is seen. */
const PRICES_MS = 10_000;

export type Balance = OutputOf<typeof getBalancesEndpoint>["data"][number];

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
