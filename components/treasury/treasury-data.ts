"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listBankLinesCall, listMappingsCall } from "#lib/bank/calls.ts";
import type { LineRecord, MappingRecord } from "#lib/bank/contract.ts";
import type { Call } from "#lib/contract/call.ts";
import type { Endpoint, GivenOf, OutputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { listInventoryCall } from "#lib/inventory/calls.ts";
import type { StockRecord } from "#lib/inventory/contract.ts";
import { listDestinationsCall, listMovesCall } from "#lib/moves/calls.ts";
import type { listDestinationsEndpoint, MoveRecord } from "#lib/moves/contract.ts";
import { getCustodyCall } from "#lib/outgoing/calls.ts";
import type { getCustodyEndpoint } from "#lib/outgoing/contract.ts";
import {
  getPlaceHistoryCall,
  getPlaceMovementCall,
  listArrivalsCall,
  listOwnersCall,
  listPlacesCall,
} from "#lib/places/calls.ts";
import type {
  getPlaceMovementEndpoint,
  listArrivalsEndpoint,
  listOwnersEndpoint,
  listPlacesEndpoint,
  OwnerRecord,
  PlaceRecord,
} from "#lib/places/contract.ts";
import { listVenueTransfersCall } from "#lib/transfers/calls.ts";
import type { TransferRecord } from "#lib/transfers/contract.ts";
import { APPROVALS, CASES, only, renew } from "#components/keys.ts";
import { useApi } from "#components/staff.tsx";

export type Place = PlaceRecord;
export type Owner = OwnerRecord;
export type Owners = OutputOf<typeof listOwnersEndpoint>;
export type PlaceMovement = OutputOf<typeof getPlaceMovementEndpoint>["data"][number];
export type Arrival = OutputOf<typeof listArrivalsEndpoint>["data"][number];
export type Custody = OutputOf<typeof getCustodyEndpoint>;
export type Move = MoveRecord;
export type Line = LineRecord;
export type Mapping = MappingRecord;
export type Stock = StockRecord;
export type Transfer = TransferRecord;
export type Destination = OutputOf<typeof listDestinationsEndpoint>["data"][number];

/** Chains and banks have no events of the house: what they bring is read again at this pace while the page is seen. */
const REFRESH_MS = 10_000;
const DAYS_MS = 60_000;

/** Where the house's means lie, now or as of an instant, which does not change any more. */
export const usePlaces = (given: GivenOf<typeof listPlacesEndpoint>) =>
  useQuery({
    ...useApi().queryOptions(listPlacesCall, given),
    placeholderData: keepPreviousData,
    refetchInterval: given.at === undefined && REFRESH_MS,
  });

/** Whose they are. */
export const useOwners = (given: GivenOf<typeof listOwnersEndpoint>) =>
  useQuery({
    ...useApi().queryOptions(listOwnersCall, given),
    placeholderData: keepPreviousData,
    refetchInterval: given.at === undefined && REFRESH_MS,
  });

/** How they moved in a period that ends now or at an instant. */
export const usePlaceMovement = (given: GivenOf<typeof getPlaceMovementEndpoint>) =>
  useQuery({
    ...useApi().queryOptions(getPlaceMovementCall, given),
    placeholderData: keepPreviousData,
    refetchInterval: given.endTime === undefined && REFRESH_MS,
  });

/** What lay in all of them at the close of each of so many days, which change slowly. */
export const usePlaceHistory = (fiat: Fiat, days: number) =>
  useQuery({
    ...useApi().queryOptions(getPlaceHistoryCall, { in: fiat, days }),
    placeholderData: keepPreviousData,
    refetchInterval: DAYS_MS,
  });

export const useArrivals = (given: GivenOf<typeof listArrivalsEndpoint>) =>
  useQuery({
    ...useApi().queryOptions(listArrivalsCall, given),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const useMoves = () =>
  useQuery({
    ...useApi().queryOptions(listMovesCall, {}),
    select: ({ data }) => data,
    refetchInterval: REFRESH_MS,
  });

/** What the nodes say of custody, where it differs, and how their scans stand. */
export const useCustody = () => useQuery({ ...useApi().queryOptions(getCustodyCall, {}), refetchInterval: REFRESH_MS });

export const useInventory = () =>
  useQuery({
    ...useApi().queryOptions(listInventoryCall, {}),
    select: ({ data }) => data,
    refetchInterval: REFRESH_MS,
  });

/** What came to venues and left them, for nothing that was agreed to. */
export const useUnknownTransfers = () =>
  useQuery({
    ...useApi().queryOptions(listVenueTransfersCall, { belongsTo: "NOBODY" }),
    select: ({ data }) => data.filter(({ resolved }) => resolved === undefined),
    refetchInterval: REFRESH_MS,
  });

export const useBankLines = () =>
  useQuery({
    ...useApi().queryOptions(listBankLinesCall, {}),
    select: ({ data }) => data,
    refetchInterval: REFRESH_MS,
  });

/** Of each bank account the mapping that rules. */
export const useMappings = () =>
  useQuery({
    ...useApi().queryOptions(listMappingsCall, {}),
    select: ({ data }) =>
      data.filter(
        ({ place, currency }, at) =>
          data.findIndex((other) => other.place === place && other.currency === currency) === at,
      ),
  });

/** Those that stand on the list. */
export const useDestinations = () =>
  useQuery({
    ...useApi().queryOptions(listDestinationsCall, {}),
    select: ({ data }) => data.filter(({ endedAt }) => endedAt === undefined),
  });

const ALL = [
  getCustodyCall,
  listPlacesCall,
  listOwnersCall,
  getPlaceMovementCall,
  listArrivalsCall,
  listMovesCall,
  listBankLinesCall,
  listMappingsCall,
  listDestinationsCall,
  listInventoryCall,
  listVenueTransfersCall,
].map(only);

/** Does what a person of the house asks for, and has the page read anew. */
export function useTreasury<E extends Endpoint>(call: Call<E>) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation<ReplyOf<E>, Error, GivenOf<E>>({
    mutationFn: (given) => mutate(call, given),
    onSettled: () => renew(client, account, ...ALL, APPROVALS, CASES),
  });
}

/** The fields that were filled in, trimmed. */
export const filled = (written: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(written).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));
