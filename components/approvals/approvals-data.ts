"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  approveHouseRequestCall,
  approveRequestCall,
  declineHouseRequestCall,
  declineRequestCall,
  listApprovalsCall,
  listHouseApprovalsCall,
  withdrawHouseRequestCall,
  withdrawRequestCall,
} from "#lib/approvals/calls.ts";
import type { listApprovalsEndpoint } from "#lib/approvals/contract.ts";
import type { ApprovalRecord } from "#lib/contract/approval.ts";
import type { GivenOf, OutputOf } from "#lib/contract/endpoint.ts";
import { type Once, useOnce } from "#components/intent.ts";
import { renewAccount } from "#components/keys.ts";
import { useMay } from "#components/may.ts";
import { useAccount, useApi } from "#components/staff.tsx";

/** What the desk filters the requests by. */
export type ApprovalQuery = Omit<GivenOf<typeof listApprovalsEndpoint>, "limit" | "startsAfter">;

const dataOf = ({ data }: OutputOf<typeof listApprovalsEndpoint>): readonly ApprovalRecord[] => data;

/** Requests come without an event: while the page is seen it asks at this pace. */
const RENEW_MS = 10_000;
const MOST_WAITING = 500;
const MOST_ENDED = 100;

function useApprovals(query: GivenOf<typeof listApprovalsEndpoint>, enabled = true) {
  const { queryOptions } = useApi();
  const ofAccount = useAccount() !== undefined;
  const ofHouse = useMay("house:audit");
  const often = { select: dataOf, refetchInterval: RENEW_MS, staleTime: RENEW_MS };
  const own = useQuery({ ...queryOptions(listApprovalsCall, query), ...often, enabled: enabled && ofAccount });
  const house = useQuery({ ...queryOptions(listHouseApprovalsCall, query), ...often, enabled: enabled && ofHouse });
  const isWhole = (!ofAccount || own.data !== undefined) && (!ofHouse || house.data !== undefined);
  const data = useMemo(
    () => (isWhole ? newestFirst([own.data, house.data]) : undefined),
    [isWhole, own.data, house.data],
  );
  const error = own.error ?? house.error;
  return {
    data,
    error,
    isError: error !== null,
    refetch: () => Promise.all([ofAccount && own.refetch(), ofHouse && house.refetch()]),
  };
}

/** What waits for a second person now, newest first: of the account, and of the house for who works for it. */
export const useWaitingApprovals = (enabled = true, filter: ApprovalQuery = {}) =>
  useApprovals({ ...filter, status: "PENDING", limit: MOST_WAITING }, enabled);

/** The latest requests, whatever became of them. */
export const useLatestApprovals = (filter: ApprovalQuery) => useApprovals({ ...filter, limit: MOST_ENDED });

function newestFirst(lists: readonly (readonly ApprovalRecord[] | undefined)[]): ApprovalRecord[] {
  const all = new Map(lists.flatMap((list) => (list ?? []).map((one) => [one.approvalId, one] as const)));
  return [...all.values()].sort((a, b) => (a.approvalId < b.approvalId ? 1 : -1));
}

/** Who asked in an account takes it back there; all else is decided where it is decided. */
const inHouse = ({ decides, account }: ApprovalRecord, command: Decision["command"]): boolean =>
  command === "withdraw" ? account === undefined : decides === "house";

export type Decision = { approval: ApprovalRecord; command: "approve" | "decline" | "withdraw"; note: string };

/** A person's decision on a request. `onDone` is called even after unmounting. An approval may change any data. */
export function useDecide(onDone: (decided: ApprovalRecord) => void) {
  const { account } = useApi();
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (decision: Decision) => decide(once, decision),
    onSuccess: onDone,
    onSettled: () => renewAccount(client, account),
  });
}

function decide(once: Once, { approval, command, note }: Decision): Promise<ApprovalRecord> {
  const { approvalId } = approval;
  const given = { approvalId, note: note === "" ? undefined : note };
  if (inHouse(approval, command)) {
    if (command === "decline") return once(declineHouseRequestCall, { approvalId, note });
    return command === "approve" ? once(approveHouseRequestCall, given) : once(withdrawHouseRequestCall, given);
  }
  if (command === "decline") return once(declineRequestCall, { approvalId, note });
  return command === "approve" ? once(approveRequestCall, given) : once(withdrawRequestCall, given);
}
