"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listHouseBeneficiariesCall } from "#lib/beneficiaries/calls.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import {
  getHouseSettlementCall,
  getSettlementCall,
  listHouseSettlementsCall,
  listSettlementsCall,
} from "#lib/settlements/calls.ts";
import type { listSettlementsEndpoint, SettlementRecord } from "#lib/settlements/contract.ts";
import { getOwnTermsCall, listTermsCall, setTermsCall } from "#lib/settlements/terms-calls.ts";
import type { setTermsEndpoint } from "#lib/settlements/terms-contract.ts";
import { useOnce } from "#components/intent.ts";
import { APPROVALS, only, renew, SETTLEMENTS } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useWhosePages } from "#components/live/whose-pages.ts";
import { useWhoseRecord } from "#components/live/whose-record.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

export type SettlementQuery = Pick<GivenOf<typeof listSettlementsEndpoint>, "status" | "currency">;

const CALLS = { own: listSettlementsCall, house: listHouseSettlementsCall };

/** Settlements newest first, of the account or of all accounts, as they come and change. */
export const useSettlements = (filter: SettlementQuery) =>
  useList({
    ...useWhosePages(CALLS, filter),
    idOf: ({ settlementId }: SettlementRecord) => settlementId,
    arriving: "show",
  });

const ONE = { own: getSettlementCall, house: getHouseSettlementCall };

/** One settlement, whether the list shows it or not. */
export const useSettlement = (settlementId: string, listed: SettlementRecord | undefined) =>
  useWhoseRecord(ONE, { settlementId }, listed);

/** The terms that rule, of the account or of all accounts. */
export function useTerms() {
  const ofHouse = useOf() === "house";
  const { queryOptions } = useApi();
  const own = useQuery({ ...queryOptions(getOwnTermsCall, {}), select: ({ data }) => data, enabled: !ofHouse });
  const all = useQuery({ ...queryOptions(listTermsCall, {}), select: ({ data }) => data, enabled: ofHouse });
  return ofHouse ? all : own;
}

/** The beneficiaries of an account that the house names; an unknown one has none. */
export const useBeneficiariesOf = (account: string) =>
  useQuery({
    ...useApi().queryOptions(listHouseBeneficiariesCall, { account }),
    select: ({ data }) => data,
    enabled: account !== "",
    retry: false,
  });

/** Sets terms, and has all that shows them read anew. */
export function useSetTerms() {
  const { account } = useApi();
  const once = useOnce();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: GivenOf<typeof setTermsEndpoint>) => once(setTermsCall, input),
    onSettled: () => renew(client, account, only(listTermsCall), only(getOwnTermsCall), SETTLEMENTS, APPROVALS),
  });
}
