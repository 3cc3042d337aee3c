"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listBeneficiariesCall, makeBeneficiaryCall, retireBeneficiaryCall } from "#lib/beneficiaries/calls.ts";
import type { BeneficiaryRecord, makeBeneficiaryEndpoint } from "#lib/beneficiaries/contract.ts";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { getBalancesCall } from "#lib/ledger/calls.ts";
import {
  cancelPayoutCall,
  failPayoutCall,
  getHousePayoutCall,
  getPayoutCall,
  listHousePayoutsCall,
  listPayoutsCall,
  recordPayoutCall,
  rejectPayoutCall,
} from "#lib/payouts/calls.ts";
import type { listPayoutsEndpoint, PayoutRecord, recordPayoutEndpoint } from "#lib/payouts/contract.ts";
import { listPayoutFilesCall, makePayoutFileCall } from "#lib/payouts/file-calls.ts";
import type { makePayoutFileEndpoint, PayoutFileRecord } from "#lib/payouts/file-contract.ts";
import { useOnce } from "#components/intent.ts";
import { APPROVALS, only, PAYMENTS, PAYOUTS, renew } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useWhosePages } from "#components/live/whose-pages.ts";
import { useWhoseRecord } from "#components/live/whose-record.ts";
import { useApi } from "#components/staff.tsx";

export type PayoutQuery = Pick<GivenOf<typeof listPayoutsEndpoint>, "status" | "asset">;

const CALLS = { own: listPayoutsCall, house: listHousePayoutsCall };

/** Payouts newest first, of the account or of all accounts, as they come and change. */
export const usePayouts = (filter: PayoutQuery) =>
  useList({ ...useWhosePages(CALLS, filter), idOf: ({ payoutId }: PayoutRecord) => payoutId, arriving: "show" });

const ONE = { own: getPayoutCall, house: getHousePayoutCall };

/** One payout, whether the list shows it or not. */
export const usePayout = (payoutId: string, listed: PayoutRecord | undefined) =>
  useWhoseRecord(ONE, { payoutId }, listed);

const BENEFICIARIES = only(listBeneficiariesCall);
const FILES = only(listPayoutFilesCall);
const BALANCES = only(getBalancesCall);

export const useBeneficiaries = () =>
  useQuery({ ...useApi().queryOptions(listBeneficiariesCall, {}), select: ({ data }) => data });

export const useAvailable = () =>
  useQuery({ ...useApi().queryOptions(getBalancesCall, {}), select: ({ data }) => data });

export const useFiles = () =>
  useQuery({ ...useApi().queryOptions(listPayoutFilesCall, {}), select: ({ data }) => data });

/** As many as the form of a file lists. */
const LISTED = 500;

/** The approved payouts of a fiat, of all accounts: what the next file of it takes. */
export const useApprovedIn = (asset: Fiat) =>
  useQuery(useApi().queryOptions(listHousePayoutsCall, { status: "APPROVED", asset, limit: LISTED }));

export type PayoutInput = GivenOf<typeof recordPayoutEndpoint>;

/** What a mutation of payouts answers, and everything that shows payouts read anew. */
function usePayoutMutation<Input, Out>(send: (input: Input) => Promise<Out>, onDone: (out: Out) => void) {
  const { account } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => {
      void renew(client, account, PAYOUTS, PAYMENTS, APPROVALS, BENEFICIARIES, FILES, BALANCES);
    },
  });
}

export function useRequestPayout(onDone: (out: OutputOf<typeof recordPayoutEndpoint> | object) => void) {
  const once = useOnce();
  return usePayoutMutation((input: PayoutInput) => once(recordPayoutCall, input), onDone);
}

export function useCancelPayout(onDone: () => void) {
  const once = useOnce();
  return usePayoutMutation((input: { payoutId: string; note?: string }) => once(cancelPayoutCall, input), onDone);
}

/** How the house ends a payout: before it is sent, by what the bank has not executed, or by what its transaction paid. */
export type TakenBack = "reject" | "fail" | "otherwise";

export function useTakeBack(how: TakenBack, onDone: (out: object) => void) {
  const once = useOnce();
  return usePayoutMutation(
    (input: { payoutId: string; note: string }): Promise<object> =>
      how === "reject" ? once(rejectPayoutCall, input) : once(failPayoutCall, input),
    onDone,
  );
}

export function useMakeBeneficiary(onDone: (made: BeneficiaryRecord) => void) {
  const once = useOnce();
  return usePayoutMutation(
    (input: GivenOf<typeof makeBeneficiaryEndpoint>) => once(makeBeneficiaryCall, input),
    onDone,
  );
}

export function useRetireBeneficiary(onDone: () => void) {
  const { mutate } = useApi();
  return usePayoutMutation((beneficiaryId: string) => mutate(retireBeneficiaryCall, { beneficiaryId }), onDone);
}

export function useMakeFile(onDone: (made: PayoutFileRecord) => void) {
  const once = useOnce();
  return usePayoutMutation((input: GivenOf<typeof makePayoutFileEndpoint>) => once(makePayoutFileCall, input), onDone);
}
