"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  assignCaseCall,
  caseSummaryCall,
  closeCaseCall,
  getCaseCall,
  listCasesCall,
  lookCasesCall,
  muteCaseCall,
  noteCaseCall,
  reopenCaseCall,
  workCasesCall,
} from "#lib/cases/calls.ts";
import { firstCasesCall } from "#lib/cases/first-calls.ts";
import {
  assignHouseCaseCall,
  closeHouseCaseCall,
  getHouseCaseCall,
  getHouseCaseSummaryCall,
  listHouseCasesCall,
  lookHouseCasesCall,
  muteHouseCaseCall,
  firstHouseCasesCall,
  noteHouseCaseCall,
  reopenHouseCaseCall,
  workHouseCasesCall,
} from "#lib/cases/house-calls.ts";
import type { CaseDetail, CaseRecord, listCasesEndpoint, workCasesEndpoint } from "#lib/cases/contract.ts";
import type { firstCasesEndpoint } from "#lib/cases/first-contract.ts";
import { isApiFault } from "#lib/contract/api-fault.ts";
import type { GivenOf } from "#lib/contract/endpoint.ts";
import type { Fiat } from "#lib/kernel/assets.ts";
import { neverPlacedCall } from "#lib/liquidity/calls.ts";
import type { neverPlacedEndpoint } from "#lib/liquidity/contract.ts";
import { changeEndpointCall, resendCall } from "#lib/webhooks/calls.ts";
import { type Once, useOnce } from "#components/intent.ts";
import { CASES, only, renew } from "#components/keys.ts";
import { useList } from "#components/live/list.ts";
import { useWhosePages } from "#components/live/whose-pages.ts";
import { useApi } from "#components/staff.tsx";
import { useOf } from "#components/whose.tsx";

/** Prices, chains and webhooks go wrong without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 10_000;

export type CaseQuery = GivenOf<typeof listCasesEndpoint>;

const LISTS = { own: listCasesCall, house: listHouseCasesCall };

/** The filtered inbox; a case whose facts are gone says so where it stands. */
export const useCases = (filter: CaseQuery) =>
  useList({ ...useWhosePages(LISTS, filter), idOf, renewal, renewMs: () => RENEW_MS });

const idOf = ({ caseId }: CaseRecord): string => caseId;

const renewal = (held: CaseRecord, fresh: CaseRecord | undefined, whole: boolean): CaseRecord =>
  fresh ?? (whole ? { ...held, state: "SETTLED" } : held);

/** One case with its history; null when there is none. */
export function useCase(caseId: string, fiat: Fiat) {
  const { queryOptions } = useApi();
  const options =
    useOf() === "house"
      ? queryOptions(getHouseCaseCall, { caseId, fiat })
      : queryOptions(getCaseCall, { caseId, fiat });
  return useQuery({
    queryKey: [...options.queryKey],
    queryFn: (given: { signal: AbortSignal }) =>
      options.queryFn(given).catch((error: unknown) => {
        if (isApiFault(error) && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: RENEW_MS,
  });
}

/** The open cases that are newest, or due next, whatever all of them come to. */
export function useFirstCases(given: GivenOf<typeof firstCasesEndpoint>, enabled = true) {
  const { queryOptions } = useApi();
  const options = useOf() === "house" ? queryOptions(firstHouseCasesCall, given) : queryOptions(firstCasesCall, given);
  return useQuery({ ...options, enabled, refetchInterval: RENEW_MS, placeholderData: keepPreviousData });
}

export type CaseCommand =
  | { command: "assign"; userId: string | undefined }
  | { command: "note"; note: string; mentions: string[] }
  | { command: "note"; withdraws: string }
  | { command: "mute"; forMs: number }
  | { command: "mute"; until: number }
  | { command: "close"; reason: string }
  | { command: "reopen" };

/** A person's action on a case. The answer is the case after the action. `onDone` is called even after unmounting. */
export function useCaseCommand(caseId: string) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  const send = useOf() === "house" ? sentToHouse : sent;
  return useMutation({
    mutationFn: (command: CaseCommand) => send(once, caseId, command),
    onSettled: () => renew(client, account, CASES),
  });
}

function sent(once: Once, caseId: string, work: CaseCommand): Promise<CaseDetail> {
  const { command, ...fields } = work;
  switch (command) {
    case "assign":
      return once(assignCaseCall, { caseId, ...fields });
    case "note":
      return once(noteCaseCall, { caseId, ...fields });
    case "mute":
      return once(muteCaseCall, { caseId, ...fields });
    case "close":
      return once(closeCaseCall, { caseId, reason: work.reason });
    default:
      return once(reopenCaseCall, { caseId });
  }
}

function sentToHouse(once: Once, caseId: string, work: CaseCommand): Promise<CaseDetail> {
  const { command, ...fields } = work;
  switch (command) {
    case "assign":
      return once(assignHouseCaseCall, { caseId, ...fields });
    case "note":
      return once(noteHouseCaseCall, { caseId, ...fields });
    case "mute":
      return once(muteHouseCaseCall, { caseId, ...fields });
    case "close":
      return once(closeHouseCaseCall, { caseId, reason: work.reason });
    default:
      return once(reopenHouseCaseCall, { caseId });
  }
}

/** Reads the cases again, after something else than a command on one has decided it. */
export function useRenewCases(): () => void {
  const { account } = useApi();
  const client = useQueryClient();
  return () => void renew(client, account, CASES);
}

/** The same to many cases; each answers for itself. */
export function useWorkCases() {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  const ofHouse = useOf() === "house";
  return useMutation({
    mutationFn: (command: GivenOf<typeof workCasesEndpoint>) =>
      ofHouse ? once(workHouseCasesCall, command) : once(workCasesCall, command),
    onSettled: () => renew(client, account, CASES),
  });
}

/** States that an order never reached its venue. */
export function useNeverPlaced() {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (stated: GivenOf<typeof neverPlacedEndpoint>) => once(neverPlacedCall, stated),
    onSettled: () => renew(client, account, CASES),
  });
}

/** Switches a failing endpoint on and makes everything due again that it missed; tells how many, though its case is gone by then. */
export function useResendSince(endpointId: string, since: number, onSent: (count: number) => void) {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await mutate(changeEndpointCall, { endpointId, disabled: false });
      return mutate(resendCall, { endpointId, since });
    },
    onSuccess: ({ count }) => onSent(count),
    onSettled: () => renew(client, account, CASES),
  });
}

/** Tells the server that the new cases were seen. */
export function useLook() {
  const { account, mutate } = useApi();
  const client = useQueryClient();
  const ofHouse = useOf() === "house";
  return useMutation({
    mutationFn: () => (ofHouse ? mutate(lookHouseCasesCall, {}) : mutate(lookCasesCall, {})),
    onSettled: () => renew(client, account, only(ofHouse ? getHouseCaseSummaryCall : caseSummaryCall)),
  });
}
